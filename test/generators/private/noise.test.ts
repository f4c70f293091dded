import { describe, expect, test } from 'vitest';
import { generators } from '../../../src/generators/catalogue.ts';
import { freezeSchema } from '../../../src/generators/freezeSchema.ts';
import type { GeneratorSettings } from '../../../src/generators/generator.ts';
import { noiseOf } from '../../../src/generators/private/noise.ts';
import { rngFromSeed } from '../../../src/random/rng.ts';
import { study } from '../../../src/study/study.ts';
import { readTable } from '../../../src/table/readTable.ts';
import { Draw } from '../../support/draw.ts';

const draw = new Draw(9);
const rows = Array.from({ length: 150 }, () => {
  const x = draw.uniform();
  return `${(10 * x).toFixed(1)},${draw.integer(5)},${draw.uniform() < x ? 1 : 0}`;
});
const table = await readTable(new TextEncoder().encode(`x,n,y\n${rows.join('\n')}\n`));
const schema = {
  columns: {
    x: { type: 'continuous', min: 0, max: 10, decimals: 1 },
    n: { type: 'count', min: 0, max: 4 },
    y: { type: 'boolean', levels: ['0', '1'] },
  },
};
const settings: GeneratorSettings = {
  response: 'y',
  schema,
  privpgd: { particles: 50, epochs: 2, projectionSteps: 3, bins: 6 },
};
const NAMES = ['privbayes', 'privpgd'] as const;

describe.each(NAMES)('%s', (name) => {
  const fitted = (own: GeneratorSettings) => generators[name].fit(table, own, rngFromSeed(1));
  const saved = async (own: GeneratorSettings) => JSON.stringify((await fitted(own)).save?.());

  test('the public seed does not give its noise', async () => {
    expect(await saved(settings)).not.toBe(await saved(settings));
    expect((await fitted(settings)).notes?.join()).toMatch(
      'Its noise is secret and kept nowhere, so that the seed alone does not give this fit again.',
    );
  });

  test('a seed for the noise gives the same fit again; another stream other noise', async () => {
    const own = { ...settings, noiseSeed: 987_654_321_012 };
    const text = await saved(own);
    expect(await saved(own)).toBe(text);
    expect(await saved({ ...own, noiseSeed: 5 })).not.toBe(text);
    const second = await generators[name].fit(table, own, rngFromSeed(2));
    expect(JSON.stringify(second.save?.())).not.toBe(text);
    expect(text).toMatch('holds while nobody else knows that seed');
    expect(text).not.toMatch(/987654321012|987_654|noiseKey|noiseSeed/);
  });

  test('noise of the public seed, as experiments want it, voids the promise', async () => {
    const own = { ...settings, noiseSeed: 'public' as const };
    expect(await saved(own)).toBe(await saved(own));
    const [note] = (await fitted(own)).notes ?? [];
    expect(note).toBe(
      'THERE IS NO GUARANTEE of differential privacy. Its noise follows from the public seed.',
    );
  });

  test('one secret for a job, so that a unit of work is a function of what it is told', async () => {
    const [once, again] = await Promise.all([
      freezeSchema(table, settings),
      freezeSchema(table, settings),
    ]);
    expect(once.settings.noiseKey).toHaveLength(8);
    expect(again.settings.noiseKey).not.toEqual(once.settings.noiseKey);
    expect(await saved(once.settings)).toBe(await saved(once.settings));
    expect(await saved(again.settings)).not.toBe(await saved(once.settings));
    // what was settled is not settled again
    expect((await freezeSchema(table, once.settings)).settings.noiseKey).toBe(
      once.settings.noiseKey,
    );
  });

  test('a wrong seed is refused', async () => {
    await expect(fitted({ ...settings, noiseSeed: 0.5 })).rejects.toThrow('Noise seed: found 0.5.');
  });

  test('no promise where what a column holds is read from it', async () => {
    const { x: _, ...others } = schema.columns;
    const ranges = { x: [0, 10] as const };
    const own = { ...settings, schema: { columns: others }, [name]: { ranges } };
    const notes = (await fitted(own)).notes ?? [];
    expect(notes.join()).not.toMatch('Differentially private');
    expect(notes[0]).toBe(
      'THERE IS NO GUARANTEE of differential privacy. What these columns hold was read from the data: x. Declare their types in the schema. Its noise is secret and kept nowhere, so that the seed alone does not give this fit again.',
    );
  });
});

test('fits that are compared under one noise seed share no noise', () => {
  const rng = rngFromSeed(1);
  const first = (generator: string, own: object, stream = rng) =>
    noiseOf({ ...settings, noiseSeed: 3 }, generator, own, stream).noise.uniforms(1)[0];
  const all = [
    first('privbayes', { epsilon: 1 }),
    first('privbayes', { epsilon: 5 }),
    first('privpgd', { epsilon: 1 }),
    first('privbayes', { epsilon: 1 }, rng.split('other')),
  ];
  expect(new Set(all).size).toBe(all.length);
  expect(first('privbayes', { epsilon: 1 })).toBe(all[0]);
});

test('a study holds neither the noise seed nor the secret in what it gives', async () => {
  const kept: unknown[] = [];
  const store = {
    get: async () => undefined,
    put: async (...entry: unknown[]) => {
      kept.push(entry);
    },
  };
  const played = (noiseSeed?: number) =>
    study(table, {
      response: 'y',
      sensitive: ['x'],
      schema,
      families: 'gaussian',
      levels: [1],
      store,
      sizes: {
        targets: { quantiles: [0.01, 0.99], random: 1 },
        attribute: { iterations: 2, sets: 2 },
        utility: { sets: 2, trees: 5 },
      },
      membership: 'none',
      compare: ['privbayes-1'],
      generators: noiseSeed === undefined ? {} : { noiseSeed },
    });
  const { results } = await played(987_654_321_012);
  const text = JSON.stringify([results, kept]);
  expect(text).not.toMatch(/987654321012|noiseKey|noiseSeed/);
  expect(results.notes.join()).toMatch('Its noise follows from the noise seed');
  const again = await played(987_654_321_012);
  expect(again.results.compare).toEqual(results.compare);
  const other = await played();
  expect(JSON.stringify([other.results, kept])).not.toMatch(/noiseKey|noiseSeed/);
  expect(other.results.compare).not.toEqual(results.compare);
}, 60_000);
