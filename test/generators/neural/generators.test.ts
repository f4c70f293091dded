import { describe, expect, test } from 'vitest';
import { sha256 } from '../../../src/documents/sha256.ts';
import { ctgan } from '../../../src/generators/neural/ctgan.ts';
import { openTraining, trainCtgan } from '../../../src/generators/neural/ctganTraining.ts';
import { encodeTable } from '../../../src/generators/neural/encode.ts';
import { floatsToText } from '../../../src/generators/neural/savedFit.ts';
import { resolveCtgan, resolveTvae } from '../../../src/generators/neural/settings.ts';
import { tvae } from '../../../src/generators/neural/tvae.ts';
import { trainTvae } from '../../../src/generators/neural/tvaeTraining.ts';
import { kendallTau } from '../../../src/numerics/kendallTau.ts';
import { openKernelMemory } from '../../../src/numerics/kernelMemory.ts';
import { rngFromSeed } from '../../../src/random/rng.ts';
import { applySchema } from '../../../src/table/applySchema.ts';
import { checkSchema } from '../../../src/table/schema.ts';
import type { Table } from '../../../src/table/table.ts';
import { mixedTable, SCHEMA } from './tables.ts';

const table = mixedTable(120);
const settings = {
  response: 'y',
  schema: SCHEMA,
  ctgan: { epochs: 3, batch: 40, generator: [32, 32], discriminator: [32, 32] },
  tvae: { epochs: 5, batch: 50, latent: 3, compress: [32, 32], decompress: [32, 32] },
} as const;

function numbers(of: Table, name: string): Float64Array {
  const column = of.columns.find((each) => each.name === name);
  if (column?.kind !== 'numeric') throw new Error(name);
  return column.values;
}

describe.each([
  ['ctgan', ctgan],
  ['tvae', tvae],
] as const)('%s', (name, generator) => {
  test('its samples have the kinds of cells that the table has', async () => {
    const fitted = await generator.fit(table, settings, rngFromSeed(1));
    const drawn = fitted.sample(70, rngFromSeed(2));
    expect(drawn.columns.map((column) => column.name)).toEqual(
      table.columns.map((column) => column.name),
    );
    const x = numbers(drawn, 'x');
    expect(x.every((value) => Math.round(100 * value) / 100 === value)).toBe(true);
    expect(Math.min(...x)).toBeGreaterThanOrEqual(Math.min(...numbers(table, 'x')));
    expect(Math.max(...x)).toBeLessThanOrEqual(Math.max(...numbers(table, 'x')));
    expect(numbers(drawn, 'visits').every((value) => Number.isInteger(value) && value >= 0)).toBe(
      true,
    );
    expect(numbers(drawn, 'same').every((value) => value === 4.5)).toBe(true);
    const day = drawn.columns[4];
    expect(day.kind === 'text' && day.dictionary.every((text) => /^2024-02-\d\d$/.test(text))).toBe(
      true,
    );
    expect(fitted.independentRows).toBe(name === 'tvae');
    expect(fitted.notes?.join('\n')).not.toMatch('the fit holds them');
  });

  test('a saved fit draws the same; a damaged one is refused', async () => {
    const fitted = await generator.fit(table, settings, rngFromSeed(1));
    const text = JSON.stringify(fitted.save?.());
    const again = generator.restore?.(JSON.parse(text));
    expect(again?.sample(33, rngFromSeed(5))).toEqual(fitted.sample(33, rngFromSeed(5)));
    expect(again?.notes).toEqual(fitted.notes);
    expect(JSON.stringify(again?.save?.())).toBe(text);
    const { weights } = JSON.parse(text) as { weights: string };
    for (const damage of [
      text.replace(weights, weights.replace(/^..../, 'AAAA')),
      text.replace('"latent":3', '"latent":4').replace('"embedding":128', '"embedding":127'),
      text.replace('"version":1', '"version":2'),
      '[]',
      'null',
      '{"format":"something"}',
    ]) {
      expect(() => generator.restore?.(JSON.parse(damage))).toThrow('Saved generator: ');
    }
    const other = name === 'ctgan' ? tvae : ctgan;
    expect(() => other.restore?.(JSON.parse(text))).toThrow('its format is not');
  });

  test('it tells each epoch, can be cancelled, and fits that run side by side do not meet', async () => {
    const told: number[] = [];
    const [one, two] = await Promise.all([
      generator.fit(table, settings, rngFromSeed(1), {
        onProgress: ({ done, total, secondsLeft }) => told.push(done, total, secondsLeft),
      }),
      generator.fit(table, settings, rngFromSeed(2)),
    ]);
    const { epochs } = settings[name];
    expect(told).toHaveLength(3 * epochs);
    expect(told.slice(-3)).toEqual([epochs, epochs, 0]);
    const alone = await generator.fit(table, settings, rngFromSeed(2));
    expect(two.sample(20, rngFromSeed(3))).toEqual(alone.sample(20, rngFromSeed(3)));
    expect(one.sample(20, rngFromSeed(3))).not.toEqual(alone.sample(20, rngFromSeed(3)));

    const cancel = new AbortController();
    const long = { ...settings, [name]: { ...settings[name], epochs: 100_000 } };
    const fit = generator.fit(table, long, rngFromSeed(1), {
      signal: cancel.signal,
      onProgress: ({ done }) => {
        if (done === 12) cancel.abort();
      },
    });
    await expect(fit).rejects.toThrow('aborted');
  });

  test('a batch larger than the table', async () => {
    const large = { ...settings, [name]: { ...settings[name], batch: 200, epochs: 2 } };
    const fitted = await generator.fit(table, large, rngFromSeed(1));
    expect(fitted.sample(10, rngFromSeed(1)).rows).toBe(10);
    expect(fitted.notes?.some((note) => note.includes('larger than the table'))).toBe(true);
  });

  test('it learns: columns that go together still do, and categories keep their shares', async () => {
    const real = mixedTable(400);
    const longer = {
      ...settings,
      ctgan: {
        epochs: 150,
        batch: 100,
        pac: 1,
        generator: [64, 64],
        discriminator: [64, 64],
        generatorRate: 1e-3,
        discriminatorRate: 1e-3,
      },
      tvae: { epochs: 120, batch: 50, latent: 4, compress: [64, 64], decompress: [64, 64] },
    } as const;
    const fitted = await generator.fit(real, longer, rngFromSeed(3));
    const drawn = fitted.sample(1000, rngFromSeed(4));
    const tau = (of: Table) => kendallTau(numbers(of, 'x'), numbers(of, 'visits'));
    expect(tau(real)).toBeGreaterThan(0.8);
    expect(tau(drawn)).toBeGreaterThan(0.35);
    const mean = (of: Table) => numbers(of, 'x').reduce((sum, value) => sum + value, 0) / of.rows;
    expect(Math.abs(mean(drawn) - mean(real))).toBeLessThan(4);
    const gaps = (of: Table) => numbers(of, 'y').filter(Number.isNaN).length / of.rows;
    // the autoencoder gives the likelier state, and nothing foretells these gaps
    if (name === 'ctgan') expect(Math.abs(gaps(drawn) - gaps(real))).toBeLessThan(0.15);
    else expect(gaps(drawn)).toBeLessThan(gaps(real));
  });
});

