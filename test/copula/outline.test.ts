/** What is searched on few rows, and what is left for all of them. */
import { expect, test } from 'vitest';
import { hinv2, type PairCopula } from '../../src/copula/evaluate.ts';
import { families, familyNames } from '../../src/copula/families/index.ts';
import { COARSE, FINAL, FINE, outlined, refined } from '../../src/copula/outline.ts';
import { pairLikelihood } from '../../src/copula/pairLikelihood.ts';
import { candidates } from '../../src/copula/selectPair.ts';
import { kendallTau } from '../../src/numerics/kendallTau.ts';
import { scoped } from '../../src/numerics/kernel.ts';
import { rngFromSeed } from '../../src/random/rng.ts';

const rng = rngFromSeed(12);
const copula: PairCopula = { family: 'gumbel', rotation: 180, parameters: [1.3] };
function pair(n: number) {
  const v = rng.split('v').uniforms(n);
  const [first, second] = [{ u: hinv2(copula, rng.split('u').uniforms(n), { u: v }) }, { u: v }];
  return { first, second, tau: kendallTau(first.u, second.u) };
}

test('a finer outline has more rows, and neither is made of few', () => {
  const rowsIn = (outline: typeof COARSE, n: number) => {
    const { first, second, tau } = pair(n);
    return outlined(outline, first, second, [0, n], tau)?.counts.length;
  };
  const [coarse, fine] = [rowsIn(COARSE, 20_000) as number, rowsIn(FINE, 20_000) as number];
  expect(coarse).toBeLessThan(1000);
  expect(fine).toBeGreaterThan(2 * coarse);
  expect(fine).toBeLessThan(5000);
  expect(rowsIn(COARSE, COARSE.fewest - 1)).toBeUndefined();
  expect(rowsIn(FINE, FINE.fewest - 1)).toBeUndefined();
});

test('fits are brought to their maximum, and those that cannot be the best are left out', () => {
  const { first, second, tau } = pair(2500);
  scoped((scope) => {
    const likelihood = pairLikelihood(scope, first, second);
    const settings = { families: familyNames, criterion: 'aic', giveUp: false } as const;
    const exact = [...candidates(likelihood, tau, settings, 2, () => Number.POSITIVE_INFINITY)];
    const costOf = (fit: (typeof exact)[number]) => 2 * fit.parameters.length - 2 * fit.logLik;
    const least = Math.min(...exact.map(costOf));
    const moved = exact.map((fit) => ({
      ...fit,
      parameters: fit.parameters.map((value, k) => {
        const { lower, upper } = families[fit.family];
        return Math.min(Math.max(value * 1.03, lower[k]), upper[k]);
      }),
    }));
    const [best, ...others] = refined(moved, likelihood, 2, FINAL);
    expect(others).toEqual([]);
    expect([best.family, best.rotation]).toEqual(['gumbel', 180]);
    expect(costOf(best)).toBeCloseTo(least, 6);
    const near = refined(moved, likelihood, 2, { ...FINAL, allowance: () => 6 });
    const expected = exact.filter((fit) => costOf(fit) <= least + 6).length;
    expect(expected).toBeGreaterThan(1);
    expect(near).toHaveLength(expected);
  });
});
