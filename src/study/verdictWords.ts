/** The verdict as people read it, the same in reports, on terminals and in audits. */

import type { VerdictWord } from './decision.ts';

const TITLES: Readonly<Record<VerdictWord, string>> = {
  release: 'Release',
  'release-with-care': 'Release with care',
  'do-not-release': 'Do not release',
  'first-look': 'First look: no verdict',
};

export function verdictTitle(word: VerdictWord): string {
  return TITLES[word];
}
