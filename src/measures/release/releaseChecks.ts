/**
 * Checks on a synthetic table before it is released, each a named result. They compare tables and
 * know nothing of how the synthetic one was made, but for `dominance`, which looks at the model.
 */

import { snap } from '../../margins/grid.ts';
import { dominatedColumns } from '../../model/dominance.ts';
import { gridOf } from '../../model/fitMargins.ts';
import type { Model } from '../../model/model.ts';
import { resolveSchema } from '../../model/settings.ts';
import { InputError } from '../../numerics/inputError.ts';
import { hasMissing } from '../../numerics/missing.ts';
import { FEWEST_PEOPLE } from '../../numerics/publish.ts';
import {
  applySchema,
  type TypedColumn,
  type TypedLevels,
  type TypedNumbers,
} from '../../table/applySchema.ts';
import { numberFormatter } from '../../table/formatNumber.ts';
import type { TableSchema } from '../../table/schema.ts';
import type { Column, NumericColumn, Table } from '../../table/table.ts';
import { brokenRules } from './brokenRules.ts';
import { levelsIn, numbersOf } from './cells.ts';
import { copiesCheck } from './copiesCheck.ts';
import { keyChecks } from './keySets.ts';
import { judged, type ReleaseCheck } from './releaseCheck.ts';

export type { ReleaseCheck } from './releaseCheck.ts';

export interface ReleaseOptions {
  /** Rows that were asked for. Default: as many as there are. */
  readonly rows?: number;
  /** Levels and extremes of fewer real rows than this are a person's own. Default: 5. */
  readonly k?: number;
  /** The level that takes in rare ones. Default: 'other'. */
  readonly pooledLevel?: string;
  /**
   * Real rows that were kept out of the fit: they show how many copies chance makes. Default: none, the
   * real rows are compared with each other.
   */
  readonly holdout?: Table;
  /** Sets of columns that an outsider may know, as in [['age', 'sex', 'zip']]. Default: none. */
  readonly keys?: readonly (readonly string[])[];
  /** Whether a synthetic row fails whose key fewer than k real rows have. Default: no. */
  readonly blockKeys?: boolean;
  /** The model that the synthetic table was drawn from. Default: none, and no check of its numbers. */
  readonly model?: Model;
  /**
   * The table was drawn from a private fit on a public domain: levels, ranges, grids and gaps are those that were
   * declared, whatever the real rows have, and that a rare level comes out tells nothing. Default: no.
   */
  readonly isPublicDomain?: boolean;
}

export function checkRelease(
  real: Table,
  synthetic: Table,
  schema?: TableSchema | object,
  options: ReleaseOptions = {},
): ReleaseCheck[] {
  const { k = FEWEST_PEOPLE, rows = synthetic.rows, pooledLevel = 'other' } = options;
  const { holdout, keys = [], blockKeys = false, model, isPublicDomain = false } = options;
  if (!Number.isInteger(k) || k < 1) {
    throw new InputError(`k: found ${k}. Give a whole number of at least 1.`);
  }
  const resolved = resolveSchema(schema);
  const typed = applySchema(real, resolved).columns;
  const lacking =
    holdout &&
    typed.find(
      (column) =>
        !('column' in column) && has(synthetic, column.name) && !has(holdout, column.name),
    );
  if (lacking) {
    throw new InputError(
      `Holdout: it has no column '${lacking.name}'. Give rows of the same table.`,
    );
  }
  const made = new Map(synthetic.columns.map((column) => [column.name, column]));
  const pairs = typed.flatMap((column): Pair[] => {
    const own = made.get(column.name);
    return own ? [{ real: column, synthetic: own }] : [];
  });
  return [
    rowsAsAsked(synthetic, rows),
    copiesCheck(real, synthetic, typed, holdout),
    reproducedExtremes(pairs, k, model),
    ...(model ? [dominance(typed, model)] : []),
    carriedIdentifiers(pairs),
    ...(isPublicDomain ? [] : [rareLevels(pairs, k, pooledLevel)]),
    offSchema(typed, synthetic, made, {
      pooledLevel,
      isOurs: model !== undefined,
      isPublicDomain,
    }),
    ...brokenRules(resolved.constraints ?? [], typed, synthetic, k),
    ...keys.flatMap((key) => keyChecks(real, synthetic, key, { k, blockKeys })),
  ];
}

