/**
 * What a regression attacker would learn of each sensitive column at every truncation level, before
 * anything is fitted or sampled: from the correlation matrix alone, if the vine is Gaussian (the
 * paper's theorems on the MAB).
 */

import { cholesky, leadingCholesky } from '../numerics/cholesky.ts';
import { InputError } from '../numerics/inputError.ts';
import { checkOrderTable } from './checkOrderInput.ts';
import {
  type Precision,
  precisionOf,
  truncatedCorrelations,
  truncatedPrecisions,
} from './gaussianCvine.ts';
import { type Loadings, NORMAL, observedCorrelation } from './hermiteLoadings.ts';
import {
  coefficientNoise,
  meanAbsolute,
  meanSampleR2,
  type Regression,
  regressionFrom,
} from './regressionAttack.ts';

export interface PreviewSettings {
  /** The columns in the order of the vine, the response (centre of tree 1) last. */
  readonly names: readonly string[];
  /** The correlations of the normal variables behind them; the diagonal is not read. */
  readonly correlations: readonly Float64Array[];
  readonly sensitive: readonly string[];
  /** The rows that the attacker's regression has. */
  readonly rows: number;
  /**
   * How each column's values follow from its normal variable. With them the attacker regresses the
   * values, as attacks do; this takes levels x d³ operations, some 2 s for all levels of 200
   * columns. Default: none, the attacker regresses normal scores, and all levels take d³.
   */
  readonly margins?: readonly Loadings[];
  /**
   * The standard deviation of the response, if it enters the regression as it is (the paper's
   * attack leaves 0 and 1). Default: 1, it is standardised as all other columns are.
   */
  readonly responseDeviation?: number;
  /** Variables of the vine that the attacker's table has no column for. Default: none. */
  readonly hidden?: readonly string[];
  /** The truncation levels to look at. Default: all, 1 to d. */
  readonly levels?: readonly number[];
  /**
   * Added to the diagonal, after which the matrix is scaled back to correlations: all are divided by
   * 1 + ridge. Default: 0 if the matrix is usable (every column keeps at least 1e-8 of its variance
   * given those after it), else the first of 1e-6, 2e-6, 4e-6, ... up to 0.1 that makes it so, with
   * a note. If more were needed the preview would be far too hopeful, and is refused.
   */
  readonly ridge?: number;
}

/** The attack on one sensitive column at one level. */
export interface AttackPreview {
  readonly name: string;
  /** The population's coefficients of all other columns in their order, the response last. */
  readonly coefficients: readonly number[];
  /** The share of variance that the attacker explains. */
  readonly r2: number;
  /** The mean size of the coefficients. */
  readonly mab: number;
  /** What a sample of `rows` rows gives on average, noise included; null if it has too few rows. */
  readonly expectedR2: number | null;
  readonly expectedMab: number | null;
  /** The part of it that noise alone would give: the expected MAB if all coefficients were zero. */
  readonly mabFloor: number | null;
}

export interface PreviewLevel {
  readonly truncation: number;
  /** In the order of the settings. */
  readonly sensitive: readonly AttackPreview[];
}

/** Plain data, ready for JSON. */
export interface Preview {
  /** The columns that the attacker has, in their order, the response last. */
  readonly names: readonly string[];
  readonly rows: number;
  /** What the attacker regresses: normal scores, or the columns' own values. */
  readonly scale: 'scores' | 'values';
  /** What a sample of independent columns would give on average; null if it has too few rows. */
  readonly independent: { readonly mab: number; readonly r2: number } | null;
  readonly levels: readonly PreviewLevel[];
  readonly ridge: number;
  readonly notes: readonly string[];
}

export function preview(settings: PreviewSettings): Preview {
  const { names, correlations, sensitive, rows, responseDeviation = 1, hidden = [] } = settings;
  const response = names[names.length - 1];
  checkOrderTable({ names, association: correlations, response, sensitive });
  checkNumbers(settings);
  const shown = names.filter((name) => !hidden.includes(name));
  if (hidden.includes(response) || sensitive.some((name) => hidden.includes(name))) {
    throw new InputError(
      'Hidden variables: found the response or a sensitive column among them. Hide other columns only.',
    );
  }
  const d = shown.length - 1;
  const wanted = new Set(settings.levels ?? names.slice(1).map((_, i) => i + 1));

  const { matrix, factor, ridge } = usableMatrix(settings);
  const notes: string[] = [];
  if (ridge > 0 && settings.ridge === undefined) {
    notes.push(
      `The correlations are nearly singular, or contradict each other because of missing values; for the preview they were divided by 1 + ${ridge}, and it is a little too hopeful.`,
    );
  }
  const enoughRows = rows > d + 2;
  if (!enoughRows) {
    notes.push(
      `A regression on ${d} columns needs more than ${d + 2} rows; noise is not previewed.`,
    );
  }

  // variables in the order in which they become centres
  const targets = sensitive.map((name) => d - shown.indexOf(name));
  const margins = settings.margins ?? (hidden.length > 0 ? names.map(() => NORMAL) : undefined);
  const seen = shown.map((name) => names.length - 1 - names.indexOf(name)).reverse();
  const precisions = margins
    ? precisionsOfValues(matrix, factor, margins, seen, targets, wanted)
    : truncatedPrecisions(factor, d + 1, targets);
  const levels: PreviewLevel[] = [];
  let truncation = 0;
  for (const precision of precisions) {
    truncation++;
    if (!wanted.has(truncation) || precision === undefined) continue;
    levels.push({
      truncation,
      sensitive: targets.map((j, s) => {
        const regression = regressionFrom(precision.diagonal, precision.rows[s], j);
        const noiseRows = enoughRows ? rows : undefined;
        return { name: sensitive[s], ...summary(regression, j, responseDeviation, noiseRows) };
      }),
    });
  }
  const floor = coefficientNoise(1, 1, rows, d) * meanAbsolute(0, 1);
  const independent = enoughRows
    ? { mab: (floor * (d - 1 + 1 / responseDeviation)) / d, r2: d / (rows - 1) }
    : null;
  const scale = settings.margins ? 'values' : 'scores';
  return { names: shown, rows, scale, independent, levels, ridge, notes };
}

