/**
 * That the default loses nothing beside the paper's vine on further tables, at the lowest level. The criteria
 * were fixed before the run: a loss is more than .02 of a score or of a detection AUC and more than two
 * standard errors of the difference over synthetic sets; more than .05 of R2 of the sensitive column beyond
 * the paper's vine, and beyond 0, by the strongest of three attackers.
 */

import { type Claim, three, verdict } from '../claim.ts';
import type { FurtherFindings, FurtherFound } from './findings.ts';

const LEAST_LOSS = 0.02;
const LEAST_LEAK = 0.05;

export function furtherClaims(found: readonly FurtherFindings[]): Claim[] {
  return found.flatMap((table, k) => [
    notLess(`N${13 + 3 * k}`, table),
    notMoreDetectable(`N${14 + 3 * k}`, table),
    notMoreTold(`N${15 + 3 * k}`, table),
  ]);
}

function notLess(id: string, { title, real, paper, default: own }: FurtherFindings): Claim {
  return {
    id,
    claim: `${title}: models that learn from the default's tables are no worse than from the paper's vine`,
    expected: `at least ${three(mean(paper.scores) - allowed(paper.scores, own.scores))}`,
    found: `${three(mean(own.scores))}; the paper's vine ${three(mean(paper.scores))}; real rows ${three(real)}`,
    verdict: verdict(mean(paper.scores) - mean(own.scores) <= allowed(paper.scores, own.scores)),
  };
}

function notMoreDetectable(id: string, { title, paper, default: own }: FurtherFindings): Claim {
  const most = mean(paper.detection) + allowed(paper.detection, own.detection);
  return {
    id,
    claim: `${title}: a classifier tells the default's rows from real ones no better than the paper's vine's`,
    expected: `detection AUC at most ${three(most)} (.5 is best)`,
    found: `${three(mean(own.detection))}; the paper's vine ${three(mean(paper.detection))}`,
    verdict: verdict(mean(own.detection) <= most),
  };
}

function notMoreTold(id: string, { title, paper, default: own }: FurtherFindings): Claim {
  const most = Math.max(0, strongest(paper.inTable)) + LEAST_LEAK;
  return {
    id,
    claim: `${title}: no attacker explains more of the sensitive column of real people than with the paper's vine`,
    expected: `R2 at most ${three(most)}`,
    found: `${words(own.inTable)}; the paper's vine ${words(paper.inTable)}`,
    verdict: verdict(strongest(own.inTable) <= most),
    why: `the same of people whom the generator did not see: ${words(own.heldOut)}; the paper's vine ${words(paper.heldOut)}. What is as large for them was learned of anybody like them`,
  };
}

/** What a difference of two means may be. */
function allowed(a: readonly number[], b: readonly number[]): number {
  return Math.max(LEAST_LOSS, 2 * Math.sqrt(variance(a) / a.length + variance(b) / b.length));
}

type Told = FurtherFound['inTable'];

function strongest(told: Told): number {
  return Math.max(...values(told).map(([, r2]) => r2));
}

function words(told: Told): string {
  return values(told)
    .map(([attacker, r2]) => `${attacker} ${three(r2)}`)
    .join(', ');
}

function values(told: Told): (readonly [string, number])[] {
  return Object.entries(told).flatMap(([attacker, r2]) =>
    r2 === null || !Number.isFinite(r2) ? [] : [[attacker, r2] as const],
  );
}

function mean(numbers: readonly number[]): number {
  return numbers.reduce((sum, each) => sum + each, 0) / numbers.length;
}

function variance(numbers: readonly number[]): number {
  const middle = mean(numbers);
  return numbers.reduce((sum, each) => sum + (each - middle) ** 2, 0) / (numbers.length - 1);
}
