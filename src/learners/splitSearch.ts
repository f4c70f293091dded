/**
 * The search for the best split of a node. A search is a piece of work with a memory: it is opened
 * on some rows, shown one coded feature after another, and keeps the best split so far.
 *
 * The best split is the one with the largest sum over both children of |sum of the response|² /
 * weight. For a numeric response this is least squares, for class indicators the Gini index
 * (Breiman et al. 1984, sections 4.3 and 8.3); two classes need the indicator of one only.
 */

import { type CodeSorter, FEW_ROWS } from './distinctCodes.ts';

export interface SplitSearch {
  /** How many numbers describe a node: what `describe` writes. */
  readonly width: number;
  readonly best: BestSplit;
  /** Begins with the rows rows[from] .. rows[to - 1]. */
  open(rows: Int32Array, from: number, to: number): OpenedNode;
  /** Looks at one feature, whose codes are below `codeCount`; false if all rows share one code. */
  consider(feature: number, codes: Int32Array, codeCount: number): boolean;
  /** Writes what a leaf of the opened rows holds. */
  describe(out: Float64Array, at: number): void;
}

/** Written over by every search. */
export interface OpenedNode {
  weight: number;
  /** All rows have the same response. */
  pure: boolean;
  /** The criterion without a split: what a split adds to it is its worth. */
  score: number;
}

export interface BestSplit {
  /** -1 while there is none. */
  feature: number;
  score: number;
  /** The largest code that goes left, and the smallest that goes right. */
  below: number;
  above: number;
}

/** What a child must hold, and how much is added to every weight below a square. */
export interface SplitLimits {
  readonly leastWeight: number;
  readonly ridge: number;
}

/**
 * A numeric response, or the indicator of one of two classes. `weights` and `values` are read anew
 * at every opening, so their owner may change them between trees. A leaf is its weight and its
 * weighted sum.
 */
export function numericSearch(
  weights: Float64Array,
  values: Float64Array,
  sorter: CodeSorter,
  maxCodes: number,
  { leastWeight, ridge }: SplitLimits,
): SplitSearch {
  const nodeWeights = new Float64Array(weights.length);
  const nodeSums = new Float64Array(weights.length);
  // weight and sum of the rows of each code, side by side
  const perCode = new Float64Array(2 * maxCodes);
  const { gathered, distinct, arranged, places } = sorter;
  const node: OpenedNode = { weight: 0, pure: false, score: 0 };
  const best = noSplit();
  let rowsHere = new Int32Array(0);
  let start = 0;
  let end = 0;
  let total = 0;

  function open(rows: Int32Array, from: number, to: number): OpenedNode {
    rowsHere = rows as Int32Array<ArrayBuffer>;
    start = from;
    end = to;
    const first = values[rows[from]];
    let weight = 0;
    let sum = 0;
    let pure = true;
    for (let i = from; i < to; i++) {
      const row = rows[i];
      const value = values[row];
      const w = weights[row];
      nodeWeights[i - from] = w;
      nodeSums[i - from] = w * value;
      weight += w;
      sum += w * value;
      if (value !== first) pure = false;
    }
    total = sum;
    node.weight = weight;
    node.pure = pure;
    node.score = (sum * sum) / (weight + ridge);
    best.feature = -1;
    best.score = -Infinity;
    return node;
  }

  /** The same sums as below, without memory between one row and the next. */
  function considerTwo(feature: number, codes: Int32Array): boolean {
    const length = end - start;
    let ones = 0;
    let leftWeight = 0;
    let leftSum = 0;
    for (let i = 0; i < length; i++) {
      const code = codes[rowsHere[start + i]];
      ones += code;
      leftWeight += (1 - code) * nodeWeights[i];
      leftSum += (1 - code) * nodeSums[i];
    }
    if (ones === 0 || ones === length) return false;
    const rightWeight = node.weight - leftWeight;
    const rightSum = total - leftSum;
    const score =
      (leftSum * leftSum) / (leftWeight + ridge) + (rightSum * rightSum) / (rightWeight + ridge);
    if (score > best.score && leftWeight >= leastWeight && rightWeight >= leastWeight) {
      keep(best, feature, score, TWO_CODES, 0);
    }
    return true;
  }

  function considerFew(feature: number, codes: Int32Array): boolean {
    if (!sorter.arrange(codes, rowsHere, start, end)) return false;
    const weight = node.weight;
    let leftWeight = 0;
    let leftSum = 0;
    let bestScore = best.score;
    let bestAt = -1;
    for (let i = 0; i < end - start - 1; i++) {
      const place = places[i];
      leftWeight += nodeWeights[place];
      leftSum += nodeSums[place];
      if (arranged[i] === arranged[i + 1]) continue;
      const rightWeight = weight - leftWeight;
      const rightSum = total - leftSum;
      const score =
        (leftSum * leftSum) / (leftWeight + ridge) + (rightSum * rightSum) / (rightWeight + ridge);
      if (score > bestScore && leftWeight >= leastWeight && rightWeight >= leastWeight) {
        bestScore = score;
        bestAt = i;
      }
    }
    if (bestAt >= 0) keep(best, feature, bestScore, arranged, bestAt);
    return true;
  }

  function considerMany(feature: number, codes: Int32Array): boolean {
    const groups = sorter.collect(codes, rowsHere, start, end);
    if (groups < 2) return false;
    const length = end - start;
    for (let i = 0; i < length; i++) {
      const at = 2 * gathered[i];
      perCode[at] += nodeWeights[i];
      perCode[at + 1] += nodeSums[i];
    }
    const weight = node.weight;
    let leftWeight = 0;
    let leftSum = 0;
    let bestScore = best.score;
    let bestGroup = -1;
    for (let group = 0; group < groups - 1; group++) {
      const at = 2 * distinct[group];
      leftWeight += perCode[at];
      leftSum += perCode[at + 1];
      perCode[at] = 0;
      perCode[at + 1] = 0;
      const rightWeight = weight - leftWeight;
      const rightSum = total - leftSum;
      const score =
        (leftSum * leftSum) / (leftWeight + ridge) + (rightSum * rightSum) / (rightWeight + ridge);
      if (score > bestScore && leftWeight >= leastWeight && rightWeight >= leastWeight) {
        bestScore = score;
        bestGroup = group;
      }
    }
    const last = 2 * distinct[groups - 1];
    perCode[last] = 0;
    perCode[last + 1] = 0;
    if (bestGroup >= 0) keep(best, feature, bestScore, distinct, bestGroup);
    return true;
  }

  function consider(feature: number, codes: Int32Array, codeCount: number): boolean {
    if (codeCount === 2) return considerTwo(feature, codes);
    return end - start <= FEW_ROWS ? considerFew(feature, codes) : considerMany(feature, codes);
  }

  function describe(out: Float64Array, at: number): void {
    out[at] = node.weight;
    out[at + 1] = total;
  }

  return { width: 2, best, open, consider, describe };
}

