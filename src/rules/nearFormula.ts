/** What a column lies close to, and when it does. */

export interface NearFormula {
  readonly name: string;
  readonly from: readonly string[];
  /** The expression that the column lies close to. */
  readonly to: string;
}

/**
 * Nine in ten rows must lie in so small a share of the width of the column's middle half: so close that neither a pair
 * copula nor a leaf of a tree would tell rows apart.
 */
const CLOSE = 0.2;
/** How many times as far off rows would lie without one of the parts, by their standard deviation. */
const NEEDED = 3;

/** Whether values lie close to the sum of some parts, of which each is needed. */
export function isClose(values: Float64Array, parts: readonly Float64Array[]): boolean {
  const rest = values.map((value, row) => parts.reduce((left, part) => left - part[row], value));
  if (!(widthOf(rest, 0.05) <= CLOSE * widthOf(values, 0.25))) return false;
  const own = deviationOf(rest);
  return parts.every(
    (part) => deviationOf(rest.map((left, row) => left + part[row])) > NEEDED * own,
  );
}

/** From the quantile of a share to that of the rest. */
function widthOf(values: Float64Array, share: number): number {
  const sorted = values.filter((value) => !Number.isNaN(value)).sort();
  const last = sorted.length - 1;
  return sorted[Math.floor((1 - share) * last)] - sorted[Math.floor(share * last)];
}

function deviationOf(values: Float64Array): number {
  let [n, mean, squares] = [0, 0, 0];
  for (const value of values) {
    if (Number.isNaN(value)) continue;
    n++;
    const gap = value - mean;
    mean += gap / n;
    squares += gap * (value - mean);
  }
  return Math.sqrt(squares / n);
}
