/**
 * Columns that are products or ratios of powers of two others: a body mass index, an area, a price by the piece. On
 * the scale of logarithms they are sums, and a regression shows the powers; these must be whole or halves. Also those
 * that lie close to a product or a ratio.
 */

import { kernel } from '../numerics/kernel.ts';
import { fitMultiple, targetAt } from './fitFormula.ts';
import { type Formula, lineText, mayFollow } from './formulas.ts';
import { isClose, type NearFormula } from './nearFormula.ts';
import { nameInRule } from './parseRule.ts';
import type { RuleColumn } from './ruleColumn.ts';

const MOST_COLUMNS = 80;
const FEWEST_ROWS = 50;
/** Rows that powers are guessed from. */
const GUESS_ROWS = 80;
const MOST_POWER = 3;

export function formulasOfTwo(columns: readonly RuleColumn[], screen: Uint32Array): Formula[] {
  return ofTwo(columns, screen, productOf).map(({ text, ...found }) => ({ ...found, rule: text }));
}

/** What a column lies close to: a product or a ratio of two others. */
export function nearProducts(columns: readonly RuleColumn[], screen: Uint32Array): NearFormula[] {
  return ofTwo(columns, screen, nearProductOf).map(({ text, ...found }) => ({
    ...found,
    to: text,
  }));
}

interface OfTwo {
  readonly name: string;
  readonly from: readonly [string, string];
  readonly text: string;
}

/** What `read` makes of a column, two others and the powers of these that a regression shows. */
function ofTwo(
  columns: readonly RuleColumn[],
  screen: Uint32Array,
  read: typeof productOf,
): OfTwo[] {
  const numbers = columns.filter(({ kind }) => kind === 'number');
  if (numbers.length > MOST_COLUMNS) return [];
  const { log } = kernel();
  const logs = numbers.map(({ values }) =>
    Float64Array.from(screen, (row) => (values[row] > 0 ? log(values[row]) : Number.NaN)),
  );
  const known = logs.map(knownBits);
  return numbers.flatMap((target, t): OfTwo[] => {
    if (!mayFollow(target, screen)) return [];
    const own = Float64Array.from(screen, (row) => target.values[row]);
    return numbers.flatMap((a, i) => {
      if (i === t) return [];
      const both = commonBits(known[t], known[i]);
      return numbers.flatMap((b, j): OfTwo[] => {
        if (j <= i || j === t) return [];
        const places = commonBits(both, known[j]);
        const count = countBits(places);
        if (count < FEWEST_ROWS) return [];
        const powers = powersOf(own, logs[t], logs[i], logs[j], spread(places, count));
        if (!powers) return [];
        const rows = screen.filter((_, place) => isSet(places, place));
        const text = read(target, [a, b], powers, rows);
        return text ? [{ name: target.name, from: [a.name, b.name], text }] : [];
      });
    });
  });
}

/** The places at which a column is known, one bit for each: of three columns together in next to no time. */
function knownBits(values: Float64Array): Uint32Array {
  const bits = new Uint32Array(Math.ceil(values.length / 32));
  for (let place = 0; place < values.length; place++) {
    if (!Number.isNaN(values[place])) bits[place >> 5] |= 1 << (place & 31);
  }
  return bits;
}

function commonBits(a: Uint32Array, b: Uint32Array): Uint32Array {
  const common = new Uint32Array(a.length);
  for (let word = 0; word < a.length; word++) common[word] = a[word] & b[word];
  return common;
}

function countBits(bits: Uint32Array): number {
  let count = 0;
  for (let word = 0; word < bits.length; word++) {
    for (let rest = bits[word]; rest !== 0; rest &= rest - 1) count++;
  }
  return count;
}

function isSet(bits: Uint32Array, place: number): boolean {
  return ((bits[place >> 5] >>> (place & 31)) & 1) === 1;
}

/** Some of the places that are set, evenly spread. */
function spread(bits: Uint32Array, count: number): Uint32Array {
  const chosen = new Uint32Array(Math.min(count, GUESS_ROWS));
  let [next, seen] = [0, 0];
  for (let word = 0; word < bits.length; word++) {
    for (let rest = bits[word]; rest !== 0; rest &= rest - 1) {
      if (seen === Math.floor((next * count) / chosen.length)) {
        chosen[next] = 32 * word + 31 - Math.clz32(rest & -rest);
        next++;
      }
      seen++;
    }
  }
  return chosen;
}

