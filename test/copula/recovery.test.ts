/**
 * Does the fit find what was simulated? A short version runs always; TVINESYNTH_THOROUGH=1 runs the
 * figures of the reliability list: 200 replicates of 2000 rows.
 */

import { describe, expect, test } from 'vitest';
import type { PairCopula } from '../../src/copula/evaluate.ts';
import { families, familyNames } from '../../src/copula/families/index.ts';
import { type FamilyFit, fitFamily } from '../../src/copula/fitFamily.ts';
import { fitPairCopula } from '../../src/copula/fitPairCopula.ts';
import { type PairLikelihood, pairLikelihood } from '../../src/copula/pairLikelihood.ts';
import type { Rotation } from '../../src/copula/rotation.ts';
import { type Criterion, candidates } from '../../src/copula/selectPair.ts';
import { parametersOfTau } from '../../src/copula/tau.ts';
import { kendallTau } from '../../src/numerics/kendallTau.ts';
import { scoped } from '../../src/numerics/kernel.ts';
import { inWords } from '../support/copulaGrid.ts';
import { type Pairs, simulatePairs } from '../support/simulatePairs.ts';

const thorough = process.env.TVINESYNTH_THOROUGH === '1';
const n = thorough ? 2000 : 1000;
const replicates = thorough ? 200 : 60;

/** One of each family with tau near 0.5, two parameters well inside their bounds. */
const truths: readonly PairCopula[] = [
  { family: 'gaussian', rotation: 0, parameters: parametersOfTau('gaussian', 0.5) },
  { family: 'student', rotation: 0, parameters: [Math.SQRT1_2, 5] },
  { family: 'clayton', rotation: 90, parameters: [2] },
  { family: 'gumbel', rotation: 0, parameters: [2] },
  { family: 'frank', rotation: 0, parameters: parametersOfTau('frank', -0.5) },
  { family: 'joe', rotation: 180, parameters: parametersOfTau('joe', 0.5) },
  { family: 'bb1', rotation: 0, parameters: [0.8, 1.45] },
  { family: 'bb6', rotation: 270, parameters: [1.8, 1.5] },
  { family: 'bb7', rotation: 0, parameters: [1.8, 1.2] },
  { family: 'bb8', rotation: 0, parameters: [4, 0.8] },
];

/** The fit of the true family alone. */
function fitOf(
  { family, rotation }: PairCopula,
  { u1, u2 }: Pairs,
): FamilyFit & { errors: number[] } {
  const tau = kendallTau(u1, u2);
  return scoped((scope) => {
    const likelihood = pairLikelihood(scope, { u: u1 }, { u: u2 });
    const known = (name: typeof family, turned: Rotation): FamilyFit =>
      fitFamily(likelihood, name, families[name].rotates ? turned : 0, tau, known);
    const fit = known(family, rotation);
    return { ...fit, errors: standardErrors(likelihood, fit) };
  });
}

/** From the sum of score products at the maximum. */
function standardErrors(likelihood: PairLikelihood, fit: FamilyFit): number[] {
  const { information } = likelihood.evaluate(families[fit.family], fit.rotation, fit.parameters);
  if (information.length === 1) return [1 / Math.sqrt(information[0])];
  const [a, b, c] = information;
  const determinant = a * c - b * b;
  return [Math.sqrt(c / determinant), Math.sqrt(a / determinant)];
}

describe('95 % Wald intervals hold the true parameter, and the estimate has no bias', () => {
  // of 200 at least 90 %; of 60 fewer than 48 happen with a chance of 1e-6 if each holds it at 95 %
  const least = thorough ? 180 : 48;

  test.each(truths.map((copula) => [inWords(copula), copula] as const))('%s', (_, copula) => {
    const fits = Array.from({ length: replicates }, (_, k) =>
      fitOf(copula, simulatePairs(copula, n, k)),
    );
    copula.parameters.forEach((truth, k) => {
      const name = families[copula.family].parameters[k];
      const covered = fits.filter(
        (fit) => Math.abs(fit.parameters[k] - truth) <= 1.96 * fit.errors[k],
      );
      expect(covered.length, `intervals of ${name}`).toBeGreaterThanOrEqual(least);
      if (thorough) expect(covered.length / replicates).toBeLessThanOrEqual(0.98);
      const mean = fits.reduce((sum, fit) => sum + fit.parameters[k], 0) / replicates;
      const spread = Math.sqrt(
        fits.reduce((sum, fit) => sum + (fit.parameters[k] - mean) ** 2, 0) / (replicates - 1),
      );
      // five Monte Carlo standard errors; beyond them also the estimate's own bias, of order 1/n
      const limit = (5 * spread) / Math.sqrt(replicates) + (10 * Math.abs(truth)) / n;
      expect(Math.abs(mean - truth), `bias of ${name}`).toBeLessThanOrEqual(limit);
    });
  });
});

