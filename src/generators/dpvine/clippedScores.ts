/**
 * Rows as whole numbers of bounded length: the scores of their cells, made shorter where a row is longer
 * than the bound, times 256 and cut off towards zero, so that no length can grow. One row then changes sums
 * of rows, and of products within rows, by what the bound allows (measure.ts), and sums of whole numbers are
 * exact: noise that is rounded is a function of the sum with noise.
 */

/** Steps of a score. */
export const SCALE = 256;
/**
 * The bound on a row's length over sqrt(variables). Shorter rows have less noise and lose more of their sums,
 * which unclip.ts gives back; 0.75 was chosen on simulated tables, beside 0.5 and 1 (bench/private.ts).
 */
export const LENGTH = 0.75;
/** Rounding of factors must not lengthen a row. */
const SAFETY = 0.999;

/** The largest sum of squares of a row, a whole number. */
export function squaredBound(variables: number): number {
  return Math.floor(SCALE * SCALE * LENGTH * LENGTH * variables);
}

/**
 * Writes rows first .. first + n - 1 of `rows` to `out`, variable after variable, n numbers each. `tables`:
 * by variable the score of each cell; `codes`: by variable the cells of all rows.
 */
export function clippedScores(
  tables: readonly Float64Array[],
  codes: readonly Int32Array[],
  rows: Int32Array,
  first: number,
  n: number,
  out: Float64Array,
): void {
  const d = tables.length;
  const squares = new Float64Array(n);
  for (let j = 0; j < d; j++) {
    const [table, code] = [tables[j], codes[j]];
    for (let i = 0; i < n; i++) {
      const score = table[code[rows[first + i]]];
      out[j * n + i] = score;
      squares[i] += score * score;
    }
  }
  const bound = LENGTH * LENGTH * d;
  const factors = squares.map((sum) => SCALE * SAFETY * (sum > bound ? Math.sqrt(bound / sum) : 1));
  squares.fill(0);
  for (let j = 0; j < d; j++) {
    for (let i = 0; i < n; i++) {
      const whole = Math.trunc(factors[i] * out[j * n + i]) + 0;
      out[j * n + i] = whole;
      squares[i] += whole * whole;
    }
  }
  const most = squaredBound(d);
  for (let i = 0; i < n; i++) {
    if (!(squares[i] <= most))
      throw new Error(`a row of scores is too long: ${squares[i]} > ${most}`);
  }
}
