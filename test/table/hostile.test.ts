/** Tables made to fill the memory or to keep the reader busy: refused soon, with what to do. */

import { execFileSync, spawn } from 'node:child_process';
import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { ByteWriter } from 'hyparquet-writer/src/bytewriter.js';
import { writePageHeader } from 'hyparquet-writer/src/datapage.js';
import { writeMetadata } from 'hyparquet-writer/src/metadata.js';
import { parquetWriteBuffer } from 'hyparquet-writer/src/write.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readTableFile } from '../../src/table/files.ts';
import { BytesAt } from '../../src/table/parquet/bytesAt.ts';
import { readDeltas } from '../../src/table/parquet/deltas.ts';
import { readRuns } from '../../src/table/parquet/runs.ts';
import { unpackSnappy } from '../../src/table/parquet/snappy.ts';
import { readStruct } from '../../src/table/parquet/thrift.ts';
import { readTable } from '../../src/table/readTable.ts';

const bytesOf = (text: string) => new TextEncoder().encode(text);
const MIB = 2 ** 20;
let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'hostile-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('size', () => {
  test('gzip that swells is given up, with bounded memory', () => {
    const path = join(folder, 'bomb.csv.gz');
    // 512 MiB of rows
    const block = Buffer.alloc(16 * MIB, '1,22222\n');
    const packed = gzipSync(block, { level: 6 });
    writeFileSync(path, Buffer.concat(Array.from({ length: 32 }, () => packed)));
    const program = `
      import { readFile } from 'node:fs/promises';
      const { readTable } = await import(${JSON.stringify(new URL('../../dist/index.js', import.meta.url).href)});
      try {
        await readTable(await readFile(${JSON.stringify(path)}), { name: 'bomb.csv.gz' });
        console.log('read');
      } catch (error) {
        console.log(error.name, error.message);
      }
      console.log(process.resourceUsage().maxRSS);`;
    const output = execFileSync(process.execPath, ['--input-type=module', '-e', program]);
    const [message, size] = output.toString().trim().split('\n');
    expect(message).toMatch(
      /^InputError bomb\.csv\.gz: more than .* when unpacked, over 200 times/,
    );
    expect(message).toContain('--max-bytes');
    expect(Number(size) / 1024).toBeLessThan(1500);
  });

  test('whoever says how large it may be is believed', async () => {
    const text = `a,b\n${'1,2\n'.repeat(100_000)}`;
    const packed = new Uint8Array(gzipSync(text));
    const whole = await readTable(packed, { maxBytes: 500_000 });
    expect(whole.rows).toBe(100_000);
    await expect(readTable(packed, { maxBytes: 300_000, name: 'a' })).rejects.toThrow(
      'a: more than 300000 bytes when unpacked, which is the limit. If it is meant to be this large, raise the limit with --max-bytes',
    );
    await expect(readTable(bytesOf(text), { maxBytes: 300_000 })).rejects.toThrow('--max-bytes');
    await expect(readTable(bytesOf(text), { maxBytes: 0 })).rejects.toThrow('maxBytes: found 0');
  });

  test('a stream without an end ends', async () => {
    async function* endless() {
      for (;;) yield bytesOf('1,2\n'.repeat(1000));
    }
    await expect(readTable(endless(), { maxBytes: MIB })).rejects.toThrow('more than 1 MiB');
  });

  test('a line of 70 MB is refused where it begins', async () => {
    const cell = new Uint8Array(70 * MIB).fill(120);
    for (const [start, line] of [
      ['a,b\n1,2\n3,"', 3],
      ['"', 1],
    ] as const) {
      const blob = new Blob([start, cell, '\n1,2\n']);
      await expect(readTable(blob, { name: 'x.csv' })).rejects.toThrow(
        `x.csv, line ${line}: the line that begins here is longer than 64 MiB`,
      );
    }
  });

  test('a million columns are refused', async () => {
    const names = Array.from({ length: 1_000_000 }, (_, j) => `c${j}`).join(',');
    const before = performance.now();
    await expect(readTable(bytesOf(`${names}\n${names}\n`), { name: 'x.csv' })).rejects.toThrow(
      'x.csv, line 1: more than 65536 columns',
    );
    expect(performance.now() - before).toBeLessThan(5000);
  });

  test('a number of a million digits is a text, soon', async () => {
    const digits = '7'.repeat(1_000_000);
    const before = performance.now();
    const table = await readTable(bytesOf(`a,b\n${digits},1\n0.${digits},2\n`));
    expect(table.columns[0].kind).toBe('text');
    expect(performance.now() - before).toBeLessThan(3000);
  });
});

