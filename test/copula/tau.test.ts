import { describe, expect, test } from 'vitest';
import type { PairCopula } from '../../src/copula/evaluate.ts';
import { families } from '../../src/copula/families/index.ts';
import type { FamilyName } from '../../src/copula/family.ts';
import type { Rotation } from '../../src/copula/rotation.ts';
import { parametersOfTau, type TauFamily, tauOf } from '../../src/copula/tau.ts';
import { readPeerCases } from '../support/peerCases.ts';
import { readReference } from '../support/reference.ts';

interface Case {
  readonly family: FamilyName;
  readonly parameters: readonly number[];
  readonly tau: number;
}

const reference = readReference('pairCopulaTau.json') as Record<'interior' | 'edge', Case[]>;

function tau(family: FamilyName, parameters: readonly number[], rotation: Rotation = 0): number {
  return tauOf({ family, rotation, parameters });
}

describe('tau against 40-digit values', () => {
  test.each([
    ['interior', 94],
    ['edge', 154],
  ] as const)('%s: within 1e-14', (part, count) => {
    expect(reference[part]).toHaveLength(count);
    for (const each of reference[part]) {
      const got = tau(each.family, each.parameters);
      const what = `${each.family} ${each.parameters.join()}: ${each.tau}, got ${got}`;
      expect(Math.abs(got - each.tau), what).toBeLessThanOrEqual(1e-14);
    }
  });

  test('near independence the closed forms and Frank keep their digits', () => {
    for (const name of ['gaussian', 'clayton', 'frank'] as const) {
      for (const each of reference.edge.filter((one) => one.family === name)) {
        expect(tau(name, each.parameters) / each.tau - 1).toBeCloseTo(0, 14);
      }
    }
  });
});

test("tau is the peer's on its cases, rotations included", () => {
  const cases = readPeerCases('pairs.json');
  expect(cases).toHaveLength(148);
  for (const { copula, tau: peers } of cases) {
    const what = JSON.stringify(copula);
    expect(Math.abs(tauOf(copula) - (peers as number)), what).toBeLessThanOrEqual(1e-9);
  }
});

describe('tau rises strictly with each parameter', () => {
  const dependent = Object.values(families).filter((each) => each.parameters.length > 0);
  const rising = dependent.flatMap((family) =>
    family.parameters
      .map((name, k) => ({ family, name, k }))
      .filter(({ name }) => name !== 'nu')
      .flatMap((each) => corners(each.family.name, each.k).map((other) => ({ ...each, other })))
      // BB7 rises with theta only while delta is small (Joe 2014, section 4.19), and BB8 at theta = 1
      // is independence whatever delta
      .filter(({ name, other }) => family.name !== 'bb7' || name !== 'theta' || other <= 1)
      .filter(({ name, other }) => family.name !== 'bb8' || name !== 'delta' || other > 1),
  );

  /** What the other parameter, if there is one, is held at: its bounds and its middle. */
  function corners(name: FamilyName, k: number): number[] {
    const { lower, upper } = families[name];
    const other = 1 - k;
    return other < lower.length
      ? [lower[other], (lower[other] + upper[other]) / 2, upper[other]]
      : [0];
  }

  test.each(rising)('$family.name by $name, other at $other', ({ family, k, other }) => {
    const low = family.lower[k];
    const high = family.upper[k];
    const span = high - low;
    const interior = Array.from({ length: 41 }, (_, i) => low + (span * (i + 0.5)) / 41);
    // BB8 near delta = 0 is so close to independence that smaller steps are lost in the rounding of tau
    const smallest = family.name === 'bb8' && k === 0 ? 1e-3 : 1e-8;
    const steps = [1e-2, 1e-3, 1e-4, 1e-6, 1e-8].filter((step) => step >= smallest);
    const bottom = [low, ...steps.map((step) => low + span * step).sort((a, b) => a - b)];
    const top = [...steps.map((step) => high - span * step), high];
    for (const sweep of [interior, bottom, top]) {
      const taus = sweep.map((at) => {
        const parameters =
          family.parameters.length === 1 ? [at] : k === 0 ? [at, other] : [other, at];
        return tau(family.name, parameters);
      });
      for (let i = 1; i < taus.length; i++) {
        expect(taus[i], `at ${sweep[i]} after ${sweep[i - 1]}`).toBeGreaterThan(taus[i - 1]);
      }
    }
  });
});

describe('parametersOfTau undoes tau', () => {
  const invertible: readonly TauFamily[] = [
    'gaussian',
    'student',
    'clayton',
    'gumbel',
    'frank',
    'joe',
  ];

  test.each(invertible)('%s: within 1e-8 both ways, interior and edges apart', (name) => {
    const { lower, upper } = families[name];
    const signs = families[name].rotates ? [1] : [1, -1];
    const whole = (theta: number) => (name === 'student' ? [theta, 5] : [theta]);
    const least = families[name].rotates ? lower[0] : 0;
    const interior = Array.from(
      { length: 30 },
      (_, i) => least + ((upper[0] - least) * (i + 0.5)) / 30,
    );
    const edges = [0, 1e-9, 1e-6, 1e-3].flatMap((d) => [least + d, upper[0] - d]);
    for (const thetas of [interior, edges]) {
      for (const size of thetas) {
        for (const sign of signs) {
          const theta = Math.max(lower[0], sign * size);
          const target = tau(name, whole(theta));
          const [back] = parametersOfTau(name, target);
          expect(Math.abs(tau(name, whole(back)) - target), `tau at ${theta}`).toBeLessThanOrEqual(
            1e-14,
          );
          // where tau is flat a parameter is worth less than tau's own rounding: rho near 1
          expect(Math.abs(back - theta), `back to ${theta}`).toBeLessThanOrEqual(1e-8);
        }
      }
    }
  });

  test('a rotating family takes the size of tau, a tau beyond the bounds the nearer bound', () => {
    expect(parametersOfTau('clayton', -0.5)).toEqual([2]);
    expect(parametersOfTau('gumbel', -0.5)).toEqual([2]);
    expect(parametersOfTau('clayton', 1)).toEqual([28]);
    expect(parametersOfTau('gumbel', 1)).toEqual([50]);
    expect(parametersOfTau('joe', 1)).toEqual([30]);
    expect(parametersOfTau('frank', 1)).toEqual([35]);
    expect(parametersOfTau('frank', -1)).toEqual([-35]);
    expect(parametersOfTau('gaussian', -1)).toEqual([-1]);
    expect(parametersOfTau('clayton', 0)).toEqual([1e-10]);
    expect(parametersOfTau('joe', 0)[0]).toBeCloseTo(1, 14);
  });
});

test('a quarter turn makes tau negative, a half turn keeps it', () => {
  const copula: PairCopula = { family: 'bb7', rotation: 0, parameters: [1.5, 0.8] };
  const plain = tauOf(copula);
  expect(tauOf({ ...copula, rotation: 180 })).toBe(plain);
  expect(tauOf({ ...copula, rotation: 90 })).toBe(-plain);
  expect(tauOf({ ...copula, rotation: 270 })).toBe(-plain);
  expect(tau('independence', [])).toBe(0);
});
