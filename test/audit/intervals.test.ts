import { describe, expect, test } from 'vitest';
import { auc } from '../../src/learners/scores.ts';
import { residualRisk } from '../../src/measures/attribute/guesses.ts';
import { aucInterval } from '../../src/numerics/aucInterval.ts';
import { Draw } from '../support/draw.ts';

const normal = (draw: Draw) =>
  Math.sqrt(-2 * Math.log(1 - draw.uniform())) * Math.cos(2 * Math.PI * draw.uniform());

describe('residual risk', () => {
  test('by hand: half of what the control leaves open', () => {
    const risk = residualRisk({ successes: 60, trials: 100 }, { successes: 20, trials: 100 });
    expect(risk?.estimate).toBeCloseTo(0.5, 12);
    // Wilson: 0.6 from 0.50200 to 0.69060, 0.2 from 0.13336 to 0.28883; derivatives 1.25 and 0.625
    expect(risk?.low).toBeCloseTo(0.5 - Math.hypot(1.25 * 0.098, 0.625 * 0.08883), 3);
    expect(risk?.high).toBeCloseTo(0.5 + Math.hypot(1.25 * 0.0906, 0.625 * 0.06664), 3);
  });

  test('a perfect attack is 1 with a width, and nothing is left beyond a perfect control', () => {
    const perfect = residualRisk({ successes: 50, trials: 50 }, { successes: 5, trials: 50 });
    expect([perfect?.estimate, perfect?.high]).toEqual([1, 1]);
    expect(perfect?.low).toBeLessThan(0.95);
    expect(residualRisk({ successes: 50, trials: 50 }, { successes: 50, trials: 50 })).toBeNull();
    expect(residualRisk({ successes: 0, trials: 0 }, { successes: 1, trials: 50 })).toBeNull();
  });

  test.each([
    [0.1, 0.1],
    [0.3, 0.1],
    [0.5, 0.5],
    [0.9, 0.6],
  ])('the interval for rates of %f and %f covers as often as it says', (m, c) => {
    const draw = new Draw(11);
    const count = (p: number) => {
      let successes = 0;
      for (let i = 0; i < 200; i++) if (draw.uniform() < p) successes++;
      return { successes, trials: 200 };
    };
    const truth = (m - c) / (1 - c);
    let covered = 0;
    for (let trial = 0; trial < 2000; trial++) {
      const risk = residualRisk(count(m), count(c));
      if (risk && risk.low <= truth && truth <= risk.high) covered++;
    }
    expect(covered / 2000).toBeGreaterThan(0.93);
    expect(covered / 2000).toBeLessThan(0.975);
  });
});

describe('the area under the ROC curve', () => {
  test('the ends solve the equation of the test that they invert', () => {
    const { low, high } = aucInterval(0.7, 40, 60);
    const error = (a: number) =>
      Math.sqrt((a * (1 - a) * (1 + 49 * ((1 - a) / (2 - a) + a / (1 + a)))) / 2400);
    expect((0.7 - low) / error(low)).toBeCloseTo(1.959963984540054, 9);
    expect((high - 0.7) / error(high)).toBeCloseTo(1.959963984540054, 9);
  });

  test('at 1 and 0 it has a width, and mirrors', () => {
    const top = aucInterval(1, 30, 30);
    expect(top.high).toBe(1);
    expect(top.low).toBeGreaterThan(0.8);
    expect(top.low).toBeLessThan(0.99);
    const bottom = aucInterval(0, 30, 30);
    expect(bottom.low).toBe(0);
    expect(bottom.high).toBeCloseTo(1 - top.low, 9);
  });

  // normal scores at a distance d have the area Phi(d / sqrt(2))
  test.each([
    [0, 0.5],
    [0.7416, 0.7],
    [1.8124, 0.9],
  ])('it covers as often as it says at a distance of %f', (distance, truth) => {
    const draw = new Draw(3);
    const [m, n] = [60, 90];
    const isPositive = Uint8Array.from({ length: m + n }, (_, i) => (i < m ? 1 : 0));
    let covered = 0;
    for (let trial = 0; trial < 1500; trial++) {
      const scores = draw.column(m + n, (d, i) => normal(d) + (i < m ? distance : 0));
      const { low, high } = aucInterval(auc(scores, isPositive), m, n);
      if (low <= truth && truth <= high) covered++;
    }
    expect(covered / 1500).toBeGreaterThan(0.93);
    expect(covered / 1500).toBeLessThan(0.975);
  });
});
