import { describe, expect, test } from 'vitest';
import { distanceToClosest } from '../../../src/measures/fidelity/distanceToClosest.ts';
import { pointsOf } from '../../../src/measures/fidelity/points.ts';
import { rngFromSeed } from '../../../src/random/rng.ts';

const line = (...values: number[]) => pointsOf([Float64Array.from(values)]);
const rng = rngFromSeed(4);
const uniforms = (n: number, key: string) =>
  pointsOf([0, 1, 2].map((j) => rngFromSeed(11).split(key, j).uniforms(n)));

describe('distance to the closest row', () => {
  test('share nearer to training, ties half', () => {
    // 0: training 0, holdout 2; 5: tie of 1 and 1; 3: training 3, holdout 1; 1: tie of 1 and 1
    const found = distanceToClosest(line(0, 5, 3, 1), line(0, 6), line(2, 4), rng);
    expect(found.nearerToTraining?.estimate).toBe((1 + 0.5 + 0 + 0.5) / 4);
    expect(found.notes).toEqual([]);
  });

  test('percentiles of distances and of their ratios', () => {
    // closest: 1, 2, 0; second: 3, 8, 0
    const found = distanceToClosest(line(1, 12, 20), line(0, 4, 20, 20), undefined, rng);
    expect(found.nearerToTraining).toBeNull();
    expect(found.holdout).toBeNull();
    // 1 to 0 and 3 to 4; 12 is 8 from 4 and from both 20; 20 is a copy of two rows
    expect(found.training.rows).toBe(4);
    expect(found.training.distance.median).toBe(1);
    expect(found.training.distance.fifthPercentile).toBeCloseTo(0.1, 14);
    expect(found.training.ratio.median).toBe(1);
    expect(found.training.ratio.fifthPercentile).toBeCloseTo(1 / 3 + 0.1 * (1 - 1 / 3), 14);
  });

  test('fresh rows give one half, copies give one', () => {
    const [training, holdout] = [uniforms(400, 'training'), uniforms(400, 'holdout')];
    const fresh = distanceToClosest(uniforms(2000, 'fresh'), training, holdout, rng);
    // four standard errors of 2000 rows, and as much again for the two samples
    expect(Math.abs((fresh.nearerToTraining?.estimate ?? 0) - 0.5)).toBeLessThan(0.08);
    const copied = distanceToClosest(training, training, holdout, rng);
    expect(copied.nearerToTraining?.estimate).toBe(1);
    expect(copied.training.distance.median).toBe(0);
    expect(copied.training.ratio.median).toBe(0);
    expect(copied.holdout?.distance.median).toBeGreaterThan(0);
  });

  test('the larger side is drawn from, and said so', () => {
    const [training, holdout] = [uniforms(400, 'training'), uniforms(150, 'holdout')];
    const fresh = uniforms(2000, 'fresh');
    const found = distanceToClosest(fresh, training, holdout, rng);
    expect(found.training.rows).toBe(150);
    expect(Math.abs((found.nearerToTraining?.estimate ?? 0) - 0.5)).toBeLessThan(0.1);
    expect(found.notes).toEqual([
      'distance to closest: 150 training rows were drawn, as many as there are on the other side',
      'distance to closest: the holdout has 150 rows, less than half of the 400 training rows, so most training rows are not looked at and a leak is easily missed',
    ]);
    expect(distanceToClosest(fresh, training, holdout, rng)).toEqual(found);
    const reversed = distanceToClosest(fresh, holdout, training, rng);
    expect(reversed.notes).toHaveLength(1);
    expect(reversed.notes[0]).toContain('150 holdout rows were drawn');
  });
});
