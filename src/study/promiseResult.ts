/** What a private study promises, what it does not cover, and what the audit found beside the bound. */

import { attackBoundOf } from '../generators/private/attackBound.ts';
import type { LevelAudit } from '../measures/membershipAudit/levelAudit.ts';
import type { ScoreName } from '../measures/membershipAudit/scores/score.ts';
import type { PromiseResult } from './results.ts';
import type { Studied } from './studied.ts';

/** What neighbours are, in words. */
const NEIGHBOURS = 'one row replaced by another; the number of rows is public';

/** What is computed from real rows without noise. */
const NOT_COVERED = [
  'The figures of this study: attacks, utility, fidelity, checks, and the report and results that hold them.',
  'Which level is recommended, and whether a table is released at all: both follow from these figures. A study of one level that was given beforehand (--levels 1) chooses none.',
  'schema.json, which names types and levels as they were found.',
];

const COVERED = ['the synthetic table at any level', 'model.json'];

/** All levels are cut from one file, so that the first tells of it. */
function fileFound(levels: readonly LevelAudit[] = []): PromiseResult['file'] {
  const file = levels[0]?.scores.file;
  return file ? { auc: file.auc, epsilonLower: file.epsilonLower } : null;
}

export function promiseResult({
  promise,
  truncations,
  measures,
}: Pick<Studied, 'promise' | 'truncations' | 'measures'>): PromiseResult | null {
  if (!promise) return null;
  const { epsilon, delta, mu, holds, statement } = promise;
  return {
    epsilon,
    delta,
    mu,
    neighbours: NEIGHBOURS,
    holds,
    statement,
    covered: holds ? COVERED : [],
    notCovered: NOT_COVERED,
    bound: holds ? attackBoundOf(mu) : null,
    file: fileFound(measures.audit?.levels),
    found: truncations.flatMap((truncation, place) => {
      const level = measures.audit?.levels[place];
      const own = level?.scores[level.judge as ScoreName];
      return level && own
        ? [
            {
              truncation,
              by: level.judge,
              auc: own.auc,
              atRelease: own.atRelease,
              epsilonLower: own.epsilonLower,
            },
          ]
        : [];
    }),
  };
}
