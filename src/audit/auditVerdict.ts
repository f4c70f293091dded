/** The verdict on a table that any tool made: the limits and the words of a study, where two tables allow it. */

import type { AuditUtility } from '../measures/utility/tableUtility.ts';
import type { JudgedLevel, ReleaseVerdict, VerdictWord } from '../study/decision.ts';
import { judgeLevel } from '../study/judgeLevel.ts';
import type { RiskLimits } from '../study/limits.ts';
import {
  attributeSentence,
  likenessSentence,
  membershipSentence,
  predictionSentence,
} from '../study/verdictSentences.ts';
import { auditRisks, type Measured, NOT_JUDGED } from './auditRisks.ts';
import { signsOfLeaks } from './signs.ts';

export type AuditVerdict = Omit<ReleaseVerdict, 'truncation' | 'model' | 'forced'>;

export interface Judged {
  readonly verdict: AuditVerdict;
  readonly judged: JudgedLevel;
}

export function auditVerdict(found: Measured, limits: RiskLimits): Judged {
  const risks = auditRisks(found);
  // whether single people are recognised takes fits of the generator
  const judged = judgeLevel(risks, { ...limits, people: { ...limits.people, value: null } });
  const failed = found.checks.filter(({ passed }) => !passed);
  const beyond = judged.figures.filter((each) => each.judged === 'unsafe');
  const unclear = judged.figures.filter((each) => each.judged === 'unclear');
  const signs = signsOfLeaks(found);
  const word = wordOf(failed.length + beyond.length, unclear.length + signs.length);
  const checks = failed.map(({ name, found, allowed, note, advice }) =>
    `Check ${name}: found ${found}, allowed ${allowed} (${note}). ${advice ?? ''}`.trim(),
  );
  const doubts = [
    ...beyond.map(({ words }) => words),
    ...unclear.map(({ words }) => `Not certain: ${words}`),
    ...signs,
  ];
  return {
    judged,
    verdict: {
      word,
      why: whyOf(word, checks, doubts),
      sentences: {
        attribute: attributeSentence(risks),
        membership: found.membership
          ? membershipSentence(risks)
          : 'Whether members can be recognised was not measured: that takes test rows, which the generator did not see (--test).',
        use: `${utilitySentence(found.utility)} ${likenessSentence({
          kendallDifference: found.fidelity.kendall,
          detectionAuc: found.fidelity.detectionAuc,
          marginOverlap: found.fidelity.margins.meanOverlap,
        })}`,
      },
      against: [...checks, ...doubts, NOT_JUDGED],
    },
  };
}

function wordOf(beyond: number, unclear: number): VerdictWord {
  if (beyond > 0) return 'do-not-release';
  return unclear > 0 ? 'release-with-care' : 'release';
}

function whyOf(word: VerdictWord, checks: readonly string[], doubts: readonly string[]): string {
  if (word === 'release') {
    return 'All limits are kept, also at the upper ends of intervals, and the table passes its checks.';
  }
  const [first] = [...doubts, ...checks];
  return word === 'release-with-care'
    ? `Nothing is beyond a limit for certain, but not everything is within one. ${first}`
    : first;
}

/** Of the first model that learned from both tables. */
function utilitySentence(utility: AuditUtility | null): string {
  if (!utility) return 'What models keep was not measured, as no response was named.';
  for (const { synthetic, real } of utility.models) {
    if (!synthetic || !real) continue;
    const score = 'auc' in synthetic ? 'auc' : 'r2';
    const chance = score === 'auc' ? 0.5 : 0;
    const [found, own] = [synthetic[score].value, real[score].value];
    const kept = own > chance ? (found - chance) / (own - chance) : null;
    return predictionSentence(utility.response, { score, found, real: own, kept });
  }
  return `No model of '${utility.response}' could be trained on both tables.`;
}