function has({ columns }: Table, name: string): boolean {
  return columns.some((column) => column.name === name);
}

interface Pair {
  readonly real: TypedColumn;
  readonly synthetic: Column;
}

function rowsAsAsked({ rows }: Table, asked: number): ReleaseCheck {
  const note = `rows of the synthetic table; ${asked} were asked for`;
  return judged('rows-as-asked', rows, asked, note, rows === asked);
}

/** Columns whose real minimum or maximum comes out, though fewer than k real rows have it. */
function reproducedExtremes(pairs: readonly Pair[], k: number, model?: Model): ReleaseCheck {
  const caught: string[] = [];
  // what is computed from other columns meets an extreme by chance alone
  const computed = new Set(
    model?.columns.flatMap(({ name, content }) => (content.kind === 'derived' ? [name] : [])),
  );
  for (const { real, synthetic } of pairs) {
    if (!('values' in real) || computed.has(real.name)) continue;
    const cells = numbersOf(synthetic, real);
    const { min, max } = real;
    const ends = [
      ...(min === undefined ? [rareExtreme(real.values, -1, k)] : []),
      ...(max === undefined ? [rareExtreme(real.values, 1, k)] : []),
    ];
    if (ends.some((end) => end !== undefined && cells.includes(end))) caught.push(real.name);
  }
  const where = caught.length > 0 ? `: ${caught.join(', ')}` : '';
  const note = `columns with a real minimum or maximum of fewer than ${k} rows in them${where}`;
  return judged('real-extremes', caught.length, 0, note);
}

/** Columns whose published numbers follow their outermost records, or reach beyond the k-th. */
function dominance(typed: readonly TypedColumn[], model: Model): ReleaseCheck {
  const caught = dominatedColumns(typed, model);
  const where = caught.length > 0 ? `: ${caught.join(', ')}` : '';
  const note = `columns whose margin depends on the values of fewer than ${model.k} outermost rows${where}`;
  return judged('dominance', caught.length, 0, note);
}

/** The extreme on one side, if fewer than k rows have it. */
function rareExtreme(values: Float64Array, side: 1 | -1, k: number): number | undefined {
  let extreme = Number.NaN;
  let rows = 0;
  for (const value of values) {
    if (Number.isNaN(value)) continue;
    if (!(side * value <= side * extreme)) {
      extreme = value;
      rows = 1;
    } else if (value === extreme) rows++;
  }
  return rows > 0 && rows < k ? extreme : undefined;
}

/** Identifiers and free text that also stand in the real table. */
function carriedIdentifiers(pairs: readonly Pair[]): ReleaseCheck {
  let found = 0;
  const names: string[] = [];
  for (const { real, synthetic } of pairs) {
    if (!('column' in real)) continue;
    names.push(real.name);
    const known = new Set(cellsOf(real.column));
    for (const cell of cellsOf(synthetic)) if (known.has(cell)) found++;
  }
  const where = names.length > 0 ? ` (${names.join(', ')})` : '';
  return judged(
    'carried-identifiers',
    found,
    0,
    `cells of identifiers and free text that are real ones${where}`,
  );
}

/** Levels in the synthetic table that fewer than k real rows have. */
function rareLevels(pairs: readonly Pair[], k: number, pooledLevel: string): ReleaseCheck {
  let found = 0;
  const names: string[] = [];
  for (const { real, synthetic } of pairs) {
    if (!('codes' in real)) continue;
    const counts = new Map(real.levels.map((level) => [level, 0]));
    for (const code of real.codes) {
      if (code >= 0) counts.set(real.levels[code], (counts.get(real.levels[code]) ?? 0) + 1);
    }
    const used = new Set(levelsIn(synthetic));
    const rare = [...used].filter((level) => {
      const rows = (level !== undefined && counts.get(level)) || 0;
      return rows > 0 && rows < k && level !== pooledLevel;
    });
    if (rare.length > 0) names.push(real.name);
    found += rare.length;
  }
  const where = names.length > 0 ? `: in ${names.join(', ')}` : '';
  return judged('rare-levels', found, 0, `levels that fewer than ${k} real rows have${where}`);
}