/** One column's figures; `rows` undefined leaves the noise out. */
function summary(
  { coefficients, varianceInflation, residualVariance }: Regression,
  j: number,
  responseDeviation: number,
  rows: number | undefined,
): Omit<AttackPreview, 'name'> {
  const d = coefficients.length - 1;
  const inOrder: number[] = [];
  let [mab, expectedMab, mabFloor] = [0, 0, 0];
  for (let k = d; k >= 0; k--) {
    if (k === j) continue;
    const scale = k === 0 ? responseDeviation : 1;
    const coefficient = coefficients[k] / scale;
    inOrder.push(coefficient);
    mab += Math.abs(coefficient) / d;
    if (rows === undefined) continue;
    const noise = coefficientNoise(residualVariance, varianceInflation[k], rows, d) / scale;
    expectedMab += meanAbsolute(coefficient, noise) / d;
    mabFloor += meanAbsolute(0, noise) / d;
  }
  const r2 = 1 - residualVariance;
  const known = rows !== undefined;
  return {
    coefficients: inOrder,
    r2,
    mab,
    expectedR2: known ? meanSampleR2(r2, rows, d) : null,
    expectedMab: known ? expectedMab : null,
    mabFloor: known ? mabFloor : null,
  };
}

/** The inverses of the values' correlation matrices; undefined at levels that nobody wants. */
function* precisionsOfValues(
  matrix: Float64Array,
  factor: Float64Array,
  margins: readonly Loadings[],
  seen: readonly number[],
  targets: readonly number[],
  wanted: ReadonlySet<number>,
): Generator<Precision | undefined> {
  const n = margins.length;
  const observed = new Float64Array(n * n);
  for (let i = 0; i < n; i++) observed[i * n + i] = 1;
  let truncation = 0;
  // pairs with one of the first variables have their correlation since an earlier level
  let settled = 0;
  for (const truncated of truncatedCorrelations(matrix, factor, n)) {
    truncation++;
    if (!wanted.has(truncation)) {
      yield undefined;
      continue;
    }
    for (let i = settled; i < n; i++) {
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

/** With less of its variance left, a column counts as a combination of those after it. */
const LEAST_PIVOT = 1e-8;

/** 0, and doubling from 1e-6 to less than 0.1. */
const RIDGES = [0, ...Array.from({ length: 17 }, (_, k) => 1e-6 * (1 << k))];

/** The correlations in the order of the centres, ridge applied, with their Cholesky factor. */
function usableMatrix({ names, correlations, ridge }: PreviewSettings) {
  const n = names.length;
  let fault = '';
  for (const candidate of ridge === undefined ? RIDGES : [ridge]) {
    const matrix = new Float64Array(n * n);
    for (let i = 0; i < n; i++) {
      for (let j = 0; j < n; j++) {
        const r = correlations[n - 1 - i][n - 1 - j];
        matrix[i * n + j] = i === j ? 1 : r / (1 + candidate);
      }
    }
    const { factor, rows } = leadingCholesky(matrix, n, LEAST_PIVOT);
    if (rows === n) return { matrix, factor, ridge: candidate };
    fault = names[n - 1 - rows];
  }
  throw new InputError(
    `Correlations: those of '${fault}' with the columns after it in the order are impossible, or leave '${fault}' no variance of its own. Leave out a column that repeats others or has many missing values, or give a larger ridge.`,
  );
}

function checkNumbers({
  names,
  rows,
  margins,
  responseDeviation = 1,
  levels,
  ridge = 0,
}: PreviewSettings) {
  const d = names.length - 1;
  if (!(Number.isInteger(rows) && rows > 0)) {
    throw new InputError(`Rows of the attacker: found ${rows}. Give a whole number from 1.`);
  }
  if (!(responseDeviation > 0 && responseDeviation < Infinity)) {
    throw new InputError(
      `Standard deviation of the response: found ${responseDeviation}. Give a positive number.`,
    );
  }
  if (!(ridge >= 0 && ridge < Infinity)) {
    throw new InputError(`Ridge: found ${ridge}. Give 0 or a positive number.`);
  }
  if (margins && margins.length !== names.length) {
    throw new InputError(
      `Margins: found ${margins.length} for ${names.length} columns. Give one for each.`,
    );
  }
  const level = levels?.find((t) => !(Number.isInteger(t) && t >= 1 && t <= d));
  if (level === undefined) return;
  throw new InputError(`Levels: found ${level}. Give truncation levels from 1 to ${d}.`);
}
