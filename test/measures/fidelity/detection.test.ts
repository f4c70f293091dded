import { describe, expect, test } from 'vitest';
import { auc } from '../../../src/learners/scores.ts';
import { comparable } from '../../../src/measures/fidelity/comparable.ts';
import { detectionAuc, tableDetection } from '../../../src/measures/fidelity/detection.ts';
import { rngFromSeed } from '../../../src/random/rng.ts';
import type { Column, Table } from '../../../src/table/table.ts';
import { Draw } from '../../support/draw.ts';
import { numericTable } from '../../support/numericTable.ts';

const draw = new Draw(77);
const normal = () =>
  Math.sqrt(-2 * Math.log(1 - draw.uniform())) * Math.cos(2 * Math.PI * draw.uniform());
const normals = (n: number) => draw.column(n, normal);
const featuresOf = (columns: readonly Float64Array[]) => ({
  names: columns.map((_, j) => `x${j}`),
  columns,
});
const rng = rngFromSeed(1);

describe('detection', () => {
  test('of the same distribution is a coin toss, and its interval says so', () => {
    const runs = 60;
    const n = 60;
    const found = Array.from({ length: runs }, (_, seed) =>
      detectionAuc(
        featuresOf([normals(n), normals(n)]),
        featuresOf([normals(n), normals(n)]),
        rngFromSeed(seed),
      ),
    );
    const mean = found.reduce((sum, { estimate }) => sum + estimate, 0) / runs;
    // the standard error of an area is sqrt((2n + 1)/(12 n^2)) = 0.053, of folds that share rows to learn
    // from about 1.28 times that; 4 of it are a false alarm in 16,000
    expect(Math.abs(mean - 0.5)).toBeLessThan((4 * 1.28 * 0.053) / Math.sqrt(runs));
    // of 60 runs at 95 % fewer than 51 cover once in 1,000 times
    const covered = found.filter(({ low, high }) => low <= 0.5 && high >= 0.5).length;
    expect(covered).toBeGreaterThan(50);
  });

  test('of a shift is the area of normal distributions', () => {
    const n = 2000;
    const found = detectionAuc(
      featuresOf([normals(n)]),
      featuresOf([normals(n).map((x) => x + 1)]),
      rng,
    );
    // P(Y > X) for means 0 and 1: Phi(1/sqrt(2)) = 0.7602; standard error 0.0077, and trees learn less
    expect(found.estimate).toBeLessThan(0.7602 + 3 * 0.0077);
    expect(found.estimate).toBeGreaterThan(0.7602 - 0.04);
    expect([found.low < found.estimate, found.high > found.estimate]).toEqual([true, true]);
  });

  test('of independent margins comes near the best judge there can be, and is not better', () => {
    const [n, rho] = [2000, 0.8];
    const a = normals(n);
    const real = [a, a.map((x) => rho * x + Math.sqrt(1 - rho * rho) * normal())];
    const made = [normals(n), normals(n)];
    const found = detectionAuc(featuresOf(real), featuresOf(made), rng);
    // the likelihood ratio of both distributions is the best judge (Neyman and Pearson)
    const ratio = (x: number, y: number) =>
      -(rho * rho * (x * x + y * y) - 2 * rho * x * y) / (2 * (1 - rho * rho));
    const both = real.map((column, j) => Float64Array.from([...column, ...made[j]]));
    const scores = both[0].map((x, i) => -ratio(x, both[1][i]));
    const best = auc(
      scores,
      scores.map((_, i) => (i < n ? 0 : 1)),
    );
    expect(best).toBeGreaterThan(0.75);
    expect(found.estimate).toBeLessThan(best + 3 * 0.0077);
    expect(found.estimate).toBeGreaterThan(best - 0.05);
  });

  test('is the same for the same stream', () => {
    const [real, made] = [featuresOf([normals(80)]), featuresOf([normals(80)])];
    expect(detectionAuc(real, made, rng)).toEqual(detectionAuc(real, made, rng));
    expect(detectionAuc(real, made, rngFromSeed(2))).not.toEqual(detectionAuc(real, made, rng));
  });
});

describe('detection of tables', () => {
  const people = (rows: number): Table => {
    const a = normals(rows);
    return numericTable({ a, b: a.map((x) => x + normal()) });
  };
  const detected = (real: Table, synthetic: Table, holdout?: Table) =>
    tableDetection(comparable(real, synthetic, holdout ? { holdout } : {}), rng);
  const [real, heldOut] = [people(600), people(600)];

  test('copies of the real rows are given away by themselves', () => {
    const { detectionAuc: found, notes } = detected(real, real);
    expect(found?.high).toBeLessThan(0.4);
    expect(notes).toEqual(['detection: an area below 0.5 is a sign that rows come twice']);
  });

  test('rows that the generator did not see are told from copies no better than others', () => {
    const { detectionAuc: found, notes } = detected(real, real, heldOut);
    // 4 standard errors of 1.28 * 0.0167, see above: a false alarm in 16,000
    expect(Math.abs((found?.estimate ?? 0) - 0.5)).toBeLessThan(0.086);
    expect(notes).toEqual([]);
  });

  test('few held-out rows are not used, and rows of the longer table are drawn', () => {
    const few = people(499);
    const { notes } = detected(real, people(650), few);
    expect(notes).toEqual([
      'detection: 499 rows that the generator did not see are fewer than 500, so the real rows are those that it saw',
      'detection: 600 of 650 synthetic rows were drawn',
    ]);
    const many = detected(people(2100), people(2050));
    expect(many.notes).toEqual([
      'detection: 2000 of 2100 real rows were drawn',
      'detection: 2000 of 2050 synthetic rows were drawn',
    ]);
  });

  test('too few rows', () => {
    expect(detected(people(9), people(50))).toEqual({
      detectionAuc: null,
      notes: ['detection: 9 rows of each kind are too few'],
    });
    expect(detected(people(10), people(50)).detectionAuc).not.toBeNull();
  });

  test('missing values and levels give rows away', () => {
    const n = 800;
    const a = () => normals(n);
    const gaps = numericTable({ a: a().map((x, i) => (i % 2 ? Number.NaN : x)), b: a() });
    const whole = numericTable({ a: a(), b: a() });
    // half of the real rows are known by their gap, the others are a coin toss: 0.75
    const found = detected(gaps, whole).detectionAuc?.estimate ?? 0;
    expect(Math.abs(found - 0.75)).toBeLessThan(0.05);
    const levels = (share: number): Table => {
      const codes = Int32Array.from({ length: n }, (_, i) => (i % 10 < 10 * share ? 1 : 0));
      const c: Column = { kind: 'text', name: 'c', codes, dictionary: ['x', 'y'] };
      return { ...whole, columns: [...numericTable({ a: a() }).columns, c] };
    };
    // one level in .3 and .7 of the rows: .7 * .7 + (.7 * .3 + .3 * .7)/2 = .7
    const shares = detected(levels(0.3), levels(0.7)).detectionAuc?.estimate ?? 0;
    expect(Math.abs(shares - 0.7)).toBeLessThan(0.05);
  });
});