describe('selection', () => {
  const tries = thorough ? 50 : 6;

  test('chooses the true family, or one within 2 of its AIC, in nine of ten', () => {
    let good = 0;
    for (const copula of truths) {
      for (let k = 0; k < tries; k++) {
        const { u1, u2 } = simulatePairs(copula, 2000, 'selection', k);
        const chosen = fitPairCopula(u1, u2);
        const own = 2 * copula.parameters.length - 2 * fitOf(copula, { u1, u2 }).logLik;
        if (own - chosen.aic <= 2) good++;
      }
    }
    expect(good / (tries * truths.length)).toBeGreaterThanOrEqual(0.9);
  });

  // AIC pays a parameter with a rise of 1, which a family makes by chance in one of six pairs: with all
  // families to choose from, one does in a third of the pairs. BIC keeps independence.
  test.each<[Criterion, number]>([
    ['bic', 0.9],
    ['aic', 0.5],
  ])('by %s keeps independence in a share of %f of independent pairs', (criterion, share) => {
    const independence: PairCopula = { family: 'independence', rotation: 0, parameters: [] };
    const pairs = 10 * tries;
    let kept = 0;
    for (let k = 0; k < pairs; k++) {
      const { u1, u2 } = simulatePairs(independence, 2000, 'independent', k);
      if (fitPairCopula(u1, u2, { criterion }).family === 'independence') kept++;
    }
    expect(kept / pairs).toBeGreaterThanOrEqual(share);
  });
});

describe('no family ends below one that it contains', () => {
  const samples: PairCopula[] = (['joe', 'clayton', 'gumbel', 'frank'] as const).flatMap((family) =>
    [0.03, 0.3, 0.6, 0.8].map(
      (tau) => ({ family, rotation: 0, parameters: parametersOfTau(family, tau) }) as const,
    ),
  );

  test.each(samples.map((copula) => [inWords(copula), copula] as const))(
    'on data from %s',
    (_, copula) => {
      const { u1, u2 } = simulatePairs(copula, 500, 'nested');
      scoped((scope) => {
        const likelihood = pairLikelihood(scope, { u: u1 }, { u: u2 });
        const all = { families: familyNames, criterion: 'aic', giveUp: false } as const;
        const fits = [...candidates(likelihood, kendallTau(u1, u2), all, 2, () => Infinity)];
        expect(fits).toHaveLength(18);
        for (const wide of fits) {
          for (const name of families[wide.family].nested) {
            const inner = fits.find((fit) => fit.family === name && fit.rotation === wide.rotation);
            const point = inner && pointWithin(wide.family, inner);
            if (!inner || !point) continue;
            expect(
              wide.logLik,
              `${wide.family} ${wide.rotation} against ${name}`,
            ).toBeGreaterThanOrEqual(inner.logLik - 1e-6);
            const there = likelihood.value(families[wide.family], wide.rotation, point);
            expect(there).toBeCloseTo(inner.logLik, 5);
          }
        }
      });
    },
  );
});

/** The nested family's fit as a point of the wide one, if that reaches it. */
function pointWithin(wide: string, { family, parameters }: FamilyFit): number[] | undefined {
  const [theta] = parameters;
  switch (`${wide} ${family}`) {
    case 'bb1 clayton':
      return theta <= 7 ? [theta, 1] : undefined;
    case 'bb1 gumbel':
      return theta <= 7 ? [0, theta] : undefined;
    case 'bb6 joe':
      return theta <= 6 ? [theta, 1] : undefined;
    case 'bb6 gumbel':
      return theta <= 8 ? [1, theta] : undefined;
    case 'bb7 clayton':
      return theta >= 0.01 && theta <= 25 ? [1, theta] : undefined;
    case 'bb8 joe':
      return theta <= 8 ? [theta, 1] : undefined;
    default:
      return undefined;
  }
}
