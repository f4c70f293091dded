import { describe, expect, test } from 'vitest';
import { type Constraint, type Evaluation, maximise } from '../../src/numerics/maximise.ts';

/** -(x - at)' B (x - at) / 2 with its own curvature as information, or another one. */
function parabola(
  at: readonly [number, number],
  [a, c, d]: readonly [number, number, number],
  information: readonly number[] = [a, c, d],
): (x: readonly number[]) => Evaluation {
  return ([x, y]) => {
    const [s, t] = [x - at[0], y - at[1]];
    return {
      value: -0.5 * (a * s * s + 2 * c * s * t + d * t * t),
      gradient: [-(a * s + c * t), -(c * s + d * t)],
      information,
    };
  };
}

const box = { lower: [0, 0], upper: [1, 1] };

describe('two parameters', () => {
  test('a parabola with its own curvature takes two evaluations', () => {
    const top = maximise({ evaluate: parabola([0.3, 0.6], [4, -1, 2]), ...box, start: [0.9, 0.1] });
    expect(top.evaluations).toBe(2);
    expect(top.at[0]).toBeCloseTo(0.3, 14);
    expect(top.at[1]).toBeCloseTo(0.6, 14);
  });

  test('a wrong curvature is learnt from the steps', () => {
    const evaluate = parabola([0.3, 0.6], [4, -1, 2], [50, 20, 90]);
    const top = maximise({ evaluate, ...box, start: [0.9, 0.1], tolerance: 1e-16 });
    expect(top.at[0]).toBeCloseTo(0.3, 7);
    expect(top.at[1]).toBeCloseTo(0.6, 7);
    expect(top.evaluations).toBeLessThan(15);
  });

  test.each<[readonly [number, number], readonly [number, number, number], number, number]>([
    // beyond the right side: the best point of the side, not the clipped maximum
    [[1.5, 0.6], [4, -1, 2], 1, 0.6 - 0.25],
    [[-0.5, 0.2], [1, 0.9, 1], 0, 0],
    [[0.5, 2], [1, 0.5, 1], 1, 1],
    [[3, 3], [1, 0, 1], 1, 1],
    [[-2, 0.5], [1, 0, 1], 0, 0.5],
  ])('a maximum at %o beyond the box', (at, curvature, x, y) => {
    const evaluate = parabola(at, curvature);
    const top = maximise({ evaluate, ...box, start: [0.5, 0.5] });
    const best = bestOfGrid((p) => evaluate(p).value);
    expect(top.value).toBeGreaterThanOrEqual(best - 1e-9);
    expect(top.at[0]).toBeCloseTo(x, 6);
    expect(top.at[1]).toBeCloseTo(y, 1);
    expect(top.evaluations).toBeLessThanOrEqual(3);
  });

  function bestOfGrid(value: (p: readonly number[]) => number): number {
    let best = Number.NEGATIVE_INFINITY;
    for (let i = 0; i <= 100; i++) {
      for (let j = 0; j <= 100; j++) best = Math.max(best, value([i / 100, j / 100]));
    }
    return best;
  }

  test('stays in a polygon, and finds the best point of its edge', () => {
    // the triangle x >= 0, y >= 0, x + y <= 1
    const constraints: Constraint[] = [
      [-1, 0, 0],
      [0, -1, 0],
      [1, 1, 1],
    ];
    const inside = ([x, y]: readonly number[]) => x >= -1e-12 && y >= -1e-12 && x + y <= 1 + 1e-12;
    const seen: (readonly number[])[] = [];
    const evaluate = parabola([0.9, 0.7], [1, 0, 1]);
    const top = maximise({
      evaluate: (x) => {
        seen.push(x);
        return evaluate(x);
      },
      ...box,
      constraints,
      start: [0.1, 0.1],
    });
    expect(seen.every(inside)).toBe(true);
    expect(top.at[0]).toBeCloseTo(0.6, 12);
    expect(top.at[1]).toBeCloseTo(0.4, 12);
  });

  test('climbs a bent ridge (Rosenbrock)', () => {
    const evaluate = ([x, y]: readonly number[]): Evaluation => {
      const bend = y - x * x;
      return {
        value: -(100 * bend * bend + (1 - x) * (1 - x)),
        gradient: [400 * x * bend + 2 * (1 - x), -200 * bend],
        information: [800 * x * x + 2, -400 * x, 200],
      };
    };
    const top = maximise({ evaluate, lower: [-2, -2], upper: [2, 2], start: [-1.2, 1] });
    expect(top.at[0]).toBeCloseTo(1, 4);
    expect(top.at[1]).toBeCloseTo(1, 4);
    const bounded = maximise({ evaluate, lower: [-2, -2], upper: [0.5, 2], start: [-1.2, 1] });
    expect(bounded.at[0]).toBeCloseTo(0.5, 6);
    expect(bounded.at[1]).toBeCloseTo(0.25, 4);
  });

  test('a start outside is brought in, an empty curvature does no harm', () => {
    const flat = (x: readonly number[]) => ({
      ...parabola([0.3, 0.6], [1, 0, 1])(x),
      information: [0, 0, 0],
    });
    const top = maximise({ evaluate: flat, ...box, start: [7, -3] });
    expect(top.at[0]).toBeCloseTo(0.3, 4);
    expect(top.at[1]).toBeCloseTo(0.6, 4);
  });

  test('the last step is taken without a look at its end, and its rise is counted', () => {
    // from 1e-3 away a parabola promises 5e-7
    const evaluate = parabola([0.3, 0.6], [1, 0, 1]);
    const top = maximise({ evaluate, ...box, start: [0.301, 0.6], tolerance: 1e-6 });
    expect(top.evaluations).toBe(1);
    expect(top.at[0]).toBeCloseTo(0.3, 14);
    expect(top.value).toBeCloseTo(0, 14);
    // but not out of the box
    const outside = parabola([-0.001, 0.6], [1, 0, 1]);
    const bounded = maximise({ evaluate: outside, ...box, start: [0, 0.6], tolerance: 1e-6 });
    expect(bounded.at).toEqual([0, 0.6]);
  });

  test('is left when hopeless', () => {
    const asked: number[] = [];
    const top = maximise({
      evaluate: parabola([0.3, 0.6], [4, -1, 2]),
      ...box,
      start: [0.9, 0.1],
      hopeless: (value, rise) => {
        asked.push(value + rise);
        return true;
      },
    });
    expect(top).toMatchObject({ abandoned: true, evaluations: 1, at: [0.9, 0.1] });
    expect(asked[0]).toBeCloseTo(0, 12);
  });
});

