import { describe, expect, test } from 'vitest';
import { planFeatures } from '../../../src/features/plan.ts';
import { pointsOf, squaredDistance } from '../../../src/measures/fidelity/points.ts';
import { isolationOf } from '../../../src/measures/membershipAudit/isolation.ts';
import { planDistances } from '../../../src/measures/membershipAudit/scores/distancePlan.ts';
import { distanceScores } from '../../../src/measures/membershipAudit/scores/distanceScores.ts';
import { squaredBandwidthOf } from '../../../src/measures/membershipAudit/scores/kernel.ts';
import { nearScores } from '../../../src/measures/membershipAudit/scores/near.ts';
import { neighboursOf } from '../../../src/measures/membershipAudit/scores/neighbours.ts';
import type { ScoreName } from '../../../src/measures/membershipAudit/scores/score.ts';
import { medianOf } from '../../../src/numerics/median.ts';
import { rngFromSeed } from '../../../src/random/rng.ts';
import { applySchema } from '../../../src/table/applySchema.ts';
import type { Table } from '../../../src/table/table.ts';
import { takeRows } from '../../../src/table/takeRows.ts';
import { records } from './tables.ts';

const points = (rows: number, width: number, seed: number) =>
  pointsOf(Array.from({ length: width }, (_, j) => rngFromSeed(seed).split(j).uniforms(rows)));

/** All squared distances of a row, ascending. */
function sorted(a: ReturnType<typeof points>, i: number, b: ReturnType<typeof points>) {
  return Float64Array.from({ length: b.rows }, (_, k) =>
    squaredDistance(a.values, i, b.values, k, a.width),
  ).sort();
}

describe.each([
  [17, 5, 3],
  [23, 259, 7],
  [9, 1030, 1],
])('%i people and %i rows of width %i', (people, rows, width) => {
  const [a, b] = [points(people, width, 1), points(rows, width, 2)];

  test('nearest rows and kernel are those of all distances', () => {
    const count = Math.min(5, rows);
    const { squares, density } = neighboursOf(a, b, count, 0.02);
    for (let i = 0; i < people; i++) {
      const all = sorted(a, i, b);
      for (let k = 0; k < count; k++) expect(squares[i * count + k]).toBe(all[k]);
      const mean = all.reduce((sum, square) => sum + Math.exp(-square / 0.04), 0) / rows;
      expect(Math.abs((density?.[i] ?? 0) / mean - 1)).toBeLessThan(1e-12);
    }
  });
});

test('scores rise as rows come nearer, and end at a copy', () => {
  const scores = nearScores(Float64Array.of(0, 1, 0.25, 4), 2, 1);
  expect(scores[0]).toBeCloseTo(Math.log(1000), 12);
  expect(scores[1]).toBeCloseTo(-Math.log(0.501), 12);
  expect(nearScores(Float64Array.of(0, 1, 0.25, 4), 2, 2)[1]).toBeCloseTo(-Math.log(2.001), 12);
});

test('isolation is the mean distance to the five nearest others, bandwidth the median of the tenth', () => {
  const rows = points(60, 3, 4);
  const isolation = isolationOf(rows, rows);
  const tenth = [];
  for (let i = 0; i < 60; i++) {
    const all = sorted(rows, i, rows);
    const five = all.slice(1, 6).map(Math.sqrt);
    expect(isolation[i]).toBeCloseTo(five.reduce((a, b) => a + b) / 5, 12);
    tenth.push(all[10]);
  }
  expect(squaredBandwidthOf(rows)).toBe(medianOf(tenth));
});

describe('scores by distances', () => {
  const [real, synthetic] = [records(60, 1), records(40, 2)];
  const rows = Uint32Array.from({ length: 60 }, (_, row) => row);
  const all = new Set<ScoreName>(['near', 'near5', 'nearRanks', 'near5Ranks', 'kernel']);
  /** Both tables with the first column changed. */
  const scoresWith = (change: (x: number) => number) => {
    const changed = (table: Table): Table => {
      const [first, ...others] = table.columns;
      if (first.kind !== 'numeric') throw new Error('a number was expected');
      return { ...table, columns: [{ ...first, values: first.values.map(change) }, ...others] };
    };
    const table = changed(real);
    const { plan } = planDistances(planFeatures(applySchema(table)), table, rows);
    return distanceScores(plan, changed(synthetic), all);
  };
  const plain = scoresWith((x) => x);

  test('do not depend on units', () => {
    const scaled = scoresWith((x) => 1000 * x + 7);
    for (const name of all) {
      scaled[name]?.forEach((score, i) => {
        expect(score).toBeCloseTo(plain[name]?.[i] ?? Number.NaN, 9);
      });
    }
  });

  test('on ranks do not depend on the scale at all', () => {
    const bent = scoresWith((x) => Math.exp(3 * x));
    for (const name of ['nearRanks', 'near5Ranks', 'kernel'] as const) {
      expect(bent[name]).toEqual(plain[name]);
    }
    expect(bent.near).not.toEqual(plain.near);
  });

  test('are those that are asked for', () => {
    const { plan } = planDistances(planFeatures(applySchema(real)), real, rows);
    expect(Object.keys(distanceScores(plan, synthetic, new Set(['near5'])))).toEqual(['near5']);
    expect(Object.keys(distanceScores(plan, synthetic, new Set(['kernel'])))).toEqual(['kernel']);
    // fewer than five synthetic rows are enough
    const three = takeRows(synthetic, [0, 1, 2]);
    expect(distanceScores(plan, three, all).near5?.every(Number.isFinite)).toBe(true);
  });
});
