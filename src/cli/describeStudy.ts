/** What a study found, for a terminal: the verdict with its reasons, the levels, the checks. */

import type { ReleaseCheck } from '../measures/release/releaseChecks.ts';
import type { ReleaseVerdict } from '../study/decision.ts';
import { levelWords } from '../study/levelWords.ts';
import type { MeasuredResult, StudyResults } from '../study/results.ts';
import { verdictTitle } from '../study/verdictWords.ts';
import { alignText } from '../table/alignText.ts';

type Attributes = StudyResults['real']['aia'];

/** A generator, a level or the real data, with what there is of it. */
interface Line {
  readonly name: string;
  readonly aia: Attributes;
  /** The AUC of the membership audit, scaled to the release; else the paper's privacy gain. */
  readonly members: string;
  readonly judged?: string;
  readonly utility: number;
  readonly score?: number;
  readonly mark?: string;
}

export function describeStudy(results: StudyResults): string {
  const { verdict, recommended, checks, membership } = results;
  return [
    ...describeVerdict(verdict),
    ...describePromise(results.promise),
    '',
    ...describeLevels(results),
    '',
    ...legendOf(results),
    levelWords(results),
    ...classWords(results),
    '',
    recommended.why,
    recommended.uncertainty,
    ...(membership.skipped === null ? [] : ['', membership.skipped]),
    '',
    'Checks on the synthetic table:',
    ...checks.map(checkLine),
  ].join('\n');
}

function describeVerdict({
  word,
  why,
  truncation,
  sentences,
  against,
  model,
  forced,
}: ReleaseVerdict) {
  const level = truncation === null ? '' : ` (truncation ${truncation})`;
  return [
    ...(forced ? ['RELEASED ALL THE SAME, because of --force-release.'] : []),
    `${verdictTitle(word)}${level}`,
    why,
    '',
    sentences.attribute,
    sentences.membership,
    sentences.use,
    ...(against.length === 0 ? [] : ['', 'What speaks against it:']),
    ...against.map((each) => `- ${each}`),
    '',
    `The model file: ${verdictTitle(model.word).toLowerCase()}. ${model.why}`,
  ];
}

/** What is promised, the bound on attacks that follows, and what the audit found beside it. */
function describePromise(promise: StudyResults['promise']): string[] {
  if (!promise) return [];
  const { epsilon, delta, neighbours, bound, found, file, notCovered, statement, holds } = promise;
  if (!holds) return ['', statement];
  const audited = found.map(({ truncation, auc }) => `${three(auc.estimate)} at ${truncation}`);
  return [
    '',
    `Differential privacy: epsilon ${epsilon}, delta ${delta}, for ${neighbours}. It covers the synthetic table and model.json.`,
    `No membership attack on one person can have an AUC above ${three(bound?.auc)}${audited.length > 0 ? `; the audit found ${audited.join(', ')}` : ''}${file ? `, and ${three(file.auc.estimate)} with model.json itself` : ''}.`,
    'Not covered:',
    ...notCovered.map((each) => `- ${each}`),
  ];
}

function classWords({ data }: StudyResults): string[] {
  if (!data.byClass) return [];
  const { pairs, of } = data.byClass;
  return [`${pairs} of ${of} pairs of columns differ between the classes of ${data.response}.`];
}

/** What is judged is what attackers learn of real people; the shares in the table are of synthetic rows. */
function legendOf({ real }: StudyResults): string[] {
  const hasNumbers = Object.values(real.aia).some((found) => 'mab' in found);
  return hasNumbers
    ? [
        'MR2, by class and forest are shares of variance that attackers explain in the synthetic table itself. The verdict is on what they explain of real people, above.',
        '',
      ]
    : [];
}

function describeLevels(results: StudyResults): string[] {
  const { real, levels, compare, recommended } = results;
  const score = 'auc' in real.utility ? 'auc' : 'r2';
  const lines: Line[] = [
    ...levels.map(
      (level): Line => ({
        name: String(level.truncation),
        aia: level.aia,
        members: membersOf(level),
        judged: level.judged.judged,
        utility: level.utility[score].median,
        score: level.score,
        mark: level.truncation === recommended.truncation ? markOf(results) : '',
      }),
    ),
    ...compare.map(
      (other): Line => ({
        name: other.generator,
        aia: other.aia,
        members: membersOf(other),
        judged: other.judged.judged,
        utility: other.utility[score].median,
        score: other.score,
      }),
    ),
    { name: 'real data', aia: real.aia, members: '-', utility: real.utility[score] },
  ];
  const head = [
    ...['truncation', 'sensitive', 'MAB (floor)', 'MR2', 'by class', 'forest'],
    ...['members', score.toUpperCase(), 'score', 'judged', ''],
  ];
  return alignText([head, ...lines.flatMap(cellsOf)], (c) => c !== 1 && c < head.length - 2);
}

/** By the audit the AUC at the release, by the paper's game the median privacy gain. */
function membersOf({ membershipAudit, mia }: MeasuredResult): string {
  if (membershipAudit) {
    return three(membershipAudit.scores[membershipAudit.judge as 'refit']?.atRelease.estimate);
  }
  return mia ? `gain ${three(mia.privacyGain.median)}` : '-';
}

/** Of the chosen level, in keeping with the verdict. */
function markOf({ verdict: { word }, recommended }: StudyResults): string {
  if (word === 'first-look') return '<- most promising';
  // a safe level stays recommended where a check on the table alone failed
  return word === 'do-not-release' && !recommended.satisfied ? '<- nearest' : '<- recommended';
}

/** One line of cells for each sensitive column; what holds for all stands in the first. */
function cellsOf({ name, aia, members, judged = '', utility, score, mark = '' }: Line): string[][] {
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
  const common = [members, three(utility), three(score), judged, mark];
  const [first = ['-', '-', '-', '-', '-'], ...others] = columns;
  return [
    [name, ...first, ...common],
    ...others.map((cells) => ['', ...cells, '', '', '', '', '']),
  ];
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
