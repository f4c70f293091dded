/**
 * Columns as whole numbers that keep the order of their values, so that a tree never sorts doubles:
 * the rank among the distinct values (exact splits), or the number of a bin of neighbouring values
 * with about equally many rows (histogram splits).
 */

export interface CodedColumn {
  /** For each row, from 0 to `lowest.length - 1`. */
  readonly codes: Int32Array;
  /** The smallest and the largest value of each code; the same numbers when splits are exact. */
  readonly lowest: Float64Array;
  readonly highest: Float64Array;
}

/** A code for every distinct value, or for at most `bins` groups of them. */
export function codeColumn(values: Float64Array, bins = Infinity): CodedColumn {
  const sorted = values.slice().sort();
  const distinct = distinctOf(sorted);
  const exact = { codes: codesOf(values, distinct), lowest: distinct, highest: distinct };
  return distinct.length <= bins ? exact : binned(exact, bins);
}

/**
 * Half way between the values either side of a split, but never the upper one: rows with at most
 * this value go left.
 */
export function thresholdBetween(column: CodedColumn, below: number, above: number): number {
  const low = column.highest[below];
  const high = column.lowest[above];
  const middle = low + (high - low) / 2;
  // two neighbouring doubles have nothing between them; a range above the largest double no width
  return middle >= low && middle < high ? middle : low;
}

function distinctOf(sorted: Float64Array): Float64Array {
  // filter keeps the first of each run; -0 and 0 are one value
  return sorted.filter((value, i) => i === 0 || value !== sorted[i - 1]);
}

/** The place of each value among the distinct ones, by bisection. */
function codesOf(values: Float64Array, distinct: Float64Array): Int32Array {
  return Int32Array.from(values, (value) => {
    let from = 0;
    let to = distinct.length - 1;
    while (from < to) {
      const middle = (from + to) >> 1;
      if (distinct[middle] < value) from = middle + 1;
      else to = middle;
    }
    return from;
  });
}

/** Joins codes: a bin is closed once the rows so far reach its share of all rows. */
function binned({ codes, lowest }: CodedColumn, bins: number): CodedColumn {
  const counts = new Int32Array(lowest.length);
  for (const code of codes) counts[code]++;
  const binOf = new Int32Array(lowest.length);
  const low: number[] = [];
  const high: number[] = [];
  let seen = 0;
  let open = false;
  for (let code = 0; code < lowest.length; code++) {
    if (!open) low.push(lowest[code]);
    open = true;
    const bin = low.length - 1;
    binOf[code] = bin;
    high[bin] = lowest[code];
    seen += counts[code];
    if (seen * bins >= codes.length * (bin + 1)) open = false;
  }
  return {
    codes: codes.map((code) => binOf[code]),
    lowest: Float64Array.from(low),
    highest: Float64Array.from(high),
  };
}
