import { describe, expect, test } from 'vitest';
import { generatorNames, generatorOf, generators } from '../../src/generators/catalogue.ts';
import { type FittedGenerator, sampleSets, truncatedTo } from '../../src/generators/generator.ts';
import { kendallTau } from '../../src/numerics/kendallTau.ts';
import { rngFromSeed } from '../../src/random/rng.ts';
import { PLAIN_CSV, type Table } from '../../src/table/table.ts';
import { takeRows } from '../../src/table/takeRows.ts';
import { Draw } from '../support/draw.ts';

const settings = {
  response: 'y',
  sensitive: ['b'],
  // nothing is declared here: private generators are told to look
  privbayes: { ranges: 'data' },
  privpgd: { ranges: 'data', particles: 200, epochs: 5 },
  dpvine: { ranges: 'data' },
  noiseSeed: 7,
  // a few steps of small networks
  ctgan: { epochs: 2, batch: 40, generator: [16], discriminator: [16, 16] },
  tvae: { epochs: 2, batch: 50, latent: 2 },
} as const;

/** Numbers a, b and a response y that depend on each other, and a category c with gaps. */
function example(rows: number): Table {
  const draw = new Draw(5);
  const a = draw.column(rows, () => draw.uniform());
  const numeric = (name: string, values: Float64Array) => ({
    kind: 'numeric' as const,
    name,
    values,
    missing: undefined,
    decimals: 6,
  });
  return {
    rows,
    format: PLAIN_CSV,
    columns: [
      numeric('a', a),
      numeric(
        'b',
        a.map((x) => x + 0.2 * draw.uniform()),
      ),
      {
        kind: 'text',
        name: 'c',
        dictionary: ['left', 'right', 'middle'],
        codes: Int32Array.from(a, (x) => (draw.uniform() < 0.1 ? -1 : Math.floor(3 * x))),
      },
      {
        ...numeric(
          'y',
          a.map((x) => (x + draw.uniform() > 1 ? 1 : 0)),
        ),
        decimals: 0,
      },
    ],
  };
}

const table = example(200);

function numbers(of: Table, name: string): Float64Array {
  const column = of.columns.find((each) => each.name === name);
  if (column?.kind !== 'numeric') throw new Error(name);
  return column.values;
}

test('a vine tells how far its fit is, and can be cancelled', async () => {
  const told: number[] = [];
  const cancel = new AbortController();
  await generators.cvine.fit(table, settings, rngFromSeed(3), {
    onProgress: ({ done, total, secondsLeft }) => told.push(done, total, secondsLeft),
  });
  expect(told.slice(-3)).toEqual([told[told.length - 2], told[told.length - 2], 0]);
  cancel.abort();
  await expect(
    generators.cvine.fit(table, settings, rngFromSeed(3), { signal: cancel.signal }),
  ).rejects.toThrow('aborted');
});

describe.each(generatorNames)('%s', (name) => {
  test('gives the rows asked for, with the columns of the table; same stream, same cells', async () => {
    const fitted = await generatorOf(name).fit(table, settings, rngFromSeed(3));
    const once = fitted.sample(50, rngFromSeed(4));
    expect(once.rows).toBe(50);
    expect(once.columns.map((column) => column.name)).toEqual(['a', 'b', 'c', 'y']);
    const again = await generatorOf(name).fit(table, settings, rngFromSeed(3));
    expect(again.sample(50, rngFromSeed(4))).toEqual(once);
    expect(fitted.sample(50, rngFromSeed(5))).not.toEqual(once);
  });
});

test('copy gives every training row once before any comes twice', async () => {
  const fitted = await generators.copy.fit(table, settings, rngFromSeed(1));
  const twice = Array.from(numbers(fitted.sample(400, rngFromSeed(2)), 'a')).sort();
  const real = Array.from(numbers(table, 'a')).sort();
  expect(twice.filter((_, i) => i % 2 === 0)).toEqual(real);
  expect(twice.filter((_, i) => i % 2 === 1)).toEqual(real);
});

test('partial-copy copies whole rows, as many as it is told', async () => {
  const key = (of: Table) => Array.from(numbers(of, 'a'), (x, i) => `${x} ${numbers(of, 'b')[i]}`);
  const real = new Set(key(table));
  for (const copyShare of [0, 0.25, 1]) {
    const fitted = await generators['partial-copy'].fit(
      table,
      { ...settings, copyShare },
      rngFromSeed(1),
    );
    const isCopy = key(fitted.sample(200, rngFromSeed(2))).map((row) => real.has(row));
    expect(isCopy.slice(0, 200 * copyShare).every(Boolean)).toBe(true);
    // two cells meet by chance in one row of 200
    expect(isCopy.slice(200 * copyShare).filter(Boolean).length).toBeLessThan(7);
  }
  expect(() =>
    generators['partial-copy'].fit(table, { ...settings, copyShare: 2 }, rngFromSeed(1)),
  ).toThrow('Share of copies: found 2. Give a number from 0 to 1.');
});

