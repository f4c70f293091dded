/**
 * The law behind the scaling, on Gaussian data whose mechanism is known: d = 10 columns, covariance (55
 * numbers), or means and covariance (65), fitted to 200 of n people, and seen as they are or through N
 * rows drawn from them.
 */

import { describe, expect, test } from 'vitest';
import { calibrate } from '../../../src/measures/membershipAudit/calibrate.ts';
import { aucOverFits } from '../../../src/measures/membershipAudit/fitAuc.ts';
import {
  aucAtRelease,
  effectiveNumbers,
  type FitDesign,
  foreseenAuc,
} from '../../../src/measures/membershipAudit/release.ts';
import { cholesky } from '../../../src/numerics/cholesky.ts';
import { type Rng, rngFromSeed } from '../../../src/random/rng.ts';
import { randomCorrelations } from '../../order/gaussian.ts';
import { Draw } from '../../support/draw.ts';
import { normals } from './games.ts';

const D = 10;
const TRAINED = 200;
const truth = cholesky(Float64Array.from(randomCorrelations(new Draw(21), D).flat()), D);

/** Rows of a normal distribution, one after the other. */
function drawn(rows: number, factor: Float64Array, mean: Float64Array, rng: Rng): Float64Array {
  const z = normals(rows * D, rng);
  const out = new Float64Array(rows * D);
  for (let i = 0; i < rows; i++) {
    for (let j = 0; j < D; j++) {
      let x = mean[j];
      for (let k = 0; k <= j; k++) x += factor[j * D + k] * z[i * D + k];
      out[i * D + j] = x;
    }
  }
  return out;
}

/** Mean (or zero) and the factor of the covariance about it. */
function fitted(rows: Float64Array, withMeans: boolean) {
  const n = rows.length / D;
  const mean = new Float64Array(D);
  if (withMeans) {
    rows.forEach((x, at) => {
      mean[at % D] += x / n;
    });
  }
  const covariance = new Float64Array(D * D);
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < D; j++) {
      const x = rows[i * D + j] - mean[j];
      for (let k = 0; k <= j; k++) covariance[j * D + k] += (x * (rows[i * D + k] - mean[k])) / n;
    }
  }
  return { mean, factor: cholesky(covariance, D) };
}

function logDensity(rows: Float64Array, { mean, factor }: ReturnType<typeof fitted>) {
  const w = new Float64Array(D);
  let constant = 0;
  for (let j = 0; j < D; j++) constant -= Math.log(factor[j * D + j]);
  return Float64Array.from({ length: rows.length / D }, (_, i) => {
    let total = constant;
    for (let j = 0; j < D; j++) {
      let rest = rows[i * D + j] - mean[j];
      for (let k = 0; k < j; k++) rest -= factor[j * D + k] * w[k];
      w[j] = rest / factor[j * D + j];
      total -= 0.5 * w[j] * w[j];
    }
    return total;
  });
}

/** The AUC of fits that are calibrated by many before them. */
function played(n: number, N: number, withMeans: boolean, fits: number): number {
  const rng = rngFromSeed(n).split('play', N === Infinity ? 0 : N, withMeans ? 1 : 0);
  const people = drawn(n, truth, new Float64Array(D), rng.split('people'));
  const isIn: Uint8Array[] = [];
  const scores = Array.from({ length: fits }, (_, fit) => {
    const order = rng.split('order', fit).permutation(n).subarray(0, TRAINED);
    const own = new Uint8Array(n);
    for (const row of order) own[row] = 1;
    isIn.push(own);
    const rows = new Float64Array(TRAINED * D);
    order.forEach((row, at) => {
      rows.set(people.subarray(row * D, (row + 1) * D), at * D);
    });
    let model = fitted(rows, withMeans);
    if (N < Infinity) {
      model = fitted(drawn(N, model.factor, model.mean, rng.split('rows', fit)), withMeans);
    }
    return logDensity(people, model);
  });
  const judged = calibrate(scores, isIn, 'log-density')
    .map((ratios, fit) => ({ ratios: ratios as Float64Array, coins: { isIn: isIn[fit] } }))
    .slice(fits / 2);
  return aucOverFits(judged, true).estimate;
}

const CASES = [
  [400, Infinity],
  [400, 200],
  [400, 1000],
  [4000, Infinity],
  [4000, 200],
].flatMap(([n, N]) => [
  { n, N, p: 55 },
  { n, N, p: 65 },
]);

describe('the law of scaling', () => {
  test.each(CASES)(
    'is not too low, and at most .015 too high: $p numbers, $n people, $N rows',
    ({ n, N, p }) => {
      const design: FitDesign = { trained: TRAINED, people: n, drawn: N, reference: Infinity };
      const found = played(n, N, p === 65, n === 400 ? 240 : 120);
      const foreseen = foreseenAuc(p, design);
      // the error of the mean AUC is below .003
      expect(foreseen - found).toBeGreaterThan(-0.003);
      expect(foreseen - found).toBeLessThan(0.015);
      if (n === 400 && N === Infinity) {
        // without the term of the known table it fails
        const population = { ...design, people: Infinity };
        expect(found - foreseenAuc(p, population)).toBeGreaterThan(0.02);
      }
    },
  );

  test('foresees what the brief of the method has', () => {
    const at = (people: number, drawnRows: number, p: number) =>
      foreseenAuc(p, { trained: 200, people, drawn: drawnRows, reference: Infinity });
    expect(at(400, Infinity, 55)).toBeCloseTo(0.7, 3);
    expect(at(400, 200, 65)).toBeCloseTo(0.629, 3);
    expect(at(4000, Infinity, 65)).toBeCloseTo(0.66, 3);
    expect(at(4000, 200, 55)).toBeCloseTo(0.605, 3);
  });
});

describe('from the audit to the release', () => {
  const audited: FitDesign = { trained: 442, people: 884, drawn: 442, reference: Infinity };
  const released: FitDesign = { trained: 884, people: Infinity, drawn: 884, reference: Infinity };

  test('numbers and AUC are inverse to each other', () => {
    for (const auc of [0.3, 0.5, 0.51, 0.637, 0.9]) {
      expect(foreseenAuc(effectiveNumbers(auc, audited), audited)).toBeCloseTo(auc, 12);
    }
  });

  test('SUPPORT2: t = 1 and independent margins at 442 rows, and at 2,000', () => {
    expect(effectiveNumbers(0.637, audited)).toBeCloseTo(163, 0);
    expect(aucAtRelease(0.637, audited, released)).toBeCloseTo(0.585, 3);
    expect(aucAtRelease(0.634, audited, released)).toBeCloseTo(0.583, 3);
    expect(effectiveNumbers(0.674, { ...audited, drawn: 2000 })).toBeCloseTo(130, 0);
    expect(aucAtRelease(0.674, { ...audited, drawn: 2000 }, released)).toBeCloseTo(0.576, 3);
  });

  test('chance stays chance, copies stay copies, and below chance stays below', () => {
    expect(aucAtRelease(0.5, audited, released)).toBe(0.5);
    expect(aucAtRelease(1, audited, released)).toBe(1);
    expect(aucAtRelease(0, audited, released)).toBe(0);
    expect(aucAtRelease(0.45, audited, released)).toBeLessThan(0.5);
    expect(aucAtRelease(Number.NaN, audited, released)).toBeNaN();
  });
});
