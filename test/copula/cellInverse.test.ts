/** The inverse given a cell beside its definition: the average of h over the values in the cell. */

import { describe, expect, test } from 'vitest';
import { hfunc2, hinv2, type PairCopula } from '../../src/copula/evaluate.ts';
import { families } from '../../src/copula/families/index.ts';
import type { Rotation } from '../../src/copula/rotation.ts';
import { kernel } from '../../src/numerics/kernel.ts';
import { gaussLegendre } from '../support/gaussLegendre.ts';

/** First and last cells, cells between, wide and narrow ones. */
const CELLS = [
  [0, 0.03],
  [0, 0.5],
  [0, 0.97],
  [0.02, 1],
  [0.6, 1],
  [0.95, 1],
  [0.01, 0.2],
  [0.3, 0.7],
  [0.55, 0.58],
  [0.4, 0.40005],
  [0.7, 0.700001],
] as const;

/** What a cell of width 1e-6 leaves of C's digits, and an average that takes values beyond 1e-10 as that. */
const TOLERANCE = 5e-10;

const PROBABILITIES = [1e-6, 0.001, 0.03, 0.2, 0.5, 0.7, 0.9, 0.99, 0.9999];

const copulas: readonly PairCopula[] = [
  ...[-0.92, -0.5, -0.04, 0.1, 0.3, 0.7, 0.9, 0.95].map((rho) => plain('gaussian', rho)),
  ...[-0.9, -0.3, 0, 0.1, 0.5, 0.8].flatMap((rho) => [
    plain('student', rho, 2.5),
    plain('student', rho, 9),
    plain('student', rho, 40),
  ]),
  ...[0.05, 0.6, 3].map((theta) => plain('clayton', theta)),
  ...[1.02, 1.3, 2.5].map((theta) => plain('gumbel', theta)),
  ...[-8, -1, 0.3, 4].map((theta) => plain('frank', theta)),
  ...[1.03, 1.4, 3].map((theta) => plain('joe', theta)),
  plain('bb1', 0.3, 1.2),
  plain('bb6', 1.2, 1.3),
  plain('bb7', 1.3, 0.5),
  plain('bb8', 2, 0.7),
  plain('independence'),
].flatMap((copula) => turned(copula));

function plain(family: PairCopula['family'], ...parameters: number[]): PairCopula {
  return { family, rotation: 0, parameters };
}

function turned(copula: PairCopula): PairCopula[] {
  const rotations: readonly Rotation[] = families[copula.family].rotates ? [0, 90, 180, 270] : [0];
  return rotations.map((rotation) => ({ ...copula, rotation }));
}

/** The average of h over the cell, panel by panel on the scale of normal scores. */
function averageOfH(copula: PairCopula, u1: number, low: number, high: number): number {
  const { normalCdf, normalQuantile } = kernel();
  const from = Math.max(normalQuantile(low), -9);
  const to = Math.min(normalQuantile(high), 9);
  const panels = Math.max(1, Math.ceil((to - from) / 0.6));
  const ends = Array.from({ length: panels + 1 }, (_, k) => from + ((to - from) * k) / panels);
  const { nodes, weights } = gaussLegendre(ends, 24);
  const h = hfunc2(copula, new Float64Array(nodes.length).fill(u1), { u: nodes.map(normalCdf) });
  const mass = nodes.reduce((sum, z, i) => sum + weights[i] * Math.exp(-0.5 * z * z) * h[i], 0);
  return mass / Math.sqrt(2 * Math.PI) / (high - low);
}

describe.each(copulas)('$family $rotation $parameters', (copula) => {
  test('has the average of h at its draws', () => {
    for (const [low, high] of CELLS) {
      const n = PROBABILITIES.length;
      const u = hinv2(copula, Float64Array.from(PROBABILITIES), {
        u: new Float64Array(n).fill(high),
        left: new Float64Array(n).fill(low),
      });
      for (const [i, p] of PROBABILITIES.entries()) {
        // draws are kept 1e-10 away from 0 and 1
        if (Math.min(u[i], 1 - u[i]) < 1.01e-10) continue;
        const found = averageOfH(copula, u[i], low, high);
        expect(Math.abs(found - p), `p = ${p} given (${low}, ${high}]`).toBeLessThan(TOLERANCE);
      }
    }
  });
});