/** y = c + p a + q b by least squares, rows weighted by the square of the value, as rounding is the same for all. */
function powersOf(
  values: Float64Array,
  y: Float64Array,
  a: Float64Array,
  b: Float64Array,
  rows: Uint32Array,
): readonly [number, number] | undefined {
  let [n, sa, sb, sy] = [0, 0, 0, 0];
  for (const row of rows) {
    const weight = values[row] * values[row];
    n += weight;
    sa += weight * a[row];
    sb += weight * b[row];
    sy += weight * y[row];
  }
  let [aa, ab, bb, ay, by] = [0, 0, 0, 0, 0];
  for (const row of rows) {
    const weight = values[row] * values[row];
    const [da, db, dy] = [a[row] - sa / n, b[row] - sb / n, y[row] - sy / n];
    aa += weight * da * da;
    ab += weight * da * db;
    bb += weight * db * db;
    ay += weight * da * dy;
    by += weight * db * dy;
  }
  const area = aa * bb - ab * ab;
  if (!(area > 1e-6 * aa * bb)) return undefined;
  const found = [(ay * bb - by * ab) / area, (by * aa - ay * ab) / area];
  const powers = found.map((power) => Math.round(2 * power) / 2);
  const isPower = powers.every(
    (power, i) => power !== 0 && Math.abs(power) <= MOST_POWER && Math.abs(power - found[i]) < 0.1,
  );
  return isPower ? [powers[0], powers[1]] : undefined;
}

function productOf(
  target: RuleColumn,
  sources: readonly [RuleColumn, RuleColumn],
  powers: readonly [number, number],
  rows: Uint32Array,
): string | undefined {
  const made = Float64Array.from(rows, (row) =>
    sources.reduce((product, { values }, i) => product * raised(values[row], powers[i]), 1),
  );
  const times = fitMultiple(targetAt(target, rows), made);
  if (times === undefined) return undefined;
  const factors = (sign: number) =>
    sources.flatMap(({ name }, i) =>
      powers[i] * sign > 0 ? factorsOf(name, Math.abs(powers[i])) : [],
    );
  const [above, below] = [factors(1), factors(-1)];
  const top = above.length === 0 ? `${times}` : lineText(above.join(' * '), 0, times);
  const bottom = below.length > 1 ? `(${below.join(' * ')})` : below[0];
  return `${nameInRule(target.name)} = ${below.length === 0 ? top : `${top} / ${bottom}`}`;
}

/** Nothing but plain products and ratios: what a column lies close to is told by no more than its factors. */
function nearProductOf(
  target: RuleColumn,
  sources: readonly [RuleColumn, RuleColumn],
  powers: readonly [number, number],
  rows: Uint32Array,
): string | undefined {
  if (powers.some((power) => Math.abs(power) !== 1) || (powers[0] < 0 && powers[1] < 0))
    return undefined;
  const { log } = kernel();
  const logOf = ({ values }: RuleColumn) => Float64Array.from(rows, (row) => log(values[row]));
  const parts = sources.map((source, i) => logOf(source).map((x) => powers[i] * x));
  if (!isClose(logOf(target), parts)) return undefined;
  const [a, b] = sources.map(({ name }) => nameInRule(name));
  if (powers[0] > 0) return powers[1] > 0 ? `${a} * ${b}` : `${a} / ${b}`;
  return `${b} / ${a}`;
}

/** A whole or half power, in multiplications and a root. */
function raised(x: number, power: number): number {
  let found = power % 1 === 0 ? 1 : Math.sqrt(x);
  for (let i = 1; i <= Math.abs(power); i++) found *= x;
  return power > 0 ? found : 1 / found;
}

function factorsOf(name: string, power: number): string[] {
  const own = nameInRule(name);
  const whole = Array.from({ length: Math.floor(power) }, () => own);
  return power % 1 === 0 ? whole : [...whole, `sqrt(${own})`];
}
