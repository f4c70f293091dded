/**
 * Orders for the levels of nominal columns. A vine sees a level by its place, so the order decides what a
 * monotone dependence can say: by the mean response it says most about the response, along the axis of all other
 * columns most about these.
 */

/**
 * The levels by the mean of a score in each, ascending; equal means keep their order. Rows whose code
 * is negative or whose score is NaN do not count; a level without a score comes in the middle, at the
 * mean of all.
 */
export function orderByMean(
  codes: ArrayLike<number>,
  levels: number,
  score: Float64Array,
): number[] {
  const means = levelMeans(codes, levels, score);
  return Array.from(means.keys()).sort((a, b) => means[a] - means[b] || a - b);
}

/**
 * The levels along the axis on which they lie furthest apart: the first principal component of the
 * levels' mean scores in the other columns, levels weighted by their rows. With the scores of
 * model/associationScores.ts it is the first axis of correspondence analysis.
 */
export function orderByAxis(
  codes: ArrayLike<number>,
  levels: number,
  scores: readonly Float64Array[],
): number[] {
  const weights = new Float64Array(levels);
  for (let i = 0; i < codes.length; i++) if (codes[i] >= 0) weights[codes[i]]++;
  const means = scores.map((score) => levelMeans(codes, levels, score));
  const total = weights.reduce((a, b) => a + b, 0);
  for (const column of means) {
    let centre = 0;
    for (let l = 0; l < levels; l++) centre += (weights[l] * column[l]) / total;
    for (let l = 0; l < levels; l++) column[l] -= centre;
  }
  // power iteration on the covariance of the means, from the column that varies most
  const variance = (column: Float64Array) =>
    column.reduce((sum, value, l) => sum + weights[l] * value * value, 0);
  const variances = means.map(variance);
  const start = variances.indexOf(Math.max(...variances, 0));
  if (start < 0) return Array.from(weights.keys());
  let place: Float64Array = means[start].slice();
  for (let round = 0; round < 200; round++) {
    const next = new Float64Array(levels);
    for (const column of means) {
      let loading = 0;
      for (let l = 0; l < levels; l++) loading += weights[l] * column[l] * place[l];
      for (let l = 0; l < levels; l++) next[l] += loading * column[l];
    }
    const size = Math.sqrt(variance(next));
    if (!(size > 0)) break;
    place = next.map((value) => value / size);
  }
  return Array.from(place.keys()).sort((a, b) => place[a] - place[b] || a - b);
}

function levelMeans(codes: ArrayLike<number>, levels: number, score: Float64Array): Float64Array {
  const sums = new Float64Array(levels);
  const counts = new Float64Array(levels);
  let total = 0;
  let rows = 0;
  for (let i = 0; i < codes.length; i++) {
    if (!(codes[i] >= 0) || Number.isNaN(score[i])) continue;
    sums[codes[i]] += score[i];
    counts[codes[i]]++;
    total += score[i];
    rows++;
  }
  return sums.map((sum, l) => (counts[l] > 0 ? sum / counts[l] : rows > 0 ? total / rows : 0));
}
