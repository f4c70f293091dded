/** Finds the name that somebody may have meant. */

/**
 * The candidate that takes the fewest edits (a letter more, less, other, or two swapped; small and
 * capital letters are the same), the first among equals; nothing if that is more than a third of the
 * longer name.
 *
 * nearestName('totcts', ['age', 'totcst']) // 'totcst'
 */
export function nearestName(name: string, candidates: readonly string[]): string | undefined {
  let nearest: string | undefined;
  let fewest = Infinity;
  for (const candidate of candidates) {
    const edits = editDistance(name.toLowerCase(), candidate.toLowerCase());
    const allowed = Math.max(name.length, candidate.length) / 3;
    if (edits > allowed || edits >= fewest) continue;
    nearest = candidate;
    fewest = edits;
  }
  return nearest;
}

/** Edits between two words, a swap of neighbours counted once (optimal string alignment). */
function editDistance(a: string, b: string): number {
  let twoBefore: number[] = [];
  let before = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const other = a[i - 1] === b[j - 1] ? 0 : 1;
      row[j] = Math.min(before[j] + 1, row[j - 1] + 1, before[j - 1] + other);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        row[j] = Math.min(row[j], twoBefore[j - 2] + 1);
      }
    }
    twoBefore = before;
    before = row;
  }
  return before[b.length];
}
