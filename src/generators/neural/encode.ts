/** From a table to encoded rows: `encoding.ts` says how. */

import { identifierShape } from '../../margins/identifiers.ts';
import { gridOf } from '../../model/fitMargins.ts';
import { FIT_DEFAULTS } from '../../model/settings.ts';
import { InputError } from '../../numerics/inputError.ts';
import type { Rng } from '../../random/rng.ts';
import type {
  TypedColumn,
  TypedLevels,
  TypedNumbers,
  TypedTable,
} from '../../table/applySchema.ts';
import { counted } from '../../table/counted.ts';
import type { GeneratorSettings } from '../generator.ts';
import {
  type EncodedColumn,
  type EncodedLevels,
  type EncodedNumbers,
  layoutRow,
  type RowLayout,
} from './encoding.ts';
import { type GuardedNumbers, guardLevels, guardNumbers, supported } from './guard.ts';
import { fitMixture, type Mixture, responsibilities } from './mixture.ts';

export interface EncodeSettings {
  /** Synthetic numbers stay between the limits of the column, or the declared bounds. */
  readonly clip: boolean;
  /** Continuous columns are rounded to the decimals they were written with. */
  readonly round: boolean;
  /**
   * The least rows behind a limit, a mode, a level or gaps, so that the encoding holds nobody (guard.ts).
   * Without it, as the paper's software has it, limits are single people's, and so may modes be.
   */
  readonly k?: number;
  /** The level that takes in rare ones. */
  readonly pooledLevel?: string | undefined;
}

/** How a table is encoded under what a network and all generators are told. */
export function encodingOf(
  { clip, round, guard }: Pick<EncodeSettings, 'clip' | 'round'> & { readonly guard: boolean },
  { k = FIT_DEFAULTS.k, pooledLevel }: GeneratorSettings,
): EncodeSettings {
  return { clip, round, ...(guard && { k, pooledLevel }) };
}

export interface Encoded {
  readonly columns: readonly EncodedColumn[];
  readonly layout: RowLayout;
  readonly rows: number;
  /** Row after row. */
  readonly data: Float32Array;
  readonly notes: readonly string[];
}

/** Components of a mixture with a smaller weight are no modes. */
const LEAST_WEIGHT = 0.005;
const FEWEST_ROWS = 10;
/** Distances to a mode's mean are learnt in units of this many standard deviations, up to the limit. */
export const UNITS = 4;
const LIMIT = 0.99;

interface Part {
  readonly column: EncodedColumn;
  /** Writes what the column has in a row; `to` is where the column's first span begins. */
  write(data: Float32Array, row: number, to: number): void;
}

export function encodeTable(table: TypedTable, settings: EncodeSettings, rng: Rng): Encoded {
  if (table.rows < FEWEST_ROWS) {
    throw new InputError(
      `Table: found ${counted(table.rows, 'row')}, but a fit needs at least ${FEWEST_ROWS}. Give more rows.`,
    );
  }
  const notes: string[] = [];
  const parts = table.columns.flatMap((column, j) =>
    partOf(column, settings, rng.split('column', j), notes),
  );
  const columns = parts.map(({ column }) => column);
  const layout = layoutRow(columns);
  if (layout.width === 0) {
    throw new InputError(
      'Table: there is no column to learn: all are constant, missing, identifiers or free text. Give a table with a column that varies.',
    );
  }
  const data = new Float32Array(table.rows * layout.width);
  parts.forEach(({ write }, j) => {
    const begin = layout.spans[layout.firstSpans[j]]?.begin ?? 0;
    for (let row = 0; row < table.rows; row++) write(data, row, row * layout.width + begin);
  });
  return {
    columns,
    layout,
    rows: table.rows,
    data,
    notes: [...notes, ...generalNotes(columns, settings)],
  };
}

function partOf(column: TypedColumn, settings: EncodeSettings, rng: Rng, notes: string[]): Part[] {
  const { name, layout } = column;
  if ('values' in column) {
    const guarded = guardNumbers(column, settings, notes);
    return [guarded ? numbersPart(guarded, column, settings, rng) : constant(column, null)];
  }
  if ('codes' in column) {
    const guarded = guardLevels(column, settings, rng.split('gaps'), notes);
    return [guarded ? levelsPart(guarded) : constant(column, null)];
  }
  if (column.type === 'text') {
    notes.push(`${name}: free text is never modelled or copied; the column is left out.`);
    return [];
  }
  notes.push(`${name}: identifiers are made anew in the same shape.`);
  const shape = identifierShape(column.column, column.identity);
  return [{ column: { kind: 'identifier', name, layout, shape }, write: () => {} }];
}

