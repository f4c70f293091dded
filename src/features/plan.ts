/**
 * How a table becomes numbers that models and attacks can work with. The plan is made once, on the
 * real table, and turns every table with the same columns into the same features:
 *
 * - continuous, count, date: the number; gaps take the mean of the real column;
 * - boolean, ordered: the place of the level; gaps take the most frequent one;
 * - nominal: for each level but the most frequent one a feature that is 1 in its rows; of more than
 *   `MOST_LEVELS` levels the most frequent ones, and the others share the rows without any 1;
 * - a column with gaps in the real table: one more feature, 1 where the value is missing;
 * - identifiers and text: none.
 */

import { hasMissing } from '../numerics/missing.ts';
import type { TypedColumn, TypedTable } from '../table/applySchema.ts';
import { dateFormat } from '../table/dateFormat.ts';
import { levelWriter } from '../table/levelNames.ts';
import type { Column } from '../table/table.ts';

/** Features that a nominal column may have. */
const MOST_LEVELS = 20;

export interface PlannedColumn {
  readonly name: string;
  readonly as: 'number' | 'date' | 'level' | 'levels';
  /** What a gap is replaced by: a number, or the place of a level. */
  readonly fill: number;
  readonly hasGaps: boolean;
  /** Of categories: all levels. */
  readonly levels: readonly string[];
  /** Of nominal columns: the places of the levels that have a feature. */
  readonly shown: readonly number[];
  /** Of dates: how they are written. */
  readonly pattern?: string;
}

export interface FeaturePlan {
  readonly columns: readonly PlannedColumn[];
}

export function planFeatures({ columns }: Pick<TypedTable, 'columns'>): FeaturePlan {
  return { columns: columns.flatMap(planColumn) };
}

function planColumn(column: TypedColumn): PlannedColumn[] {
  const { name } = column;
  if ('values' in column) {
    const { values, layout, type } = column;
    const as = type === 'date' ? 'date' : 'number';
    const pattern = type === 'date' && layout.date ? { pattern: layout.date.pattern } : {};
    return [
      {
        name,
        as,
        fill: meanOf(values),
        hasGaps: hasMissing(values),
        levels: [],
        shown: [],
        ...pattern,
      },
    ];
  }
  if (!('codes' in column)) return [];
  const { codes, levels, type } = column;
  const counts = new Array<number>(levels.length).fill(0);
  for (const code of codes) if (code >= 0) counts[code]++;
  const byCount = [...counts.keys()].sort((a, b) => counts[b] - counts[a] || a - b);
  const shown = type === 'nominal' ? byCount.slice(1, 1 + MOST_LEVELS).sort((a, b) => a - b) : [];
  return [
    {
      name,
      as: type === 'nominal' ? 'levels' : 'level',
      fill: byCount[0] ?? 0,
      hasGaps: codes.includes(-1),
      levels,
      shown,
    },
  ];
}

function meanOf(values: Float64Array): number {
  let sum = 0;
  let count = 0;
  for (const value of values) {
    if (Number.isNaN(value)) continue;
    sum += value;
    count++;
  }
  return count === 0 ? 0 : sum / count;
}

/** Where a level is none of the plan's. */
export const UNKNOWN = -2;

/** A column as numbers: NaN where missing; places of levels, `UNKNOWN` for a level that is none. */
export function numbersOfColumn(plan: PlannedColumn, column: Column): Float64Array {
  if (plan.as === 'number') {
    return column.kind === 'numeric' ? column.values : fromTexts(column, Number);
  }
  if (plan.as === 'date') {
    const { parse } = dateFormat(plan.pattern ?? 'YYYY-MM-DD');
    return column.kind === 'numeric' ? column.values : fromTexts(column, parse);
  }
  const places = new Map(plan.levels.map((level, place) => [level, place]));
  if (column.kind === 'text') {
    return fromTexts(column, (text) => places.get(text) ?? places.get(text.trim()) ?? UNKNOWN);
  }
  const write = levelWriter(column);
  const known = new Map<number, number>();
  return column.values.map((value) => {
    if (Number.isNaN(value)) return value;
    let place = known.get(value);
    if (place === undefined) {
      place = places.get(write(value)) ?? places.get(String(value)) ?? UNKNOWN;
      known.set(value, place);
    }
    return place;
  });
}

function fromTexts(
  { codes, dictionary }: Extract<Column, { kind: 'text' }>,
  read: (text: string) => number,
): Float64Array {
  const numbers = Float64Array.from(dictionary, read);
  return Float64Array.from(codes, (code) => (code < 0 ? Number.NaN : numbers[code]));
}
