/** Two studies side by side: what was asked for and what was found, where they differ. */

import type { AttributeFindings, CategoryFindings } from '../measures/attribute/findings.ts';
import type { LevelResult, StudyResults } from './results.ts';

export interface ComparedFigure {
  /** What it is, in words. */
  readonly name: string;
  readonly a: string | number | null;
  readonly b: string | number | null;
  /** Which is better, where they differ by enough to act on. */
  readonly better: 'a' | 'b' | null;
}

export interface StudyComparison {
  /** Settings that differ, by name. */
  readonly settings: readonly ComparedFigure[];
  /** The sizes of the tables that were studied, and the engine. */
  readonly data: readonly ComparedFigure[];
  /** The verdicts, and the figures at the level of each. */
  readonly found: readonly ComparedFigure[];
}

/** `settings`: those of the settings files where there are any; else what the results hold. */
export function compareStudies(
  a: StudyResults,
  b: StudyResults,
  settings: readonly [Record_, Record_] = [asked(a), asked(b)],
): StudyComparison {
  return {
    settings: differing(...settings),
    data: differing(sizes(a), sizes(b)),
    found: figures(a, b),
  };
}

type Record_ = Readonly<Record<string, unknown>>;

/** What the results themselves know of the settings. */
function asked({ seed, preset, settings, data: { response, sensitive } }: StudyResults): Record_ {
  return { response, sensitive, seed, preset, ...settings };
}

function sizes({ engine, data: { rows, columns } }: StudyResults): Record_ {
  return { engine, rows, columns };
}

function differing(a: Record_, b: Record_): ComparedFigure[] {
  const names = [...new Set([...Object.keys(a), ...Object.keys(b)])];
  return names
    .map((name) => ({ name, a: plain(a[name]), b: plain(b[name]), better: null }))
    .filter((each) => each.a !== each.b);
}

function plain(value: unknown): string | number | null {
  if (value === undefined || value === null) return null;
  return typeof value === 'string' || typeof value === 'number' ? value : JSON.stringify(value);
}

const WORDS = {
  release: 'release',
  'release-with-care': 'release with care',
  'do-not-release': 'do not release',
  'first-look': 'first look, no verdict',
} as const;
/** From worst to best; a first look is none of them. */
const RANKS = ['do-not-release', 'release-with-care', 'release'];

function figures(a: StudyResults, b: StudyResults): ComparedFigure[] {
  const [first, second] = [a, b].map(chosen);
  const rank = ({ verdict }: StudyResults) => RANKS.indexOf(verdict.word);
  const row = (
    name: string,
    value: (level: LevelResult) => number | null | undefined,
    better: 'lower' | 'higher',
    margin = 0,
  ): ComparedFigure => {
    const [x, y] = [first && value(first), second && value(second)].map((each) => each ?? null);
    return { name, a: x, b: y, better: judge(x, y, better, margin) };
  };
  const score = Object.keys(a.real.utility).find((name) => name in b.real.utility);
  const columns = a.data.sensitive.filter((name) => b.data.sensitive.includes(name));
  return [
    {
      name: 'verdict',
      a: WORDS[a.verdict.word],
      b: WORDS[b.verdict.word],
      better: rank(a) < 0 || rank(b) < 0 ? null : judge(rank(a), rank(b), 'higher', 0),
    },
    { name: 'truncation', a: a.verdict.truncation, b: b.verdict.truncation, better: null },
    ...columns.map((name) =>
      row(
        `attack on ${name}: ${isNumeric(first, name) ? 'share of variance explained (MR2)' : 'rate of right guesses'}`,
        ({ aia }) => strength(aia[name]),
        'lower',
        0.02,
      ),
    ),
    row(
      'members recognised: AUC at release',
      ({ membershipAudit }) => {
        const judged = membershipAudit?.scores[membershipAudit.judge as 'refit'];
        return judged?.atRelease.estimate;
      },
      'lower',
      0.01,
    ),
    ...(score === undefined
      ? []
      : [
          row(
            `predicting the response: ${score}`,
            ({ utility }) => utility[score]?.median,
            'higher',
            0.01,
          ),
        ]),
    row(
      'told from real rows: detection AUC (0.5 is best)',
      ({ likeness }) => likeness.detectionAuc?.estimate,
      'lower',
      0.02,
    ),
    row(
      'mean difference of Kendall correlations',
      ({ likeness }) => likeness.kendallDifference.meanAbsolute,
      'lower',
      0.005,
    ),
    row('overlap of margins', ({ likeness }) => likeness.marginOverlap, 'higher', 0.01),
    {
      name: 'release checks failed',
      ...failedOf(a, b),
    },
  ];
}

function failedOf(a: StudyResults, b: StudyResults): Omit<ComparedFigure, 'name'> {
  const [x, y] = [a, b].map(({ checks }) => checks.filter(({ passed }) => !passed).length);
  return { a: x, b: y, better: judge(x, y, 'lower', 0) };
}

function chosen({ levels, verdict, recommended }: StudyResults): LevelResult | undefined {
  const wanted = verdict.truncation ?? recommended.truncation;
  return levels.find(({ truncation }) => truncation === wanted);
}

function isNumeric(level: LevelResult | undefined, name: string): boolean {
  return level !== undefined && 'mr2' in (level.aia[name] ?? {});
}

function strength(found: AttributeFindings | CategoryFindings | undefined): number | undefined {
  if (!found) return undefined;
  return 'mr2' in found ? found.mr2 : found.strongest.rate;
}

/** Differences within `margin` are none that anybody should act on. */
function judge(
  a: number | null,
  b: number | null,
  better: 'lower' | 'higher',
  margin: number,
): 'a' | 'b' | null {
  if (a === null || b === null || Math.abs(a - b) <= margin) return null;
  return a < b === (better === 'lower') ? 'a' : 'b';
}
