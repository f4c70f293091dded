import { describe, expect, test } from 'vitest';
import { identifierShape, makeIdentifiers } from '../../src/margins/identifiers.ts';
import { rngFromSeed } from '../../src/random/rng.ts';
import type { Column } from '../../src/table/table.ts';

const rng = rngFromSeed(1);
const texts = (dictionary: string[]): Column => ({
  kind: 'text',
  name: 'id',
  codes: Int32Array.from(dictionary.keys()),
  dictionary,
});
const made = (column: Column, rows = 500) => makeIdentifiers(identifierShape(column), 0, rows, rng);

describe('identifiers', () => {
  test('that are numbers count up above the real ones', () => {
    const values = Float64Array.from({ length: 100 }, (_, i) => 950 + i);
    const column: Column = { kind: 'numeric', name: 'id', values, missing: undefined, decimals: 0 };
    expect(identifierShape(column)).toEqual({ kind: 'number', first: 10_001 });
    expect([...made(column, 3)]).toEqual([10_001, 10_002, 10_003]);
  });

  test('with little room keep their letters and become longer', () => {
    const real = Array.from({ length: 50 }, (_, i) => `P-${String(i).padStart(4, '0')}`);
    expect(identifierShape(texts(real))).toEqual({ kind: 'counter', prefix: 'P-', digits: 8 });
    const drawn = made(texts(real)) as string[];
    expect(new Set(drawn).size).toBe(500);
    expect(drawn.filter((id) => real.includes(id))).toEqual([]);
  });

  test('of digits alone stay digits, and whole numbers begin with none but 1 to 9', () => {
    const real = Array.from({ length: 40 }, (_, i) => String(10n ** 21n + BigInt(i) * 7919n ** 5n));
    const drawn = made(texts(real)) as string[];
    for (const id of drawn) expect(id).toMatch(/^[1-9]\d{21}$/);
    expect(new Set(drawn).size).toBe(500);
    const padded = real.map((id) => `0${id.slice(1)}`);
    const again = made(texts(padded)) as string[];
    for (const id of again) expect(id).toMatch(/^\d{22}$/);
  });

  test('with room enough keep their kind at each place', () => {
    const real = Array.from(
      { length: 30 },
      (_, i) =>
        `${(i * 7919 + 4096).toString(16).padStart(8, '0')}-${(i * 104729 + 16).toString(16).padStart(8, '0')}`,
    );
    const shape = identifierShape(texts(real));
    expect(shape).toEqual({ kind: 'pattern', pattern: 'ffffffff-ffffffff' });
    const drawn = made(texts(real)) as string[];
    expect(new Set(drawn).size).toBe(500);
    for (const id of drawn) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{8}$/);
    expect(makeIdentifiers(shape, 20, 5, rng)).toEqual(drawn.slice(20, 25));
  });

  test('leave nothing of a single real one in the shape', () => {
    const real = ['canary-one', 'xylophone-22', 'zebra'];
    expect(JSON.stringify(identifierShape(texts(real)))).not.toMatch(/canary|xylo|zebra/);
  });
});
