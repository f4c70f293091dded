/** Nobody in a network's fit: neither in what is saved nor in what is drawn. */

import { describe, expect, test } from 'vitest';
import { generators } from '../../../src/generators/catalogue.ts';
import { encodeTable } from '../../../src/generators/neural/encode.ts';
import type { EncodedLevels, EncodedNumbers } from '../../../src/generators/neural/encoding.ts';
import { rngFromSeed } from '../../../src/random/rng.ts';
import { applySchema } from '../../../src/table/applySchema.ts';
import { checkSchema } from '../../../src/table/schema.ts';
import { PLAIN_CSV, type Table } from '../../../src/table/table.ts';
import { Draw } from '../../support/draw.ts';

/** One person each: far above, far below, alone in the middle of a hole, with a level of their own. */
const FAR = 98_765.4;
const BELOW = -54_321.1;
const HOLE = 50.5;
const RARE = 'giant';

function example(rows: number): Table {
  const draw = new Draw(17);
  const x = draw.column(rows, (_, i) => Math.round(100 * draw.uniform()) / 10 + (i % 2) * 90);
  const hole = x.slice();
  hole[3] = HOLE;
  x.set([FAR, BELOW]);
  const y = draw.column(rows, () => (draw.uniform() < 0.4 ? 1 : 0));
  const few = x.map((value, i) => (i === 7 ? Number.NaN : value));
  const numeric = (name: string, values: Float64Array, decimals: number) => ({
    kind: 'numeric' as const,
    name,
    values,
    decimals,
    missing: values.some(Number.isNaN)
      ? Uint8Array.from(values, (value) => (Number.isNaN(value) ? 1 : 0))
      : undefined,
  });
  const size = {
    kind: 'text' as const,
    name: 'size',
    dictionary: ['small', 'large', RARE],
    codes: Int32Array.from(x, (_, i) => (i === 5 ? 2 : i === 6 ? -1 : i % 2)),
  };
  return {
    rows,
    format: PLAIN_CSV,
    columns: [
      ...[numeric('x', x, 1), numeric('few', few, 1), numeric('y', y, 0), size],
      numeric('hole', hole, 1),
    ],
  };
}
const table = example(240);
const schema = {
  columns: {
    x: { type: 'continuous' },
    few: { type: 'continuous' },
    y: { type: 'boolean' },
    size: { type: 'nominal' },
    hole: { type: 'continuous' },
  },
};
const encode = (own: object, declared: object = schema) =>
  encodeTable(
    applySchema(table, checkSchema(declared)),
    { clip: true, round: true, ...own },
    rngFromSeed(1),
  );

test('modes and limits that one person would make are not there', () => {
  const { columns, notes } = encode({ k: 5 });
  const x = columns[0] as EncodedNumbers;
  expect(x.min).toBeGreaterThan(BELOW);
  expect(x.max).toBeLessThan(FAR);
  // without the guard each of the two is a limit
  const bare = encode({}).columns[0] as EncodedNumbers;
  expect([bare.min, bare.max]).toEqual([BELOW, FAR]);
  expect(notes).toEqual([
    'few: it has fewer than 5 missing values; the synthetic column has none.',
    'size: it has fewer than 5 missing values; the synthetic column has none.',
    'size: 1 rare level pooled with others.',
  ]);
});

test('a person alone in a hole makes no mode', () => {
  const nearest = (own: object) => {
    const { modes } = encode(own).columns[4] as EncodedNumbers;
    expect(modes.length).toBeGreaterThan(1);
    return Math.min(...modes.map(({ mean }) => Math.abs(mean - HOLE)));
  };
  expect(nearest({})).toBeLessThan(10);
  expect(nearest({ k: 5 })).toBeGreaterThan(30);
});

test('who is alone near a declared bound makes no mode', () => {
  const declared = {
    columns: { ...schema.columns, x: { type: 'continuous', min: -60_000, max: 99_000 } },
  };
  const { columns } = encode({ k: 5 }, declared);
  const x = columns[0] as EncodedNumbers;
  // declared bounds are public, but a mode at the end of a range is not
  expect([x.min, x.max]).toEqual([-60_000, 99_000]);
  for (const { mean } of x.modes) expect(Math.abs(mean)).toBeLessThan(FAR / 2);
});

test('rare levels are pooled, and fewer than k gaps filled for good', () => {
  const size = encode({ k: 5 }).columns[3] as EncodedLevels;
  expect(size.levels).toEqual(['small', 'large']);
  expect(size.places).toEqual([0, 1]);
  expect((encode({ k: 5 }).columns[1] as EncodedNumbers).hasGaps).toBe(false);
  const bare = encode({}).columns[3] as EncodedLevels;
  expect(bare.levels).toContain(RARE);
  expect(bare.places).toContain(-1);
});

test('fewer than k values are no column', () => {
  const nearly = new Float64Array(240).fill(Number.NaN);
  nearly.set([12_321, 12_322, 12_323]);
  const missing = Uint8Array.from(nearly, (value) => (Number.isNaN(value) ? 1 : 0));
  const column = { kind: 'numeric' as const, name: 'z', values: nearly, missing, decimals: 0 };
  const { columns, notes } = encodeTable(
    applySchema(
      { ...table, columns: [...table.columns, column] },
      checkSchema({ columns: { ...schema.columns, z: { type: 'continuous' } } }),
    ),
    { clip: true, round: true, k: 5 },
    rngFromSeed(1),
  );
  expect(columns[5]).toMatchObject({ kind: 'constant', value: null });
  expect(notes).toContain(
    'z: it has fewer than 5 values and is missing throughout in the synthetic table.',
  );
});

const SMALL = {
  ctgan: { epochs: 3, batch: 40, generator: [16], discriminator: [16, 16] },
  tvae: { epochs: 3, batch: 50, latent: 2 },
} as const;

describe.each(['ctgan', 'tvae'] as const)('%s', (name) => {
  const settings = { response: 'y', schema, ...SMALL };

  test('saves and draws nobody', async () => {
    const fitted = await generators[name].fit(table, settings, rngFromSeed(1));
    const text = JSON.stringify(fitted.save?.());
    for (const value of [FAR, BELOW, HOLE, RARE]) {
      expect(text).not.toMatch(new RegExp(`(?<![0-9.])${value}(?![0-9])`));
    }
    const drawn = fitted.sample(3000, rngFromSeed(2));
    for (const column of drawn.columns.slice(0, 2)) {
      if (column.kind !== 'numeric') throw new Error(column.name);
      expect(Math.max(...column.values)).toBeLessThan(FAR);
      expect(Math.min(...column.values)).toBeGreaterThan(BELOW);
    }
    const size = drawn.columns[3];
    expect(size.kind === 'text' && size.dictionary).toEqual(['small', 'large']);
  });

  test('as the paper had it, it cannot be saved', async () => {
    const own = { ...settings, [name]: { ...SMALL[name], guard: false } };
    const fitted = await generators[name].fit(table, own, rngFromSeed(1));
    expect(fitted.save).toBeUndefined();
    expect(fitted.notes?.join()).toMatch('cannot be saved');
  });
});
