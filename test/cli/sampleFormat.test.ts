/** `sample` writes the format that the name of the file asks for. Needs `npm run build`. */

import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readTable } from '../../src/table/readTable.ts';
import { dependentTable, runIn } from './support.ts';

let folder = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tvinesynth-format-'));
  await writeFile(join(folder, 'real.csv'), dependentTable(120, 3));
  expect((await runIn(folder, 'fit', 'real.csv', '--response', 'y')).code).toBe(0);
});
afterAll(() => rm(folder, { recursive: true }));

const read = async (name: string) =>
  readTable(new Uint8Array(await readFile(join(folder, name))), { name });
const sampled = (out: string, ...more: string[]) =>
  runIn(folder, 'sample', 'model.json', '--rows', '20', '--out', out, ...more);

test.each(['xlsx', 'parquet', 'tsv'] as const)('%s, the same cells as in CSV', async (kind) => {
  expect((await sampled(`${kind}.csv`)).code).toBe(0);
  expect((await sampled(`made.${kind}`)).code).toBe(0);
  const [plain, made] = [await read(`${kind}.csv`), await read(`made.${kind}`)];
  expect(made.format.kind).toBe(kind);
  const valuesOf = ({ columns }: typeof made) =>
    columns.map((column) => ('values' in column ? Array.from(column.values) : column.name));
  expect(valuesOf(made)).toEqual(valuesOf(plain));
});

test('checked before it is written, too', async () => {
  const ended = await sampled('checked.xlsx', '--check', 'real.csv');
  expect(ended.stderr).not.toContain('error');
  const { format } = await read('checked.xlsx');
  expect(format.kind).toBe('xlsx');
});