interface Allowed {
  readonly pooledLevel: string;
  readonly isOurs: boolean;
  readonly isPublicDomain: boolean;
}

/** Cells that the schema of the real table does not allow; a column too many or too few counts once. */
function offSchema(
  typed: readonly TypedColumn[],
  synthetic: Table,
  made: ReadonlyMap<string, Column>,
  { pooledLevel, isOurs, isPublicDomain }: Allowed,
): ReleaseCheck {
  const names: string[] = [];
  let found = 0;
  const count = (name: string, cells: number) => {
    found += cells;
    if (cells > 0) names.push(name);
  };
  const known = new Set(typed.map(({ name }) => name));
  for (const { name } of synthetic.columns) count(name, known.has(name) ? 0 : 1);
  for (const column of typed) {
    const own = made.get(column.name);
    if (own === undefined) count(column.name, column.type === 'text' ? 0 : 1);
    else if ('values' in column) {
      count(column.name, strayNumbers(column, own, isOurs, isPublicDomain));
    } else if ('codes' in column) {
      count(column.name, strayLevels(column, own, pooledLevel, isPublicDomain));
    }
  }
  const where = names.length > 0 ? `: in ${names.join(', ')}` : '';
  return judged(
    'off-schema',
    found,
    0,
    `cells of another type, grid, range, level or way of writing${where}`,
  );
}

/** Of a table of our own, numbers must also be written as the real ones are: 157.0, not 157. */
function strayNumbers(
  real: TypedNumbers,
  synthetic: Column,
  isOurs: boolean,
  isPublicDomain: boolean,
): number {
  const grid = gridOf(real);
  const isWritten =
    isOurs && synthetic.kind === 'numeric' ? writtenAlike(real, synthetic) : () => true;
  const { min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY, type } = real;
  const mayMiss = isPublicDomain || hasMissing(real.values);
  const cells = numbersOf(synthetic, real);
  let stray = 0;
  for (let i = 0; i < cells.length; i++) {
    const value = cells[i];
    if (Number.isNaN(value)) {
      if (!mayMiss || !isMissing(synthetic, i)) stray++;
      continue;
    }
    const fits =
      Number.isFinite(value) &&
      value >= min &&
      value <= max &&
      (type !== 'count' || value >= 0) &&
      (isPublicDomain || value === snap(value, grid)) &&
      isWritten(value);
    if (!fits) stray++;
  }
  return stray;
}

function writtenAlike(
  { layout }: TypedNumbers,
  { decimals, written }: NumericColumn,
): (value: number) => boolean {
  const writer = (format: Pick<NumericColumn, 'decimals' | 'written'>) =>
    numberFormatter(
      format.written ? { ...format, written: { ...format.written, width: 0 } } : format,
    );
  const one = writer(layout);
  const other = writer(written ? { decimals, written } : { decimals });
  return (value) => one(value) === other(value);
}

function strayLevels(
  real: TypedLevels,
  synthetic: Column,
  pooledLevel: string,
  isPublicDomain: boolean,
): number {
  const allowed = new Set(real.levels);
  if (real.type === 'nominal') allowed.add(pooledLevel);
  const mayMiss = isPublicDomain || real.codes.includes(-1);
  const cells = levelsIn(synthetic);
  let stray = 0;
  for (const level of cells) if (level === undefined ? !mayMiss : !allowed.has(level)) stray++;
  return stray;
}

function cellsOf(column: Column): (string | number)[] {
  if (column.kind === 'text')
    return Array.from(new Set(column.codes)).flatMap((code) =>
      code < 0 ? [] : [column.dictionary[code]],
    );
  return Array.from(column.values).filter((value) => !Number.isNaN(value));
}

function isMissing(column: Column, i: number): boolean {
  return column.kind === 'text' ? column.codes[i] < 0 : Number.isNaN(column.values[i]);
}
