/** Numbers at the end of what doubles can hold: named with their place, or modelled with finite results. */

import { expect, test } from 'vitest';
import { fit as fitModel } from '../../src/model/fit.ts';
import { sample } from '../../src/model/sample.ts';
import { applySchema } from '../../src/table/applySchema.ts';
import { readTable } from '../../src/table/readTable.ts';

const bytesOf = (text: string) => new TextEncoder().encode(text);
const rows = (cell: (i: number) => string) =>
  `x,y\n${Array.from({ length: 60 }, (_, i) => `${cell(i)},${(i * 37) % 23}`).join('\n')}\n`;

test('a number beyond doubles in a column of numbers is refused with its line and column', async () => {
  const text = rows((i) => (i === 30 ? '1e999' : `${i}.5`));
  await expect(readTable(bytesOf(text), { name: 'a.csv' })).rejects.toMatchObject({
    name: 'InputError',
    message: expect.stringMatching(/^a\.csv, line 32, column 1: a number beyond 1\.8e308/),
  });
  const quoted = rows((i) => (i === 3 ? '"-1E+400"' : `${i}.5`));
  await expect(readTable(bytesOf(quoted), { name: 'a.csv' })).rejects.toThrow('line 5, column 1');
});

test('it is found behind the first megabyte, and with a decimal comma', async () => {
  const many = Array.from({ length: 200_000 }, (_, i) => `${i},7;${i}`);
  many[150_000] = '1,5e999;3';
  const text = `x;y\n${many.join('\n')}\n`;
  await expect(readTable(bytesOf(text), { name: 'a.csv' })).rejects.toThrow(
    'a.csv, line 150002, column 1: a number beyond',
  );
});

test('the advice works: as a missing code, and as text', async () => {
  const text = rows((i) => (i === 30 ? '1e999' : `${i}.5`));
  const [x] = (await readTable(bytesOf(text), { missing: ['1e999'] })).columns;
  expect(x.kind === 'numeric' && x.missing?.[30]).toBe(1);
  const [asText] = (await readTable(bytesOf(text), { text: ['x'] })).columns;
  expect(asText.kind === 'text' && asText.dictionary[30]).toBe('1e999');
});

test('in a column of text it is a text', async () => {
  const text = rows((i) => (i % 2 === 0 ? `${i}e999` : 'ab'));
  const [x] = (await readTable(bytesOf(text))).columns;
  expect(x.kind === 'text' && x.dictionary.slice(0, 2)).toEqual(['0e999', 'ab']);
});

test('numbers beyond 1e150 are refused before they overflow a mean', async () => {
  const table = await readTable(bytesOf(rows((i) => (i < 20 ? '3' : `${i}.5e306`))));
  expect(() => applySchema(table)).toThrow(
    'Column "x": beyond 1e150 in size in 40 rows, the first in row 21',
  );
  await expect(fitModel(table, { response: 'y' })).rejects.toThrow('beyond 1e150');
});

test('numbers up to 1e150 give finite numbers', async () => {
  const table = await readTable(bytesOf(rows((i) => `${(i % 2 === 0 ? -1 : 1) * (i + 0.5)}e148`)));
  const model = await fitModel(table, { response: 'y' });
  const drawn = sample(model, 500, { seed: 1 });
  const [x] = (drawn instanceof Promise ? await drawn : drawn).columns;
  expect(x.kind === 'numeric' && x.values.every(Number.isFinite)).toBe(true);
});
