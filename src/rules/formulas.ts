/**
 * Columns of numbers that a formula gives from one other: another unit, a logarithm, a root, a square, a reciprocal,
 * an exponential. Looked for where one column rises or falls with the other throughout; found where the formula gives
 * every value, to the rounding of the column.
 */

import { stepOf } from '../margins/grid.ts';
import { kernel } from '../numerics/kernel.ts';
import { sortedScreen } from './bins.ts';
import { fitLine, fitMultiple, targetAt } from './fitFormula.ts';
import { nameInRule } from './parseRule.ts';
import type { RuleColumn } from './ruleColumn.ts';

/** Fewer rows, values or steps of the grid fit too many formulas. */
const FEWEST_ROWS = 50;
const FEWEST_VALUES = 10;
const FEWEST_STEPS = 20;
/** What people add before they take a logarithm. */
const OFFSETS = [0, 1, 0.5, 0.1, 0.01, 0.001];
const MOST_STRAY = 4;

export interface Formula {
  readonly name: string;
  readonly from: readonly string[];
  readonly rule: string;
}

interface Form {
  readonly text: (name: string) => string;
  readonly of: (x: number) => number;
}

function forms(): Form[] {
  const { log, exp } = kernel();
  return [
    { text: (name) => name, of: (x) => x },
    ...OFFSETS.map((plus) => ({
      text: (name: string) => (plus === 0 ? `log(${name})` : `log(${name} + ${plus})`),
      of: (x: number) => (x + plus > 0 ? log(x + plus) : Number.NaN),
    })),
    { text: (name) => `sqrt(${name})`, of: (x) => Math.sqrt(x) },
    { text: (name) => `${name} * ${name}`, of: (x) => x * x },
    { text: (name) => `1 / ${name}`, of: (x) => 1 / x },
    { text: (name) => `exp(${name})`, of: (x) => (x < 500 ? exp(x) : Number.NaN) },
  ];
}

/** Whether a column has values enough for a formula to be no chance. */
export function mayFollow({ kind, values, grid }: RuleColumn, rows: Uint32Array): boolean {
  if (kind !== 'number') return false;
  const seen = new Set<number>();
  let [known, least, largest] = [0, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const row of rows) {
    const value = values[row];
    if (Number.isNaN(value)) continue;
    known++;
    seen.add(value);
    least = Math.min(least, value);
    largest = Math.max(largest, value);
  }
  const isFine = largest - least >= FEWEST_STEPS * stepOf(grid);
  return known >= FEWEST_ROWS && seen.size >= FEWEST_VALUES && isFine;
}

export function formulasOfOne(columns: readonly RuleColumn[], screen: Uint32Array): Formula[] {
  const numbers = columns.filter(({ kind }) => kind === 'number');
  const sorted = numbers.map((column) => sortedScreen(column, screen));
  const all = forms();
  return numbers
    .filter((target) => mayFollow(target, screen))
    .flatMap((target) =>
      numbers.flatMap((source, s): Formula[] => {
        if (source === target || !isMonotone(target, source, sorted[s])) return [];
        const rule = formulaOf(target, source, sorted[s], all);
        return rule === undefined ? [] : [{ name: target.name, from: [source.name], rule }];
      }),
    );
}

/** Whether a column rises with another throughout, or falls, and has one value where the other has one. */
function isMonotone(target: RuleColumn, source: RuleColumn, sorted: Uint32Array): boolean {
  const room = stepOf(target.grid) * 0.5;
  let [up, down, torn] = [0, 0, 0];
  let last = -1;
  for (const row of sorted) {
    if (Number.isNaN(target.values[row])) continue;
    if (last >= 0) {
      const gain = target.values[row] - target.values[last];
      if (source.values[row] === source.values[last]) {
        if (Math.abs(gain) > room && ++torn > MOST_STRAY) return false;
      } else if (gain > room) up++;
      else if (gain < -room) down++;
      if (Math.min(up, down) > MOST_STRAY) return false;
    }
    last = row;
  }
  return up + down > 0;
}

function formulaOf(
  target: RuleColumn,
  source: RuleColumn,
  sorted: Uint32Array,
  all: readonly Form[],
): string | undefined {
  const rows = sorted.filter((row) => !Number.isNaN(target.values[row]));
  if (rows.length < FEWEST_ROWS) return undefined;
  const own = targetAt(target, rows);
  const x = Float64Array.from(rows, (row) => source.values[row]);
  const [left, name] = [nameInRule(target.name), nameInRule(source.name)];
  for (const { text, of } of all) {
    const made = x.map(of);
    if (!made.every(Number.isFinite)) continue;
    const line = fitLine(own, made);
    if (line) return `${left} = ${lineText(text(name), line.plus, line.times)}`;
  }
  return growth(own.values, own, x, left, name);
}

/** times * exp(rate * x): a line on the scale of logarithms, where large values are the most exact. */
function growth(
  values: Float64Array,
  own: ReturnType<typeof targetAt>,
  x: Float64Array,
  left: string,
  name: string,
): string | undefined {
  const { log, exp } = kernel();
  if (values.some((value) => value < 0)) return undefined;
  let [n, sx, sy, sxx, sxy] = [0, 0, 0, 0, 0];
  for (let i = 0; i < x.length; i++) {
    // what was rounded to nothing has no logarithm, and weighs nothing
    if (values[i] === 0) continue;
    const weight = values[i] * values[i];
    const y = log(values[i]);
    n += weight;
    sx += weight * x[i];
    sy += weight * y;
    sxx += weight * x[i] * x[i];
    sxy += weight * x[i] * y;
  }
  const rate = (sxy - (sx * sy) / n) / (sxx - (sx * sx) / n);
  for (let digits = 1; Number.isFinite(rate) && rate !== 0 && digits <= 8; digits++) {
    const short = Number(rate.toPrecision(digits));
    const made = x.map((each) => (short * each < 500 ? exp(short * each) : Number.NaN));
    const times = made.every(Number.isFinite) ? fitMultiple(own, made) : undefined;
    if (times !== undefined) return `${left} = ${lineText(`exp(${short} * ${name})`, 0, times)}`;
  }
  return undefined;
}

/** plus + times * text, without what is 0 or 1. */
export function lineText(text: string, plus: number, times: number): string {
  const size = Math.abs(times);
  const part = size === 1 ? text : `${size} * ${/^1 \//.test(text) ? `(${text})` : text}`;
  if (plus === 0) return times < 0 ? `0 - ${part}` : part;
  return `${plus} ${times < 0 ? '-' : '+'} ${part}`;
}
