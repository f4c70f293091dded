import { describe, expect, test } from 'vitest';
import { cdf, type PairCopula } from '../../src/copula/evaluate.ts';
import { tailDependence } from '../../src/copula/tailDependence.ts';
import { readPeerCases } from '../support/peerCases.ts';

test("tail dependence is the peer's on its cases, rotations included", () => {
  const cases = readPeerCases('pairs.json');
  expect(cases).toHaveLength(148);
  for (const { copula, taildep } of cases) {
    // the peer's matrix holds all four corners: its diagonal is where both are small or both large
    const [[lowerPeer], [, upperPeer]] = (taildep ?? [
      [0, 0],
      [0, 0],
    ]) as number[][];
    const { lower, upper } = tailDependence(copula);
    expect(Math.abs(lower - lowerPeer), JSON.stringify(copula)).toBeLessThanOrEqual(1e-12);
    expect(Math.abs(upper - upperPeer), JSON.stringify(copula)).toBeLessThanOrEqual(1e-12);
  }
});

test.each<[PairCopula, number]>([
  [{ family: 'clayton', rotation: 0, parameters: [1.5] }, 1e-6],
  [{ family: 'gumbel', rotation: 180, parameters: [2.5] }, 1e-6],
  [{ family: 'joe', rotation: 180, parameters: [2.5] }, 1e-6],
  [{ family: 'bb1', rotation: 0, parameters: [1.1, 1.9] }, 1e-4],
  [{ family: 'bb1', rotation: 180, parameters: [1.1, 1.9] }, 1e-6],
  [{ family: 'bb6', rotation: 180, parameters: [1.7, 1.9] }, 1e-6],
  [{ family: 'bb7', rotation: 0, parameters: [1.7, 1.9] }, 1e-6],
  [{ family: 'bb7', rotation: 180, parameters: [1.7, 1.9] }, 1e-6],
  [{ family: 'bb8', rotation: 180, parameters: [2.2, 1] }, 1e-6],
  [{ family: 'bb8', rotation: 180, parameters: [2.2, 0.9] }, 1e-6],
  [{ family: 'frank', rotation: 0, parameters: [9] }, 1e-7],
  [{ family: 'student', rotation: 0, parameters: [0.4, 2] }, 1e-3],
])('lower tail dependence of %o is the limit of C(q, q)/q', (copula, tolerance) => {
  const q = Float64Array.of(1e-9);
  expect(Math.abs(cdf(copula, q, q)[0] / q[0] - tailDependence(copula).lower)).toBeLessThan(
    tolerance,
  );
});

describe('at the bounds', () => {
  test.each<[PairCopula, number, number]>([
    [{ family: 'gaussian', rotation: 0, parameters: [1] }, 1, 1],
    [{ family: 'gaussian', rotation: 0, parameters: [-1] }, 0, 0],
    [{ family: 'student', rotation: 0, parameters: [1, 4] }, 1, 1],
    [{ family: 'student', rotation: 0, parameters: [-1, 4] }, 0, 0],
    [{ family: 'bb1', rotation: 0, parameters: [0, 1] }, 0, 0],
    [{ family: 'joe', rotation: 0, parameters: [1] }, 0, 0],
    [{ family: 'clayton', rotation: 90, parameters: [3] }, 0, 0],
  ])('%o', (copula, lower, upper) => {
    const found = tailDependence(copula);
    expect(found.lower).toBeCloseTo(lower, 15);
    expect(found.upper).toBeCloseTo(upper, 15);
  });
});
