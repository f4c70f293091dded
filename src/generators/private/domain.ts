/**
 * The cells that a private generator counts rows in: bins of a range, levels, and one more cell for
 * missing values. They are public, as is how they are written (layout.ts): from what the schema declares,
 * from ranges in the settings, or, where the user says so, from the data, and then there is no guarantee.
 *
 * Numbers are cut into bins of equal width over [min, max]. Counts and dates, which have steps, are cut
 * from half a step below to half a step above, and have a cell for each step where they have few.
 */

import { powerOfTen } from '../../margins/grid.ts';
import { limitsOf } from '../../margins/limits.ts';
import { gridOf } from '../../model/fitMargins.ts';
import { FIT_DEFAULTS } from '../../model/settings.ts';
import { checkColumnName } from '../../numerics/checkName.ts';
import { InputError } from '../../numerics/inputError.ts';
import type {
  ColumnLayout,
  TypedLevels,
  TypedNumbers,
  TypedTable,
} from '../../table/applySchema.ts';
import { counted } from '../../table/counted.ts';
import { dateFormat } from '../../table/dateFormat.ts';
import type { ColumnSchema, TableSchema } from '../../table/schema.ts';
import { poolRare } from '../rareLevels.ts';
import { publicLevels, publicNumbers } from './layout.ts';

/** The least and the largest value; dates in the column's format. */
export type Range = readonly [number | string, number | string];

export interface DomainSettings {
  /** Bins of a numeric column. */
  readonly bins?: number;
  /**
   * Where ranges and levels come from: 'declared' in the schema, or also here, by column, where values
   * outside are moved to the nearest end; 'data': from the rows of the fit, which voids the guarantee,
   * with limits and levels that k rows support; 'extremes': the least and the largest value and every
   * level, as the paper's software has them, which shows single people, so that the fit cannot be saved.
   * Default: 'declared'.
   */
  readonly ranges?: 'declared' | 'data' | 'extremes' | Readonly<Record<string, Range>>;
  /**
   * Columns that may have missing values, as public knowledge. Default: none; with ranges: 'data',
   * those that have some.
   */
  readonly gaps?: readonly string[];
}

type Ranges = NonNullable<DomainSettings['ranges']>;

/** Whether the domain is read from the rows of the fit. */
export function isRead(ranges: Ranges): ranges is 'data' | 'extremes' {
  return ranges === 'data' || ranges === 'extremes';
}

interface CellsBase {
  readonly name: string;
  readonly layout: ColumnLayout;
  /** All cells, with that of missing values, which is the last. */
  readonly cells: number;
  readonly missing: boolean;
}

/** Bins of equal width from `low` to `high`. */
export interface RangeCells extends CellsBase {
  readonly kind: 'range';
  readonly type: TypedNumbers['type'];
  readonly low: number;
  readonly high: number;
  readonly bins: number;
  /** What may be drawn: values from `min` to `max` in steps. */
  readonly min: number;
  readonly max: number;
  readonly grid: { readonly decimals: number; readonly step?: number };
}

export interface LevelCells extends CellsBase {
  readonly kind: 'levels';
  readonly type: TypedLevels['type'];
  readonly levels: readonly string[];
}

/** Plain data. */
export type ColumnCells = RangeCells | LevelCells;

export interface Domain {
  readonly columns: readonly ColumnCells[];
  /** The columns that have cells, with rare levels pooled where levels are read from the data. */
  readonly counted: readonly (TypedNumbers | TypedLevels)[];
  readonly notes: readonly string[];
  /** Why there is no guarantee: what shapes the output and is not declared. */
  readonly voids: readonly string[];
}

/** `k`: the least rows behind a limit or a level that is read from the data. */
export function domainOf(
  typed: Pick<TypedTable, 'columns'>,
  declared: TableSchema,
  { bins = 25, ranges = 'declared', gaps }: DomainSettings,
  k: number = FIT_DEFAULTS.k,
  other: string = FIT_DEFAULTS.pooledLevel,
): Domain {
  const notes: string[] = [];
  const untyped: string[] = [];
  const unformatted: string[] = [];
  checkNames(typed, ranges, gaps);
  const kept: (TypedNumbers | TypedLevels)[] = [];
  const columns = typed.columns.flatMap((column): ColumnCells[] => {
    const { name } = column;
    const own = declared.columns.get(name) ?? {};
    // also of what is left out: that it is an identifier was read from its values
    if (own.type === undefined) untyped.push(name);
    if ('column' in column) {
      notes.push(`${name}: identifiers and free text are left out.`);
      return [];
    }
    const missing = mayMiss(column, ranges, gaps);
    if ('codes' in column) {
      const levelled = ranges === 'data' ? pooled(column, k, other, notes) : column;
      kept.push(levelled);
      return [levelCells(levelled, own, ranges, missing)];
    }
    kept.push(column);
    if (column.type === 'date' && own.format === undefined) unformatted.push(name);
    return [rangeCells(column, own, ranges, bins, missing, k)];
  });
  if (columns.length === 0) {
    throw new InputError(
      'Table: no column can be modelled: all are identifiers or free text. Declare their types in the schema.',
    );
  }
  return { columns, counted: kept, notes, voids: voidsOf(ranges, untyped, unformatted) };
}

