/**
 * The differential form: the same command on two tables that differ in a canary's value alone must
 * write the same bytes. What is left out of the comparison is listed here, and nothing else is.
 */

import type { Written } from './scenarios.ts';

interface Exempt {
  readonly why: string;
  readonly pattern: RegExp;
  readonly put: string;
}

export const EXEMPT: readonly Exempt[] = [
  {
    why: 'time: the document of fit --json and run --json says how long it took',
    pattern: /"seconds": [\d.e-]+/g,
    put: '"seconds": TIME',
  },
  {
    why: 'time: the estimate before a run is that of a rehearsal, by the clock',
    pattern: /^Estimate: .*$/gm,
    put: 'Estimate: TIME',
  },
  {
    why: 'time: the ends of two lines that fit and run print',
    pattern: /(columns?|BIC [-\d.]+), [\d.]+ (?:ms|s|min|h)(?: [\d.]+ (?:s|min))?$/gm,
    put: '$1, TIME',
  },
  {
    why: 'chance: the salt of a certificate, which stays with the real table',
    pattern: /^[0-9a-f]{64}\n$/,
    put: 'SALT',
  },
  {
    why: 'chance: digests of what was read, under a salt of 256 bits that only the data holder has',
    pattern: /"hmac":"[0-9a-f]{64}"/g,
    put: '"hmac":SALTED',
  },
  {
    why: 'chance: the checksum of a certificate, which covers those digests',
    pattern: /"checksum":"[0-9a-f]{64}","command"/g,
    put: '"checksum":SALTED,"command"',
  },
];

/** Where two sets of files differ, in words; nothing if they are the same bytes. */
export function differences(one: Written, two: Written): string[] {
  const names = [...new Set([...one.keys(), ...two.keys()])].sort();
  return names.flatMap((name) => {
    const [a, b] = [one.get(name), two.get(name)];
    if (!a || !b) return [`${name}: written for one of the two tables only`];
    return difference(name, comparable(a), comparable(b));
  });
}

function comparable(bytes: Uint8Array): string {
  let text = Buffer.from(bytes).toString('latin1');
  for (const { pattern, put } of EXEMPT) text = text.replace(pattern, put);
  return text;
}

function difference(name: string, a: string, b: string): string[] {
  if (a === b) return [];
  const [left, right] = [a.split('\n'), b.split('\n')];
  const lines = left.flatMap((line, i) => (line === right[i] ? [] : [i]));
  const [first] = [...lines, left.length];
  return [
    `${name}: ${Math.max(lines.length, 1)} of ${left.length} lines differ, the first (${first + 1}): ${around(left[first] ?? '', right[first] ?? '')}`,
  ];
}

/** The first place where two lines differ, with a little of what stands before it. */
function around(a: string, b: string): string {
  let at = 0;
  while (at < a.length && a[at] === b[at]) at++;
  const cut = (text: string) => JSON.stringify(text.slice(Math.max(0, at - 30), at + 40).trim());
  return `${cut(a)} against ${cut(b)}`;
}
