import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  lastColumns,
  readCopulaData,
  simulateCopulaData,
  writeCopulaData,
} from '../../bench/data.ts';

test('simulated data are ranks with a binary last column and its left limits', () => {
  const { columns, lastLeft } = simulateCopulaData(200, 5, 1);
  expect(columns).toHaveLength(5);
  for (const column of columns.slice(0, -1)) {
    expect([...column].sort((a, b) => a - b)).toEqual(
      Array.from({ length: 200 }, (_, i) => (i + 1) / 201),
    );
  }
  const last = columns[4];
  const zeros = Math.min(...last);
  expect(new Set(last)).toEqual(new Set([zeros, 200 / 201]));
  expect([...lastLeft]).toEqual(Array.from(last, (u) => (u === zeros ? 0 : zeros)));
  expect(last.filter((u) => u === zeros).length / 201).toBe(zeros);
});

test('simulated data depend on the seed and on nothing else', () => {
  expect(simulateCopulaData(20, 3, 1)).toEqual(simulateCopulaData(20, 3, 1));
  expect(simulateCopulaData(20, 3, 1)).not.toEqual(simulateCopulaData(20, 3, 2));
});

test('data written for the peers is read back to the last digit', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tvinesynth-bench-'));
  try {
    const data = lastColumns(simulateCopulaData(50, 6, 3), 4);
    await writeCopulaData(join(folder, 'u.csv'), data);
    expect(await readCopulaData(join(folder, 'u.csv'))).toEqual(data);
  } finally {
    await rm(folder, { recursive: true });
  }
});
