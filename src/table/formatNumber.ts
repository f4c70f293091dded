/** Numbers as text, the way their column writes them. */

import {
  type NumberFormat,
  type NumericColumn,
  PLAIN_NUMBERS,
  type ScientificFormat,
} from './table.ts';

/**
 * A function that writes the numbers of a column. A number that was read from the column comes back
 * as the same double: a text with k decimals is at most half a unit away from its double, and so is
 * the nearest text with k decimals.
 */
export function numberFormatter(
  column: Pick<NumericColumn, 'decimals' | 'written'>,
  decimalMark: '.' | ',' = '.',
): (value: number) => string {
  const { decimals } = column;
  const style = column.written ?? PLAIN_NUMBERS;
  const plain = chooseStyle(style, decimals);
  return (value) => {
    let text: string;
    if (Number.isFinite(value)) text = signed(value, plain);
    else text = value > 0 ? style.infinity : `-${style.infinity}`;
    if (decimalMark === ',') text = text.replace('.', ',');
    return style.width > 0 ? text.padStart(style.width) : text;
  };
}

type Writer = (size: number) => string;

/** Writes sizes; zero keeps its sign, and what rounds to zero has none. */
function signed(value: number, write: Writer): string {
  if (value > 0 || Object.is(value, 0)) return write(value);
  const text = write(-value);
  return value < 0 && Number(text) === 0 ? text : `-${text}`;
}

function chooseStyle({ scientific, fixed, least = 0 }: NumberFormat, decimals: number): Writer {
  if (scientific === 'some') return (size) => atLeast(String(size), least);
  if (scientific) return (size) => writeScientific(size, scientific);
  if (decimals === 0) return (size) => whole(Math.round(size));
  if (fixed) return (size) => withDecimals(size, decimals);
  return (size) => atLeast(atMost(size, decimals), Math.min(least, decimals));
}

function writeScientific(size: number, { decimals, exponentDigits, letter }: ScientificFormat) {
  const [mantissa, exponent] = size.toExponential(decimals).split('e');
  return `${mantissa}${letter}${exponent[0]}${exponent.slice(1).padStart(exponentDigits, '0')}`;
}

function whole(size: number): string {
  return size < 1e21 ? String(size) : BigInt(size).toString();
}

function withDecimals(size: number, decimals: number): string {
  return size < 1e21 ? size.toFixed(decimals) : `${whole(size)}.${'0'.repeat(decimals)}`;
}

/** A plain number with zeros at its end, up to so many decimals. */
function atLeast(text: string, decimals: number): string {
  if (decimals === 0 || text.includes('e')) return text;
  const point = text.indexOf('.');
  const own = point < 0 ? 0 : text.length - point - 1;
  if (own >= decimals) return text;
  return `${text}${point < 0 ? '.' : ''}${'0'.repeat(decimals - own)}`;
}

/** The shortest text of the double, rounded if it has more decimals than the column. */
function atMost(size: number, decimals: number): string {
  const shortest = String(size);
  const point = shortest.indexOf('.');
  const isPlain = !shortest.includes('e');
  if (isPlain && (point < 0 || shortest.length - point - 1 <= decimals)) return shortest;
  const fixed = withDecimals(size, decimals);
  let end = fixed.length;
  while (fixed[end - 1] === '0') end--;
  return fixed.slice(0, fixed[end - 1] === '.' ? end - 1 : end);
}
