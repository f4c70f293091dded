/**
 * Who has the file: what rows add is what was measured, the likelihood ratio has the distribution that theory gives
 * it, and attacks by it stay below the promise where it is kept, near to it, and above where it is not.
 */

import { describe, expect, test } from 'vitest';
import { contributionsOf, listsOf, PARTS } from '../../../src/generators/dpvine/contributions.ts';
import { fileRatios, tablesRatio } from '../../../src/generators/dpvine/fileRatios.ts';
import { measure, noiseScales } from '../../../src/generators/dpvine/measure.ts';
import { planOf } from '../../../src/generators/dpvine/plan.ts';
import { type Budget, budgetOf, resolveDpvine } from '../../../src/generators/dpvine/settings.ts';
import { exactGiven } from '../../../src/generators/dpvine/statistics.ts';
import { epsilonOf } from '../../../src/generators/private/accounting.ts';
import { auditPromise } from '../../../src/measures/membershipAudit/promiseAudit.ts';
import { rngFromSeed } from '../../../src/random/rng.ts';
import { cellsOf } from './cells.ts';

const DELTA = 1e-5;

function caseOf(classes: number, rows: number, epsilon: number) {
  const plan = planOf(cellsOf(classes, 3), 'y');
  const rng = rngFromSeed(2).split('rows', classes);
  const codes = plan.columns.map(({ cells }, j) =>
    Int32Array.from(rng.split(j).integers(rows, cells)),
  );
  const budget = budgetOf(resolveDpvine({ epsilon, delta: DELTA }));
  return { plan, codes, budget, scales: noiseScales(plan, budget), byClass: true, delta: DELTA };
}

describe.each([0, 2, 3])('%i classes', (classes) => {
  const { plan, codes, budget, scales } = caseOf(classes, 40, 1);
  const measured = measure(plan, codes, budget, true, rngFromSeed(1));

  test('what rows add up to is what is measured', () => {
    const exact = exactGiven(plan, codes, measured);
    const contributions = contributionsOf(plan, codes, measured);
    const sums = new Map(
      PARTS.map((part) => [
        part,
        listsOf<ArrayLike<number>>(measured, part).map((l) => new Float64Array(l.length)),
      ]),
    );
    for (let i = 0; i < 40; i++) {
      contributions(i, (part, list, at, value) => {
        (sums.get(part) as Float64Array[])[list][at] += value;
      });
    }
    for (const part of PARTS) {
      expect(sums.get(part)).toEqual(listsOf<Float64Array>(exact as never, part));
    }
  });

  test('the ratio of two tables is that of the densities of all numbers', () => {
    const other = codes.map((own, j) =>
      own.map((c, i) => (i === 0 ? (c + 1) % plan.columns[j].cells : c)),
    );
    const [a, b] = [codes, other].map((each) => exactGiven(plan, each, measured));
    let expected = 0;
    for (const part of PARTS) {
      listsOf<ArrayLike<number>>(measured, part).forEach((list, l) => {
        for (let i = 0; i < list.length; i++) {
          const at = (exact: typeof a) => listsOf<ArrayLike<number>>(exact as never, part)[l][i];
          expected += ((list[i] - at(b)) ** 2 - (list[i] - at(a)) ** 2) / (2 * scales[part] ** 2);
        }
      });
    }
    expect(tablesRatio(plan, measured, scales, codes, other)).toBeCloseTo(expected, 8);
    expect(tablesRatio(plan, measured, scales, other, codes)).toBeCloseTo(-expected, 8);
  });

  test('without noise everybody is told from everybody else', () => {
    // of 40 people who differ half are in: their numbers give them away
    const loud: Budget = {
      mu: 1e9,
      parts: { classes: 1e9, margins: 1e9, response: 1e9, moments: 1e9 },
    };
    const half = codes.map((own) => own.slice(0, 20));
    const exact = measure(plan, half, loud, true, rngFromSeed(1));
    const ratios = fileRatios(plan, exact, noiseScales(plan, loud), codes);
    let right = 0;
    for (let i = 0; i < 20; i++) for (let k = 20; k < 40; k++) if (ratios[i] > ratios[k]) right++;
    expect(right / 400).toBeGreaterThan(0.9);
  });
});

test('epsilon of mu is the way back', () => {
  for (const epsilon of [0.1, 1, 5]) {
    expect(epsilonOf(budgetOf(resolveDpvine({ epsilon, delta: DELTA })).mu, DELTA)).toBeCloseTo(
      epsilon,
      6,
    );
  }
  expect(epsilonOf(0, DELTA)).toBe(0);
});

describe('the worst-placed person, attacked by who knows all others', () => {
  // refuted by chance: 2.5 % if the attack reached mu; it stays 6 and 17 % below, 4 and 9 standard errors
  test.each([2, 0])('%i classes: near the curve, and below it', (classes) => {
    const given = caseOf(classes, 30, 5);
    const { accuracy, bound, muLower, epsilonLower, isRefuted, advantage } = auditPromise(
      given,
      4000,
      rngFromSeed(7),
    );
    expect(isRefuted).toBe(false);
    expect(epsilonLower).toBeLessThan(5);
    expect(advantage).toBeGreaterThan(0.75 * bound.advantage);
    // a numeric response has no class counts, and its products are of all rows: 0.69 of mu was found
    if (classes > 0) expect(muLower).toBeGreaterThan(0.7 * given.budget.mu);
    expect(accuracy.low).toBeLessThan(0.5 + bound.advantage / 2);
  });

  test.each([0.5, 1, 5])(
    'a third of the noise that is promised at epsilon %f is caught',
    (epsilon) => {
      const given = caseOf(2, 30, epsilon);
      const { mu, parts } = given.budget;
      const third: Budget = {
        mu: 3 * mu,
        parts: {
          classes: 3 * parts.classes,
          margins: 3 * parts.margins,
          response: 3 * parts.response,
          moments: 3 * parts.moments,
        },
      };
      const found = auditPromise(
        { ...given, release: (rows, noise) => measure(given.plan, rows, third, true, noise) },
        4000,
        rngFromSeed(7),
      );
      expect(found.isRefuted).toBe(true);
      expect(found.epsilonLower).toBeGreaterThan(epsilon);
    },
  );
});
