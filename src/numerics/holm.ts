/**
 * Holm's adjustment of p-values (Scandinavian Journal of Statistics 6, 1979), in the order they are
 * given: rejecting where the adjusted one is at most alpha makes a false rejection among all of them
 * no more likely than alpha, however the tests depend on each other.
 *
 * holm([0.01, 0.04, 0.03]) // 0.03, 0.06, 0.06
 */
export function holm(pValues: readonly number[]): number[] {
  const byValue = Array.from(pValues.keys()).sort((a, b) => pValues[a] - pValues[b] || a - b);
  const adjusted = new Array<number>(pValues.length);
  let largest = 0;
  byValue.forEach((place, smaller) => {
    largest = Math.max(largest, Math.min(1, pValues[place] * (pValues.length - smaller)));
    adjusted[place] = largest;
  });
  return adjusted;
}
