/**
 * What a regression attacker would learn of each sensitive column at every truncation level, before
 * anything is fitted or sampled: from the correlation matrix alone, if the vine is Gaussian (the
 * paper's theorems on the MAB).
 */

import { cholesky } from '../numerics/cholesky.ts';
import { InputError } from '../numerics/inputError.ts';
import { type AttackFigures, attackFigures, type WithinFigures } from './attackFigures.ts';
import { checkOrderTable } from './checkOrderInput.ts';
import { checkPreviewInput, type PreviewInput, type PreviewPlan } from './checkPreviewInput.ts';
import {
  type Precision,
  precisionOf,
  truncatedCorrelations,
  truncatedPrecisions,
} from './gaussianCvine.ts';
import { type Loadings, NORMAL, observedCorrelation } from './hermiteLoadings.ts';
import { coefficientNoise, meanAbsolute, regressionFrom } from './regressionAttack.ts';
import { usableCorrelations } from './usableCorrelations.ts';

export interface PreviewSettings extends PreviewInput {
  /** The correlations of the normal variables behind the columns; the diagonal is not read. */
  readonly correlations: readonly Float64Array[];
  /**
   * How each column's values follow from its normal variable. With them the attacker regresses the
   * values, as attacks do; this takes levels x d³ operations, some 2 s for all levels of 200
   * columns. Default: none, the attacker regresses normal scores, and all levels take d³.
   */
  readonly margins?: readonly Loadings[];
  /**
   * Added to the diagonal, after which the matrix is scaled back to correlations: all are divided by
   * 1 + ridge. Default: 0 if the matrix is usable (every column keeps at least 1e-8 of its variance
   * given those after it), else the first of 1e-6, 2e-6, 4e-6, ... up to 0.1 that makes it so, with
   * a note. If more were needed the preview would be far too hopeful, and is refused.
   */
  readonly ridge?: number;
}

/** The attack on one sensitive column at one level. */
export interface AttackPreview extends AttackFigures {
  readonly name: string;
  /**
   * What an attacker gets who regresses within each class of the response; null if no class has rows
   * enough. Left out where the dependence is the same in all classes.
   */
  readonly within?: WithinFigures | null;
}

export interface PreviewLevel {
  readonly truncation: number;
  /** In the order of the settings. */
  readonly sensitive: readonly AttackPreview[];
}

/** What a sample of independent columns would give on average. */
export interface ByChance {
  readonly mab: number;
  readonly r2: number;
}

/** Plain data, ready for JSON. */
export interface Preview {
  /** The columns that the attacker has, in their order, the response last. */
  readonly names: readonly string[];
  readonly rows: number;
  /** What the attacker regresses: normal scores, or the columns' own values. */
  readonly scale: 'scores' | 'values';
  /** The variables that truncation cuts; left out where it cuts all. */
  readonly protected?: readonly string[];
  /** What a sample of independent columns would give on average; null if it has too few rows. */
  readonly independent: ByChance | null;
  /** The classes of the response with a dependence of their own; left out if it is the same in all. */
  readonly classes?: {
    readonly labels: readonly string[];
    /** What independent columns would give who regresses within each; null if no class has rows enough. */
    readonly independent: ByChance | null;
  };
  readonly levels: readonly PreviewLevel[];
  readonly ridge: number;
  readonly notes: readonly string[];
}

