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
import type { StreamKey } from '../random/keyPath.ts';
import { type Rng, rngFromKey } from '../random/rng.ts';
import type { Tree } from '../rules/tree.ts';
import type { TypedNumbers } from '../table/applySchema.ts';
import { allOf } from '../work/allOf.ts';
import { mostAtATime, type Runner } from '../work/runner.ts';
import type { Prepared, PreparedColumn, StateTree } from './prepareColumns.ts';
import type { ResolvedFit } from './settings.ts';

export interface FittedColumn extends FittedValues {
  readonly column: PreparedColumn;
}

export interface FittedValues {
  readonly margin: ColumnMargin;
  /** The column's numbers, missing ones filled. */
  readonly filled: Float64Array;
  /** On the copula scale; nothing for a column with a single value, which no variable is needed for. */
  readonly encoded: Encoded | undefined;
  readonly missing:
    | { readonly margin: LevelsMargin; readonly encoded: Encoded; readonly given?: Tree }
    | undefined;
}

export const STATES = ['present', 'missing'];

/** What the margin of a column depends on: plain data, so that it can be fitted on another thread. */
export interface MarginTask {
  readonly column: PreparedColumn;
  /** By row, where donors for it are looked for. */
  readonly strata: Int32Array;
  /** Normal scores that donors are compared by. */
  readonly compared: readonly Float64Array[];
  readonly settings: Pick<ResolvedFit, 'k' | 'margins'>;
  readonly key: StreamKey;
}

/** The units of work, by the names that threads know them by. */
export const marginUnits = { fitMargin };

export type MarginUnits = typeof marginUnits;

/** Columns that a donor is compared by. */
const COMPARED = 3;

export async function fitMargins(
  prepared: Prepared,
  association: readonly Float64Array[],
  { k, margins, onProgress }: ResolvedFit,
  rng: Rng,
  runner: Runner<MarginUnits>,
): Promise<FittedColumn[]> {
  const { columns, response } = prepared;
  const strata = strataOf(response);
  const scores = columns.map(() => undefined as Float64Array | undefined);
  const scoreOf = (j: number): Float64Array => {
    scores[j] ??= normalScores(columns[j].values);
    return scores[j];
  };
  let done = 0;
  const tell = () => onProgress?.({ stage: 'margins', done, total: columns.length });
  tell();
  return allOf(columns, mostAtATime(runner), async (column, j) => {
    const { original: _, ...own } = column;
    const others = mostAssociated(association, j, columns.indexOf(response));
    const fitted = await runner.run('fitMargin', {
      column: own,
      strata,
      compared: column.missing ? others.map(scoreOf) : [],
      settings: { k, margins },
      key: rng.split('column', column.name).key,
    });
    done++;
    tell();
    return { column, ...fitted };
  });
}

export function fitMargin({ column, strata, compared, settings, key }: MarginTask): FittedValues {
  const rng = rngFromKey(key);
  let filled = column.values;
  let weights: Float64Array | undefined;
  if (column.missing) {
    const donors = chooseDonors({
      missing: column.missing,
      values: column.values,
      strata,
      scores: compared,
      rng: rng.split('donors'),
    });
    filled = Float64Array.from(donors, (donor) => column.values[donor]);
    weights = new Float64Array(filled.length);
    for (const donor of donors) weights[donor]++;
  }
  const { margin, encode } = marginOf(column, filled, weights, settings);
  const isSingle = column.isDerived || ('upper' in margin && margin.upper.length === 1);
  const states = column.state ?? column.missing;
  return {
    margin,
    filled,
    encoded: isSingle ? undefined : encode(filled, rng.split('spread')),
    missing:
      column.keepsMissing && states ? missingState(states, column.stateTree, settings) : undefined,
  };
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
  settings: MarginTask['settings'],
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
function baseOf({ k, margins }: MarginTask['settings']): number {
  return margins === 'empirical' ? 1 : k;
}

function missingState(
  mask: Uint8Array,
  stateTree: StateTree | undefined,
  settings: MarginTask['settings'],
): NonNullable<FittedColumn['missing']> {
  const states = Float64Array.from(mask);
  const margin = levelsMargin(STATES, states, baseOf(settings));
  if (stateTree) return { margin, encoded: { u: stateTree.places }, given: stateTree.tree };
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
