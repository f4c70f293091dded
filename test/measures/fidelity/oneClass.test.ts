import { describe, expect, test } from 'vitest';
import {
  forward,
  gradient,
  initialNet,
  oneClass,
  oneClassLoss,
} from '../../../src/measures/fidelity/oneClass.ts';
import { pointsOf } from '../../../src/measures/fidelity/points.ts';
import { rngFromSeed } from '../../../src/random/rng.ts';

const rng = rngFromSeed(3);
const points = pointsOf([0, 1, 2].map((j) => rng.split('x', j).uniforms(15)));

describe('the one-class net', () => {
  const net = initialNet(3, 5, rng);

  test('has four hidden layers, no biases and weights within 1/sqrt(inputs)', () => {
    expect(net.map((weights) => weights.length)).toEqual([15, 25, 25, 25, 15]);
    expect(Math.max(...net[0].map(Math.abs))).toBeLessThan(1 / Math.sqrt(3));
    expect(Math.max(...net[1].map(Math.abs))).toBeGreaterThan(0.3);
    const zero = { rows: 1, width: 3, values: new Float64Array(3) };
    expect(forward(net, zero)[5]).toEqual(new Float64Array(3));
  });

  test('computes what a plain loop over one row does', () => {
    let x = Array.from(points.values.subarray(6, 9));
    net.forEach((weights, layer) => {
      const outputs = weights.length / x.length;
      x = Array.from({ length: outputs }, (_, o) =>
        x.reduce((total, value, i) => total + value * weights[i * outputs + o], 0),
      ).map((value) => (layer < 4 ? Math.max(value, 0) : value));
    });
    forward(net, points)[5]
      .slice(6, 9)
      .forEach((value, o) => {
        expect(value).toBeCloseTo(x[o], 14);
      });
  });

  test('has the gradient of its loss, by differences', () => {
    const slopes = gradient(net, points);
    net.forEach((weights, layer) => {
      for (let k = 0; k < weights.length; k++) {
        const moved = (h: number) =>
          oneClassLoss(
            net.map((own, l) => (l === layer ? own.map((w, m) => (m === k ? w + h : w)) : own)),
            points,
          );
        const difference = (moved(1e-6) - moved(-1e-6)) / 2e-6;
        expect(Math.abs(slopes[layer][k] - difference)).toBeLessThan(
          1e-4 * (1 + Math.abs(difference)),
        );
      }
    });
    expect(slopes.some((layer) => layer.some((slope) => Math.abs(slope) > 1))).toBe(true);
  });

  test('takes a first step of the learning rate against the sign of the gradient, and decays', () => {
    // AdamW from rest: m = 0.1 g and v = 0.001 g², which the corrections turn into g and g²
    const slopes = gradient(net, points);
    const stepped = net.map((weights, layer) =>
      weights.map((w, k) => {
        const g = slopes[layer][k];
        return w - 2e-3 * (2e-3 * w + g / (Math.abs(g) + 1e-8));
      }),
    );
    const embedded = oneClass(points, rng, { epochs: 1, units: 5 })(points);
    const expected = forward(stepped, points)[5];
    embedded.values.forEach((value, i) => {
      expect(value).toBeCloseTo(expected[i], 10);
    });
  });

  test('brings rows near the centre, the same with the same seed', () => {
    const embed = oneClass(points, rng, { epochs: 300, units: 8 });
    const { rows, width, values } = embed(points);
    expect([rows, width]).toEqual([15, 3]);
    const squares = (x: Float64Array) => x.reduce((sum, value) => sum + (value - 10) ** 2, 0);
    expect(squares(values)).toBeLessThan(0.1 * squares(new Float64Array(45)));
    expect(oneClass(points, rng, { epochs: 300, units: 8 })(points)).toEqual(embed(points));
  });
});
