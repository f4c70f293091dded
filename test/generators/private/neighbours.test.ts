/**
 * What shapes a private release is declared, or the same for all tables: two tables that differ in one
 * row alone differ in their counts, and in nothing else that is written.
 */

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type GeneratorName, generators } from '../../../src/generators/catalogue.ts';
import type { GeneratorSettings } from '../../../src/generators/generator.ts';
import { rngFromSeed } from '../../../src/random/rng.ts';
import { readTable } from '../../../src/table/readTable.ts';
import { checkSchema } from '../../../src/table/schema.ts';
import { writeTable } from '../../../src/table/writeTable.ts';
import { Draw } from '../../support/draw.ts';

const columns = {
  x: { type: 'continuous', min: 0, max: 10 },
  y: { type: 'continuous', min: -1, max: 1, decimals: 2 },
  visits: { type: 'count', min: 0, max: 40 },
  sex: { type: 'nominal', levels: ['f', 'm', 'other'] },
  died: { type: 'boolean', levels: ['0', '1'] },
  stage: { type: 'ordered', levels: ['1', '2', '10'] },
  born: { type: 'date', format: 'D.M.YYYY', min: '1.1.2001', max: '31.12.2001' },
  seen: {
    type: 'date',
    format: 'YYYY-MM-DDTHH:mmZ',
    min: '2020-01-01T00:00Z',
    max: '2020-12-31T00:00Z',
  },
};
const gaps = ['x', 'sex', 'visits', 'born'];
const own = { gaps, bins: 8 };
const settings: GeneratorSettings = {
  response: 'died',
  schema: checkSchema({ columns }),
  noiseSeed: 11,
  privbayes: own,
  privpgd: { ...own, particles: 60, epochs: 2, projectionSteps: 3 },
  dpvine: { ...own, mostNoise: Infinity },
};
const names = Object.keys(columns) as (keyof typeof columns)[];
type Row = Record<keyof typeof columns, string>;

/** A row, and other ways to write cells of the same bins. */
const first: Row = {
  x: '2.3',
  y: '0.3',
  visits: '3',
  sex: 'f',
  died: '1',
  stage: '2',
  born: '5.2.2001',
  seen: '2020-03-01T10:00Z',
};
const spellings: Row[] = Object.entries({
  x: ['2.345', '2.3000000001', '2.30', '+2.3', '02.3', '2.3e0', '23e-1', '2.29', ' 2.3', '"2.3"'],
  y: ['0.3125', '.3', '0.30000', '3e-1', '+0.3'],
  visits: ['3.0', '03', '+3', '3e0', '0.3E1'],
  sex: ['"f"', ' f', 'f '],
  died: ['1.0', '01', '1e0', '"1"', ' 1'],
  stage: ['2.0', '02', '+2'],
  born: ['05.02.2001', '05.2.2001'],
  seen: ['2020-03-01T10:00+00:00', '2020-03-01T12:00+02:00', '2020-03-01T03:30-06:30'],
}).flatMap(([name, texts]) => texts.map((text) => ({ ...first, [name]: text })));

const draw = new Draw(3);
const others: Row[] = Array.from({ length: 40 }, (_, i) => ({
  x: i % 9 === 0 ? '' : (draw.integer(100) / 10).toFixed(1),
  y: (draw.integer(21) / 10 - 1).toFixed(1),
  visits: String(draw.integer(41)),
  sex: ['f', 'm', ''][draw.integer(3)],
  died: String(draw.integer(2)),
  stage: ['1', '2', '10'][draw.integer(3)],
  born: `${1 + draw.integer(28)}.${1 + draw.integer(12)}.2001`,
  seen: `2020-0${1 + draw.integer(9)}-1${draw.integer(10)}T0${draw.integer(10)}:00Z`,
}));

async function fitTo(generator: GeneratorName, row: Row) {
  const lines = [row, ...others].map((each) => names.map((name) => each[name]).join(','));
  const text = `${names.join(',')}\n${lines.join('\n')}\n`;
  const table = await readTable(new TextEncoder().encode(text));
  return generators[generator].fit(table, settings, rngFromSeed(1));
}

type Fitted = Awaited<ReturnType<typeof fitTo>>;
const release = async (fitted: Fitted) =>
  new TextDecoder().decode((await writeTable(fitted.sample(60, rngFromSeed(2)))).bytes);
const saved = (fitted: Fitted) => fitted.save?.() as Record<string, unknown>;

describe.each(['privbayes', 'privpgd', 'dpvine'] as const)('%s', (generator) => {
  test('the same counts, the same bytes, however the cells of a row are written', async () => {
    const plain = await fitTo(generator, first);
    expect(plain.notes?.join()).toMatch('Differentially private');
    let read = 0;
    for (const row of spellings) {
      const fitted = await fitTo(generator, row).catch((error: Error) => {
        // refused before anything is released: the schema does not fit
        expect(error.message).toMatch('the schema does not fit the table');
      });
      if (!fitted) continue;
      read++;
      expect({ row, text: await release(fitted) }).toEqual({ row, text: await release(plain) });
      expect(saved(fitted)).toEqual(saved(plain));
    }
    expect(read).toBeGreaterThan(25);
  }, 60_000);

  test('another row changes noisy numbers and nothing else that is kept or written', async () => {
    const plain = await fitTo(generator, first);
    const shape = (fitted: Fitted) => {
      const { tables, particles, measured, checksum, ...declared } = saved(fitted);
      expect(tables ?? particles ?? measured).toBeDefined();
      return declared;
    };
    const decimalsOf = (text: string) => text.split('.')[1]?.length ?? 0;
    const cell = (...texts: string[]) => fc.constantFrom(...texts);
    const number = (min: number, max: number) =>
      fc.double({ min, max, noNaN: true }).map((value) => String(value));
    const rows = fc.record({
      x: fc.oneof(number(0, 10), cell('', 'NA', '0', '1e1', '9.999999999999', '1E-300')),
      y: fc.oneof(number(-1, 1), cell('-1', '-0.0', '5e-324')),
      visits: fc.oneof(fc.nat({ max: 40 }).map(String), cell('', 'NaN', '4e1', '0.0')),
      sex: cell('f', 'm', 'other', '', '"other"', 'NA'),
      died: cell('0', '1', '1.0'),
      stage: cell('1', '2', '10', '10.0'),
      born: cell('1.1.2001', '31.12.2001', '', '01.1.2001'),
      seen: cell('2020-01-01T00:00Z', '2020-06-30T23:59+02:00', '2020-12-30T23:59-10:00'),
    });
    await fc.assert(
      fc.asyncProperty(rows, async (row) => {
        const fitted = await fitTo(generator, row).catch((error: Error) => {
          expect(error.message).toMatch('the schema does not fit the table');
        });
        if (!fitted) return;
        expect(shape(fitted)).toEqual(shape(plain));
        for (const line of (await release(fitted)).trimEnd().split('\n').slice(1)) {
          const cells = line.split(',');
          expect(cells).toHaveLength(names.length);
          expect(decimalsOf(cells[0])).toBeLessThanOrEqual(2);
          expect(decimalsOf(cells[1])).toBeLessThanOrEqual(2);
          expect(line).toMatch(/^[^"+]*Z$/);
          expect(line).not.toMatch(/[0-9]e/i);
        }
      }),
      { numRuns: 30, seed: 5 },
    );
  }, 60_000);
});
