/** Functions that are found, and chance that is not taken for one. */
import { describe, expect, test } from 'vitest';
import { findBounds } from '../../src/rules/findBounds.ts';
import { findConditions } from '../../src/rules/findConditions.ts';
import { findDerived } from '../../src/rules/findDerived.ts';
import type { RuleColumn } from '../../src/rules/ruleColumn.ts';
import { birthday, fullYears } from '../../src/rules/years.ts';
import { daysFromDate } from '../../src/table/calendar.ts';
import { normal } from '../model/tables.ts';
import { Draw } from '../support/draw.ts';

const ROWS = 600;
const draw = new Draw(11);
const column = (name: string, of: (i: number) => number, more: object = {}): RuleColumn => ({
  name,
  kind: 'number',
  values: Float64Array.from({ length: ROWS }, (_, i) => of(i)),
  grid: { decimals: 0 },
  ...more,
});
const age = column('age', () => Math.round(45 + 15 * normal(draw)));
const x = column('x', () => Math.round(100 * normal(draw)));
const y = column('y', () => Math.round(100 * normal(draw)));
const kept = { k: 5, kept: new Set<string>() };
const found = (columns: RuleColumn[]) =>
  findDerived(columns, kept).exact.map(({ name, by }) => [name, by]);

describe('found', () => {
  test('bins of a number, cut at the round number between the groups', () => {
    const group = column('group', (i) => (age.values[i] < 30 ? 0 : age.values[i] < 65 ? 1 : 2), {
      kind: 'category',
      levels: ['young', 'middle', 'old'],
    });
    expect(found([group, age, x])).toEqual([
      ['group', { kind: 'bins', from: 'age', edges: [30, 65], results: [0, 1, 2] }],
    ]);
  });

  test('a copy, a sum, a difference with a sign, another unit', () => {
    const copy = column('copy', (i) => x.values[i]);
    const sum = column('sum', (i) => x.values[i] + y.values[i] + 7);
    const unit = column('unit', (i) => 2.54 * age.values[i], { grid: { decimals: 2 } });
    expect(found([x, y, age, copy, sum, unit])).toEqual([
      ['copy', { kind: 'linear', terms: [{ from: 'x', times: 1 }], plus: 0 }],
      ['unit', { kind: 'linear', terms: [{ from: 'age', times: 2.54 }], plus: 0 }],
      [
        'sum',
        {
          kind: 'linear',
          terms: [
            { from: 'x', times: 1 },
            { from: 'y', times: 1 },
          ],
          plus: 7,
        },
      ],
    ]);
  });

  test('of a total before its parts, the total', () => {
    const part = column('part', () => draw.integer(50));
    const other = column('other', () => draw.integer(50));
    const total = column('total', (i) => part.values[i] + other.values[i]);
    expect(found([total, part, other]).map(([name]) => name)).toEqual(['total']);
  });

  test('a category that another implies', () => {
    const city = column('city', () => draw.integer(6), {
      kind: 'category',
      levels: [...'abcdef'],
    });
    const country = column('country', (i) => [1, 0, 1, 2, 0, 2][city.values[i]], {
      kind: 'category',
      levels: ['x', 'y', 'z'],
    });
    expect(found([country, city])).toEqual([
      [
        'country',
        { kind: 'map', from: 'city', keys: [0, 1, 2, 3, 4, 5], results: [1, 0, 1, 2, 0, 2] },
      ],
    ]);
  });

  test('an age of a date of birth and a day, with the day', () => {
    const born = column('born', () => daysFromDate(1990, 1, 1) - draw.integer(20_000), {
      kind: 'date',
      days: 1,
    });
    const day = daysFromDate(2016, 4, 1);
    const years = column('years', (i) => fullYears(born.values[i], day));
    const [[name, by]] = found([born, years]) as [string, { to: number }][];
    expect(name).toBe('years');
    for (const value of born.values) expect(fullYears(value, by.to)).toBe(fullYears(value, day));
  });

  test('not chance, and not what many rows contradict', () => {
    const coin = column('coin', () => draw.integer(2), { kind: 'category', levels: ['0', '1'] });
    const noisy = column('noisy', (i) => (i % 40 === 0 ? 0 : x.values[i]));
    const rare = column('rare', (i) => (i < 2 ? 1 : 0), { kind: 'category', levels: ['0', '1'] });
    expect(found([x, y, age, coin, noisy, rare])).toEqual([]);
  });

  test('fewer exceptions than k in a thousand rows each are told of nobody', () => {
    const long = (values: (i: number) => number, more: object = {}): RuleColumn => ({
      ...column('', () => 0, more),
      values: Float64Array.from({ length: 5000 }, (_, i) => values(i)),
    });
    const source = { ...long((i) => (i * 37) % 100), name: 'source' };
    const bins = { ...long((i) => (i < 4 ? 1 : (i * 37) % 100 < 50 ? 0 : 1)), name: 'bins' };
    expect(found([source, bins])).toEqual([
      ['bins', { kind: 'bins', from: 'source', edges: [50], results: [0, 1] }],
    ]);
  });
});

describe('rules', () => {
  test('a bound that chance would break, and none between columns of other scales', () => {
    const low = column('low', () => Math.round(50 + 10 * normal(draw)));
    const high = column('high', (i) => low.values[i] + draw.integer(10));
    const far = column('far', () => 1000 + draw.integer(10));
    expect(findBounds([low, high, far, x]).map(({ rule }) => rule)).toEqual(['low <= high']);
  });

  test('a range under a condition', () => {
    const status = column('status', (i) => (age.values[i] > 40 && i % 2 ? 1 : 0), {
      kind: 'category',
      levels: ['single', 'widowed'],
    });
    const rules = findConditions([status, age, x], { k: 5 }).sure.map(({ rule }) => rule);
    expect(rules).toEqual(["if status = 'widowed' then age >= 40"]);
  });
});

test('birthdays: 29 February, the day before and the day itself', () => {
  const born = daysFromDate(2000, 2, 29);
  expect(fullYears(born, daysFromDate(2001, 2, 28))).toBe(0);
  expect(fullYears(born, daysFromDate(2001, 3, 1))).toBe(1);
  expect(fullYears(born, daysFromDate(2004, 2, 29))).toBe(4);
  expect(birthday(born, 1)).toBe(daysFromDate(2001, 3, 1));
});
