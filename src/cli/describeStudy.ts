/** What a study found, for a terminal: the levels, the recommendation, the checks. */

import type { ReleaseCheck } from '../measures/release/releaseChecks.ts';
import { levelWords } from '../study/levelWords.ts';
import type { StudyResults } from '../study/results.ts';
import { alignText } from '../table/alignText.ts';

type Attributes = StudyResults['real']['aia'];

/** A generator, a level or the real data, with what there is of it. */
interface Line {
  readonly name: string;
  readonly aia: Attributes;
  readonly gain?: number | undefined;
  readonly utility: number;
  readonly score?: number;
  readonly mark?: string;
}

export function describeStudy(results: StudyResults): string {
  const { recommended, checks, membership } = results;
  return [
    ...describeLevels(results),
    '',
    levelWords(results),
    ...classWords(results),
    '',
    `${recommended.satisfied ? 'Recommended' : 'No level meets all limits. Closest'}: truncation ${recommended.truncation}`,
    recommended.why,
    recommended.uncertainty,
    ...recommended.against.map((each) => `Caution: ${each}`),
    ...(membership.skipped === null ? [] : ['', membership.skipped]),
    '',
    'Checks on the synthetic table:',
    ...checks.map(checkLine),
  ].join('\n');
}

function classWords({ data }: StudyResults): string[] {
  if (!data.byClass) return [];
  const { pairs, of } = data.byClass;
  return [`${pairs} of ${of} pairs of columns differ between the classes of ${data.response}.`];
}

function describeLevels(results: StudyResults): string[] {
  const { real, levels, compare, recommended } = results;
  const score = 'auc' in real.utility ? 'auc' : 'r2';
  const lines: Line[] = [
    ...levels.map(
      (level): Line => ({
        name: String(level.truncation),
        aia: level.aia,
        gain: level.mia?.privacyGain.median,
        utility: level.utility[score].median,
        score: level.score,
        mark: level.truncation === recommended.truncation ? markOf(results) : '',
      }),
    ),
    ...compare.map(
      (other): Line => ({
        name: other.generator,
        aia: other.aia,
        gain: other.mia?.privacyGain.median,
        utility: other.utility[score].median,
        score: other.score,
      }),
    ),
    { name: 'real data', aia: real.aia, utility: real.utility[score] },
  ];
  const head = [
    ...['truncation', 'sensitive', 'MAB (floor)', 'MR2', 'by class', 'forest'],
    ...['privacy gain', score.toUpperCase(), 'score', ''],
  ];
  return alignText([head, ...lines.flatMap(cellsOf)], (c) => c !== 1 && c !== head.length - 1);
}

function markOf({ recommended }: StudyResults): string {
  return recommended.satisfied ? '<- recommended' : '<- closest';
}

/** One line of cells for each sensitive column; what holds for all stands in the first. */
function cellsOf({ name, aia, gain, utility, score, mark = '' }: Line): string[][] {
  const columns = Object.entries(aia).map(([column, found]) =>
    'mab' in found
      ? [
          column,
          `${three(found.mab.median)} (${three(found.mabFloor)})`,
          ...[found.mr2, found.mr2ByClass, found.mr2Forest].map(three),
        ]
      : [
          column,
          `correct ${three(found.rate.estimate)} (${three(found.baseline.estimate)})`,
          ...['-', '-', three(found.rateForest.estimate)],
        ],
  );
  const common = [three(gain), three(utility), three(score), mark];
  const [first = ['-', '-', '-', '-', '-'], ...others] = columns;
  return [[name, ...first, ...common], ...others.map((cells) => ['', ...cells, '', '', '', ''])];
}

function three(value: number | null | undefined): string {
  if (value === undefined || value === null) return '-';
  // no sign for what is rounded to zero
  return value.toFixed(3).replace(/^-(0\.0+)$/, '$1');
}

function checkLine({ name, passed, found, allowed, note }: ReleaseCheck): string {
  const verdict = allowed === null ? 'review' : passed ? 'passed' : 'FAILED';
  const limit = allowed === null ? '' : `, allowed ${allowed}`;
  return `  ${verdict}  ${name}: found ${found}${limit} (${note})`;
}
