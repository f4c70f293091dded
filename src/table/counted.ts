import { FEWEST_PEOPLE } from '../numerics/publish.ts';

/** A number of things in words: 1 row, 2 rows. */
export function counted(n: number, what: string): string {
  return `${n} ${what}${n === 1 ? '' : 's'}`;
}

/** The same of people: a number below five is not told. */
export function countedPeople(n: number, what: string): string {
  return n > 0 && n < FEWEST_PEOPLE ? `fewer than ${FEWEST_PEOPLE} ${what}s` : counted(n, what);
}
