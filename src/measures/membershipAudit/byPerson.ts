/** Scores of people who have several rows: log-densities add up, and of distances the mean is taken. */

/** `starts`: where the rows of each person begin; one more for the end. */
export function byPerson(
  byRow: Float64Array,
  starts: Uint32Array,
  how: 'sum' | 'mean',
): Float64Array {
  return Float64Array.from({ length: starts.length - 1 }, (_, person) => {
    let sum = 0;
    for (let at = starts[person]; at < starts[person + 1]; at++) sum += byRow[at];
    return how === 'sum' ? sum : sum / (starts[person + 1] - starts[person]);
  });
}
