import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { kMeans } from '../../../src/generators/neural/kMeans.ts';
import {
  fitMixture,
  fitMixtureFrom,
  responsibilities,
} from '../../../src/generators/neural/mixture.ts';
import { rngFromSeed } from '../../../src/random/rng.ts';
import { Draw } from '../../support/draw.ts';

interface Reference {
  readonly values: number[];
  readonly labels: number[];
  readonly weights: number[];
  readonly means: number[];
  readonly sds: number[];
  readonly responsibilities: number[][];
}

/** As bench/peers/reference/mixture.py wrote it. */
const reference = JSON.parse(
  readFileSync(new URL('../../../bench/peers/reference/mixture.json', import.meta.url), 'utf8'),
) as Record<string, Reference>;

describe.each(Object.keys(reference))("scikit-learn's mixture of the column %s", (name) => {
  const { values, labels, weights, means, sds, responsibilities: shares } = reference[name];
  const fit = fitMixtureFrom(Float64Array.from(values), Int32Array.from(labels));

  test('has the same weights, means and standard deviations', () => {
    fit.weights.forEach((weight, j) => {
      expect(Math.abs(weight - weights[j])).toBeLessThan(1e-9);
      expect(Math.abs(fit.means[j] / means[j] - 1)).toBeLessThan(1e-7);
      expect(Math.abs(fit.sds[j] / sds[j] - 1)).toBeLessThan(1e-7);
    });
    expect(fit.weights).toHaveLength(10);
  });

  test('gives the same responsibilities', () => {
    const all = [...fit.weights.keys()];
    const out = new Float64Array(10);
    shares.forEach((expected, i) => {
      responsibilities(fit, all, values[i], out);
      expected.forEach((share, j) => {
        expect(Math.abs(out[j] - share)).toBeLessThan(1e-8);
      });
    });
  });
});

/** Three groups that lie apart. */
function groups(n: number): Float64Array {
  const draw = new Draw(9);
  return draw.column(n, (_, i) => [0, 500, 1000][i % 3] + draw.uniform());
}

test('k-means finds groups that lie apart, and no more clusters than different values', () => {
  const values = groups(300);
  const labels = kMeans(values, 3, rngFromSeed(1));
  const ofGroup = [0, 1, 2].map((group) => new Set(labels.filter((_, i) => i % 3 === group)));
  expect(ofGroup.map(({ size }) => size)).toEqual([1, 1, 1]);
  expect(new Set(labels).size).toBe(3);
  expect(new Set(kMeans(Float64Array.of(2, 2, 5, 5, 5), 10, rngFromSeed(1))).size).toBe(2);
});

test('no assignment to other clusters is nearer: every value has its nearest centre', () => {
  const draw = new Draw(4);
  const values = draw.column(200, () => draw.uniform() ** 3);
  const labels = kMeans(values, 6, rngFromSeed(2));
  const centres = [0, 1, 2, 3, 4, 5].map((label) => {
    const own = values.filter((_, i) => labels[i] === label);
    return own.reduce((sum, value) => sum + value, 0) / own.length;
  });
  values.forEach((value, i) => {
    const distances = centres.map((centre) => Math.abs(value - centre));
    expect(Math.abs(value - centres[labels[i]])).toBeCloseTo(Math.min(...distances), 12);
  });
});

test('a mixture has the modes of the column, in any unit', () => {
  for (const unit of [1, 1e-6, 1e9]) {
    const fit = fitMixture(
      groups(300).map((value) => value * unit),
      rngFromSeed(3),
    );
    const main = [...fit.weights.keys()].filter((j) => fit.weights[j] > 0.005);
    const total = main.reduce((sum, j) => sum + fit.weights[j], 0);
    expect(total).toBeGreaterThan(0.95);
    for (const group of [0.5, 500.5, 1000.5]) {
      const nearest = Math.min(...main.map((j) => Math.abs(fit.means[j] / unit - group)));
      expect(nearest).toBeLessThan(45);
    }
  }
});

test('a column with one value has one mode', () => {
  const fit = fitMixture(new Float64Array(20).fill(7), rngFromSeed(1));
  expect(fit.means).toEqual([7]);
  expect(fit.sds[0]).toBeGreaterThan(0);
});
