/**
 * The cells that a private generator counts rows in: bins of a range, levels, and one more cell for
 * missing values. They are public: from what the schema declares, from ranges in the settings, or, where
 * the user says so, from the data, and then there is no guarantee.
 *
 * Numbers are cut into bins of equal width over [min, max]. Counts and dates, which have steps, are cut
 * from half a step below to half a step above, and have a cell for each step where they have few.
 */

import { powerOfTen } from '../../margins/grid.ts';
import { InputError } from '../../numerics/inputError.ts';
import { gridOf } from '../../synth/fitMargins.ts';
import type {
  ColumnLayout,
  TypedLevels,
  TypedNumbers,
  TypedTable,
} from '../../table/applySchema.ts';
import { counted } from '../../table/counted.ts';
import { dateFormat } from '../../table/dateFormat.ts';
import type { TableSchema } from '../../table/schema.ts';

/** The least and the largest value; dates in the column's format. */
export type Range = readonly [number | string, number | string];

export interface DomainSettings {
  /** Bins of a numeric column. */
  readonly bins?: number;
  /**
   * Where ranges and levels come from: 'declared' in the schema, or also here, by column, where values
   * outside are moved to the nearest end; 'data': from the rows of the fit, which voids the guarantee.
   * Default: 'declared'.
   */
  readonly ranges?: 'declared' | 'data' | Readonly<Record<string, Range>>;
  /**
   * Columns that may have missing values, as public knowledge. Default: none; with ranges: 'data',
   * those that have some.
   */
  readonly gaps?: readonly string[];
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
  readonly notes: readonly string[];
}

export const VOID =
  'Ranges, levels and gaps were read from the data (ranges: data): there is no guarantee of differential privacy.';

/** What is promised, for the reader of the figures; nothing where the domain comes from the data. */
export function promise(settings: DomainSettings, budget: string): string[] {
  if (settings.ranges === 'data') return [];
  return [
    `Differentially private for the replacement of one row: ${budget} for each fit. The number of rows is public, and the seed must stay secret.`,
  ];
}

export function domainOf(
  typed: TypedTable,
  declared: TableSchema,
  { bins = 25, ranges = 'declared', gaps }: DomainSettings,
): Domain {
  const notes: string[] = ranges === 'data' ? [VOID] : [];
  const untyped: string[] = [];
  checkNames(typed, ranges, gaps);
  const columns = typed.columns.flatMap((column): ColumnCells[] => {
    if ('column' in column) {
      notes.push(`${column.name}: identifiers and free text are left out.`);
      return [];
    }
    const { name, layout } = column;
    if (declared.columns.get(name)?.type === undefined) untyped.push(name);
    const missing = mayMiss(column, ranges, gaps);
    if ('codes' in column) {
      const levels = ranges === 'data' ? column.levels : declared.columns.get(name)?.levels;
      if (!levels) throw undeclared(name, 'its levels', 'the levels');
      const cells = levels.length + (missing ? 1 : 0);
      return [{ kind: 'levels', name, layout, type: column.type, levels, missing, cells }];
    }
    return [rangeCells(column, rangeOf(column, ranges), bins, missing)];
  });
  if (columns.length === 0) {
    throw new InputError(
      'Table: no column can be modelled: all are identifiers or free text. Declare their types in the schema.',
    );
  }
  if (ranges !== 'data' && untyped.length > 0) {
    notes.push(
      `What these columns hold was read from the table and is taken for public: ${untyped.join(', ')}. Declare their types in the schema.`,
    );
  }
  return { columns, notes };
}

function rangeCells(
  column: TypedNumbers,
  [min, max]: readonly [number, number],
  bins: number,
  missing: boolean,
): RangeCells {
  const { name, layout, type } = column;
  const grid = gridOf(column);
  const { decimals, step = 1 / powerOfTen(decimals) } = grid;
  const half = type === 'continuous' ? 0 : step / 2;
  const steps = type === 'continuous' ? bins : Math.round((max - min) / step) + 1;
  const own = min === max ? 1 : Math.min(bins, steps);
  return {
    ...{ kind: 'range', name, layout, type, missing, cells: own + (missing ? 1 : 0) },
    ...{ low: min - half, high: max + half, bins: own, min, max, grid },
  };
}

function rangeOf(
  column: TypedNumbers,
  ranges: NonNullable<DomainSettings['ranges']>,
): readonly [number, number] {
  const { name, values } = column;
  const given = typeof ranges === 'object' && Object.hasOwn(ranges, name) && ranges[name];
  if (given) return givenRange(column, given);
  if (ranges !== 'data') {
    const { min, max } = column;
    if (min === undefined || max === undefined) throw undeclared(name, 'its range', 'min and max');
    return [min, max];
  }
  let least = Number.POSITIVE_INFINITY;
  let largest = Number.NEGATIVE_INFINITY;
  for (const value of values) {
    if (value < least) least = value;
    if (value > largest) largest = value;
  }
  return least <= largest ? [least, largest] : [0, 0];
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
    `Ranges, column '${name}': found ${JSON.stringify(range)}. Give the least and the largest value that there can be, as the column writes them.`,
  );
}

function mayMiss(
  column: TypedNumbers | TypedLevels,
  ranges: NonNullable<DomainSettings['ranges']>,
  gaps: readonly string[] | undefined,
): boolean {
  let missing = 0;
  if ('codes' in column) for (const code of column.codes) missing += code < 0 ? 1 : 0;
  else for (const value of column.values) missing += Number.isNaN(value) ? 1 : 0;
  if (gaps?.includes(column.name)) return true;
  if (missing === 0) return false;
  if (ranges === 'data' && !gaps) return true;
  throw new InputError(
    `Column '${column.name}': missing in ${counted(missing, 'row')}, but not named among the columns that may have gaps. Name it in gaps (--gaps), or give ranges: 'data' (--ranges data), which voids the guarantee.`,
  );
}

function checkNames(
  { columns }: TypedTable,
  ranges: NonNullable<DomainSettings['ranges']>,
  gaps: readonly string[] = [],
): void {
  const names = new Set(columns.map(({ name }) => name));
  const given = typeof ranges === 'object' ? Object.keys(ranges) : [];
  if (typeof ranges !== 'object' && ranges !== 'declared' && ranges !== 'data') {
    throw new InputError(
      `Ranges: found '${String(ranges)}'. Give declared, data, or ranges by column.`,
    );
  }
  for (const name of [...given, ...gaps]) {
    if (!names.has(name)) {
      throw new InputError(`Ranges and gaps: the table has no column '${name}'. Check the name.`);
    }
  }
}

function undeclared(name: string, what: string, which: string): InputError {
  return new InputError(
    `Column '${name}': ${what} must be public, but the schema does not declare it. Declare ${which} in the schema, or give ranges: 'data' (--ranges data), which voids the guarantee.`,
  );
}
