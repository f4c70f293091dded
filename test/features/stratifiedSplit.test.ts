import { expect, test } from 'vitest';
import { stratifiedSplit } from '../../src/features/stratifiedSplit.ts';
import { rngFromSeed } from '../../src/random/rng.ts';

const levels = ['no', 'yes'];

test('sets aside the same share of each class; no row is lost or on both sides', () => {
  const codes = Int32Array.from({ length: 103 }, (_, i) => (i < 60 ? 0 : i < 100 ? 1 : -1));
  const { train, test: held } = stratifiedSplit(
    { kind: 'classes', codes, levels },
    0.2,
    rngFromSeed(1),
  );
  expect([...train, ...held].sort((a, b) => a - b)).toEqual([...codes.keys()]);
  const held0 = [...held].filter((row) => codes[row] === 0).length;
  const held1 = [...held].filter((row) => codes[row] === 1).length;
  expect([held0, held1]).toEqual([12, 8]);
  const again = stratifiedSplit({ kind: 'classes', codes, levels }, 0.2, rngFromSeed(1));
  expect(again.test).toEqual(held);
  expect(stratifiedSplit({ kind: 'classes', codes, levels }, 0.2, rngFromSeed(2)).test).not.toEqual(
    held,
  );
});

test('sets aside the same share of each fifth of a numeric response', () => {
  const values = Float64Array.from({ length: 100 }, (_, i) => (i * 37) % 100);
  const { test: held } = stratifiedSplit({ kind: 'numeric', values }, 0.25, rngFromSeed(3));
  const fifths = [0, 0, 0, 0, 0];
  for (const row of held) fifths[Math.floor(values[row] / 20)]++;
  expect(fifths).toEqual([5, 5, 5, 5, 5]);
});

test('a share that leaves nothing, or is none', () => {
  const codes = Int32Array.of(0, 1);
  const target = { kind: 'classes', codes, levels } as const;
  expect(() => stratifiedSplit(target, 0.2, rngFromSeed(1))).toThrow('leaves no rows on one side');
  expect(() => stratifiedSplit(target, 1, rngFromSeed(1))).toThrow('Holdout: found 1.');
});
