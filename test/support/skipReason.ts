/** Why a test was skipped, in words: from the condition of the `skipIf` or `runIf` that it stands under. */

import { NO_PAPER_DATA } from './shared.ts';

const WORDS: readonly (readonly [RegExp, string])[] = [
  [/firefox/, 'there is no Firefox here (TVINESYNTH_FIREFOX names one)'],
  [/executable|findBrowser/, 'there is no Chromium here (TVINESYNTH_CHROMIUM names one)'],
  [/getuid/, 'it needs a user who may not do everything; this one is root'],
  [/hasRedis/, 'there is no Redis here'],
  [/hasPostgres|isThere/, 'there is no PostgreSQL here, or no Redis'],
  [/network/, 'network namespaces may not be made here, or there is no Redis'],
  [/slurm/i, 'there is no SLURM here that can be started'],
  [/win32/, 'it is not for Windows'],
  [/hasFull/, 'there is no /dev/full here'],
  [/present|shipped|paper|path|hasTables|shared|data/i, NO_PAPER_DATA],
  [/TVINESYNTH_FULL/, 'it is long (TVINESYNTH_FULL=1 runs it)'],
  [/\.length === 0/, 'the page has none'],
];

/** `line` counts from 1: where the test begins. */
export function skipReason(source: string, line: number): string {
  const before = source.split('\n').slice(0, line).join('\n');
  const at = [...before.matchAll(/(?:skip|run)If\(/g)].at(-1);
  if (!at) return 'no reason given';
  const condition = balanced(source.slice(at.index + at[0].length));
  const found = WORDS.find(([pattern]) => pattern.test(condition));
  if (found) return found[1];
  return at[0] === 'runIf(' ? `only where ${condition}` : `not where ${condition}`;
}

/** Up to the bracket that closes what was opened before. */
function balanced(text: string): string {
  let depth = 1;
  for (let i = 0; i < text.length; i++) {
    if (text[i] === '(') depth++;
    else if (text[i] === ')' && --depth === 0) return text.slice(0, i).replace(/\s+/g, ' ').trim();
  }
  return text;
}
