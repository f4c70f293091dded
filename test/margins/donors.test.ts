import { describe, expect, test } from 'vitest';
import { chooseDonors } from '../../src/margins/donors.ts';
import { rngFromSeed } from '../../src/random/rng.ts';
import { correlation } from '../support/statistics.ts';
import { columnOf } from './columns.ts';

const n = 1000;
const near = columnOf('normal', n, 5);
const values = columnOf('normal', n, 6).map((x, i) => near[i] + 0.2 * x);
const missing = Uint8Array.from(values, (_, i) => (i % 3 === 0 ? 1 : 0));
const strata = Int32Array.from(values, (_, i) => i % 2);
const settings = { missing, strata, scores: [near], rng: rngFromSeed(1) };

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
    const filled = Float64Array.from(donors, (donor) => values[donor]);
    expect(correlation(filled, near)).toBeGreaterThan(0.95);
  });

  test('are the same for the same key, and come from anywhere if the stratum has none', () => {
    expect(chooseDonors(settings)).toEqual(donors);
    const alone = Int32Array.from(strata);
    alone[0] = 9;
    expect(missing[chooseDonors({ ...settings, strata: alone })[0]]).toBe(0);
  });
});
