/** How one person's number is written does not show in a synthetic column. */

import { expect, test } from 'vitest';
import { applySchema } from '../../src/table/applySchema.ts';
import { detectSchema } from '../../src/table/detectSchema.ts';
import { readTable } from '../../src/table/readTable.ts';
import { writeTable } from '../../src/table/writeTable.ts';

const tableOf = (cells: readonly string[]) =>
  readTable(
    new TextEncoder().encode(`x,y\n${cells.map((cell, i) => `${cell},${i}`).join('\n')}\n`),
  );
const layoutOf = async (cells: readonly string[]) =>
  applySchema(await tableOf(cells)).columns[0].layout;

const plain = Array.from({ length: 40 }, (_, i) => `${10 + i}.${i % 10}0`);
const withOne = (cell: string) => plain.map((own, i) => (i === 7 ? cell : own));

test.each(['2.345678', '2', '17.5', '1.2e1', '3.00000000000001'])(
  '%s among numbers with two decimals',
  async (cell) => {
    expect(await layoutOf(withOne(cell))).toEqual(await layoutOf(plain));
    const [{ decimals }] = detectSchema(await tableOf(withOne(cell))).columns;
    expect(decimals).toBe(2);
  },
);

test('five such cells count: they are how the column is written', async () => {
  const five = plain.map((own, i) => (i < 5 ? `${own}7` : own));
  expect((await layoutOf(five)).decimals).toBe(3);
  const four = plain.map((own, i) => (i < 4 ? `${own}7` : own));
  expect((await layoutOf(four)).decimals).toBe(2);
});

test('a table that is written back as it was read keeps every cell', async () => {
  const text = `x,y\n${withOne('2.345678')
    .map((cell, i) => `${cell},${i}`)
    .join('\n')}\n`;
  const { bytes } = await writeTable(await readTable(new TextEncoder().encode(text)));
  const again = await readTable(bytes);
  const [x] = again.columns;
  expect(x.kind === 'numeric' && x.values[7]).toBe(2.345678);
});