test.each([
  ['ctgan', '16093ea7f74729cb'],
  ['tvae', 'b04aa9cd60035102'],
] as const)('%s: the same weights on every machine', async (name, expected) => {
  // without the guard, so that a change of limits is not taken for one of the networks
  const rng = rngFromSeed(1);
  const typed = applySchema(table, checkSchema(SCHEMA));
  const encoded = encodeTable(typed, { clip: true, round: true }, rng.split('encoding'));
  const weights =
    name === 'ctgan'
      ? await trainCtgan(encoded, resolveCtgan(settings.ctgan, 120), rng.split('training'))
      : await trainTvae(encoded, resolveTvae(settings.tvae, 120), rng.split('training'));
  const text = floatsToText(weights);
  // a change of this text is a change of numbers: it belongs in the changelog
  expect(sha256(new TextEncoder().encode(text)).slice(0, 16)).toBe(expected);
});

test('a table without categories has no conditions', async () => {
  const bare = { ...table, columns: [table.columns[0], table.columns[2]] };
  const schema = { columns: { x: SCHEMA.columns.x, visits: SCHEMA.columns.visits } };
  const fitted = await ctgan.fit(bare, { ...settings, schema }, rngFromSeed(1));
  expect(fitted.sample(25, rngFromSeed(1)).rows).toBe(25);
});

test('the conditions of a sample follow the counts; those of ctgan 0.8.0 do not', async () => {
  // colour is nearly always red, x nearly always in another mode than the first
  const ctganSettings = { ...settings.ctgan, legacySampling: true };
  const legacy = await ctgan.fit(table, { ...settings, ctgan: ctganSettings }, rngFromSeed(1));
  const today = await ctgan.fit(table, settings, rngFromSeed(1));
  const countsOf = (saved: unknown) => (saved as { counts: number[][] }).counts;
  const colour = table.columns[3];
  if (colour.kind !== 'text') throw new Error('colour');
  const red = colour.codes.filter((code) => code === 0).length;
  expect(countsOf(today.save?.())[1][0]).toBe(red);
  expect(countsOf(legacy.save?.())[1][0]).not.toBe(red);
  expect(legacy.notes?.some((note) => note.includes('0.8.0'))).toBe(true);
});

test('the losses of CTGAN move as they should', () => {
  const memory = openKernelMemory();
  try {
    const typed = applySchema(table, checkSchema(SCHEMA));
    const encoded = encodeTable(typed, { clip: true, round: true }, rngFromSeed(1));
    const rates = { generatorRate: 1e-3, discriminatorRate: 1e-3 };
    const resolved = resolveCtgan({ ...settings.ctgan, ...rates }, encoded.rows);
    const training = openTraining(memory, encoded, resolved, rngFromSeed(2));
    const first = training.improveGenerator().entropy;
    let last = first;
    for (let i = 0; i < 200; i++) {
      training.improveDiscriminator();
      last = training.improveGenerator().entropy;
    }
    // the generator learns to give the category that it is told
    expect(first).toBeGreaterThan(0.5);
    expect(last).toBeLessThan(0.8 * first);
    // the discriminator's slope comes near 1: a penalty of 10 (size - 1)^2
    expect(training.improveDiscriminator().penalty).toBeLessThan(2);
  } finally {
    memory.close();
  }
});
