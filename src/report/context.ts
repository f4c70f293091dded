/** What all sections of the report are made from. */

import type { AttributeFindings, CategoryFindings } from '../measures/attribute/findings.ts';
import { type Comparable, comparable } from '../measures/fidelity/comparable.ts';
import type { FeatureSet } from '../measures/membership/features.ts';
import { guardTable } from '../model/guardTable.ts';
import { meanInterval, within } from '../numerics/intervals.ts';
import type { ReleaseVerdict } from '../study/decision.ts';
import { SEEN } from '../study/figures.ts';
import type { LevelResult, MeasuredResult, StudyResults } from '../study/results.ts';
import type { AnyStudyResult, PrivateStudyResult, StudyResult } from '../study/study.ts';
import type { Table } from '../table/table.ts';
import type { Estimate } from './plots/estimate.ts';
import type { ReportRecord } from './record.ts';
import { type Html, html, NOTHING } from './template.ts';

export interface ReportInput {
  readonly study: AnyStudyResult;
  /** The table that was studied. Of it the page holds counts of at least 5 rows and correlations. */
  readonly real: Table;
  /** A synthetic table for each level, to compare with the real one. Default: drawn from the model. */
  readonly samples?: readonly Table[];
  /** The file, the day, the command: what the report says of its own making. Default: nothing. */
  readonly record?: ReportRecord | undefined;
  /** To draw in: a browser's own, else `nodeDocument()` of plots/nodeDocument.ts. */
  readonly document: Document;
}

export interface ReportContext {
  readonly document: Document;
  readonly study: AnyStudyResult;
  readonly results: StudyResults;
  readonly verdict: ReleaseVerdict;
  readonly record: ReportRecord;
  /** The level that is released, or comes nearest. */
  readonly chosen: LevelResult;
  /** The real table beside the released one. */
  readonly sides: Comparable;
  readonly samples: readonly Table[] | undefined;
  /** The score of utility that decides: of a category its AUC, of a number its R2. */
  readonly score: UtilityScore;
}

/** Of a study of a vine, whose model can be shown. */
export interface VineContext extends ReportContext {
  readonly study: StudyResult;
}

/** Of a study of a private vine. */
export interface PrivateContext extends ReportContext {
  readonly study: PrivateStudyResult;
}

export function isOfVine(context: ReportContext): context is VineContext {
  return context.study.model !== null;
}

export interface UtilityScore {
  readonly key: 'auc' | 'r2';
  readonly name: string;
  readonly real: number;
  /** What values there can be. */
  readonly range: readonly [least: number, most: number];
}

/** Axes of utility are at least so long: smaller differences in AUC or R² are no trade-off. */
export const UTILITY_SPAN = 0.1;

export function contextOf({
  study,
  real,
  samples,
  document,
  record = {},
}: ReportInput): ReportContext {
  const { results, synthetic, schema, guard } = study;
  const { levels, recommended } = results;
  const chosen = levels.find(({ truncation }) => truncation === recommended.truncation);
  if (!chosen) throw new Error(`level ${recommended.truncation} was not measured`);
  if (samples && samples.length !== levels.length) {
    throw new Error(`${samples.length} samples for ${levels.length} levels`);
  }
  const key = 'auc' in results.real.utility ? 'auc' : 'r2';
  return {
    document,
    study,
    results,
    verdict: results.verdict,
    record,
    chosen,
    samples,
    sides: comparable(guardTable(real, guard), seenBy(study, synthetic), { schema }),
    score: {
      key,
      name: key === 'auc' ? 'AUC' : 'R²',
      real: number(results.real.utility[key]),
      range: key === 'auc' ? [0, 1] : [Number.NEGATIVE_INFINITY, 1],
    },
  };
}

/** A synthetic table as it is compared: a private one may have levels that are rare in the real table. */
export function seenBy({ model, guard }: AnyStudyResult, synthetic: Table): Table {
  return model === null ? guardTable(synthetic, guard) : synthetic;
}

/**
 * Text with the names of categories in place of their numbers, as figures have them ('ward (level 2)'): names
 * that at least five rows have, since the table is behind the gate.
 */
export function withCategories({ sides }: ReportContext, text: string): string {
  return sides.plan.columns.reduce(
    (named, { name, levels }) =>
      levels.reduce(
        (part, level, place) =>
          part.replaceAll(`${name} (level ${place + 1})`, `${name} = ${level}`),
        named,
      ),
    text,
  );
}

/** Results hold null where a number is not finite. */
export function number(value: number | null | undefined): number {
  return value ?? Number.NaN;
}

/** 't = 5' */
export function levelName({ truncation }: { readonly truncation: number }): string {
  return `t = ${truncation}`;
}

/** Levels, then other generators, each with its name. */
export function levelsAndCompetitors({
  levels,
  compare,
}: StudyResults): readonly (MeasuredResult & { readonly label: string })[] {
  return [
    ...levels.map((level) => ({ ...level, label: levelName(level) })),
    ...compare.map((other) => ({ ...other, label: other.generator })),
  ];
}

/** All levels, or so many of them that a page can be read: both ends, the chosen one, and between. */
export function shownLevels(
  { results: { levels }, chosen }: ReportContext,
  most: number,
): readonly LevelResult[] {
  if (levels.length <= most) return levels;
  const places = Array.from({ length: most }, (_, i) =>
    Math.round((i * (levels.length - 1)) / (most - 1)),
  );
  return levels.filter((level, place) => places.includes(place) || level === chosen);
}

/** What is to be said where not all levels are drawn. */
export function levelsDrawn({ results }: ReportContext, shown: readonly LevelResult[]): Html {
  return shown.length === results.levels.length
    ? NOTHING
    : html`<p>${shown.length} of ${results.levels.length} levels are shown.</p>`;
}

export function isNumberFinding(
  found: AttributeFindings | CategoryFindings | undefined,
): found is AttributeFindings {
  return found !== undefined && 'mab' in found;
}

export function isCategoryFinding(
  found: AttributeFindings | CategoryFindings | undefined,
): found is CategoryFindings {
  return found !== undefined && 'baseline' in found;
}

export const INTERVALS = '95 % intervals of means';

/** The mean of repetitions with Student's interval, where there are two; within what is possible. */
export function meanOf(
  values: readonly (number | null)[],
  [least, most]: readonly [least: number, most: number],
): Estimate {
  const there = values.filter((value): value is number => value !== null);
  if (there.length === 0) return { value: Number.NaN };
  const { estimate, low, high } = within(meanInterval(there), least, most);
  return there.length > 1 ? { value: estimate, low, high } : { value: estimate };
}

/** An attacker on membership, by what it sees of a synthetic table. */
export function attackerWords(features: FeatureSet): string {
  return `an attacker who sees ${SEEN[features]}`;
}
