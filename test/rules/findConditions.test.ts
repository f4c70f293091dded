/** Ranges and combinations of levels that a table leaves out. */
import { describe, expect, test } from 'vitest';
import { chanceBroken } from '../../src/rules/chanceBroken.ts';
import { findBounds } from '../../src/rules/findBounds.ts';
import { findConditions } from '../../src/rules/findConditions.ts';
import type { RuleColumn } from '../../src/rules/ruleColumn.ts';
import { Draw } from '../support/draw.ts';

const ROWS = 600;
const draw = new Draw(5);
const category = (
  name: string,
  levels: readonly string[],
  of: (i: number) => number,
): RuleColumn => ({
  name,
  kind: 'category',
  levels,
  grid: { decimals: 0 },
  values: Float64Array.from({ length: ROWS }, (_, i) => of(i)),
});
const number = (name: string, of: (i: number) => number): RuleColumn => ({
  name,
  kind: 'number',
  grid: { decimals: 0 },
  values: Float64Array.from({ length: ROWS }, (_, i) => of(i)),
});
const sex = category('sex', ['F', 'M'], () => draw.integer(2));
const married = Uint8Array.from({ length: ROWS }, () => (draw.uniform() < 0.3 ? 1 : 0));
const relation = category('relation', ['husband', 'wife', 'child', 'none'], (i) =>
  married[i] === 1 ? (sex.values[i] === 1 ? 0 : 1) : 2 + draw.integer(2),
);
const rulesOf = (columns: readonly RuleColumn[], k = 5) =>
  findConditions(columns, { k }).sure.map(({ rule }) => rule);

describe('levels that do not go together', () => {
  test('are told once, by what is left or by what is not there', () => {
    expect(rulesOf([sex, relation]).sort()).toEqual([
      "if sex = 'F' then relation != 'husband'",
      "if sex = 'M' then relation != 'wife'",
    ]);
    const kind = category('kind', ['x', 'y', 'z'], (i) =>
      relation.values[i] < 2 ? 0 : 1 + draw.integer(2),
    );
    expect(rulesOf([relation, kind])).toContain(
      "if kind = 'x' then relation in ('husband', 'wife')",
    );
  });

  test('are not told where fewer than k people are all that speaks against it', () => {
    const values = relation.values.slice();
    const first = values.findIndex((level, i) => level === 2 && sex.values[i] === 1);
    values[first] = 1;
    expect(rulesOf([sex, { ...relation, values }])).not.toContain(
      "if sex = 'M' then relation != 'wife'",
    );
  });

  test('chance alone makes fewer than one in two tables', () => {
    let found = 0;
    for (let round = 0; round < 20; round++) {
      const columns = [3, 4, 5, 8, 12].map((size, c) =>
        category(
          `c${c}`,
          Array.from({ length: size }, (_, l) => `${l}`),
          () => Math.floor(size * draw.uniform() ** 2),
        ),
      );
      found += rulesOf(columns).length;
    }
    expect(found).toBeLessThan(10);
  });
});

test('a range ends where k rows have its end, or at a round number that leaves out others', () => {
  const store = category('store', ['web', 'shop'], () => draw.integer(2));
  const days = number('days', (i) => (store.values[i] === 1 ? 0 : 1 + draw.integer(6)));
  expect(rulesOf([store, days]).sort()).toEqual([
    "if store = 'shop' then days <= 0",
    "if store = 'web' then days >= 1",
  ]);
});

test('a bound is found though chance would seldom break it', () => {
  const income = number('income', () =>
    Math.round(1000 * Math.exp(0.5 * (draw.uniform() + draw.uniform() - 1))),
  );
  const rate = number('rate', (i) => Math.round(income.values[i] * (0.3 + 0.6 * draw.uniform())));
  const columns = new Map([income, rate].map((column) => [column.name, column]));
  const chance = chanceBroken('rate <= income', 'rate', columns);
  expect(chance).toBeGreaterThan(0.01);
  expect(chance).toBeLessThan(0.2);
  expect(chanceBroken('rate <= income + 100000', 'rate', columns)).toBe(0);
  expect(findBounds([income, rate]).map(({ rule }) => rule)).toEqual(['rate <= income']);
});

describe('the end of a range', () => {
  const insured = category('insured', ['yes', 'no'], (i) => (i % 12 === 0 ? 1 : 0));
  const age = number('age', (i) =>
    insured.values[i] === 1 ? 18 + Math.round((46 * i) / 588) : 18 + draw.integer(72),
  );
  const proposed = (columns: readonly RuleColumn[]) =>
    findConditions(columns, { k: 5 }).likely.filter(({ rule }) => rule.includes("'no' then age <"));

  test('is likely where its last rows decide, at a round number beyond them', () => {
    expect(proposed([insured, age]).map(({ rule }) => rule)).toEqual([
      "if insured = 'no' then age < 70",
    ]);
    expect(rulesOf([insured, age])).toEqual([]);
  });

  test('is not moved by fewer than k rows, and not there where one lies beyond it', () => {
    const rows = [...insured.values.keys()].filter((i) => insured.values[i] === 1);
    const last = rows.sort((a, b) => age.values[b] - age.values[a]).slice(0, 4);
    const moved = (to: number) => {
      const values = age.values.slice();
      for (const row of last) values[row] = to;
      return proposed([insured, { ...age, values }]);
    };
    expect(moved(63)).toEqual(proposed([insured, age]));
    expect(moved(64)).toEqual(moved(63));
    expect(moved(80)).toEqual([]);
  });

  test('is not told of a tail that thins out', () => {
    const own = number('own', (i) =>
      Math.round(
        100 * Math.exp(draw.uniform() + draw.uniform() + draw.uniform() + insured.values[i]),
      ),
    );
    expect(rulesOf([insured, own])).toEqual([]);
  });
});

test('what holds in all rows, but may be chance, is told apart', () => {
  const rare = category('rare', ['a', 'b'], (i) => (i % 24 === 0 ? 1 : 0));
  const other = category('other', ['x', 'y'], (i) =>
    rare.values[i] === 1 ? 0 : draw.uniform() < 0.14 ? 1 : 0,
  );
  const { sure, unsure } = findConditions([rare, other, sex, relation], { k: 5 });
  const isAboutRare = ({ names }: { names: readonly string[] }) => names.includes('rare');
  expect(sure.filter(isAboutRare)).toEqual([]);
  expect(unsure.map(({ rule }) => rule)).toEqual(["if other = 'y' then rare = 'a'"]);
});
