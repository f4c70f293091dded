/**
 * From a model to a synthetic table. A row is a function of the model, the seed and its number, so
 * that tables drawn in one go or in pieces hold the same cells.
 */

import type { IdentifierShape } from '../margins/identifiers.ts';
import { identifierTexts, isPersonShape, makeIdentifiers } from '../margins/identifiers.ts';
import { InputError } from '../numerics/inputError.ts';
import { missingMask } from '../numerics/missing.ts';
import { type Rng, rngFromSeed } from '../random/rng.ts';
import type { RuleColumn } from '../rules/ruleColumn.ts';
import type { ColumnLayout, TypedColumn } from '../table/applySchema.ts';
import { restoreTable } from '../table/restoreTable.ts';
import type { Column, Table } from '../table/table.ts';
import type { ResponseSampling } from '../vine/responseSampling.ts';
import { isIndependence, type Vine } from '../vine/vine.ts';
import { runSync } from '../work/runAsync.ts';
import { DEAREST_CELLS, pairDrawSeconds } from './drawCost.ts';
import { levelsOfContent, type Model, type ModelColumn } from './model.ts';
import { openDraws } from './openDraws.ts';
import type { FitSteps } from './settings.ts';
import { type ModelTruncation, truncate } from './truncate.ts';
import { conditionsOf, type Where } from './where.ts';

export interface SampleTableSettings {
  /** The same seed gives the same table. Default: that of the fit. */
  readonly seed?: number;
  /** How discrete variables are drawn; 'latent' is what the paper's software does. Default: 'exact'. */
  readonly responseSampling?: ResponseSampling;
  /** Where the vine is cut (see `truncate`). Default: as it is. */
  readonly truncation?: ModelTruncation;
  /**
   * What holds in every row: `'age>=65,sex=F'`, or values by column, `{ death: 1 }`. A condition on the
   * response, which is drawn first, costs nothing; rows that do not meet another one are drawn again, so that
   * the sample is that of the model given the condition, and few rows that meet it make it slow.
   */
  readonly where?: Where;
  /** Told once for each piece: how many rows it has, and how many were drawn for it. */
  readonly onDrawn?: (rows: number, drawn: number) => void;
}

export interface ChunkSettings extends SampleTableSettings {
  /** Rows of a piece. Default: 4,096, or fewer where a vine has many pairs. */
  readonly chunkRows?: number;
}

/** A table with exactly `rows` rows. */
export function sample(model: Model, rows: number, settings: SampleTableSettings = {}): Table {
  return runSync(sampleSteps(model, rows, settings));
}

/** `sample` in steps. */
export function* sampleSteps(
  model: Model,
  rows: number,
  { truncation, ...settings }: SampleTableSettings = {},
): FitSteps<Table> {
  const [table] = yield* vineSteps(model, rows, [vineAt(model, truncation)], settings);
  return table;
}

/** Rows of a longer sample: `rows` of them from the row `first` on, counted from 0. */
export function sampleRows(
  model: Model,
  first: number,
  rows: number,
  { truncation, ...settings }: SampleTableSettings = {},
): Table {
  return runSync(vineSteps(model, rows, [vineAt(model, truncation)], settings, first))[0];
}

function vineAt(model: Model, truncation: ModelTruncation | undefined): Vine {
  return truncation === undefined ? model.vine : truncate(model, truncation).vine;
}

/**
 * `sample` at several truncations with the same random numbers: one table each. What they have in
 * common is computed once. `first`: of a longer sample, the rows from this one on.
 */
export function sampleTruncations(
  model: Model,
  rows: number,
  truncations: readonly ModelTruncation[],
  settings: Omit<SampleTableSettings, 'truncation'> = {},
  first = 0,
): Table[] {
  const vines = truncations.map((truncation) => vineAt(model, truncation));
  return runSync(vineSteps(model, rows, vines, settings, first));
}

function* vineSteps(
  model: Model,
  rows: number,
  vines: readonly Vine[],
  settings: Omit<SampleTableSettings, 'truncation'>,
  first = 0,
): FitSteps<Table[]> {
  const draw = drawing(model, rows, vines, settings);
  const step = Math.min(...vines.map((vine) => chunkRowsOf(vine, settings)));
  const parts: (readonly Drawn[])[] = [];
  for (let from = 0; from < rows || parts.length === 0; from += step) {
    parts.push(draw(first + from, Math.min(step, rows - from)));
    yield { stage: 'sample', done: Math.min(from + step, rows), total: rows };
  }
  return vines.map((_, t) => {
    const own = parts.map((part) => part[t]);
    const whole = own.length === 1 ? own[0] : own[0].map((_, j) => joined(own, j, rows));
    return tableOf(model, whole, rows);
  });
}

/** The same rows in pieces, each a table, so that memory does not grow with their number. */
export function* sampleChunks(
  model: Model,
  rows: number,
  settings: ChunkSettings = {},
): Generator<Table> {
  const vine = vineAt(model, settings.truncation);
  const { chunkRows = chunkRowsOf(vine, settings) } = settings;
  if (!Number.isSafeInteger(chunkRows) || chunkRows < 1) {
    throw new InputError(`Rows of a piece: found ${chunkRows}. Give a whole number of at least 1.`);
  }
  const draw = drawing(model, rows, [vine], settings);
  for (let from = 0; from < rows || from === 0; from += chunkRows) {
    const length = Math.min(chunkRows, rows - from);
    yield tableOf(model, draw(from, length)[0], length);
  }
}

