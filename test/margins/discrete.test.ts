import { describe, expect, test } from 'vitest';
import { decode } from '../../src/margins/margin.ts';
import { numericMargin } from '../../src/margins/numericMargin.ts';
import { rngFromSeed } from '../../src/random/rng.ts';
import { Draw } from '../support/draw.ts';
import { columnOf, evenly } from './columns.ts';

const rng = rngFromSeed(3);
const settings = { k: 5, grid: { decimals: 0 }, margins: 'smooth' as const };
const spread = (n: number) => () => rng.uniforms(n);
const repeat = (counts: Readonly<Record<number, number>>) =>
  Float64Array.from(
    Object.entries(counts).flatMap(([value, n]) => new Array<number>(n).fill(Number(value))),
  );

describe('a column with few values', () => {
  test('has levels, and decodes what it encodes', () => {
    const column = new Draw(1).column(500, (draw) => draw.integer(9));
    const { margin, encode } = numericMargin(column, settings);
    expect(margin.kind).toBe('discrete');
    const { u, left } = encode(column, rng);
    expect(left?.every((each, i) => each < u[i])).toBe(true);
    expect(decode(margin, u, spread(500))).toEqual(column);
  });

  test('gives rare values to their rarer neighbour', () => {
    const column = repeat({ 0: 50, 1: 40, 2: 3, 3: 20, 4: 60 });
    const { margin } = numericMargin(column, settings);
    expect(margin).toMatchObject({
      values: [
        [0, 0],
        [1, 1],
        [3, 3],
        [4, 4],
      ],
    });
  });

  test('spreads a pooled level over the steps that five records on either side span', () => {
    const column = repeat({ 0: 500, 1: 300, 6: 4, 7: 4, 8: 4, 9: 2 });
    const { margin } = numericMargin(column, settings);
    if (margin.kind !== 'discrete') throw new Error('not discrete');
    const drawn = decode(margin, evenly(20_000), spread(20_000));
    const values = new Set(drawn);
    expect(Math.max(...values)).toBeLessThan(9);
    expect([...values].every(Number.isInteger)).toBe(true);
    expect(drawn.filter((x) => x > 1).length / 20_000).toBeCloseTo(14 / 814, 2);
  });

  test('never gives back an extreme of fewer than five records', () => {
    for (let seed = 1; seed <= 40; seed++) {
      const draw = new Draw(seed);
      const column = draw.column(300, () => Math.floor(-Math.log(1 - draw.uniform()) * 3) - 2);
      const { margin } = numericMargin(column, settings);
      const drawn = decode(margin, evenly(5000), spread(5000));
      for (const extreme of [Math.min(...column), Math.max(...column)]) {
        if (column.filter((x) => x === extreme).length < 5) expect(drawn).not.toContain(extreme);
      }
    }
  });

  test('of a single value has one level', () => {
    const { margin } = numericMargin(new Float64Array(20).fill(4), settings);
    expect(margin).toMatchObject({ kind: 'discrete', values: [[4, 4]] });
  });
});

describe('the rule for numeric columns', () => {
  const kindOf = (column: Float64Array, margins: 'smooth' | 'empirical' = 'smooth') =>
    numericMargin(column, { ...settings, grid: { decimals: 6 }, margins }).margin.kind;

  test('few values with enough records each are discrete, unless the paper is replicated', () => {
    const column = new Draw(1).column(500, (draw) => draw.integer(30));
    expect(kindOf(column)).toBe('discrete');
    expect(kindOf(column, 'empirical')).toBe('empirical');
    expect(kindOf(new Float64Array(20).fill(4), 'empirical')).toBe('discrete');
  });

  test('few values with few records each, and many values, are smooth or empirical', () => {
    expect(kindOf(columnOf('normal', 20))).toBe('smooth');
    expect(kindOf(new Draw(1).column(500, (draw) => draw.integer(40)))).toBe('smooth');
    expect(kindOf(columnOf('normal', 200), 'empirical')).toBe('empirical');
  });
});

describe('the empirical margin', () => {
  test('gives sample quantiles of type 8', () => {
    // R: quantile(c(1, 2, 4, 8, 16), c(.1, .25, .5, .9), type = 8)
    const column = Float64Array.of(1, 2, 4, 8, 16);
    const { margin } = numericMargin(column, {
      ...settings,
      grid: { decimals: 10 },
      margins: 'empirical',
    });
    const back = decode(margin, Float64Array.of(0.1, 0.25, 0.5, 0.9), () => column);
    [1, 1.6666666667, 4, 16].forEach((x, i) => {
      expect(back[i]).toBeCloseTo(x, 9);
    });
  });
});
