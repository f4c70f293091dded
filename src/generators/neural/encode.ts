/** From a table to encoded rows: `encoding.ts` says how. */

import { identifierShape } from '../../margins/identifiers.ts';
import { InputError } from '../../numerics/inputError.ts';
import type { Rng } from '../../random/rng.ts';
import { gridOf } from '../../synth/fitMargins.ts';
import type {
  TypedColumn,
  TypedLevels,
  TypedNumbers,
  TypedTable,
} from '../../table/applySchema.ts';
import { counted } from '../../table/counted.ts';
import {
  type EncodedColumn,
  type EncodedLevels,
  type EncodedNumbers,
  layoutRow,
  type RowLayout,
} from './encoding.ts';
import { fitMixture, type Mixture, responsibilities } from './mixture.ts';

export interface EncodeSettings {
  /** Synthetic numbers stay between the least and the largest of the table, or the declared bounds. */
  readonly clip: boolean;
  /** Continuous columns are rounded to the decimals they were written with. */
  readonly round: boolean;
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
      `Table: found ${counted(table.rows, 'row')}, but a fit needs at least ${FEWEST_ROWS}.`,
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
      'Table: no column can be learnt: all are constant, missing, identifiers or free text.',
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
  if ('values' in column) return [numbersPart(column, settings, rng)];
  if ('codes' in column) return [levelsPart(column)];
  if (column.type === 'text') {
    notes.push(`${name}: free text is never modelled or copied; the column is left out.`);
    return [];
  }
  notes.push(`${name}: identifiers are made anew in the same shape.`);
  const shape = identifierShape(column.column);
  return [{ column: { kind: 'identifier', name, layout, shape }, write: () => {} }];
}

function numbersPart(column: TypedNumbers, { clip, round }: EncodeSettings, rng: Rng): Part {
  const { name, type, layout, decimals, values } = column;
  const there = values.filter((value) => !Number.isNaN(value));
  const infinite = there.reduce((sum, x) => sum + (Number.isFinite(x) ? 0 : 1), 0);
  if (infinite > 0) {
    throw new InputError(
      `Column '${name}': infinite in ${counted(infinite, 'row')}. Mark these values as missing, or mend them.`,
    );
  }
  const hasGaps = there.length < values.length;
  const isConstant = there.every((value) => value === there[0]);
  if (there.length === 0 || (isConstant && !hasGaps)) {
    return constant(column, there.length === 0 ? null : there[0]);
  }
  const mixture = fitMixture(there, rng.split('mixture'));
  const kept = [...mixture.weights.keys()].filter((j) => mixture.weights[j] > LEAST_WEIGHT);
  const { min, max } = limitsOf(column, there, clip);
  const encoded: EncodedNumbers = {
    kind: 'numbers',
    ...{ name, type, layout, decimals, hasGaps, min, max },
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
  const donors = hasGaps ? rng.split('donor').integers(values.length, there.length) : undefined;
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

function limitsOf(
  { min, max }: TypedNumbers,
  there: Float64Array,
  clip: boolean,
): { min: number | null; max: number | null } {
  let least = Number.POSITIVE_INFINITY;
  let largest = Number.NEGATIVE_INFINITY;
  for (const value of there) {
    if (value < least) least = value;
    if (value > largest) largest = value;
  }
  return { min: min ?? (clip ? least : null), max: max ?? (clip ? largest : null) };
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

function generalNotes(columns: readonly EncodedColumn[], { clip }: EncodeSettings): string[] {
  const numbers = columns.filter((column) => column.kind === 'numbers');
  const gaps = numbers.filter(({ hasGaps }) => hasGaps).length;
  return [
    ...(clip && numbers.length > 0
      ? [
          'Numbers end at the least and the largest value of their column unless the schema declares bounds: these two values are data, and the fit holds them.',
        ]
      : []),
    ...(gaps > 0
      ? [
          `${counted(gaps, 'column')} of numbers with missing values: being missing is a category of its own, and gaps take values drawn from the column for the fit.`,
        ]
      : []),
  ];
}