/** Rows of a piece, if it is not dear. */
const MOST_ROWS = 4096;
/** Seconds that a piece may take at most, which is how soon it can be cancelled. */
const PIECE_SECONDS = 0.2;

function chunkRowsOf(vine: Vine, { responseSampling = 'exact' }: SampleTableSettings): number {
  let seconds = 1e-9;
  for (const edge of vine.edges) {
    if (isIndependence(edge)) continue;
    const { tree, a, b } = edge;
    // cells differ from row to row from the second tree on
    const hasCells = tree > 1 && responseSampling === 'exact' && (vine.atoms[a] || vine.atoms[b]);
    seconds += pairDrawSeconds(hasCells ? DEAREST_CELLS : 0);
  }
  // rows are drawn group by group of classes: short runs cost more for each row
  const most = vine.groups ? 2 * PIECE_SECONDS : PIECE_SECONDS;
  // even: the kernel works on two rows at a time
  const sixteens = Math.floor(most / seconds / 16);
  return Math.min(MOST_ROWS, Math.max(16, 16 * sixteens));
}

/** Per column its numbers (NaN where missing), or the texts of new identifiers. */
type Drawn = readonly (Float64Array | string[])[];

/** Draws rows from each of the vines, which are the model's, cut in different ways. */
function drawing(
  model: Model,
  rows: number,
  vines: readonly Vine[],
  { seed = model.seed, responseSampling = 'exact', where, onDrawn }: SampleTableSettings,
): (from: number, rows: number) => Drawn[] {
  if (!Number.isSafeInteger(rows) || rows < 0) {
    throw new InputError(`Rows: found ${rows}. Give a whole number of at least 0.`);
  }
  if (responseSampling !== 'exact' && responseSampling !== 'latent') {
    throw new InputError(`Response sampling: found '${responseSampling}'. Give exact or latent.`);
  }
  if (!Number.isSafeInteger(seed) || seed < 0) {
    throw new InputError(`Seed: found ${seed}. Give a whole number of at least 0.`);
  }
  const conditions = where === undefined ? [] : conditionsOf(model, where);
  const draw = openDraws(model, conditions, {
    rng: rngFromSeed(seed).split('sample'),
    isExact: responseSampling === 'exact',
    ...(onDrawn && { onDrawn }),
  });
  const rng = rngFromSeed(seed).split('sample');
  return (from, length) =>
    draw(vines, from, length).map((columns) =>
      model.columns.map((column, j) =>
        column.content.kind === 'identifier'
          ? withGaps(
              newIdentifiers(
                column.content.shape,
                from,
                length,
                rng.split('column', isPerson(column) ? 'people' : j),
              ),
              columns[j]?.values,
            )
          : (columns[j] as RuleColumn).values,
      ),
    );
}

/** No text and no number where `cells` has none. */
function withGaps(made: Float64Array | string[], cells: Float64Array | undefined) {
  if (!cells) return made;
  return Array.isArray(made)
    ? made.map((text, row) => (Number.isNaN(cells[row]) ? '' : text))
    : made.map((value, row) => (Number.isNaN(cells[row]) ? Number.NaN : value));
}

/** Names and e-mail addresses of a row are those of one person. */
function isPerson({ content }: ModelColumn): boolean {
  return content.kind === 'identifier' && isPersonShape(content.shape);
}

function newIdentifiers(shape: IdentifierShape, from: number, rows: number, rng: Rng) {
  return makeIdentifiers(shape, from, rows, rng.split('identifier'));
}

function joined(parts: readonly Drawn[], j: number, rows: number): Float64Array | string[] {
  if (Array.isArray(parts[0][j])) return parts.flatMap((part) => part[j] as string[]);
  const whole = new Float64Array(rows);
  let at = 0;
  for (const part of parts) {
    whole.set(part[j] as Float64Array, at);
    at += part[j].length;
  }
  return whole;
}

function tableOf(model: Model, drawn: Drawn, rows: number): Table {
  const columns = model.columns.map((column, j) => typedColumn(column, drawn[j]));
  return restoreTable(columns, rows, model.table);
}

function typedColumn(column: ModelColumn, drawn: Float64Array | string[]): TypedColumn {
  const { name, type, layout, content } = column;
  const base = { name, layout, constant: false };
  if (content.kind === 'identifier' || type === 'identifier' || type === 'text') {
    return { ...base, type: 'identifier', column: identifierColumn(layout, drawn) };
  }
  const values = drawn as Float64Array;
  if (type === 'boolean' || type === 'ordered' || type === 'nominal') {
    const levels = levelsOfContent(content) ?? [];
    const codes = new Int32Array(values.length);
    for (let i = 0; i < values.length; i++) codes[i] = Number.isNaN(values[i]) ? -1 : values[i];
    return { ...base, type, codes, levels };
  }
  return { ...base, type, values, missing: missingMask(values), decimals: layout.decimals };
}

function identifierColumn(layout: ColumnLayout, drawn: Float64Array | string[]): Column {
  const { name, written, stored, missingCode } = layout;
  const base = {
    name,
    ...(stored !== undefined && { stored }),
    ...(missingCode !== undefined && { missingCode }),
  };
  if (!Array.isArray(drawn)) {
    const missing = missingMask(drawn);
    const numbers = { kind: 'numeric' as const, values: drawn, missing, decimals: 0 };
    return { ...base, ...numbers, ...(written && { written }) };
  }
  return { ...base, kind: 'text', ...identifierTexts(drawn) };
}
