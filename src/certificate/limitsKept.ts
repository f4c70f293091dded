/**
 * Whether what a certificate says follows from its own figures: each is judged by the ends of its interval, its
 * limit is no wider than the one stated, and the verdict is no better than the worst of them.
 */

import type { Certificate } from './certificate.ts';
import { type Finding, failed, passed } from './finding.ts';

/** Figures have three digits: an end may be off by half a unit of the third. */
const ROUNDING = 1.005;

type Figure = Certificate['judged']['figures'][number];

export function limitsKept({ judged, limits, checks, verdict }: Certificate): Finding[] {
  const wrong = [
    ...judged.figures.filter((each) => !isJudgedRight(each)).map(({ words }) => words),
    ...judged.figures.filter((each) => isBeyondStated(each, limits)).map(({ words }) => words),
  ];
  if (wrong.length > 0) {
    return [failed('limits', `A figure is judged better than its interval allows: ${wrong[0]}`)];
  }
  const unsafe = judged.figures.filter((each) => each.judged === 'unsafe');
  const unclear = judged.figures.filter((each) => each.judged === 'unclear');
  const refused = checks.filter((check) => !check.passed && check.allowed !== null);
  const lifted = limits.filter(({ value }) => value === null);
  const isConsistent =
    (unsafe.length + refused.length === 0 || verdict.word === 'do-not-release') &&
    (unclear.length === 0 || verdict.word !== 'release');
  if (!isConsistent) {
    return [failed('limits', `The verdict '${verdict.word}' does not follow from the figures.`)];
  }
  const aside =
    lifted.length > 0
      ? ` Limits that were lifted: ${lifted.map(({ risk }) => risk).join(', ')}.`
      : '';
  const [first] = [
    ...unsafe.map(({ words }) => words),
    ...refused.map(({ name }) => `Check ${name}.`),
  ];
  if (first !== undefined) return [failed('limits', `Not all limits are kept. ${first}${aside}`)];
  const doubts =
    unclear.length > 0 ? ` ${unclear.length} of them unclear: the interval reaches beyond.` : '';
  return [
    passed('limits', `${judged.figures.length} figures, none beyond its limit.${doubts}${aside}`),
  ];
}

function isJudgedRight({ figure: { low, high }, limit, judged }: Figure): boolean {
  // what is not known is unclear
  if (judged === 'safe') return high !== null && high <= limit * ROUNDING;
  return judged === 'unsafe' || low === null || low <= limit * ROUNDING;
}

function isBeyondStated({ risk, limit }: Figure, limits: Certificate['limits']): boolean {
  const stated = limits.find((each) => each.risk === risk)?.value;
  // copies are judged by what unseen rows show
  if (stated === undefined || stated === null || risk === 'copies') return false;
  return limit > stated * ROUNDING;
}