describe('Parquet', () => {
  test('rows that take no bytes are counted before they are made', async () => {
    const rows = 2 ** 29;
    const writer = new ByteWriter();
    writer.appendUint32(0x31524150);
    const levels = new ByteWriter();
    levels.appendVarInt(rows * 2);
    levels.appendUint8(0);
    const start = writer.offset;
    writePageHeader(writer, {
      type: 'DATA_PAGE_V2',
      uncompressed_page_size: levels.offset,
      compressed_page_size: levels.offset,
      data_page_header_v2: {
        num_values: rows,
        num_nulls: rows,
        num_rows: rows,
        encoding: 'PLAIN',
        definition_levels_byte_length: levels.offset,
        repetition_levels_byte_length: 0,
        is_compressed: false,
      },
    } as Parameters<typeof writePageHeader>[1]);
    writer.appendBytes(levels.getBytes());
    const meta_data = {
      type: 'DOUBLE',
      encodings: ['PLAIN'],
      path_in_schema: ['x'],
      codec: 'UNCOMPRESSED',
      num_values: BigInt(rows),
      total_uncompressed_size: BigInt(writer.offset - start),
      total_compressed_size: BigInt(writer.offset - start),
      data_page_offset: BigInt(start),
    };
    writeMetadata(writer, {
      version: 2,
      schema: [
        { name: 'root', num_children: 1 },
        { name: 'x', type: 'DOUBLE', repetition_type: 'OPTIONAL' },
      ],
      num_rows: BigInt(rows),
      row_groups: [
        { columns: [{ file_offset: 0n, meta_data }], total_byte_size: 1n, num_rows: BigInt(rows) },
      ],
    } as unknown as Parameters<typeof writeMetadata>[1]);
    writer.appendUint32(0x31524150);
    const bytes = writer.getBytes().slice();
    await expect(readTable(bytes, { name: 'x.parquet' })).rejects.toThrow(
      /^x\.parquet: more than 256 MiB when unpacked.*--max-bytes/,
    );
  });

  test('reading is cancelled between two pages', async () => {
    const data = Float64Array.from({ length: 400_000 }, (_, i) => i / 3);
    const names = ['a', 'b', 'c', 'd'];
    const columnData = names.map((name) => ({ name, data, type: 'DOUBLE' as const }));
    const bytes = new Uint8Array(parquetWriteBuffer({ columnData, codec: 'UNCOMPRESSED' }));
    const cancel = new AbortController();
    const reading = readTable(bytes, { signal: cancel.signal });
    setTimeout(() => cancel.abort(new Error('enough')), 5);
    await expect(reading).rejects.toThrow('enough');
  });

  test('lengths that lead backwards or beyond the end are damage', () => {
    // the length of a literal in four bytes, as a signed number below zero
    const back = Uint8Array.of(8, 63 << 2, 0xff, 0xff, 0xff, 0xff, 1, 2);
    expect(() => unpackSnappy(back, 8)).toThrow('longer than the file');
    const claims = Uint8Array.of(0x80, 0x80, 0x80, 0x80, 1, 0, 65);
    expect(() => unpackSnappy(claims, 2 ** 28)).toThrow('claims more than it can hold');
    expect(() => unpackSnappy(Uint8Array.of(4, 0, 65, 2, 9, 0), 4)).toThrow('does not have');
    const run = Uint8Array.of(0x80, 0x80, 0x80, 0x80, 8, 1);
    expect(() => readRuns(new BytesAt(run), 1, 10)).toThrow('a run is longer than its page');
    expect(() => readRuns(new BytesAt(new Uint8Array(9).fill(0xff)), 1, 10)).toThrow('too long');
    expect(() => readDeltas(new BytesAt(Uint8Array.of(128, 1, 0, 3, 0)), 3)).toThrow('parts');
    const list = Uint8Array.of(0x19, 0xfc, 0xff, 0xff, 0xff, 0x0f);
    expect(() => readStruct(new BytesAt(list), { left: 100 })).toThrow('longer than the file');
    const deep = new Uint8Array(1000).fill(0x1c);
    expect(() => readStruct(new BytesAt(deep), { left: 5000 })).toThrow('nested too deeply');
    expect(() => readStruct(new BytesAt(new Uint8Array(500).fill(0x11)), { left: 9 })).toThrow(
      'holds too much',
    );
  });

  test('snappy gives back what it packed, copies that overlap included', () => {
    // "ab" and a copy of eight bytes from two before: abababababab
    const packed = Uint8Array.of(10, 1 << 2, 97, 98, ((8 - 4) << 2) | 1, 2);
    expect(new TextDecoder().decode(unpackSnappy(packed, 10))).toBe('ababababab');
  });
});

