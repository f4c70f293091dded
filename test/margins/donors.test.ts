import { describe, expect, test } from 'vitest';
import { chooseDonors, nearestSearch } from '../../src/margins/donors.ts';
import { rngFromSeed } from '../../src/random/rng.ts';
import { correlation } from '../support/statistics.ts';
import { columnOf, distance } from './columns.ts';

const n = 1000;
const near = columnOf('normal', n, 5);
const values = columnOf('normal', n, 6).map((x, i) => near[i] + 0.2 * x);
// the larger of the two neighbours is missing: gaps tell of the value
const missing = Uint8Array.from(values, (x, i) => (i % 3 > 0 && x > values[i ^ 1] ? 1 : 0));
const strata = Int32Array.from(values, (_, i) => i % 2);
const settings = { missing, values, strata, scores: [near], rng: rngFromSeed(1) };

describe('the nearest candidates', () => {
  // coarse scores, so that many candidates are equally near
  const points = Float64Array.from({ length: 3 * n }, (_, at) => Math.round(2 * near[at % n]) / 2);
  const shuffled = rngFromSeed(3).split('shuffled').permutation(n);

  test.each([
    [1, 400],
    [2, 400],
    [3, 400],
    [3, 3],
    [0, 50],
  ])('with %i scores, among %i, are those that a look at all of them finds', (width, many) => {
    const candidates = [...shuffled.slice(0, many)];
    const own = points.slice(0, width * n);
    const apart = (i: number, j: number) => {
      let sum = 0;
      for (let at = 0; at < width; at++) sum += (own[i * width + at] - own[j * width + at]) ** 2;
      return sum;
    };
    const nearest = nearestSearch(own, width);
    for (let i = 0; i < 200; i++) {
      const expected = [...candidates.keys()]
        .sort((a, b) => apart(i, candidates[a]) - apart(i, candidates[b]) || a - b)
        .slice(0, 5)
        .map((place) => candidates[place]);
      expect([...nearest(candidates, i)].slice(0, expected.length)).toEqual(expected);
    }
  });
});

describe('donors', () => {
  const donors = chooseDonors(settings);

  test('have a value, are in the same stratum, and give to missing cells alone', () => {
    donors.forEach((donor, i) => {
      expect(missing[donor]).toBe(0);
      expect(strata[donor]).toBe(strata[i]);
      if (!missing[i]) expect(donor).toBe(i);
    });
  });

  test('keep the dependence', () => {
    const gaps = donors.filter((_, i) => missing[i]);
    const given = Float64Array.from(gaps, (donor) => values[donor]);
    expect(
      correlation(
        given,
        near.filter((_, i) => missing[i]),
      ),
    ).toBeGreaterThan(0.9);
  });

  test('give each stratum what it has: a gap tells nothing of the value', () => {
    for (const stratum of [0, 1]) {
      const rows = Array.from(values.keys()).filter((i) => strata[i] === stratum);
      const gaps = rows.filter((i) => missing[i]);
      const there = rows.filter((i) => !missing[i]);
      const given = Float64Array.from(gaps, (i) => values[donors[i]]);
      const own = Float64Array.from(there, (i) => values[i]);
      expect(gaps.length).toBeGreaterThan(100);
      expect(distance(given, own)).toBeLessThan(1 / gaps.length + 1 / there.length);
    }
  });

  test('are the same for the same key, and come from anywhere if the stratum has none', () => {
    expect(chooseDonors(settings)).toEqual(donors);
    const alone = Int32Array.from(strata);
    const gap = missing.indexOf(1);
    alone[gap] = 9;
    expect(missing[chooseDonors({ ...settings, strata: alone })[gap]]).toBe(0);
  });
});
