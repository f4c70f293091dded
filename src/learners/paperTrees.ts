/**
 * The paper's choice of the number of trees: of 100, 200, ..., 2000 the one whose forest has the least
 * mean over its whole path of out-of-bag errors. The paper's script grows a forest of each size, 21,000
 * trees; here the first trees of one forest of 2000 stand for the smaller ones, which differs from
 * fresh forests by chance only. Early errors count in every mean, so mostly a large number is chosen.
 */

const STEP = 100;
export const PAPER_SIZES: readonly number[] = Array.from({ length: 20 }, (_, i) => STEP * (i + 1));
export const MOST_PAPER_TREES = 2000;

/** `errorPath` holds the error after 1 .. 2000 trees; the smallest of sizes that share the least mean. */
export function paperTrees(errorPath: Float64Array): number {
  let chosen = PAPER_SIZES[0];
  let least = Infinity;
  let total = 0;
  errorPath.forEach((error, i) => {
    total += error;
    const size = i + 1;
    if (size % STEP === 0 && size <= MOST_PAPER_TREES && total / size < least) {
      least = total / size;
      chosen = size;
    }
  });
  return chosen;
}