describe('one parameter', () => {
  const cosine =
    (shift: number) =>
    ([x]: readonly number[]): Evaluation => ({
      value: Math.cos(x - shift),
      gradient: [-Math.sin(x - shift)],
      information: [3],
    });

  test.each([0.2, 1, 1.5])('the maximum at %f inside', (shift) => {
    const top = maximise({
      evaluate: cosine(shift),
      lower: [0],
      upper: [2],
      start: [1.9],
      tolerance: 1e-15,
    });
    expect(top.at[0]).toBeCloseTo(shift, 7);
    expect(top.evaluations).toBeLessThan(12);
  });

  test('the last step is taken without a look at its end, and its rise is counted', () => {
    const evaluate = ([x]: readonly number[]): Evaluation => ({
      value: -0.5 * (x - 1) * (x - 1),
      gradient: [1 - x],
      information: [1],
    });
    const search = { evaluate, lower: [0], upper: [2], start: [1.001], tolerance: 1e-6 };
    const top = maximise(search);
    expect(top.evaluations).toBe(1);
    expect(top.at[0]).toBeCloseTo(1, 14);
    expect(top.value).toBeCloseTo(0, 14);
    expect(maximise({ ...search, lower: [1.0005] }).at[0]).toBeGreaterThanOrEqual(1.0005);
  });

  test.each([
    [-1, 0],
    [3, 2],
  ])('a maximum at %f is at the bound %f', (shift, bound) => {
    const top = maximise({ evaluate: cosine(shift), lower: [0], upper: [2], start: [1] });
    expect(top.at[0]).toBe(bound);
    expect(top.value).toBe(Math.cos(bound - shift));
  });
});
