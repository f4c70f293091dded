/**
 * What a column of numbers holds. The rules, in order; n counts values that are not missing, k those
 * that differ:
 * - identifier: all n differ, are whole, and n >= 20, and they either count up without a gap, or grow
 *   from row to row with n >= 100, or have the same number of digits (six or more) with n >= 100, or
 *   the column is called id, number, key or the like; or it is, they are whole, and a value has fewer
 *   than ten rows on average;
 * - boolean: only 0 and 1;
 * - nominal: two other values, and n >= 10;
 * - count: whole, none below 0, and k <= 100;
 * - continuous: all others.
 */

import { FEWEST_PEOPLE } from '../numerics/publish.ts';
import { type Facts, survey } from './columnFacts.ts';
import { counted } from './counted.ts';
import { isNamedId, LEAST_FOR_IDENTIFIER, repeatedId } from './identifierNames.ts';
import { levelsOf } from './levelNames.ts';
import type { NumericColumn } from './table.ts';
import { constantWarning, type Verdict } from './verdict.ts';

const ENOUGH_FOR_IDENTIFIER = 100;
const MOST_FOR_COUNT = 100;
const LEAST_FOR_PAIR = 10;

export function judgeNumbers(column: NumericColumn, facts: Facts): Verdict {
  const { values } = column;
  const { name, n, k } = facts;
  const { isWhole, least, isGrowing, largest, hasInfinite } = survey(values);
  const warnings = [
    ...(hasInfinite ? ['holds infinite values; declare them as missing or mend them'] : []),
    ...artefactWarning(facts),
  ];
  if (k <= 1) {
    const type = isWhole && least >= 0 ? 'count' : 'continuous';
    return { type, reason: 'a single number', warnings: [...warnings, constantWarning] };
  }
  if (isWhole && k === n && n >= LEAST_FOR_IDENTIFIER) {
    const why = identifierReason(name, n, least, largest, isGrowing);
    if (why) return { type: 'identifier', reason: `all ${n} whole numbers differ, and ${why}` };
  }
  const repeated = isWhole ? repeatedId(name, n, k) : undefined;
  if (repeated) return repeated;
  if (k === 2 && (n >= LEAST_FOR_PAIR || (least === 0 && largest === 1))) {
    const levels = levelsOf(column);
    if (least === 0 && largest === 1)
      return { type: 'boolean', reason: 'only 0 and 1', levels, warnings };
    return { type: 'nominal', reason: 'two different numbers', levels, warnings };
  }
  if (isWhole && least >= 0 && k <= MOST_FOR_COUNT) {
    const hint =
      k <= 12 ? ['if its numbers are codes of categories, declare it nominal or ordered'] : [];
    const reason = `whole numbers${stepText(facts)}, none below 0, ${k} different`;
    return { type: 'count', reason, warnings: [...warnings, ...hint] };
  }
  const what = isWhole ? `whole numbers${stepText(facts)}` : gridText(facts);
  return { type: 'continuous', reason: `${what}, ${k} different`, warnings };
}

/** Where whole numbers are multiples of more than 1. */
function stepText({ base: { step } }: Facts): string {
  return step !== undefined && step > 1 ? `, multiples of ${step}` : '';
}

function gridText({ base: { step, decimals = 0 } }: Facts): string {
  if (step === 1) return 'nearly all whole numbers';
  if (step !== undefined) return `multiples of ${step}`;
  return `numbers with up to ${counted(decimals, 'decimal')}`;
}

function artefactWarning({ artefacts, base: { decimals = 0, step } }: Facts): string[] {
  if (artefacts < FEWEST_PEOPLE) return [];
  const what =
    step === undefined ? `numbers with ${counted(decimals, 'decimal')}` : `multiples of ${step}`;
  return [
    `some numbers have more than 12 decimals by the arithmetic of computers, such as 0.30000000000000004; they are taken as ${what}`,
  ];
}

function identifierReason(
  name: string,
  n: number,
  least: number,
  largest: number,
  isGrowing: boolean,
): string | undefined {
  if (largest - least === n - 1) return 'there is no gap between them';
  if (isNamedId(name)) return 'the column is called like one';
  if (n < ENOUGH_FOR_IDENTIFIER) return undefined;
  if (isGrowing) return 'they grow from row to row';
  const sameLength = least >= 1e5 && String(least).length === String(largest).length;
  return sameLength ? 'they have the same number of digits' : undefined;
}
