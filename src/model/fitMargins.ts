/**
 * The margins of all columns, and the columns on the copula scale. A column with missing values
 * becomes two variables: its value, with the missing ones filled by donors for the fit
 * (margins/donors.ts), and the state "is missing", a discrete variable that stands right behind it in the order. A draw of both gives a
 * missing cell where the state says so. This keeps the rate of missing values and their dependence on
 * other columns and on the response.
 */

import { chooseDonors } from '../margins/donors.ts';
import { type Grid, gridOfStep } from '../margins/grid.ts';
import { type LevelsMargin, levelsMargin } from '../margins/levels.ts';
import type { ColumnMargin, Encoded } from '../margins/margin.ts';
import { numericMargin } from '../margins/numericMargin.ts';
import { levelScale } from '../margins/roundedCounts.ts';
import { fifthsOf } from '../numerics/fifths.ts';
import { normalScores } from '../order/scoreCorrelations.ts';
import type { Rng } from '../random/rng.ts';
import type { TypedNumbers } from '../table/applySchema.ts';
import type { Prepared, PreparedColumn } from './prepareColumns.ts';
import type { FitSteps, ResolvedFit } from './settings.ts';

export interface FittedColumn {
  readonly column: PreparedColumn;
  readonly margin: ColumnMargin;
  /** The column's numbers, missing ones filled. */
  readonly filled: Float64Array;
  /** On the copula scale; nothing for a column with a single value, which no variable is needed for. */
  readonly encoded: Encoded | undefined;
  readonly missing: { readonly margin: LevelsMargin; readonly encoded: Encoded } | undefined;
}

/** Columns that a donor is compared by. */
const COMPARED = 3;

export function* fitMargins(
  prepared: Prepared,
  association: readonly Float64Array[],
  settings: ResolvedFit,
  rng: Rng,
): FitSteps<FittedColumn[]> {
  const { columns, response } = prepared;
  const strata = strataOf(response);
  const scores = columns.map(() => undefined as Float64Array | undefined);
  const scoreOf = (j: number): Float64Array => {
    scores[j] ??= normalScores(columns[j].values);
    return scores[j];
  };
  const fitted: FittedColumn[] = [];
  for (const [j, column] of columns.entries()) {
    yield { stage: 'margins', done: j, total: columns.length };
    const key = rng.split('column', column.name);
    let filled = column.values;
    let weights: Float64Array | undefined;
    if (column.missing) {
      const compared = mostAssociated(association, j, columns.indexOf(response));
      const donors = chooseDonors({
        missing: column.missing,
        values: column.values,
        strata,
        scores: compared.map(scoreOf),
        rng: key.split('donors'),
      });
      filled = Float64Array.from(donors, (donor) => column.values[donor]);
      weights = new Float64Array(filled.length);
      for (const donor of donors) weights[donor]++;
    }
    const { margin, encode } = marginOf(column, filled, weights, settings);
    const isSingle = column.isDerived || ('upper' in margin && margin.upper.length === 1);
    const states = column.state ?? column.missing;
    fitted.push({
      column,
      margin,
      filled,
      encoded: isSingle ? undefined : encode(filled, key.split('spread')),
      missing: column.keepsMissing && states ? missingState(states, settings) : undefined,
    });
  }
  return fitted;
}

/** The steps of a numeric column: its decimals; of dates, what their format can say. */
export function gridOf({
  type,
  decimals,
  layout,
  step,
}: Pick<TypedNumbers, 'type' | 'decimals' | 'layout' | 'step'>): Grid {
  if (type !== 'date' && step !== undefined) return gridOfStep(step);
  if (type === 'count') return { decimals: 0 };
  if (type !== 'date') return { decimals };
  const pattern = layout.date?.pattern ?? '';
  if (!/H/.test(pattern) || /ss/.test(pattern)) return { decimals };
  return { decimals: 0, step: /mm/.test(pattern) ? 60 : 3600 };
}

function marginOf(
  { typed, levels, values }: PreparedColumn,
  filled: Float64Array,
  weights: Float64Array | undefined,
  settings: ResolvedFit,
) {
  const { k, margins } = settings;
  if (levels) {
    const margin = levelsMargin(levels, filled, baseOf(settings));
    return { margin, encode: (column: Float64Array) => levelScale(margin.upper, column) };
  }
  const numbers = typed as TypedNumbers;
  const { min, max } = numbers;
  const grid = gridOf(numbers);
  return numericMargin(values, { k, margins, grid, min, max, ...(weights && { weights }) });
}

/** What rows are counted to: k, but exactly where the paper is to be replicated. */
function baseOf({ k, margins }: ResolvedFit): number {
  return margins === 'empirical' ? 1 : k;
}

function missingState(mask: Uint8Array, settings: ResolvedFit) {
  const states = Float64Array.from(mask);
  const margin = levelsMargin(['present', 'missing'], states, baseOf(settings));
  return { margin, encoded: levelScale(margin.upper, states) };
}

/** The level of a categorical response, or the fifth that a numeric one is in. */
function strataOf({ values, levels }: PreparedColumn): Int32Array {
  return levels ? Int32Array.from(values) : fifthsOf(values);
}

function mostAssociated(
  association: readonly Float64Array[],
  j: number,
  response: number,
): number[] {
  const size = (l: number) => Math.abs(association[j][l]);
  return Array.from(association.keys())
    .filter((l) => l !== j && l !== response)
    .sort((a, b) => size(b) - size(a) || a - b)
    .slice(0, COMPARED);
}
