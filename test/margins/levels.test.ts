import { describe, expect, test } from 'vitest';
import {
  countLevels,
  levelsMargin,
  poolIntoOther,
  poolNeighbours,
  reorder,
} from '../../src/margins/levels.ts';
import { decode, preimage } from '../../src/margins/margin.ts';
import { orderByAxis, orderByMean } from '../../src/margins/nominalOrder.ts';
import { levelScale } from '../../src/margins/roundedCounts.ts';
import { Draw } from '../support/draw.ts';

describe('rare levels', () => {
  test('of an ordered column join the rarer neighbour under the more frequent name', () => {
    const plan = poolNeighbours(
      ['I', 'II', 'III', 'IV'],
      [90, 30, 3, 10],
      [0, 1, 2, 3],
      5,
      'other',
    );
    expect(plan).toEqual({
      levels: ['I', 'II', 'IV'],
      places: Int32Array.of(0, 1, 2, 2),
      pooled: 1,
    });
  });

  test('of an ordered column never give a rare name to many', () => {
    const plan = poolNeighbours(['I', 'II', 'III', 'IV'], [3, 3, 50, 30], [0, 1, 2, 3], 5, 'other');
    expect(plan).toEqual({
      levels: ['III', 'IV'],
      places: Int32Array.of(0, 0, 0, 1),
      pooled: 2,
    });
    expect(poolNeighbours(['I', 'II'], [3, 3], [0, 1], 5, 'other').levels).toEqual(['other']);
  });

  test('of a nominal column become one', () => {
    const plan = poolIntoOther(['a', 'b', 'c', 'd'], [50, 3, 4, 0], 5, 'other');
    expect(plan).toEqual({ levels: ['a', 'other'], places: Int32Array.of(0, 1, 1, -1), pooled: 2 });
  });

  test('join a level that is called so already', () => {
    const plan = poolIntoOther(['other', 'b', 'c'], [50, 3, 40], 5, 'other');
    expect(plan.levels).toEqual(['other', 'c']);
    expect([...plan.places]).toEqual([0, 0, 1]);
  });

  test('that are still rare together go to the most frequent level', () => {
    const plan = poolIntoOther(['a', 'b', 'c'], [50, 3, 400], 5, 'other');
    expect(plan.levels).toEqual(['a', 'c']);
    expect([...plan.places]).toEqual([0, 1, 1]);
  });

  test('all rare: one level', () => {
    const plan = poolIntoOther(['a', 'b'], [2, 2], 5, 'other');
    expect(plan.levels).toEqual(['other']);
  });
});

describe('levels', () => {
  test('decode to what was encoded, and have intervals that fit the draw', () => {
    const codes = new Draw(2).column(200, (draw) => draw.integer(4));
    const margin = levelsMargin(['a', 'b', 'c', 'd'], codes);
    const { u, left } = levelScale(margin.upper, codes);
    expect(decode(margin, u, () => u)).toEqual(codes);
    const interval = preimage(margin, codes[0]);
    expect(interval?.[0]).toBeCloseTo(left[0], 12);
    expect(interval?.[1]).toBe(u[0]);
    expect(preimage(margin, 4)).toBeUndefined();
  });

  test('are counted without missing ones', () => {
    expect([...countLevels([0, -1, 2, Number.NaN, 2], 3)]).toEqual([1, 0, 2]);
  });

  test('of a nominal column stand in the order of the mean response', () => {
    const codes = [0, 0, 1, 1, 2, 2, -1];
    const score = Float64Array.of(5, 7, 1, 1, 3, Number.NaN, 100);
    expect(orderByMean(codes, 3, score)).toEqual([1, 2, 0]);
    const plan = { levels: ['a', 'b', 'c'], places: Int32Array.of(0, 1, 2, -1), pooled: 0 };
    expect(reorder(plan, [1, 2, 0])).toEqual({
      levels: ['b', 'c', 'a'],
      places: Int32Array.of(2, 0, 1, -1),
      pooled: 0,
    });
  });

  test('of a nominal response stand along the axis on which they differ', () => {
    const draw = new Draw(4);
    const codes = Array.from({ length: 600 }, (_, i) => i % 4);
    const place = [2, 0, 3, 1];
    const scores = [1, -1, 0].map((sign) =>
      Float64Array.from(codes, (code) => sign * place[code] + draw.uniform()),
    );
    const order = orderByAxis(codes, 4, scores);
    expect([order, [...order].reverse()]).toContainEqual([1, 3, 0, 2]);
  });
});
