/**
 * Parquet with single bytes changed, and files made to mislead: each ends in a table of the right
 * shape or in an InputError, soon. The reading runs in a thread that is watched, so that an endless
 * loop is a failure and not a test that never ends. By default some of the bytes of each file are
 * changed, others in every run; TVINESYNTH_FUZZ_PARQUET=all changes every byte, and
 * TVINESYNTH_FUZZ_SEED repeats a run.
 */

import { Worker } from 'node:worker_threads';
import { parquetReadObjects } from 'hyparquet';
import { expect, test } from 'vitest';
import { readTable } from '../../src/table/readTable.ts';

import { cellsOf } from './support/cells.ts';
import { fuzzSeed, stream } from './support/fuzzSeed.ts';
import { parquetFiles } from './support/parquetFiles.ts';

const files = parquetFiles();

test('every kind of file is read as hyparquet reads it', async () => {
  for (const [name, bytes] of files) {
    const table = await readTable(bytes, { name });
    const file = bytes.slice().buffer;
    const rows = await parquetReadObjects({ file });
    expect(rows.length, name).toBe(table.rows);
    for (const column of table.columns) {
      const cells = cellsOf(column);
      const plain = (cell: unknown) => {
        if (cell === undefined || cell === null) return null;
        if (cell instanceof Date) return cell.getTime();
        return typeof cell === 'bigint'
          ? Number(cell)
          : typeof cell === 'boolean'
            ? `${cell}`
            : cell;
      };
      const expected = rows.map((row) => plain(row[column.name]));
      const isTime = column.stored === 'TIMESTAMP';
      expect(
        cells.map((cell) => (isTime && cell !== null ? Date.parse(String(cell)) : cell)),
        `${name}, ${column.name}`,
      ).toEqual(expected);
    }
  }
});

/** What a thread does: all changes of a file; it says what it found, and where it is. */
const PROGRAM = `
const { workerData, parentPort } = require('node:worker_threads');
(async () => {
  const { library, bytes, changes, progress } = workerData;
  const { readTable, detectSchema } = await import(library);
  const faults = [];
  let tables = 0;
  for (let i = 0; i < changes.length; i += 2) {
    Atomics.store(progress, 0, i / 2);
    const damaged = bytes.slice();
    damaged[changes[i]] = changes[i + 1];
    const where = 'byte ' + changes[i] + ' as ' + changes[i + 1];
    const before = performance.now();
    try {
      const table = await readTable(damaged, { name: 'x.parquet', format: 'parquet' });
      for (const column of table.columns) {
        const { length } = column.kind === 'text' ? column.codes : column.values;
        if (length !== table.rows) faults.push(where + ': ' + length + ' cells of ' + table.rows);
        if (column.kind === 'text' && column.codes.some((code) => code >= column.dictionary.length))
          faults.push(where + ': no such text');
        if (column.kind === 'text' && column.dictionary.some((text) => typeof text !== 'string'))
          faults.push(where + ': not a text');
      }
      detectSchema(table);
      tables++;
    } catch (error) {
      if (error.name !== 'InputError' || !error.message.startsWith('x.parquet: '))
        faults.push(where + ': ' + error.stack);
    }
    const time = performance.now() - before;
    if (time > 2000) faults.push(where + ': ' + time + ' ms');
  }
  parentPort.postMessage({ faults, tables });
})();
`;

interface Found {
  readonly faults: readonly string[];
  readonly tables: number;
}

/** Reads with all changes, given as places and values; rejects where one takes more than `patience`. */
function readChanged(bytes: Uint8Array, changes: Int32Array, patience = 10_000): Promise<Found> {
  const progress = new Int32Array(new SharedArrayBuffer(4));
  const library = new URL('../../dist/index.js', import.meta.url).href;
  const thread = new Worker(PROGRAM, {
    eval: true,
    execArgv: [],
    workerData: { library, bytes, changes, progress },
    resourceLimits: { maxOldGenerationSizeMb: 512 },
  });
  return new Promise<Found>((resolve, reject) => {
    let last = -1;
    const watch = setInterval(() => {
      const now = Atomics.load(progress, 0);
      if (now === last) {
        reject(new Error(`byte ${changes[2 * now]} as ${changes[2 * now + 1]} does not end`));
      }
      last = now;
    }, patience);
    thread.on('message', resolve);
    thread.on('error', reject);
    thread.on('message', () => clearInterval(watch));
    thread.on('error', () => clearInterval(watch));
  }).finally(() => thread.terminate());
}

test('no changed byte hangs, crashes, or gives a table of another shape', async () => {
  const isWhole = process.env.TVINESYNTH_FUZZ_PARQUET === 'all';
  const seed = fuzzSeed();
  const draw = stream(seed);
  for (const [name, bytes] of files) {
    const changes: number[] = [];
    const step = isWhole ? 1 : Math.ceil(bytes.length / 150);
    for (let at = isWhole ? 0 : draw(step); at < bytes.length; at += step) {
      const values = [0, 1, 0x7f, 0x80, 0xff, bytes[at] ^ 1, bytes[at] ^ 0x10, draw(256)];
      for (const value of new Set(values)) if (value !== bytes[at]) changes.push(at, value);
    }
    const { faults, tables } = await readChanged(bytes, Int32Array.from(changes));
    expect(faults, `${name}, TVINESYNTH_FUZZ_SEED=${seed}`).toEqual([]);
    expect(tables, name).toBeGreaterThan(0);
  }
}, 1_200_000);
