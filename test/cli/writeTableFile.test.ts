import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { tableFromColumns, takeRows } from '../../src/index.ts';
import { readTableFile, writeTableFile } from '../../src/node.ts';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tvinesynth-write-'));
});
afterEach(() => rm(folder, { recursive: true }));
const at = (name: string) => join(folder, name);

const table = tableFromColumns({ a: [1, 2.5, null], b: ['x', 'y;z', 'x'] });

describe('writeTableFile', () => {
  test('writes what readTableFile reads', async () => {
    expect(await writeTableFile(at('t.csv'), table)).toEqual({ notes: [] });
    expect(await readFile(at('t.csv'), 'utf8')).toBe('a,b\n1,x\n2.5,y;z\n,x\n');
    const { columns } = await readTableFile(at('t.csv'));
    expect(columns.map(({ name }) => name)).toEqual(['a', 'b']);
  });

  test('keeps the format of the input, unless the name or an option says otherwise', async () => {
    await writeFile(at('in.csv'), 'a;b\r\n1,5;x\r\n2,5;y\r\n');
    const read = await readTableFile(at('in.csv'));
    for (const name of ['out.csv', 'out.txt', 'out']) {
      await writeTableFile(at(name), read);
      expect(await readFile(at(name), 'utf8')).toBe('a;b\r\n1,5;x\r\n2,5;y\r\n');
    }
    await writeTableFile(at('out.tsv'), read);
    expect(await readFile(at('out.tsv'), 'utf8')).toBe('a\tb\r\n1,5\tx\r\n2,5\ty\r\n');
    await writeTableFile(at('out.csv.gz'), read, { format: { lineEnd: '\n' } });
    expect(gunzipSync(await readFile(at('out.csv.gz'))).toString()).toBe('a;b\n1,5;x\n2,5;y\n');
    await writeTableFile(at('out.parquet'), read);
    expect((await readFile(at('out.parquet'))).subarray(0, 4).toString()).toBe('PAR1');
    const packed = await readTableFile(at('out.csv.gz'));
    await writeTableFile(at('unpacked.csv'), packed);
    expect(await readFile(at('unpacked.csv'), 'utf8')).toBe('a;b\n1,5;x\n2,5;y\n');
    await writeTableFile(at('back.csv'), await readTableFile(at('out.parquet')));
    expect(await readFile(at('back.csv'), 'utf8')).toBe('a,b\n1.5,x\n2.5,y\n');
  });

  test.each(['t.csv', 't.csv.gz', 't.parquet'])('writes parts as one table: %s', async (name) => {
    function* parts() {
      for (const row of [0, 1, 2]) yield takeRows(table, [row]);
    }
    await writeTableFile(at(name), parts());
    const back = await readTableFile(at(name));
    await writeTableFile(at('back.csv'), back, { format: { gzip: false } });
    expect(await readFile(at('back.csv'), 'utf8')).toBe('a,b\n1,x\n2.5,y;z\n,x\n');
  });

  test('does not overwrite, unless it may, and never an input', async () => {
    await writeFile(at('t.csv'), 'mine');
    const refused = writeTableFile(at('t.csv'), table);
    await expect(refused).rejects.toThrow('already exists');
    await expect(refused).rejects.toThrow('{ force: true }');
    await expect(refused).rejects.not.toThrow('--force');
    await expect(
      writeTableFile(at('t.csv'), table, { force: true, inputs: [at('t.csv')] }),
    ).rejects.toThrow('is the input');
    expect(await readFile(at('t.csv'), 'utf8')).toBe('mine');
    await writeTableFile(at('t.csv'), table, { force: true });
    expect(await readFile(at('t.csv'), 'utf8')).toContain('2.5,y;z');
  });

  test('leaves nothing behind when the parts fail', async () => {
    function* parts() {
      yield takeRows(table, [0]);
      throw new Error('no more');
    }
    await expect(writeTableFile(at('t.csv'), parts())).rejects.toThrow('no more');
    expect(await readdir(folder)).toEqual([]);
  });

  test('tells what it changed', async () => {
    const { notes } = await writeTableFile(at('t.csv'), tableFromColumns({ a: ['=1+1', 'x'] }));
    expect(notes).toEqual([expect.stringContaining('would run as a formula')]);
  });
});
