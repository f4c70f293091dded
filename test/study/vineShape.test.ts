/** The size of a study's vine, foreseen, against the vine that is fitted. */

import { describe, expect, test } from 'vitest';
import { pairDrawSeconds } from '../../src/model/drawCost.ts';
import { fit as fitTable } from '../../src/model/fit.ts';
import { resolveStudy } from '../../src/study/resolveStudy.ts';
import type { ResolvedStudy, StudySettings } from '../../src/study/studySettings.ts';
import { rowDrawSeconds, rowDrawSecondsEach, vineShape } from '../../src/study/vineShape.ts';
import { Draw } from '../support/draw.ts';
import { numericTable } from '../support/numericTable.ts';

const draw = new Draw(5);
const column = () => draw.column(300, () => draw.uniform());
const [a, b, c, d] = [column(), column(), column(), column()];
// of b some values are missing, so that it stands for two variables
const gaps = b.map((x, i) => (i % 10 === 3 ? Number.NaN : x));
const table = numericTable({ a, b: gaps, c, d, y: a.map((x) => (x > 0.4 ? 1 : 0)) }, 6);

const resolved = (more: Partial<StudySettings> = {}): ResolvedStudy =>
  resolveStudy(table, { response: 'y', sensitive: ['b'], families: 'gaussian', ...more });

/** By edge of the vine that is fitted, whether it is one of the columns that a truncation cuts. */
async function edgesOf(more: Partial<StudySettings>) {
  const { raw, fit: settings } = resolved(more);
  const model = await fitTable(raw.train, settings);
  const names = model.protected?.map(({ name }) => name);
  const isCut = model.order.map(
    (name) => !names || names.some((own) => name === own || name === `${own} is missing`),
  );
  // the one drawn last of a pair is the first in the paper's order
  return model.vine.edges.map((edge) => ({ ...edge, cut: isCut[Math.min(edge.a, edge.b)] }));
}

const CASES: readonly Partial<StudySettings>[] = [
  { protect: 'sensitive', byClass: 'never' },
  { protect: 'sensitive', byClass: 'never', truncateRest: 2 },
  { protect: 'table', byClass: 'never' },
];

describe.each(CASES)('%j', (more) => {
  test.each([1, 2, 4, 5])('pairs at truncation %i are those of the fit', async (truncation) => {
    const { truncateRest: rest = 5, protect } = more;
    const kept = (await edgesOf({ protect: protect ?? 'related', byClass: 'never' })).filter(
      ({ tree, cut }) => tree <= (cut ? truncation : rest),
    ).length;
    expect(vineShape(resolved({ ...more, truncation })).pairs).toBe(kept);
    const seconds = rowDrawSeconds(vineShape(resolved(more)), truncation, false);
    expect(seconds).toBeCloseTo(kept * pairDrawSeconds(0), 12);
  });
});

test('what no level cuts is drawn once for several levels', () => {
  const shape = vineShape(resolved({ protect: 'sensitive' }));
  const at = (truncation: number) => rowDrawSeconds(shape, truncation, true);
  expect(rowDrawSecondsEach(shape, [3], true)).toBeCloseTo(at(3), 12);
  const others = at(0);
  expect(rowDrawSecondsEach(shape, [1, 3, 5], true)).toBeCloseTo(
    at(1) + at(3) + at(5) - 2 * others,
    12,
  );
  const whole = vineShape(resolved({ protect: 'table' }));
  expect(rowDrawSecondsEach(whole, [1, 3], false)).toBeCloseTo(
    rowDrawSeconds(whole, 1, false) + rowDrawSeconds(whole, 3, false),
    12,
  );
});

test('copulas by class are fitted where there are classes', () => {
  const pairs = (more: Partial<StudySettings>) => vineShape(resolved(more)).pairs;
  const shared = pairs({ byClass: 'never' });
  expect(pairs({})).toBe(2 * shared);
  expect(pairs({ structure: 'star' })).toBe(2 * shared);
  expect(pairs({ structure: 'rvine' })).toBe(shared);
  expect(pairs({ response: 'c' })).toBe(shared);
});
