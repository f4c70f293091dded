/** What the numbers of a column are, whatever way they are written: whole, halves, tens, decimals. */

import { describe, expect, test } from 'vitest';
import { checkRelease } from '../../src/measures/release/releaseChecks.ts';
import { fit } from '../../src/model/fit.ts';
import { sample } from '../../src/model/sample.ts';
import { rngFromSeed } from '../../src/random/rng.ts';
import { detectSchema, schemaOf } from '../../src/table/detectSchema.ts';
import { readTable } from '../../src/table/readTable.ts';
import { schemaToJSON } from '../../src/table/schema.ts';
import type { Table } from '../../src/table/table.ts';
import { writeTable } from '../../src/table/writeTable.ts';

const ROWS = 400;
const u = rngFromSeed(7).split('u').uniforms(ROWS);
const v = rngFromSeed(7).split('v').uniforms(ROWS);

const read = (text: string) => readTable(new TextEncoder().encode(text));
const columnOf = (cells: readonly string[]) =>
  read(`x,y,z\n${cells.map((cell, i) => `${cell},${v[i] > 0.5 ? 1 : 0},${v[i]}`).join('\n')}\n`);
const cellsOf = async (table: Table) =>
  new TextDecoder()
    .decode((await writeTable(table)).bytes)
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split(',')[0]);
const detected = async (cells: readonly string[]) => detectSchema(await columnOf(cells)).columns[0];

/** Cells of a synthetic column, and what the release checks say of it. */
async function synthetic(cells: readonly string[]) {
  const real = await columnOf(cells);
  const model = await fit(real, { response: 'y' });
  const table = sample(model, 600);
  const failed = checkRelease(real, table, undefined, { model }).filter(({ passed }) => !passed);
  return { real, table, cells: await cellsOf(table), failed: failed.map(({ name }) => name) };
}

const column = (write: (x: number, i: number) => string) =>
  Array.from(u, (each, i) => write(each, i));
const kinds: readonly (readonly [string, readonly string[], RegExp])[] = [
  ['whole numbers written 157.0', column((x) => `${Math.round(25 + 300 * x)}.0`), /^\d+\.0$/],
  [
    'whole numbers written 157.00 with one odd cell',
    column((x, i) => (i === 7 ? '17.3456' : `${Math.round(25 + 300 * x)}.00`)),
    /^\d+\.00$/,
  ],
  ['half points', column((x) => String(Math.round(200 * x) / 2)), /^\d+(\.5)?$/],
  ['half points written 3.0', column((x) => (Math.round(200 * x) / 2).toFixed(1)), /^\d+\.[05]$/],
  ['multiples of 5', column((x) => String(5 * Math.round(200 * x))), /^\d*[05]$/],
  ['thousands', column((x) => String(1000 * Math.round(200 * x))), /^(0|\d+000)$/],
  [
    'numbers as Python writes them',
    column((x, i) => {
      const value = i % 3 === 0 ? Math.round(60 + 70 * x) : Math.round(6000 + 7000 * x) / 100;
      return Number.isInteger(value) ? `${value}.0` : String(value);
    }),
    /^\d+\.\d{1,2}$/,
  ],
];

describe.each(kinds)('%s', (_, cells, form) => {
  test('come back as they were, and the checks agree', async () => {
    const made = await synthetic(cells);
    expect(made.cells.filter((cell) => !form.test(cell))).toEqual([]);
    expect(made.failed).toEqual([]);
    const distinct = new Set(made.cells).size;
    expect(distinct).toBeGreaterThan(20);
  });

  test('what was found is in the schema, and is the same when declared', async () => {
    const table = await columnOf(cells);
    const schema = schemaOf(detectSchema(table));
    const again = schemaOf(detectSchema(table, { schema }));
    expect(schemaToJSON(again)).toEqual(schemaToJSON(schema));
  });
});

test('the checks find numbers beside the grid, and numbers written in another way', async () => {
  const { real, table } = await synthetic(kinds[0][1]);
  const [x, ...others] = table.columns;
  if (x.kind !== 'numeric') throw new Error('numbers expected');
  const model = await fit(real, { response: 'y' });
  const failed = (column: Table['columns'][number]) =>
    checkRelease(real, { ...table, columns: [column, ...others] }, undefined, { model })
      .filter(({ passed }) => !passed)
      .map(({ name }) => name);
  expect(failed(x)).toEqual([]);
  expect(failed({ ...x, values: x.values.map((each) => each + 0.3) })).toEqual(['off-schema']);
  expect(failed({ ...x, decimals: 0 })).toEqual(['off-schema']);
});

test('a few float artefacts do not give all numbers 15 decimals', async () => {
  const cells = column((x, i) => {
    const tenths = Math.round(300 * x);
    return i % 25 === 0 ? '0.30000000000000004' : String(tenths / 10);
  });
  const found = await detected(cells);
  expect(found.decimals).toBe(1);
  expect(found.warnings.join()).toContain('more than 12 decimals');
  const made = await synthetic(cells);
  expect(made.cells.filter((cell) => !/^\d+(\.\d)?$/.test(cell))).toEqual([]);
  expect(made.failed).toEqual([]);
});

test('what five rows share belongs to the column', async () => {
  const cells = column((x, i) => (i % 80 === 0 ? '12.5' : String(Math.round(100 * x))));
  expect(await detected(cells)).toMatchObject({ decimals: 1, step: 0.5 });
});

test('decimals that are declared are the grid, and so is a step', async () => {
  const table = await columnOf(kinds[0][1]);
  const declared = async (x: object) => {
    const model = await fit(table, { response: 'y', schema: { columns: { x } } });
    const { content } = model.columns[0];
    return content.kind === 'modelled' && 'grid' in content.margin && content.margin.grid;
  };
  expect(await declared({})).toEqual({ decimals: 0 });
  expect(await declared({ decimals: 2 })).toEqual({ decimals: 2 });
  expect(await declared({ step: 5 })).toEqual({ decimals: 0, step: 5 });
  expect(await declared({ step: 0.25 })).toEqual({ decimals: 2, step: 0.25 });
});
