/**
 * Damaged tables: the reader ends in a table or an InputError, soon, and never names a cell. Every
 * case follows from its number, so a failure can be repeated. TVINESYNTH_FUZZ_SECONDS for longer.
 */

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { InputError } from '../../src/numerics/inputError.ts';
import { detectSchema } from '../../src/table/detectSchema.ts';
import { readTable } from '../../src/table/readTable.ts';
import { writeTable } from '../../src/table/writeTable.ts';
import { ROOT } from '../support/repository.ts';

const SECONDS = Number(process.env.TVINESYNTH_FUZZ_SECONDS ?? 6);
const FOLDER = join(ROOT, 'test/table/files');
const seeds = readdirSync(FOLDER)
  .filter((name) => !name.endsWith('.json') && !name.startsWith('long-cell'))
  .map((name) => new Uint8Array(readFileSync(join(FOLDER, name))));
const MARKS = [...'",;\t|\n\r\0. -+eE0919NAé\ufeff=\'#'].map((c) => [
  ...new TextEncoder().encode(c),
]);

/** The minimal standard generator of Park and Miller. */
function stream(seed: number): (below: number) => number {
  let state = (seed % 2147483646) + 1;
  return (below) => {
    state = (state * 48271) % 2147483647;
    return state % below;
  };
}

function mutated(number: number): Uint8Array {
  const draw = stream(number * 7919 + 1);
  let bytes = [...seeds[draw(seeds.length)]];
  for (let changes = 1 + draw(6); changes > 0; changes--) {
    const at = draw(bytes.length + 1);
    const length = draw(12);
    switch (draw(6)) {
      case 0:
        bytes.splice(at, length);
        break;
      case 1:
        bytes.splice(at, 0, ...MARKS[draw(MARKS.length)]);
        break;
      case 2:
        if (bytes.length > 0) bytes[at % bytes.length] = draw(256);
        break;
      case 3:
        bytes.splice(at, 0, ...bytes.slice(at, at + length));
        break;
      case 4: {
        const other = seeds[draw(seeds.length)];
        const from = draw(other.length + 1);
        bytes.splice(at, 0, ...other.subarray(from, from + length * 4));
        break;
      }
      default:
        bytes = bytes.slice(0, at + 1);
    }
  }
  return Uint8Array.from(bytes);
}

test('no damage crashes, hangs or leaks', async () => {
  const stop = performance.now() + SECONDS * 1000;
  let cases = 0;
  let tables = 0;
  for (; performance.now() < stop; cases++) {
    const bytes = mutated(cases);
    const before = performance.now();
    try {
      const small = cases % 2 === 0 ? {} : { bufferBytes: 1 + (cases % 40) };
      const table = await readTable(bytes, { name: 'fuzz.csv', ...small });
      detectSchema(table);
      const { bytes: again } = await writeTable(table);
      expect(again.length).toBeGreaterThan(0);
      for (const column of table.columns) {
        const length = column.kind === 'text' ? column.codes.length : column.values.length;
        expect(length, `case ${cases}`).toBe(table.rows);
      }
      tables++;
    } catch (error) {
      if (!(error instanceof InputError)) throw new Error(`case ${cases}`, { cause: error });
      expect(error.message.startsWith('fuzz.csv'), `case ${cases}: ${error.message}`).toBe(true);
    }
    expect(performance.now() - before, `case ${cases} is slow`).toBeLessThan(2000);
  }
  expect(cases).toBeGreaterThan(200);
  expect(tables).toBeGreaterThan(cases / 10);
});