test.each(['independent', 'bootstrap-independent'] as const)(
  '%s keeps no dependence, the vines do',
  async (name) => {
    const tau = (fitted: FittedGenerator) => {
      const drawn = fitted.sample(2000, rngFromSeed(2));
      return kendallTau(numbers(drawn, 'a'), numbers(drawn, 'b'));
    };
    // four standard errors of tau under independence
    expect(Math.abs(tau(await generators[name].fit(table, settings, rngFromSeed(1))))).toBeLessThan(
      4 * Math.sqrt(4 / (9 * 2000)),
    );
    const real = kendallTau(numbers(table, 'a'), numbers(table, 'b'));
    for (const other of ['cvine', 'rvine', 'star', 'dvine', 'gaussian'] as const) {
      const fitted = await generators[other].fit(table, settings, rngFromSeed(1));
      expect(tau(fitted)).toBeCloseTo(real, 1);
    }
  },
);

test('a vine serves all its levels from one fit', async () => {
  const fitted = await generators.cvine.fit(table, settings, rngFromSeed(3));
  const highest = fitted.levels?.highest as number;
  for (const level of [1, 2]) {
    const own = await generators.cvine.fit(
      table,
      { ...settings, truncation: level },
      rngFromSeed(3),
    );
    expect(truncatedTo(fitted, level).sample(30, rngFromSeed(4))).toEqual(
      own.sample(30, rngFromSeed(4)),
    );
  }
  expect(truncatedTo(fitted, 'full')).toBe(fitted);
  expect(truncatedTo(fitted, highest)).toBe(fitted);
});

test('levels that are drawn together are those that are drawn alone', async () => {
  const levels = ['full', 1, 3, 0, 99, 2] as const;
  for (const name of ['cvine', 'rvine', 'dvine', 'star'] as const) {
    for (const responseSampling of ['exact', 'latent'] as const) {
      const given = { ...settings, responseSampling };
      const fitted = await generators[name].fit(table, given, rngFromSeed(3));
      const together = sampleSets(fitted, levels, 3, 700, rngFromSeed(1));
      levels.forEach((level, place) => {
        const { levels: _, ...alone } = truncatedTo(fitted, level);
        expect(together[place]).toEqual(sampleSets(alone, ['full'], 3, 700, rngFromSeed(1))[0]);
      });
    }
  }
});

test('sets are cut from one sample where rows are independent, and drawn one by one elsewhere', async () => {
  const vine = await generators.cvine.fit(table, settings, rngFromSeed(3));
  const rowsOf = (tables: readonly Table[]) => tables.map(({ rows }) => rows);
  expect(sampleSets(vine, ['full'], 3, 20, rngFromSeed(1)).map(rowsOf)).toEqual([[60]]);
  const copies = await generators.copy.fit(table, settings, rngFromSeed(3));
  const sets = sampleSets(copies, [1, 'full'], 3, 20, rngFromSeed(1));
  expect(sets.map(rowsOf)).toEqual([
    [20, 20, 20],
    [20, 20, 20],
  ]);
  expect(sets[1]).toEqual(sets[0]);
});

test('an unknown generator', () => {
  expect(() => generatorOf('cvin')).toThrow(
    "Generator: there is none called 'cvin'. Did you mean 'cvine'?",
  );
  expect(() => generatorOf('toString')).toThrow('Generator: there is none called');
});

test('rows that are not there cannot be taken', () => {
  expect(() => takeRows(table, [0, 200])).toThrow('there is no row 200 among 200');
});

test('a vine for rows without the gaps of their table has the trees that are there', async () => {
  const table = example(80);
  const { columns } = table;
  const c = columns[2];
  const whole = takeRows(
    table,
    Array.from({ length: table.rows }, (_, row) => row).filter(
      (row) => c.kind !== 'text' || c.codes[row] >= 0,
    ),
  );
  // four columns and the state of c being missing: four trees; without it three
  const trees = { ...settings, truncation: 4, rules: 'none' } as const;
  const highest = async (of: Table) =>
    (await generators.cvine.fit(of, trees, rngFromSeed(1))).levels?.highest;
  expect(await highest(table)).toBe(4);
  expect(await highest(whole)).toBe(3);
});