function voidsOf(
  ranges: Ranges,
  untyped: readonly string[],
  unformatted: readonly string[],
): string[] {
  if (isRead(ranges)) {
    return [
      `Ranges, levels, gaps and ways of writing were read from the data (ranges: ${ranges}).`,
    ];
  }
  return [
    ...(untyped.length > 0
      ? [
          `What these columns hold was read from the data: ${untyped.join(', ')}. Declare their types in the schema.`,
        ]
      : []),
    ...(unformatted.length > 0
      ? [
          `How these dates are written was read from the data: ${unformatted.join(', ')}. Declare their format in the schema.`,
        ]
      : []),
  ];
}

function pooled(column: TypedLevels, k: number, other: string, notes: string[]): TypedLevels {
  const { column: result, pooled: count } = poolRare(column, k, other);
  if (count > 0) {
    notes.push(`${column.name}: ${counted(count, 'rare level')} pooled with others.`);
  }
  return result;
}

function levelCells(
  column: TypedLevels,
  declared: ColumnSchema,
  ranges: Ranges,
  missing: boolean,
): LevelCells {
  const { name, type } = column;
  const levels = isRead(ranges) ? column.levels : declared.levels;
  if (!levels) throw undeclared(name, 'its levels', 'the levels');
  const layout = isRead(ranges) ? column.layout : publicLevels(name, levels);
  const cells = levels.length + (missing ? 1 : 0);
  return { kind: 'levels', name, layout, type, levels, missing, cells };
}

function rangeCells(
  column: TypedNumbers,
  declared: ColumnSchema,
  ranges: Ranges,
  bins: number,
  missing: boolean,
  k: number,
): RangeCells {
  const { name, type } = column;
  const range = rangeOf(column, ranges, k);
  const [min, max] = range;
  const { grid, layout } = isRead(ranges)
    ? { grid: gridOf(column), layout: column.layout }
    : publicNumbers(column, declared, range, bins, column.layout.date?.pattern);
  const { decimals, step = 1 / powerOfTen(decimals) } = grid;
  const half = type === 'continuous' ? 0 : step / 2;
  const steps = type === 'continuous' ? bins : Math.round((max - min) / step) + 1;
  const own = min === max ? 1 : Math.min(bins, steps);
  return {
    kind: 'range',
    name,
    layout,
    type,
    missing,
    cells: own + (missing ? 1 : 0),
    low: min - half,
    high: max + half,
    bins: own,
    min,
    max,
    grid,
  };
}

function rangeOf(column: TypedNumbers, ranges: Ranges, k: number): readonly [number, number] {
  const { name, values } = column;
  const given = typeof ranges === 'object' && Object.hasOwn(ranges, name) && ranges[name];
  if (given) return givenRange(column, given);
  if (!isRead(ranges)) {
    const { min, max } = column;
    if (min === undefined || max === undefined) throw undeclared(name, 'its range', 'min and max');
    return [min, max];
  }
  const sorted = values.filter((value) => !Number.isNaN(value)).sort();
  if (sorted.length === 0) return [0, 0];
  const infinite = sorted.reduce((sum, x) => sum + (Number.isFinite(x) ? 0 : 1), 0);
  if (infinite > 0) {
    throw new InputError(
      `Column '${name}': infinite in ${counted(infinite, 'row')}. Mark these values as missing, or correct them.`,
    );
  }
  if (ranges === 'extremes') return [sorted[0], sorted[sorted.length - 1]];
  const { least, largest } = limitsOf(sorted, k, gridOf(column), {});
  return [least, largest];
}

function givenRange({ name, layout }: TypedNumbers, range: Range): readonly [number, number] {
  const { date } = layout;
  const read = (bound: number | string) => {
    if (typeof bound === 'number') return bound;
    return date ? dateFormat(date.pattern).parse(bound) : Number.NaN;
  };
  const [low, high] = [read(range[0]), read(range[1])];
  if (range.length === 2 && Number.isFinite(low) && Number.isFinite(high) && low <= high) {
    return [low, high];
  }
  throw new InputError(
    `Ranges, column '${name}': found ${JSON.stringify(range)}. Give the least and the largest value that there can be, written as in the column.`,
  );
}

function mayMiss(
  column: TypedNumbers | TypedLevels,
  ranges: Ranges,
  gaps: readonly string[] | undefined,
): boolean {
  let missing = 0;
  if ('codes' in column) for (const code of column.codes) missing += code < 0 ? 1 : 0;
  else for (const value of column.values) missing += Number.isNaN(value) ? 1 : 0;
  if (gaps?.includes(column.name)) return true;
  if (missing === 0) return false;
  if (isRead(ranges) && !gaps) return true;
  throw new InputError(
    `Column '${column.name}': missing in ${counted(missing, 'row')}, but not among the columns that may have missing values. Name it in gaps (--gaps), or give ranges: 'data' (--ranges data), which voids the guarantee.`,
  );
}

function checkNames(
  { columns }: Pick<TypedTable, 'columns'>,
  ranges: Ranges,
  gaps: readonly string[] = [],
): void {
  const names = columns.map(({ name }) => name);
  const given = typeof ranges === 'object' ? Object.keys(ranges) : [];
  if (typeof ranges !== 'object' && ranges !== 'declared' && !isRead(ranges)) {
    throw new InputError(
      `Ranges: found '${String(ranges)}'. Give declared, data, extremes, or ranges by column.`,
    );
  }
  for (const name of given) checkColumnName(name, names, 'Ranges');
  for (const name of gaps) checkColumnName(name, names, 'Gaps');
}

function undeclared(name: string, what: string, which: string): InputError {
  return new InputError(
    `Column '${name}': ${what} must be public, but the schema does not declare it. Declare ${which} in the schema, or give ranges: 'data' (--ranges data), which voids the guarantee.`,
  );
}
