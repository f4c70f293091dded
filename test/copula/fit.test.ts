import { expect, test } from 'vitest';
import { logPdf } from '../../src/copula/evaluate.ts';
import { familyNames } from '../../src/copula/families/index.ts';
import type { FamilyFit } from '../../src/copula/fitFamily.ts';
import { pairLikelihood } from '../../src/copula/pairLikelihood.ts';
import { mirrored } from '../../src/copula/rotation.ts';
import { candidates, type SelectSettings, selectPair } from '../../src/copula/selectPair.ts';
import { kendallTau } from '../../src/numerics/kendallTau.ts';
import { scoped } from '../../src/numerics/kernel.ts';
import { type FitSample, readFitSamples } from '../support/fitSamples.ts';

const SAMPLES = 25;
const everything: SelectSettings = { families: familyNames, criterion: 'aic', giveUp: false };

function allFits({ first, second }: FitSample): FamilyFit[] {
  const tau = kendallTau(first.u, second.u);
  return scoped((scope) => [
    ...candidates(pairLikelihood(scope, first, second), tau, everything, 2, () => Infinity),
  ]);
}

test("each family's log-likelihood is at least the peer's, wherever the peer's is true", () => {
  const samples = readFitSamples();
  expect(samples).toHaveLength(SAMPLES);
  const below: string[] = [];
  const untrue: string[] = [];
  let count = 0;
  for (const sample of samples) {
    const ours = allFits(sample);
    for (const peer of sample.fits) {
      count++;
      const { family, rotation } = peer.copula;
      const name = `${sample.file} ${family} ${rotation}`;
      const own = ours.find((fit) => fit.family === family && fit.rotation === rotation);
      if (!own) {
        below.push(`${name}: not fitted`);
        continue;
      }
      if (own.logLik >= peer.logLik - 1e-4) continue;
      // what the peer's parameters are really worth
      const truth = logPdf(peer.copula, sample.first, sample.second).reduce((a, b) => a + b, 0);
      const claimed = `${name} (${peer.copula.parameters.join()}): ours ${own.logLik}, peer ${peer.logLik}, in truth ${truth}`;
      const isTrue = Math.abs(truth - peer.logLik) <= 1e-4;
      if (isTrue || own.logLik < truth - 1e-4) below.push(claimed);
      else untrue.push(name);
    }
  }
  expect(count).toBe(450);
  expect(below).toEqual([]);
  // BB1 at theta = 6.5e-12, where the peer's formula has lost its digits
  expect(untrue).toEqual(['fit_28 bb1 180']);
});

test("what is selected has at most the peer's AIC", () => {
  for (const sample of readFitSamples()) {
    const fit = selectPair(sample.first, sample.second, everything);
    const best = Math.min(...sample.selected.map((peer) => peer.aic));
    expect(fit.aic, sample.file).toBeLessThanOrEqual(best + 1e-3);
  }
});

test('a pair in the other order gives the mirrored result', () => {
  for (const { file, first, second } of readFitSamples()) {
    const one = selectPair(first, second, everything);
    const other = selectPair(second, first, everything);
    expect(other.family, file).toBe(one.family);
    expect(other.rotation, file).toBe(mirrored(one.rotation));
    expect(Math.abs(other.aic - one.aic), file).toBeLessThanOrEqual(1e-9);
    one.parameters.forEach((value, k) => {
      const gap = Math.abs(other.parameters[k] / value - 1);
      expect(gap, `${file} ${one.family}`).toBeLessThanOrEqual(1e-8);
    });
  }
});

test('no fit ends below that of a family it contains', () => {
  const contains: [string, string, (parameters: readonly number[]) => boolean][] = [
    ['student', 'gaussian', () => true],
    ['bb1', 'clayton', ([theta]) => theta <= 7],
    ['bb1', 'gumbel', ([theta]) => theta <= 7],
    ['bb6', 'joe', ([theta]) => theta <= 6],
    ['bb6', 'gumbel', ([theta]) => theta <= 8],
    ['bb7', 'clayton', ([theta]) => theta >= 0.01 && theta <= 25],
    ['bb8', 'joe', ([theta]) => theta <= 8],
  ];
  for (const sample of readFitSamples()) {
    const fits = allFits(sample);
    for (const [wide, narrow, inside] of contains) {
      for (const inner of fits.filter((fit) => fit.family === narrow && inside(fit.parameters))) {
        const outer = fits.find(
          (fit) => fit.family === wide && (fit.rotation === inner.rotation || wide === 'student'),
        ) as FamilyFit;
        // Student's t reaches the Gaussian only as nu grows beyond 50
        const slack = wide === 'student' ? 5 : 1e-6;
        expect(outer.logLik, `${sample.file} ${wide} ${narrow}`).toBeGreaterThanOrEqual(
          inner.logLik - slack,
        );
      }
    }
  }
});
