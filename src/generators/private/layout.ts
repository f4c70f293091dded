/**
 * How a private release is written: by what is declared, or the same for all tables. The way a column was
 * written is data: one cell of 2.345 among cells like 2.3, one 1e0, one NA would show in every row that
 * comes out.
 *
 * Public are the names of the columns, their order, and of the file its kind, delimiter, decimal mark,
 * line ends, packing and whether it has a header, which are its writer's habits. Quotes, encoding and the
 * last line's end may hang on one cell or one row, so they are plain.
 */

import { type Grid, gridOfStep } from '../../margins/grid.ts';
import { gridOf } from '../../model/fitMargins.ts';
import type { ColumnLayout, TypedNumbers } from '../../table/applySchema.ts';
import { dateFormat } from '../../table/dateFormat.ts';
import type { ColumnSchema } from '../../table/schema.ts';
import { type FileFormat, PLAIN_CSV } from '../../table/table.ts';

export function publicFormat(format: FileFormat): FileFormat {
  const { kind, delimiter, decimalMark, lineEnd, gzip, header } = format;
  return { ...PLAIN_CSV, kind, delimiter, decimalMark, lineEnd, gzip, header };
}

/** The grid and the layout of numbers; `pattern` is how dates are written, in UTC if it names a zone. */
export function publicNumbers(
  { name, type }: Pick<TypedNumbers, 'name' | 'type'>,
  declared: ColumnSchema,
  range: readonly [number, number],
  bins: number,
  pattern: string | undefined,
): { readonly grid: Grid; readonly layout: ColumnLayout } {
  if (type === 'date' && pattern !== undefined) {
    const { decimals } = dateFormat(pattern);
    const layout: ColumnLayout = {
      name,
      kind: 'text',
      decimals: 0,
      date: { pattern, offset: 0 },
    };
    return { grid: gridOf({ type, decimals, layout }), layout };
  }
  const decimals = type === 'count' ? 0 : (declared.decimals ?? decimalsOf(range, bins));
  const grid = declared.step === undefined ? { decimals } : gridOfStep(declared.step);
  const shown = Math.max(grid.decimals, declared.decimals ?? 0);
  return { grid, layout: { name, kind: 'numeric', decimals: shown } };
}

const MOST_DECIMALS = 15;

/** So many that a bin has a hundred values, and that both ends can be written. */
function decimalsOf([min, max]: readonly [number, number], bins: number): number {
  const step = (max - min) / bins / 100;
  let decimals = Math.max(decimalsIn(String(min)), decimalsIn(String(max)));
  while (decimals < MOST_DECIMALS && step > 0 && Number(`1e-${decimals}`) > step) decimals++;
  return decimals;
}

/** Levels are numbers if each is written as a number is, and texts otherwise. */
export function publicLevels(name: string, levels: readonly string[]): ColumnLayout {
  const isNumber = levels.every(
    (level) => /^-?[0-9.]+$/.test(level) && String(Number(level)) === level,
  );
  if (!isNumber) return { name, kind: 'text', decimals: 0 };
  return { name, kind: 'numeric', decimals: Math.max(...levels.map(decimalsIn)) };
}

/** Decimals of a number in its shortest way. */
function decimalsIn(text: string): number {
  const [digits, exponent = '0'] = text.split('e');
  const own = (digits.split('.')[1]?.length ?? 0) - Number(exponent);
  return Math.min(MOST_DECIMALS, Math.max(0, own));
}