export function preview(settings: PreviewSettings): Preview {
  const { names, correlations, sensitive, rows, responseDeviation = 1 } = settings;
  const response = names[names.length - 1];
  checkOrderTable({ names, association: correlations, response, sensitive });
  checkCorrelations(settings);
  const plan = checkPreviewInput(settings);
  const { shown, targets, free, wanted } = plan;
  const d = shown.length - 1;

  const { matrix, factor, ridge } = usableMatrix(settings);
  const notes: string[] = [];
  if (ridge > 0 && settings.ridge === undefined) notes.push(ridgeInWords(ridge));
  const enoughRows = rows > d + 2;
  if (!enoughRows) notes.push(fewRowsInWords(d));

  const isAll = shown.length === names.length;
  const margins = settings.margins ?? (isAll ? undefined : names.map(() => NORMAL));
  const precisions = margins
    ? precisionsOfValues(matrix, factor, margins, plan)
    : truncatedPrecisions(factor, d + 1, targets, free);
  const levels: PreviewLevel[] = [];
  let truncation = 0;
  for (const precision of precisions) {
    truncation++;
    if (!wanted.has(truncation) || precision === undefined) continue;
    levels.push({
      truncation,
      sensitive: targets.map((j, s) => {
        const regression = regressionFrom(precision.diagonal, precision.rows[s], j);
        const scaleOf = (k: number) => (k === 0 ? responseDeviation : 1);
        const noiseRows = enoughRows ? rows : undefined;
        return { name: sensitive[s], ...attackFigures(regression, j, scaleOf, noiseRows) };
      }),
    });
  }
  return {
    names: shown,
    rows,
    scale: settings.margins ? 'values' : 'scores',
    ...(settings.protected?.length && { protected: settings.protected }),
    independent: enoughRows ? byChance(rows, d, responseDeviation) : null,
    levels,
    ridge,
    notes,
  };
}

/** Of a regression on d columns. */
export function byChance(rows: number, d: number, responseDeviation: number): ByChance {
  const floor = coefficientNoise(1, 1, rows, d) * meanAbsolute(0, 1);
  return { mab: (floor * (d - 1 + 1 / responseDeviation)) / d, r2: d / (rows - 1) };
}

export function ridgeInWords(ridge: number): string {
  return `The correlations are nearly singular, or contradict each other because of missing values; for the preview they were divided by 1 + ${ridge}, and it is a little too hopeful.`;
}

export function fewRowsInWords(d: number): string {
  return `A regression on ${d} columns needs more than ${d + 2} rows; noise is not previewed.`;
}

/** The inverses of the values' correlation matrices; undefined at levels that nobody wants. */
function* precisionsOfValues(
  matrix: Float64Array,
  factor: Float64Array,
  margins: readonly Loadings[],
  { seen, targets, free, wanted }: PreviewPlan,
): Generator<Precision | undefined> {
  const n = margins.length;
  const observed = new Float64Array(n * n);
  for (let i = 0; i < n; i++) observed[i * n + i] = 1;
  let truncation = -1;
  // pairs with one of the first variables have their correlation since an earlier level
  let settled = 0;
  for (const truncated of truncatedCorrelations(matrix, factor, n, free)) {
    truncation++;
    if (truncation === 0) continue;
    if (!wanted.has(truncation)) {
      yield undefined;
      continue;
    }
    for (let i = settled === 0 ? 0 : Math.max(settled, free); i < n; i++) {
      const margin = margins[n - 1 - i];
      for (let j = settled; j < i; j++) {
        observed[i * n + j] = observedCorrelation(truncated[i * n + j], margin, margins[n - 1 - j]);
      }
    }
    settled = truncation;
    const m = seen.length;
    const part = Float64Array.from({ length: m * m }, (_, at) => {
      const [i, j] = [seen[Math.floor(at / m)], seen[at % m]];
      return observed[i * n + j];
    });
    yield precisionOf(cholesky(part, m), m, targets);
  }
}

/** The correlations in the order of the centres, ridge applied, with their Cholesky factor. */
function usableMatrix({ names, correlations, ridge }: PreviewSettings) {
  const n = names.length;
  const found = usableCorrelations((i, j) => correlations[n - 1 - i][n - 1 - j], n, ridge);
  if ('fault' in found) throw impossible(names[n - 1 - found.fault]);
  return found;
}

export function impossible(name: string): InputError {
  return new InputError(
    `Correlations: those of '${name}' with the columns after it in the order are impossible, or leave '${name}' no variance of its own. Leave out a column that repeats others or has many missing values, or give a larger ridge.`,
  );
}

function checkCorrelations({ names, margins, ridge = 0 }: PreviewSettings): void {
  if (!(ridge >= 0 && ridge < Infinity)) {
    throw new InputError(`Ridge: found ${ridge}. Give 0 or a positive number.`);
  }
  if (margins && margins.length !== names.length) {
    throw new InputError(
      `Margins: found ${margins.length} for ${names.length} columns. Give one for each.`,
    );
  }
}
