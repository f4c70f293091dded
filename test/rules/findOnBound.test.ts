/** Levels that say where a column lies on its bound. */
import { expect, test } from 'vitest';
import { findBounds } from '../../src/rules/findBounds.ts';
import { findOnBound } from '../../src/rules/findOnBound.ts';
import type { RuleColumn } from '../../src/rules/ruleColumn.ts';
import { Draw } from '../support/draw.ts';

const ROWS = 600;

/** Stays in hospital and follow-up; `stray`: rows that died in it and were followed up longer. */
function hospital(stray: number): RuleColumn[] {
  const draw = new Draw(8);
  const whole = { grid: { decimals: 0 } } as const;
  const died = Float64Array.from({ length: ROWS }, () => (draw.uniform() < 0.3 ? 1 : 0));
  const stay = died.map(() => 3 + draw.integer(40));
  const rows = [...died.keys()].filter((row) => died[row] === 1).slice(0, stray);
  const time = stay.map((days, row) =>
    died[row] === 1 && !rows.includes(row) ? days : days + 1 + draw.integer(900),
  );
  // goes along with it, and decides nothing
  const ward = died.map((is) => (is === 1 && draw.uniform() < 0.9 ? 1 : draw.integer(2)));
  const category = (name: string, values: Float64Array): RuleColumn => ({
    ...whole,
    name,
    kind: 'category',
    levels: ['no', 'yes'],
    values,
  });
  return [
    category('died', died),
    { ...whole, name: 'stay', kind: 'number', values: stay },
    { ...whole, name: 'time', kind: 'number', values: time },
    category('ward', ward),
  ];
}
const rulesOf = (columns: readonly RuleColumn[]) =>
  findOnBound(findBounds(columns), columns).map(({ rule }) => rule);

test('are found on both sides, for the column that decides', () => {
  expect(rulesOf(hospital(0))).toEqual([
    "if died = 'no' then stay < time",
    "if died = 'yes' then stay = time",
  ]);
});

test('are none where one row speaks against it', () => {
  expect(rulesOf(hospital(1))).toEqual(["if died = 'no' then stay < time"]);
});
