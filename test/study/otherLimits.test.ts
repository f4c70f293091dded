/** Other limits on what was measured: with what is kept of it, a study gives what it gives afresh. */

import { describe, expect, test } from 'vitest';
import { simulatedCsv } from '../../src/demo/simulatedCsv.ts';
import type { Constraints } from '../../src/study/constraints.ts';
import type { Measures } from '../../src/study/measure.ts';
import { study } from '../../src/study/study.ts';
import { readTable } from '../../src/table/readTable.ts';
import { takeRows } from '../../src/table/takeRows.ts';
import { memoryStore } from '../support/memoryStore.ts';

const whole = await readTable(simulatedCsv(1));
const small = takeRows(
  whole,
  Uint32Array.from({ length: 200 }, (_, i) => i * 5),
);
const table = { ...small, columns: small.columns.slice(14) };
const settings = {
  response: 'Y',
  sensitive: ['X16'],
  preset: 'quick',
  families: 'gaussian',
  levels: [1, 3],
  compare: ['cvine-paper'],
} as const;
const store = memoryStore();
const told: Partial<Measures>[] = [];
const first = await study(table, { ...settings, store, onMeasured: (part) => told.push(part) });

describe('a study with what is kept of another', () => {
  test('under other limits', async () => {
    const constraints: Constraints = { maxMr2: 0.001, minAuc: 0.99 };
    const judged = await study(table, { ...settings, constraints, store });
    const afresh = await study(table, { ...settings, constraints });
    expect(judged.results).toEqual(afresh.results);
    expect(judged.synthetic).toEqual(afresh.synthetic);
    expect(judged.results.verdict).not.toEqual(first.results.verdict);
  });

  test('tells of each measure as it is there', () => {
    expect(told.flatMap((part) => Object.keys(part)).slice(0, 4)).toEqual([
      ...['attribute', 'membership', 'audit', 'utility'],
    ]);
    // and of those of the study's own levels alone, not of a generator that it is compared with
    expect(told.flatMap(({ attribute }) => attribute?.levels.length ?? [])).toEqual([2]);
    // results are rounded
    expect(told[0].attribute?.levels[0].sensitive.X16.inTable.estimate).toBeCloseTo(
      first.results.levels[0].aia.X16.inTable.estimate,
      3,
    );
  });
});
