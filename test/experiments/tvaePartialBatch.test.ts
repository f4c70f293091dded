import { expect, test } from 'vitest';
import type { Setting } from '../../experiments/setting.ts';
import { tvaePartialBatch } from '../../experiments/tvaePartialBatch.ts';
import type { Generator } from '../../src/generators/generator.ts';
import * as library from '../../src/index.ts';
import type { Table } from '../../src/table/table.ts';
import { numericTable } from '../support/numericTable.ts';

const ROWS = 60;
const table = numericTable({
  a: Float64Array.from({ length: ROWS }, (_, row) => row % 7),
  b: Float64Array.from({ length: ROWS }, (_, row) => (row * row) % 11),
});

/** Tells by the sign of a correlation whether a fit had an odd number of rows, unless that is dropped. */
const odd: Generator = {
  fit(training: Table, { tvae }) {
    const isSeen = tvae?.lastBatch === 'keep' && training.rows % 2 === 1;
    return {
      sample(rows, rng) {
        const a = rng.split('a').uniforms(rows);
        const noise = rng.split('b').uniforms(rows);
        return numericTable({ a, b: isSeen ? a.map((x) => -x) : noise });
      },
    };
  },
};

test('any row that is added is told where its step is kept, and chance is left where it is dropped', async () => {
  const setting = {
    library: { ...library, generatorOf: () => odd },
    seed: 1,
  } as unknown as Setting;
  const [kept, dropped] = await tvaePartialBatch(setting, {
    table,
    settings: { response: 'b' },
    target: 3,
    base: 40,
    replicates: 6,
  });
  expect(kept).toEqual({ lastBatch: 'keep', outAgainstIn: 12, outAgainstPlacebo: 12, of: 12 });
  expect(dropped).toMatchObject({ lastBatch: 'drop', of: 12 });
  expect(dropped.outAgainstIn).toBeLessThan(11);
  expect(dropped.outAgainstPlacebo).toBeLessThan(11);
});
