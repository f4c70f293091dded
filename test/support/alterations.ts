/** Documents with one part altered, as somebody might who then makes a checksum of their own. */

import { expect } from 'vitest';
import { InputError } from '../../src/numerics/inputError.ts';
import type { Table } from '../../src/table/table.ts';
import { writeTable } from '../../src/table/writeTable.ts';
import { Draw } from './draw.ts';

type Key = string | number;

export interface Alteration {
  readonly path: readonly Key[];
  readonly name: string;
}

/** Whether all alterations are tried, or a slice drawn with a seed. */
export const ALL = process.env.TVINESYNTH_FUZZ_ALL === '1';
/** What one alteration may take, with room for a machine that others use as well. */
const MOST_MILLISECONDS = 2000;

const VALUES: Readonly<Record<string, unknown>> = {
  null: null,
  NaN: 'NaN',
  'an empty text': '',
  'a formula': '=cmd()',
  'a long text': 'x'.repeat(20_000),
  'an empty list': [],
  'an empty object': {},
  true: true,
  zero: 0,
  half: 0.5,
  'minus one': -1,
  three: 3,
  '1e15': 1e15,
  '1e308': 1e308,
  '-1e308': -1e308,
  tiny: 5e-324,
};

type Change = (value: never) => unknown;

const NUMBER_CHANGES: Readonly<Record<string, Change>> = {
  'as text': (value: number) => String(value),
  negated: (value: number) => -value,
  'one more': (value: number) => value + 1,
  'a million times': (value: number) => 1e6 * value,
};

const LIST_CHANGES: Readonly<Record<string, Change>> = {
  reversed: (list: unknown[]) => [...list].reverse(),
  doubled: (list: unknown[]) => [list[0], ...list],
  'first repeated': (list: unknown[]) => list.map(() => list[0]),
  swapped: (list: unknown[]) => [...list.slice(1, 2), ...list.slice(0, 1), ...list.slice(2)],
  shorter: (list: unknown[]) => list.slice(0, -1),
  'a list in the list': (list: unknown[]) => [...list, list],
};

const KEYS = ['__proto__', 'constructor', 'toString', 'extra'];

/** All alterations of a document, but for parts whose path is in `sealed`. */
export function alterationsOf(document: unknown, sealed: readonly string[] = []): Alteration[] {
  const found: Alteration[] = [];
  const visit = (value: unknown, path: readonly Key[]) => {
    if (sealed.includes(path.join('.'))) return;
    const add = (name: string) => found.push({ path, name });
    if (path.length > 0) {
      add('deleted');
      Object.keys(VALUES).forEach(add);
    }
    if (typeof value === 'number') Object.keys(NUMBER_CHANGES).forEach(add);
    if (Array.isArray(value)) {
      if (value.length > 0) Object.keys(LIST_CHANGES).forEach(add);
      value.forEach((each, i) => void visit(each, [...path, i]));
    } else if (typeof value === 'object' && value !== null) {
      for (const key of KEYS) add(`with ${key}`);
      for (const [key, each] of Object.entries(value)) visit(each, [...path, key]);
    }
  };
  visit(document, []);
  return found;
}

/** A copy of the document with the alteration. */
export function altered<T>(document: T, { path, name }: Alteration): T {
  const copy = structuredClone(document) as Record<Key, unknown>;
  let owner = copy;
  for (const key of path.slice(0, -1)) owner = owner[key] as typeof owner;
  const last = path[path.length - 1];
  const value = (path.length === 0 ? copy : owner[last]) as never;
  if (name.startsWith('with ')) {
    const own = { value: { p: 1 }, enumerable: true, configurable: true, writable: true };
    Object.defineProperty(value, name.slice(5), own);
  } else if (name === 'deleted' && Array.isArray(owner)) owner.splice(last as number, 1);
  else if (name === 'deleted') delete owner[last];
  else if (Object.hasOwn(VALUES, name)) owner[last] = VALUES[name];
  else owner[last] = { ...NUMBER_CHANGES, ...LIST_CHANGES }[name](value);
  return copy as T;
}

export interface Outcome {
  tried: number;
  refused: number;
  harmless: number;
  readonly failures: string[];
}

/**
 * Tries alterations: all, or `slice` of them. `attempt` loads and uses what it is given, and throws an
 * InputError where it is refused; anything else that it throws is a failure.
 */
export async function tryAll(
  alterations: readonly Alteration[],
  slice: number,
  attempt: (alteration: Alteration) => void | Promise<void>,
): Promise<Outcome> {
  const draw = new Draw(77);
  const chosen = ALL
    ? alterations
    : Array.from({ length: slice }, () => alterations[draw.integer(alterations.length)]);
  const outcome: Outcome = { tried: 0, refused: 0, harmless: 0, failures: [] };
  for (const alteration of chosen) {
    const where = `${alteration.path.join('.')} ${alteration.name}`;
    const start = performance.now();
    outcome.tried++;
    try {
      await attempt(alteration);
      outcome.harmless++;
    } catch (error) {
      if (
        error instanceof InputError &&
        !/[\n\r]/.test(error.message) &&
        error.message.length < 400
      )
        outcome.refused++;
      else outcome.failures.push(`${where}: ${String(error).slice(0, 300)}`);
    }
    const took = performance.now() - start;
    if (took > MOST_MILLISECONDS) outcome.failures.push(`${where}: took ${Math.round(took)} ms`);
  }
  return outcome;
}

/** Says the counts, and that nothing else happened. */
export function expectHarmless(what: string, outcome: Outcome): void {
  const { tried, refused, harmless, failures } = outcome;
  if (ALL) console.log(`${what}: ${tried} tried, ${refused} refused, ${harmless} harmless`);
  expect(failures.slice(0, 20), `${what}: ${failures.length} of ${tried}`).toEqual([]);
  expect(refused + harmless).toBe(tried);
  expect(refused).toBeGreaterThan(tried / 2);
}

/** A table that can be written: whole, numbers finite, cells empty only where gaps are allowed. */
export async function checkTable(
  table: Table,
  rows: number,
  columns: readonly { readonly name: string; readonly gaps: boolean }[],
): Promise<void> {
  if (table.rows !== rows) throw new Error(`${table.rows} rows`);
  if (table.columns.length !== columns.length) throw new Error(`${table.columns.length} columns`);
  table.columns.forEach((column, j) => {
    const { name, gaps } = columns[j];
    if (column.name !== name) throw new Error(`a column is called ${column.name}, not ${name}`);
    const values = column.kind === 'numeric' ? column.values : column.codes;
    if (values.length !== rows) throw new Error(`${name}: ${values.length} cells`);
    for (const value of values) {
      const isThere = column.kind === 'numeric' ? Number.isFinite(value) : value >= 0;
      const isGap = column.kind === 'numeric' ? Number.isNaN(value) : value === -1;
      if (!isThere && !(gaps && isGap)) throw new Error(`${name}: a cell is ${value}`);
      if (column.kind !== 'text' || value < 0) continue;
      const cell = column.dictionary[value];
      if (typeof cell !== 'string' || cell === '') throw new Error(`${name}: a cell is empty`);
    }
  });
  await writeTable(table);
}