describe('files', () => {
  test('a device is refused at once', async () => {
    await expect(readTableFile('/dev/zero')).rejects.toThrow('is a device, not a file or a pipe');
  });

  test('a pipe is read up to the limit, and nobody waits for one that stays silent', async () => {
    const path = join(folder, 'pipe');
    execFileSync('mkfifo', [path]);
    const write = (words: string) => spawn('sh', ['-c', `${words} > '${path}'`]);
    write("printf 'a,b\\n1,2\\n3,5\\n'");
    const table = await readTableFile(path);
    expect([table.rows, table.columns.length]).toEqual([2, 2]);
    const endless = write('yes 1,2');
    const reading = readTableFile(path, { maxBytes: 2 ** 20 });
    await expect(reading).rejects.toThrow('more than 1 MiB, which is the limit');
    endless.kill();
    const silent = write('sleep 20');
    const began = performance.now();
    const waiting = readTableFile(path, { signal: AbortSignal.timeout(200) });
    await expect(waiting).rejects.toThrow();
    expect(performance.now() - began).toBeLessThan(5000);
    silent.kill();
  }, 30_000);

  test('a file that changes while it is read is refused', async () => {
    const path = join(folder, 'growing.csv');
    writeFileSync(path, `a,b\n${'1,2\n'.repeat(500_000)}`);
    const reading = readTableFile(path);
    setTimeout(() => appendFileSync(path, '3,4\n'), 5);
    await expect(reading).rejects.toThrow('growing.csv: changed while it was read');
  });

  test('the command line names the limit, and takes it', async () => {
    const path = join(folder, 'plain.csv');
    writeFileSync(path, `a,b\n${'1,2\n3,5\n'.repeat(1000)}`);
    const cli = new URL('../../dist/cli.js', import.meta.url).pathname;
    const run = (...args: string[]) =>
      new Promise<{ code: number | null; stderr: string }>((resolve) => {
        const child = spawn(process.execPath, [cli, ...args]);
        let stderr = '';
        child.stderr.on('data', (piece: Buffer) => {
          stderr += piece.toString();
        });
        child.stdout.resume();
        child.on('close', (code) => resolve({ code, stderr }));
      });
    const refused = await run('inspect', path, '--max-bytes', '4K');
    expect(refused.code).toBe(2);
    expect(refused.stderr).toContain('more than 4096 bytes');
    expect(refused.stderr).toContain('--max-bytes');
    expect((await run('inspect', path, '--max-bytes', '1M')).code).toBe(0);
    expect((await run('inspect', path, '--max-bytes', 'much')).stderr).toContain('such as 500M');
  });
});
