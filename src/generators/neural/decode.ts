/** From encoded rows to a table. */

import { snapAll } from '../../margins/grid.ts';
import { identifierTexts, isPersonShape, makeIdentifiers } from '../../margins/identifiers.ts';
import { missingMask } from '../../numerics/missing.ts';
import type { Rng } from '../../random/rng.ts';
import type { TypedColumn } from '../../table/applySchema.ts';
import { restoreTable } from '../../table/restoreTable.ts';
import type { Column, FileFormat, Table } from '../../table/table.ts';
import { UNITS } from './encode.ts';
import type { EncodedColumn, EncodedIdentifier, EncodedNumbers } from './encoding.ts';
import { layoutRow } from './encoding.ts';

/** The table of the rows in `data`: softmax spans stand for their largest number. */
export function decodeRows(
  columns: readonly EncodedColumn[],
  data: Float32Array,
  rows: number,
  format: FileFormat,
  rng: Rng,
): Table {
  const { width, spans, firstSpans } = layoutRow(columns);
  const typed = columns.map((column, j): TypedColumn => {
    const { name, layout } = column;
    const base = { name, layout, constant: false };
    const begin = spans[firstSpans[j]]?.begin ?? 0;
    switch (column.kind) {
      case 'numbers': {
        const values = numbers(column, data, rows, width, begin);
        return {
          ...base,
          type: column.type,
          values,
          missing: missingMask(values),
          decimals: column.decimals,
        };
      }
      case 'levels': {
        const { type, levels, places } = column;
        const codes = new Int32Array(rows);
        for (let row = 0; row < rows; row++) {
          codes[row] = places[largest(data, row * width + begin, places.length)];
        }
        return { ...base, type, codes, levels };
      }
      case 'constant': {
        const { type, levels, decimals, value } = column;
        if (type === 'boolean' || type === 'ordered' || type === 'nominal') {
          return { ...base, type, levels, codes: new Int32Array(rows).fill(value ?? -1) };
        }
        const values = new Float64Array(rows).fill(value ?? Number.NaN);
        return { ...base, type, values, missing: missingMask(values), decimals };
      }
      default:
        return { ...base, type: 'identifier', column: identifiers(column, rows, rng) };
    }
  });
  return restoreTable(typed, rows, format);
}

function numbers(
  { modes, hasGaps, min, max, grid }: EncodedNumbers,
  data: Float32Array,
  rows: number,
  width: number,
  begin: number,
): Float64Array {
  const values = new Float64Array(rows);
  for (let row = 0; row < rows; row++) {
    const at = row * width + begin;
    const { mean, sd } = modes[largest(data, at + 1, modes.length)];
    values[row] = Math.max(-1, Math.min(1, data[at])) * UNITS * sd + mean;
  }
  if (grid) snapAll(values, grid);
  for (let row = 0; row < rows; row++) {
    if (min !== null && values[row] < min) values[row] = min;
    if (max !== null && values[row] > max) values[row] = max;
    const gap = row * width + begin + 1 + modes.length;
    if (hasGaps && data[gap + 1] > data[gap]) values[row] = Number.NaN;
  }
  return values;
}

/** The place of the largest of some numbers; of equal ones the first. */
function largest(data: Float32Array, begin: number, length: number): number {
  let best = 0;
  for (let place = 1; place < length; place++) {
    if (data[begin + place] > data[begin + best]) best = place;
  }
  return best;
}

function identifiers({ name, layout, shape }: EncodedIdentifier, rows: number, rng: Rng): Column {
  const made = makeIdentifiers(
    shape,
    0,
    rows,
    rng.split('identifier', isPersonShape(shape) ? 'people' : name),
  );
  const { written, stored } = layout;
  const base = { name, ...(stored !== undefined && { stored }) };
  if (Array.isArray(made)) {
    return { ...base, kind: 'text', ...identifierTexts(made) };
  }
  const column = { kind: 'numeric' as const, values: made, missing: undefined, decimals: 0 };
  return { ...base, ...column, ...(written && { written }) };
}
