/**
 * Damaged tables: the reader ends in a table or an InputError, soon, never names a cell, and does not
 * grow. Every case follows from its number: the same ones in every run first, then others, whose
 * start is printed and repeated by TVINESYNTH_FUZZ_SEED. TVINESYNTH_FUZZ_SECONDS for longer.
 */

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { InputError } from '../../src/numerics/inputError.ts';
import { detectSchema } from '../../src/table/detectSchema.ts';
import { readTable } from '../../src/table/readTable.ts';
import { writeTable } from '../../src/table/writeTable.ts';
import { ROOT } from '../support/repository.ts';
import { fuzzSeed, stream } from './support/fuzzSeed.ts';

setFlagsFromString('--expose-gc');
const gc = runInNewContext('gc') as () => void;
const SECONDS = Number(process.env.TVINESYNTH_FUZZ_SECONDS ?? 9);
const FOLDER = join(ROOT, 'test/table/files');
const seeds = readdirSync(FOLDER)
  .filter((name) => !name.endsWith('.json') && !name.startsWith('long-cell'))
  .map((name) => new Uint8Array(readFileSync(join(FOLDER, name))));
const MARKS = [...'",;\t|\n\r\0. -+eE0919NAé\ufeff=\'#'].map((c) => [
  ...new TextEncoder().encode(c),
]);

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

/** In every file, before it is damaged: cells that nobody may find in a message. */
const CANARY = 'canary7351';
const CANARIES = [`"${CANARY},x"`, CANARY, `'${CANARY}`, `7351.${'7351'.repeat(4)}e999`];
const IN_MESSAGE = /canary|7351/i;

/** The damaged file with canaries in place of some cells behind the first line. */
function withCanaries(number: number): Uint8Array {
  const text = Buffer.from(mutated(number)).toString('latin1');
  const draw = stream(number + 17);
  const first = text.search(/[\r\n]/);
  if (first < 0) return Buffer.from(text, 'latin1');
  const body = text
    .slice(first)
    .replace(/[^,;\t|\r\n"']+/g, (cell) =>
      draw(3) === 0 ? CANARIES[draw(CANARIES.length)] : cell,
    );
  return new Uint8Array(Buffer.from(text.slice(0, first) + body, 'latin1'));
}

interface Tried {
  readonly isTable: boolean;
  readonly message: string;
}

async function tryCase(number: number, bytes: Uint8Array): Promise<Tried> {
  const before = performance.now();
  try {
    const small = number % 2 === 0 ? {} : { bufferBytes: 1 + (number % 40) };
    const table = await readTable(bytes, { name: 'fuzz.csv', ...small });
    detectSchema(table);
    const { bytes: again } = await writeTable(table);
    expect(again.length).toBeGreaterThan(0);
    for (const column of table.columns) {
      const length = column.kind === 'text' ? column.codes.length : column.values.length;
      expect(length, `case ${number}`).toBe(table.rows);
    }
    return { isTable: true, message: (table.notes ?? []).join(' ') };
  } catch (error) {
    if (!(error instanceof InputError)) throw new Error(`case ${number}`, { cause: error });
    expect(error.message.startsWith('fuzz.csv'), `case ${number}: ${error.message}`).toBe(true);
    return { isTable: false, message: error.message };
  } finally {
    expect(performance.now() - before, `case ${number} is slow`).toBeLessThan(2000);
  }
}

async function tryFrom(first: number, seconds: number, bytesOf: (number: number) => Uint8Array) {
  const stop = performance.now() + seconds * 1000;
  let cases = 0;
  let tables = 0;
  const messages = new Map<string, number>();
  for (; performance.now() < stop; cases++) {
    const { isTable, message } = await tryCase(first + cases, bytesOf(first + cases));
    if (isTable) tables++;
    messages.set(message, first + cases);
  }
  expect(cases).toBeGreaterThan(60);
  expect(tables).toBeGreaterThan(cases / 20);
  return messages;
}

test('no damage crashes or hangs: the same cases in every run', async () => {
  await tryFrom(0, SECONDS / 3, mutated);
});

test('no damage crashes or hangs: others in every run', async () => {
  await tryFrom(fuzzSeed(), SECONDS / 3, mutated);
});

test('no message says what a cell holds', async () => {
  const messages = await tryFrom(fuzzSeed(), SECONDS / 3, withCanaries);
  expect(messages.size).toBeGreaterThan(3);
  for (const [message, number] of messages) {
    expect(message, `case ${number}`).not.toMatch(IN_MESSAGE);
  }
});

test('what was read is let go of', async () => {
  const all = () => process.memoryUsage().arrayBuffers + process.memoryUsage().heapUsed;
  const round = async () => {
    for (let number = 0; number < 300; number++) await tryCase(number, mutated(number));
    gc();
    await new Promise((go) => setTimeout(go, 50));
    gc();
    return all();
  };
  await round();
  const before = await round();
  const after = await round();
  expect(after - before).toBeLessThan(8 * 2 ** 20);
});
