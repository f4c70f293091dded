/** What a column lies close to, and what it does not. */
import { describe, expect, test } from 'vitest';
import { findNear } from '../../src/rules/findNear.ts';
import { decodeNear, encodeNear } from '../../src/rules/near.ts';
import type { RuleColumn } from '../../src/rules/ruleColumn.ts';
import { normal } from '../model/tables.ts';
import { Draw } from '../support/draw.ts';

const ROWS = 900;
const draw = new Draw(8);
/** Rounded to decimals, as a table has it. */
const column = (name: string, decimals: number, of: (i: number) => number): RuleColumn => ({
  name,
  kind: 'number',
  grid: { decimals },
  values: Float64Array.from({ length: ROWS }, (_, i) => Number(of(i).toFixed(decimals))),
});
const months = column('months', 0, () => 1 + draw.integer(72));
const charge = column('monthly charge', 2, () => 20 + 90 * draw.uniform());
const about = (spread: number) =>
  column('total', 2, (i) => months.values[i] * charge.values[i] * Math.exp(spread * normal(draw)));
const near = (columns: readonly RuleColumn[], kept: readonly string[] = [], derived = new Map()) =>
  findNear(columns, new Set(kept), derived).map(({ name, to }) => `${name} ~ ${to}`);

describe('found', () => {
  test('a product that months changed a little', () => {
    expect(near([months, charge, about(0.04)])).toEqual(['total ~ months * `monthly charge`']);
  });

  test('a ratio, where the product is the one that is kept', () => {
    expect(near([months, charge, about(0.02)], ['total', 'months'])).toEqual([
      'monthly charge ~ total / months',
    ]);
  });

  test('a sum whose parts were rounded apart, the smallest of them 0 in nearly all rows', () => {
    const [a, b] = [0, 1].map((j) => column(`part ${j}`, 2, () => 900 * draw.uniform() ** 2));
    const fee = column('fee', 2, () => (draw.uniform() < 0.03 ? 15 + draw.uniform() : 0));
    const whole = column('whole', 2, (i) => {
      const exact = a.values[i] + b.values[i] + fee.values[i];
      return exact + 0.01 * (draw.integer(3) - 1);
    });
    expect(near([a, charge, whole, b, fee])).toEqual(['whole ~ `part 0` + `part 1` + fee']);
  });

  test('a sum of parts of which one is computed from others', () => {
    const loan = column('loan', 0, () => 1000 + 500 * draw.integer(60));
    const balance = column('balance', 2, (i) => loan.values[i] * draw.uniform());
    const paid = column('paid', 2, (i) => loan.values[i] - balance.values[i]);
    const interest = column('interest', 2, () => 2000 * draw.uniform());
    const whole = column('whole', 2, (i) => {
      return paid.values[i] + interest.values[i] + 0.01 * (draw.integer(3) - 1);
    });
    const derived = new Map([['paid', ['loan', 'balance']]]);
    expect(near([loan, balance, paid, interest, whole], [], derived)).toEqual([
      'whole ~ paid + interest',
    ]);
  });
});

describe('not found', () => {
  test('a column that is no closer than a vine would draw it', () => {
    expect(near([months, charge, about(0.6)])).toEqual([]);
  });

  test('parts that are not needed: a column that goes along with one alone', () => {
    const other = column('other', 2, (i) => months.values[i] * (1 + 0.01 * normal(draw)));
    const flat = column('flat', 2, () => 10 + 0.01 * draw.uniform());
    expect(near([months, flat, other])).toEqual([]);
  });

  test('columns that have nothing to do with each other', () => {
    const columns = Array.from({ length: 12 }, (_, j) =>
      column(`c${j}`, 2, () => Math.exp((j % 3) * normal(draw))),
    );
    expect(near(columns)).toEqual([]);
  });

  test('one of which another was said to be made, nor one that is kept', () => {
    expect(near([months, charge, about(0.04)], ['months', 'monthly charge', 'total'])).toEqual([]);
  });
});

test.each(['ratio', 'difference'] as const)('a %s gives the values back', (scale) => {
  const total = about(0.04);
  const columns = new Map([months, charge].map((each) => [each.name, each]));
  const to = 'months * `monthly charge`';
  const parts = encodeNear(total.values, { to, scale }, columns);
  const own = { kind: 'near', to, scale, least: 0, largest: 1e6, grid: total.grid } as const;
  expect(Array.from(decodeNear(parts, own, columns))).toEqual(Array.from(total.values));
  const capped = decodeNear(parts, { ...own, least: 100, largest: 200 }, columns);
  expect(Math.min(...capped)).toBe(100);
  expect(Math.max(...capped)).toBe(200);
});

describe('equal in most rows', () => {
  const arrest = column('arrest', 0, () => Math.round(40 * normal(draw)));
  const withShare = (share: number, of: (x: number) => number) =>
    column('back', 0, (i) =>
      draw.uniform() < share ? of(arrest.values[i]) : Math.round(300 * draw.uniform()),
    );

  test.each([
    ['arrest', (x: number) => x],
    ['0 - arrest', (x: number) => -x],
    ['abs(arrest)', Math.abs],
  ])('%s', (to, of) => {
    expect(near([arrest, withShare(0.8, of), months])).toEqual([`back ~ ${to}`]);
    expect(near([arrest, withShare(0.4, of), months])).toEqual([]);
  });

  test('rows with the usual value say nothing', () => {
    const [a, b] = ['a', 'b'].map((name) =>
      column(name, 0, () => (draw.uniform() < 0.8 ? 0 : draw.integer(500))),
    );
    expect(near([a, b])).toEqual([]);
  });
});