function numbersPart(
  { values, there, hasGaps, least, largest }: GuardedNumbers,
  column: TypedNumbers,
  { clip, round, k }: EncodeSettings,
  rng: Rng,
): Part {
  const { name, type, layout, decimals, min, max } = column;
  const isConstant = there.every((value) => value === there[0]);
  if (there.length === 0 || (isConstant && !hasGaps)) {
    return constant(column, there.length === 0 ? null : there[0]);
  }
  const mixture = fitMixture(there, rng.split('mixture'));
  const weighty = [...mixture.weights.keys()].filter((j) => mixture.weights[j] > LEAST_WEIGHT);
  const kept = k === undefined ? weighty : supported(mixture, weighty, there, k);
  const encoded: EncodedNumbers = {
    kind: 'numbers',
    name,
    type,
    layout,
    decimals,
    hasGaps,
    min: min ?? (clip ? least : null),
    max: max ?? (clip ? largest : null),
    modes: kept.map((j) => ({ mean: mixture.means[j], sd: mixture.sds[j] })),
    grid: round || type !== 'continuous' ? gridOf(column) : null,
  };
  return { column: encoded, write: numbersWriter(encoded, values, there, mixture, kept, rng) };
}

function numbersWriter(
  { modes, hasGaps }: EncodedNumbers,
  values: Float64Array,
  there: Float64Array,
  mixture: Mixture,
  kept: readonly number[],
  rng: Rng,
): Part['write'] {
  const draws = rng.split('mode').uniforms(values.length);
  const isWhole = there.length === values.length;
  const donors = isWhole ? undefined : rng.split('donor').integers(values.length, there.length);
  const shares = new Float64Array(kept.length);
  return (data, row, to) => {
    const isMissing = Number.isNaN(values[row]);
    const value = isMissing && donors ? there[donors[row]] : values[row];
    responsibilities(mixture, kept, value, shares);
    const place = drawMode(shares, draws[row]);
    const { mean, sd } = modes[place];
    data[to] = Math.max(-LIMIT, Math.min(LIMIT, (value - mean) / (UNITS * sd)));
    data[to + 1 + place] = 1;
    if (hasGaps) data[to + 1 + modes.length + (isMissing ? 1 : 0)] = 1;
  };
}

/** A mode by its responsibility, of which none is quite impossible. */
function drawMode(shares: Float64Array, draw: number): number {
  const floor = 1e-6;
  let rest = draw * (1 + floor * shares.length);
  for (let place = 0; place < shares.length - 1; place++) {
    rest -= shares[place] + floor;
    if (rest < 0) return place;
  }
  return shares.length - 1;
}

function levelsPart(column: TypedLevels): Part {
  const { name, type, layout, codes, levels } = column;
  const occurs = new Set(codes);
  const places = [...levels.keys()].filter((place) => occurs.has(place));
  if (occurs.has(-1)) places.push(-1);
  if (places.length < 2) return constant(column, places[0] === -1 ? null : places[0]);
  const encoded: EncodedLevels = { kind: 'levels', name, type, layout, levels, places };
  const positions = new Map(places.map((place, position) => [place, position]));
  return {
    column: encoded,
    write(data, row, to) {
      data[to + (positions.get(codes[row]) as number)] = 1;
    },
  };
}

function constant(column: TypedNumbers | TypedLevels, value: number | null): Part {
  const { name, type, layout } = column;
  const levels = 'levels' in column ? column.levels : [];
  const decimals = 'decimals' in column ? column.decimals : 0;
  return {
    column: { kind: 'constant', name, type, layout, decimals, levels, value },
    write: () => {},
  };
}

function generalNotes(columns: readonly EncodedColumn[], { clip, k }: EncodeSettings): string[] {
  const numbers = columns.filter((column) => column.kind === 'numbers');
  const gaps = numbers.filter(({ hasGaps }) => hasGaps).length;
  return [
    ...(clip && numbers.length > 0 && k === undefined
      ? [
          'Numbers end at the least and the largest value of their column unless the schema declares bounds, and levels may be those of one person (guard: false): the fit holds them, and cannot be saved.',
        ]
      : []),
    ...(gaps > 0
      ? [
          `${counted(gaps, 'column')} of numbers with missing values: being missing is a category of its own, and gaps take values drawn from the column for the fit.`,
        ]
      : []),
  ];
}
