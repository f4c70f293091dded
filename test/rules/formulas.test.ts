/** Formulas that give a column, and columns that no formula gives. */
import { describe, expect, test } from 'vitest';
import { findDerived } from '../../src/rules/findDerived.ts';
import { parseRule } from '../../src/rules/parseRule.ts';
import type { RuleColumn } from '../../src/rules/ruleColumn.ts';
import { normal } from '../model/tables.ts';
import { Draw } from '../support/draw.ts';

const ROWS = 600;
const draw = new Draw(21);
/** Rounded to decimals, as a table has it. */
const column = (name: string, decimals: number, of: (i: number) => number): RuleColumn => ({
  name,
  kind: 'number',
  grid: { decimals },
  values: Float64Array.from({ length: ROWS }, (_, i) => Number(of(i).toFixed(decimals))),
});
const height = column('height', 0, () => 170 + 9 * normal(draw));
const weight = column('weight', 1, (i) => height.values[i] - 100 + 10 * normal(draw));
const people = column('people', 0, () => Math.floor(Math.exp(3 + 2 * normal(draw))));
const celsius = column('celsius', 1, () => 12 + 9 * normal(draw));
const rulesOf = (...columns: RuleColumn[]) =>
  findDerived(columns, { k: 5, kept: new Set() }).exact.map(({ by }) =>
    by.kind === 'rule' ? by.rule : by.kind,
  );

describe('found', () => {
  test('another unit, rounded', () => {
    const own = column('fahrenheit', 1, (i) => 32 + 1.8 * celsius.values[i]);
    expect(rulesOf(celsius, own, height)).toEqual(['fahrenheit = 32 + 1.8 * celsius']);
    const whole = column('whole', 0, (i) => 32 + 1.8 * celsius.values[i]);
    expect(rulesOf(celsius, whole, height)).toEqual(['whole = 32 + 1.8 * celsius']);
    const inches = column('inches', 1, (i) => height.values[i] / 2.54);
    expect(rulesOf(height, inches)).toEqual([
      expect.stringMatching(/^inches = 0\.39\d+ \* height$/),
    ]);
  });

  test.each([
    ['log(people + 0.1)', 6, (x: number) => Math.log(x + 0.1)],
    ['0.5 * log(people + 1)', 3, (x: number) => Math.log(x + 1) / 2],
    ['sqrt(people)', 3, Math.sqrt],
    ['people * people', 0, (x: number) => x * x],
    ['5 - 2 * sqrt(people)', 2, (x: number) => 5 - 2 * Math.sqrt(x)],
    ['3 * exp(-0.02 * people)', 5, (x: number) => 3 * Math.exp(-0.02 * x)],
  ] as const)('%s', (formula, decimals, of) => {
    const own = column('own', decimals, (i) => of(people.values[i]));
    expect(rulesOf(people, own, height)).toEqual([`own = ${formula}`]);
  });

  test('a logarithm of another base, by its factor', () => {
    const own = column('own', 3, (i) => Math.log10(people.values[i] + 1));
    const [rule] = rulesOf(people, own, height);
    const [, factor] = /^own = (0\.4\d+) \* log\(people \+ 1\)$/.exec(rule) ?? [];
    expect(Number(factor)).toBeCloseTo(1 / Math.LN10, 4);
  });

  test('a product and a ratio of two, with powers and a factor', () => {
    const bmi = column('bmi', 1, (i) => weight.values[i] / (height.values[i] / 100) ** 2);
    expect(rulesOf(height, weight, bmi, celsius)).toEqual([
      'bmi = 10000 * weight / (height * height)',
    ]);
    const area = column('area', 2, (i) => Math.sqrt((height.values[i] * weight.values[i]) / 3600));
    expect(rulesOf(height, weight, area)).toEqual([
      expect.stringMatching(/^area = 0\.0166\d* \* sqrt\(height\) \* sqrt\(weight\)$/),
    ]);
    const cost = column('cost', 2, (i) => weight.values[i] * (people.values[i] + 1));
    const pieces = column('pieces', 0, (i) => people.values[i] + 1);
    expect(rulesOf(pieces, weight, cost)).toEqual(['cost = pieces * weight']);
  });

  test('in rows that have both, and in spite of a row that was typed', () => {
    const own = column('own', 4, (i) => Math.log(people.values[i] + 1));
    const values = own.values.map((value, i) => (i % 4 === 0 ? Number.NaN : i === 9 ? 7 : value));
    expect(rulesOf(people, { ...own, values }, height)).toEqual([]);
    const spared = own.values.map((value, i) => (i % 4 === 0 ? Number.NaN : value));
    expect(rulesOf(people, { ...own, values: spared }, height)).toEqual(['own = log(people + 1)']);
  });
});

test('no formula is found where one goes along with another only nearly', () => {
  const near = column('near', 2, (i) => Math.log(people.values[i] + 1) + 0.02 * normal(draw));
  const other = column(
    'other',
    1,
    (i) => (weight.values[i] / height.values[i]) * (10 + 0.2 * normal(draw)),
  );
  expect(rulesOf(people, near, height, weight, other, celsius)).toEqual([]);
});

test('what is found can be read as a rule, also where names hold more than letters', () => {
  const odd = { ...people, name: 'log people, 2020' };
  const own = column('sqrt', 3, (i) => Math.sqrt(people.values[i]));
  const [rule] = rulesOf(odd, own);
  expect(rule).toBe('`sqrt` = sqrt(`log people, 2020`)');
  expect(parseRule(rule).kind).toBe('comparison');
});
