import { expect, test } from 'vitest';
import {
  type CtganSettings,
  resolveCtgan,
  resolveTvae,
  type TvaeSettings,
} from '../../../src/generators/neural/settings.ts';
import { batchSizes } from '../../../src/generators/neural/tvaeTraining.ts';

test("the paper's settings, and what is given besides", () => {
  expect(resolveCtgan({ preset: 'paper-support2' }, 5000)).toMatchObject({
    epochs: 400,
    batch: 100,
    pac: 10,
    embedding: 128,
    legacySampling: true,
    generator: [256, 256],
    discriminator: [256, 256],
    generatorRate: 2e-4,
  });
  expect(resolveTvae({ preset: 'paper-simulated', epochs: 7 }, 5000)).toMatchObject({
    epochs: 7,
    batch: 400,
    latent: 2,
    lastBatch: 'keep',
    decay: 1e-5,
    lossFactor: 2,
  });
  expect(resolveTvae(undefined, 5000)).toMatchObject({
    epochs: 300,
    batch: 500,
    latent: 128,
    lastBatch: 'drop',
  });
});

test('small tables have small batches, of whole packs', () => {
  const batches = (rows: number, pac = 10) => [
    resolveCtgan({ pac }, rows).batch,
    resolveTvae({}, rows).batch,
  ];
  expect(batches(3_999)).toEqual([490, 490]);
  expect(batches(884)).toEqual([110, 110]);
  expect([400, 401, 479].map((rows) => batches(rows)[0])).toEqual([50, 50, 50]);
  expect(batches(30)).toEqual([50, 50]);
  expect(batches(884, 15)[0]).toBe(90);
  expect(batches(30, 35)[0]).toBe(70);
  expect(resolveCtgan({ batch: 200 }, 30).batch).toBe(200);
});

test.each<[CtganSettings, string]>([
  [{ epochs: 0 }, 'CTGAN, epochs: found 0. Give a whole number of at least 1.'],
  [{ batch: 25, pac: 5 }, 'CTGAN, batch: found 25. Give an even number.'],
  [
    { batch: 104 },
    'CTGAN, batch: found 104, which is no multiple of pac = 10. Give a multiple, such as 100.',
  ],
  [{ batch: 44, pac: 15 }, 'Give a multiple, such as 60.'],
  [{ pac: 0.5 }, 'CTGAN, pac: found 0.5.'],
  [{ generator: [] }, 'CTGAN, generator: found []. Give one or more multiples of 4.'],
  [{ discriminator: [8, 9] }, 'CTGAN, discriminator: found [8,9]. Give 2 multiples of 4.'],
  [{ generatorRate: 0 }, 'CTGAN, generatorRate: found 0. Give a positive number.'],
  [{ discriminatorDecay: -1 }, 'CTGAN, discriminatorDecay: found -1. Give 0 or a positive number.'],
  [
    { preset: 'paper' as 'paper-support2' },
    "CTGAN, preset: found 'paper'. Give paper-simulated or paper-support2.",
  ],
])('CTGAN refuses %j', (settings, message) => {
  expect(() => resolveCtgan(settings, 5000)).toThrow(message);
});

test.each<[TvaeSettings, string]>([
  [{ epochs: 1.5 }, 'TVAE, epochs: found 1.5. Give a whole number of at least 1.'],
  [{ latent: 0 }, 'TVAE, latent: found 0.'],
  [
    { compress: [128] as unknown as [number, number] },
    'TVAE, compress: found [128]. Give 2 whole numbers of at least 1.',
  ],
  [{ lastBatch: 'none' as 'keep' }, "TVAE, lastBatch: found 'none'. Give keep or drop."],
  [{ rate: Number.NaN }, 'TVAE, rate: found NaN. Give a positive number.'],
])('TVAE refuses %j', (settings, message) => {
  expect(() => resolveTvae(settings, 5000)).toThrow(message);
});

test('the batches of an epoch', () => {
  expect(batchSizes(401, { batch: 400, lastBatch: 'keep' })).toEqual([400, 1]);
  expect(batchSizes(401, { batch: 400, lastBatch: 'drop' })).toEqual([400]);
  expect(batchSizes(400, { batch: 100, lastBatch: 'keep' })).toEqual([100, 100, 100, 100]);
  // all rows where the batch is larger
  expect(batchSizes(399, { batch: 400, lastBatch: 'drop' })).toEqual([399]);
});
