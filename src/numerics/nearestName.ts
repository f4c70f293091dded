/** The name that was probably meant, for messages about unknown names. */

/**
 * Of `known`, the name with the fewest letters to insert, delete or replace (Levenshtein 1966), if
 * these are at most half of the letters given; capitals do not count.
 *
 * nearestName('guassian', ['gaussian', 'gumbel']) // 'gaussian'
 */
export function nearestName(given: string, known: readonly string[]): string | undefined {
  let nearest: string | undefined;
  let fewest = given.length / 2;
  for (const name of known) {
    const distance = editDistance(given.toLowerCase(), name.toLowerCase());
    if (distance <= fewest && (nearest === undefined || distance < fewest)) {
      nearest = name;
      fewest = distance;
    }
  }
  return nearest;
}

function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = row[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, row[j] + 1, next[j - 1] + 1));
    }
    row = next;
  }
  return row[b.length];
}
