/** A study that is interrupted and called again with what it had kept. */

import { beforeAll, describe, expect, test } from 'vitest';
import {
  type StudyProgress,
  type StudyResult,
  type StudySettings,
  study,
  type Table,
} from '../../src/index.ts';
import { studyKey } from '../../src/study/studyKey.ts';
import { Draw } from '../support/draw.ts';
import { type MemoryStore, memoryStore } from '../support/memoryStore.ts';
import { numericTable } from '../support/numericTable.ts';

const draw = new Draw(5);
const a = draw.column(90, () => draw.uniform());
const table = numericTable({
  a,
  b: a.map((x) => x + 0.2 * draw.uniform()),
  c: draw.column(90, () => draw.uniform()),
  y: a.map((x) => (x + 0.5 * draw.uniform() > 0.7 ? 1 : 0)),
});

const settings: StudySettings = {
  response: 'y',
  sensitive: ['b'],
  families: 'gaussian',
  levels: [1, 'full'],
  membership: 'both',
  membershipLevels: 'all',
  compare: ['independent', 'copy'],
  sizes: {
    targets: { quantiles: [0.99], random: 1 },
    attribute: { iterations: 2, sets: 2 },
    membership: { iterations: 2, shadows: 2, setsPerShadow: 2, sets: 3, trees: 10 },
    utility: { sets: 2, trees: 10 },
  },
};

const textOf = ({ results, model, synthetic }: StudyResult) =>
  JSON.stringify({ results, model, synthetic }, (_, value) =>
    ArrayBuffer.isView(value) ? Array.from(value as Float64Array) : value,
  );

/** Stops after `steps` calls of progress; nothing if it came to its end before. */
async function interrupted(store: MemoryStore, steps: number): Promise<StudyResult | undefined> {
  const controller = new AbortController();
  let seen = 0;
  try {
    return await study(table, {
      ...{ ...settings, store, signal: controller.signal },
      onProgress: () => {
        if (++seen === steps) controller.abort(new Error('enough'));
      },
    });
  } catch (error) {
    expect(error).toMatchObject({ message: 'enough' });
    return undefined;
  }
}

describe('a study that goes on', () => {
  let whole: StudyResult;
  const progress: StudyProgress[] = [];
  const store = memoryStore();
  beforeAll(async () => {
    whole = await study(table, { ...settings, store, onProgress: (each) => progress.push(each) });
  });

  test('gives the same, wherever it was interrupted, and does nothing twice', async () => {
    expect(textOf(await study(table, settings))).toBe(textOf(whole));
    // one store through many interruptions: it refuses a second result of the same part
    const pieces = memoryStore();
    let found: StudyResult | undefined;
    let calls = 0;
    for (; !found; calls++) found = await interrupted(pieces, 12 + 7 * calls);
    expect(calls).toBeGreaterThan(5);
    expect(textOf(found)).toBe(textOf(whole));
  });

  test('with everything kept, does no fit and tells that it took no time', async () => {
    const again: StudyProgress[] = [];
    const before = store.kept.size;
    const found = await study(table, { ...settings, store, onProgress: (p) => again.push(p) });
    expect(textOf(found)).toBe(textOf(whole));
    expect(store.kept.size).toBe(before);
    for (const stage of ['attribute', 'membership', 'utility', 'copy: membership']) {
      const last = again.filter((each) => each.stage === stage).at(-1);
      expect(last).toMatchObject({ done: 1, total: 1, kept: 1 });
    }
  });

  test('keeps no cell of the real table', () => {
    const cells = new Set(
      table.columns
        .slice(0, 3)
        .flatMap((each) => (each.kind === 'numeric' ? [...each.values] : [])),
    );
    expect(cells.size).toBe(270);
    const found = [...store.kept].flatMap(([key, value]) =>
      numbersIn(value).some((number) => cells.has(number)) ? [key] : [],
    );
    expect(found).toEqual([]);
    // there is a generator that releases cells, and its sets are not kept
    expect([...store.kept.keys()].filter((key) => key.startsWith('copy'))).toContain(
      'copy: membership',
    );
    expect([...store.kept.keys()].some((key) => key.startsWith('copy: membership: '))).toBe(false);
    expect([...store.kept.keys()].some((key) => key.startsWith('membership: '))).toBe(true);
  });

  test('nor does it with empirical margins, whose model holds them', async () => {
    const own = memoryStore();
    await study(table, { ...settings, margins: 'empirical', compare: [], store: own });
    expect(own.kept.has('fit')).toBe(false);
    const cells = new Set(
      table.columns
        .slice(0, 3)
        .flatMap((each) => (each.kind === 'numeric' ? [...each.values] : [])),
    );
    expect([...own.kept.values()].flatMap(numbersIn).filter((n) => cells.has(n))).toEqual([]);
  });

  test('tells how far the whole is, and how long it takes', () => {
    const shares = progress.map(({ share }) => share);
    expect(shares.every((share, i) => i === 0 || share >= shares[i - 1])).toBe(true);
    expect(shares.at(-1)).toBe(1);
    expect(progress.at(-1)?.secondsLeft).toBe(0);
    const later = progress.slice(10, -10);
    expect(later.every(({ secondsLeft }) => secondsLeft > 0 && secondsLeft < 600)).toBe(true);
  });
});

/** All numbers in plain data. */
function numbersIn(value: unknown): number[] {
  if (typeof value === 'number') return [value];
  if (ArrayBuffer.isView(value)) return Array.from(value as Float64Array);
  if (value instanceof Map) return [...value].flat().flatMap(numbersIn);
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(numbersIn);
}

describe('the key of a study', () => {
  const key = studyKey(table, settings);
  const changed = (column: number, change: (values: Float64Array) => void): Table => ({
    ...table,
    columns: table.columns.map((each, j) => {
      if (j !== column || each.kind !== 'numeric') return each;
      const values = each.values.slice();
      change(values);
      return { ...each, values };
    }),
  });

  test('is that of the table and the settings, whoever watches and on how many threads', () => {
    expect(key).toMatch(/^[0-9a-f]{64}$/);
    expect(studyKey(structuredClone(table), { ...settings })).toBe(key);
    const { response, ...rest } = settings;
    expect(studyKey(table, { ...rest, response })).toBe(key);
    expect(
      studyKey(table, { ...settings, threads: 7, onProgress: () => {}, store: memoryStore() }),
    ).toBe(key);
  });

  test('changes with a single cell, a name, a setting or the test rows', () => {
    const others = [
      studyKey(
        changed(1, (values) => {
          values[17] += 1e-12;
        }),
        settings,
      ),
      studyKey(
        { ...table, columns: table.columns.map((c) => ({ ...c, name: `${c.name}1` })) },
        settings,
      ),
      studyKey(table, { ...settings, seed: 2 }),
      studyKey(table, { ...settings, sizes: { ...settings.sizes, utility: { sets: 3 } } }),
      studyKey(table, { ...settings, test: table }),
      studyKey(table, { ...settings, test: changed(0, (values) => values.reverse()) }),
      studyKey(table, { ...settings, schema: { columns: { a: { type: 'continuous' } } } }),
    ];
    expect(new Set([key, ...others]).size).toBe(others.length + 1);
  });

  test('sees what a schema declares', () => {
    const schema = (type: 'count' | 'continuous') => ({ columns: new Map([['a', { type }]]) });
    expect(studyKey(table, { ...settings, schema: schema('count') })).not.toBe(
      studyKey(table, { ...settings, schema: schema('continuous') }),
    );
  });
});
