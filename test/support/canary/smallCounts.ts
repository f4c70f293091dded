/**
 * Counts of one to four rows in a document: as they are, under a name that says rows are counted; or as
 * shares of all rows, in lists of shares or of their running sums.
 */

const COUNTS = /^(count|counts|rows|n|missing|ties|cases|frequency|frequencies|pooled|copies)$/i;
const FEWEST = 5;
/**
 * Lists that count no rows of the table: `curves`, shares within growing spheres, count steps of a distance; `cuts`
 * are ends of cells of a scale; `leaves` are shares of the rows of a leaf, whose groups are counted to the nearest
 * five (test/model/leafShares.test.ts), so that 5 of 40 are not 2 of 16.
 */
const NO_COUNTS = new Set(['curves', 'cuts', 'leaves']);

/** Where they are, as in `margins[3].counts[1]: 4 rows`. */
export function smallCounts(document: unknown, rows: readonly number[]): string[] {
  const found: string[] = [];
  const walk = (value: unknown, path: string, name: string): void => {
    if (typeof value === 'number') {
      if (COUNTS.test(name) && isSmall(value)) found.push(`${path}: ${value} rows`);
      return;
    }
    if (typeof value !== 'object' || value === null) return;
    if (Array.isArray(value)) {
      if (value.length > 1 && value.every((item) => typeof item === 'number')) {
        found.push(...smallShares(value, rows).map((words) => `${path}: ${words}`));
      }
      value.forEach((item, i) => {
        walk(item, `${path}[${i}]`, name);
      });
      return;
    }
    for (const [key, item] of Object.entries(value)) {
      if (!NO_COUNTS.has(key)) walk(item, `${path}.${key}`, key);
    }
  };
  walk(document, '', '');
  return found;
}

/** Of a list that sums to 1, or that grows to 1. */
function smallShares(list: readonly number[], rows: readonly number[]): string[] {
  if (list.some((share) => share < 0 || share > 1 + 1e-9)) return [];
  const total = list.reduce((sum, share) => sum + share, 0);
  const grows = list.every((share, i) => i === 0 || share >= list[i - 1]);
  const steps = list.map((share, i) => share - (i === 0 ? 0 : list[i - 1]));
  const shares =
    Math.abs(total - 1) < 1e-9
      ? list
      : grows && Math.abs(list[list.length - 1] - 1) < 1e-9
        ? steps
        : [];
  return rows.flatMap((n) => {
    const counts = shares.map((share) => share * n);
    const areCounts = counts.every((count) => Math.abs(count - Math.round(count)) < 1e-6);
    return areCounts
      ? counts
          .filter((count) => isSmall(Math.round(count)))
          .map((c) => `${Math.round(c)} of ${n} rows`)
      : [];
  });
}

function isSmall(count: number): boolean {
  return Number.isInteger(count) && count > 0 && count < FEWEST;
}
