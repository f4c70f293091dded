/** One kind of canary moved, all others in their places: says which of them a file depends on. */

import { type Canaries, MOVED, PLANTED } from './plantedTable.ts';

/** `dose` is left out: within the range of its column it may move a mean of five. */
export const KINDS: readonly { readonly kind: string; readonly moved: Partial<Canaries> }[] = [
  { kind: 'a name', moved: only('person') },
  { kind: 'an identifier', moved: only('identifier') },
  { kind: 'free text', moved: only('remark', 'formula', 'html', 'header') },
  { kind: 'free text of another length', moved: { remark: 'x'.repeat(900) } },
  { kind: 'a name as a category', moved: only('doctor') },
  { kind: 'a level of one row', moved: only('wardOfOne') },
  { kind: 'a level of four rows', moved: only('wardOfFour') },
  { kind: 'a level of an ordered column', moved: only('grade') },
  { kind: 'the only one who does not say no', moved: only('lone') },
  { kind: 'a level of a nominal response', moved: only('outcome') },
  { kind: 'a level of a sensitive column', moved: only('diagnosis') },
  { kind: 'a number among single digits', moved: only('visits') },
  { kind: 'an income', moved: only('income') },
  { kind: 'a number below all others', moved: only('balance') },
  { kind: 'a tiny number', moved: only('tiny') },
  { kind: 'a huge number', moved: only('huge') },
  { kind: 'more decimals than others have', moved: { income: '9876543.214567' } },
  { kind: 'a date', moved: only('born') },
  { kind: 'a time', moved: only('seen') },
];

function only(...names: (keyof Canaries)[]): Partial<Canaries> {
  return Object.fromEntries(names.map((name) => [name, MOVED[name]]));
}

export function withMoved(moved: Partial<Canaries>): Canaries {
  return { ...PLANTED, ...moved };
}
