/** What a truncation level cuts, in words: the whole table as in the paper, or protected columns alone. */

import type { StudyData, StudyResults } from './results.ts';

/** Names that a sentence can hold. */
const MOST_NAMES = 8;

export function levelWords(results: Pick<StudyResults, 'data' | 'settings'>): string {
  const { protected: columns } = results.data;
  const cut = cutWords(results.data);
  if (!columns || cut === undefined) {
    return 'Truncation at level t keeps the pairs of the first t trees and treats all later pairs as conditionally independent.';
  }
  const [it, its] = columns.length === 1 ? ['it keeps', 'its'] : ['they keep', 'their'];
  return `Truncation at level t cuts only ${cut}: ${it} ${its} pairs in the first t trees, and ${its} later pairs are treated as conditionally independent. ${restWords(results)}`;
}

/** The columns that a truncation cuts; undefined if it cuts the whole table. */
export function cutWords({
  protected: columns,
  sensitive,
  K,
}: Pick<StudyData, 'protected' | 'sensitive' | 'K'>): string | undefined {
  if (!columns) return undefined;
  const [own, related] = [sensitive, K].map((names) => columns.filter((c) => names.includes(c)));
  if (own.length === 0 || own.length + related.length < columns.length) return listed(columns);
  const first = `the sensitive ${own.length === 1 ? 'column' : 'columns'} ${listed(own)}`;
  if (related.length === 0) return first;
  return `${first} and the ${related.length === 1 ? 'column' : 'columns'} related to ${own.length === 1 ? 'it' : 'them'} (${listed(related)})`;
}

/** What becomes of the columns that no level cuts. */
export function restWords({ settings }: Pick<StudyResults, 'settings'>): string {
  const { truncateRest } = settings as { readonly truncateRest?: number };
  const kept = truncateRest === undefined ? 'all their trees' : `their first ${truncateRest} trees`;
  return `All other columns keep ${kept} at every level.`;
}

function listed(names: readonly string[]): string {
  const shown = names.slice(0, MOST_NAMES).join(', ');
  return names.length <= MOST_NAMES ? shown : `${shown} and ${names.length - MOST_NAMES} more`;
}