/** Three classes and more. A leaf is the weight of each class. */
export function classSearch(
  weights: Float64Array,
  classes: Int32Array,
  classCount: number,
  sorter: CodeSorter,
  maxCodes: number,
  { leastWeight }: SplitLimits,
): SplitSearch {
  const k = classCount;
  const nodeWeights = new Float64Array(weights.length);
  const nodeClasses = new Int32Array(weights.length);
  const codeWeights = new Float64Array(maxCodes * k);
  const totals = new Float64Array(k);
  const left = new Float64Array(k);
  const { gathered, distinct } = sorter;
  const node: OpenedNode = { weight: 0, pure: false, score: 0 };
  const best = noSplit();
  let rowsHere = new Int32Array(0);
  let start = 0;
  let end = 0;
  let squares = 0;

  function open(rows: Int32Array, from: number, to: number): OpenedNode {
    rowsHere = rows as Int32Array<ArrayBuffer>;
    start = from;
    end = to;
    totals.fill(0);
    let weight = 0;
    for (let i = from; i < to; i++) {
      const row = rows[i];
      const w = weights[row];
      nodeWeights[i - from] = w;
      nodeClasses[i - from] = classes[row];
      totals[classes[row]] += w;
      weight += w;
    }
    squares = 0;
    for (let c = 0; c < k; c++) squares += totals[c] * totals[c];
    node.weight = weight;
    node.pure = totals[classes[rows[from]]] === weight;
    node.score = squares / weight;
    best.feature = -1;
    best.score = -Infinity;
    return node;
  }

  function consider(feature: number, codes: Int32Array): boolean {
    const groups = sorter.collect(codes, rowsHere, start, end);
    if (groups < 2) return false;
    const length = end - start;
    for (let i = 0; i < length; i++)
      codeWeights[gathered[i] * k + nodeClasses[i]] += nodeWeights[i];
    const weight = node.weight;
    left.fill(0);
    let leftWeight = 0;
    let leftSquares = 0;
    let rightSquares = squares;
    let bestScore = best.score;
    let bestGroup = -1;
    for (let group = 0; group < groups; group++) {
      const at = distinct[group] * k;
      for (let c = 0; c < k; c++) {
        const w = codeWeights[at + c];
        if (w === 0) continue;
        codeWeights[at + c] = 0;
        const before = left[c];
        const after = before + w;
        const right = totals[c] - before;
        left[c] = after;
        leftWeight += w;
        // the change of a square when w moves from right to left
        leftSquares += w * (before + after);
        rightSquares -= w * (right + right - w);
      }
      const rightWeight = weight - leftWeight;
      if (group === groups - 1 || leftWeight < leastWeight || rightWeight < leastWeight) continue;
      const score = leftSquares / leftWeight + rightSquares / rightWeight;
      if (score > bestScore) {
        bestScore = score;
        bestGroup = group;
      }
    }
    if (bestGroup >= 0) keep(best, feature, bestScore, distinct, bestGroup);
    return true;
  }

  return { width: k, best, open, consider, describe: (out, at) => out.set(totals, at) };
}

const TWO_CODES = Int32Array.of(0, 1);

function noSplit(): BestSplit {
  return { feature: -1, score: -Infinity, below: 0, above: 0 };
}

function keep(
  best: BestSplit,
  feature: number,
  score: number,
  codes: Int32Array,
  at: number,
): void {
  best.feature = feature;
  best.score = score;
  best.below = codes[at];
  best.above = codes[at + 1];
}
