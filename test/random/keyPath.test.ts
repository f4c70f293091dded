import { expect, test } from 'vitest';
import { rngFromKey, rngFromSeed } from '../../src/random/rng.ts';
import { type Block, philox } from '../support/philox.ts';
import { correlation, KOLMOGOROV_1E6, kolmogorov } from '../support/statistics.ts';

test('no equal streams over 10,000 paths; first numbers uniform, neighbouring paths uncorrelated', () => {
  const root = rngFromSeed(3);
  const streams = Array.from({ length: 10_000 }, (_, i) =>
    root.split('mia', Math.floor(i / 100), 'sample', i % 100),
  );
  expect(new Set(streams.map((rng) => rng.key.join())).size).toBe(streams.length);
  const pairs = streams.map((rng) => rng.uniforms(2));
  const standardError = 1 / Math.sqrt(streams.length);
  for (const place of [0, 1]) {
    const column = Float64Array.from(pairs, (pair) => pair[place]);
    expect(new Set(column).size).toBe(streams.length);
    expect(kolmogorov(column)).toBeLessThan(KOLMOGOROV_1E6);
    expect(Math.abs(correlation(column.subarray(1), column.subarray(0, -1)))).toBeLessThan(
      5 * standardError,
    );
  }
});

test('streams of neighbouring paths and seeds, parent and child are uncorrelated', () => {
  const root = rngFromSeed(4);
  const n = 100_000;
  const related = [
    root,
    rngFromSeed(5),
    root.split(0),
    root.split(1),
    root.split('0'),
    root.split(0, 0),
  ];
  const columns = related.map((rng) => rng.uniforms(n));
  for (let i = 0; i < columns.length; i++) {
    for (let j = 0; j < i; j++) {
      expect(Math.abs(correlation(columns[i], columns[j]))).toBeLessThan(5 / Math.sqrt(n));
    }
  }
});

test('different paths are different streams, equal paths equal ones', () => {
  const root = rngFromSeed(6);
  const paths: (string | number)[][] = [
    ['ab', 'c'],
    ['a', 'bc'],
    ['abc'],
    ['a', 'b', 'c'],
    ['c', 'ab'],
    [3],
    ['3'],
    [''],
    ['', ''],
    [0],
    [0, 0],
    ['\0'],
    ['\0\0'],
    ['abcd'],
    ['abcd\0'],
    [2 ** 32],
    [1],
    [2 ** 32 + 1],
    [2 ** 53 - 1],
    ['\ud800'],
    ['\u{1f600}'],
    ['x'.repeat(1000)],
  ];
  const keys = paths.map((path) => root.split(...path).key.join());
  expect(new Set([root.key.join(), ...keys]).size).toBe(paths.length + 1);
  expect(root.split('a').split('b', 3).split(4).key).toEqual(root.split('a', 'b', 3, 4).key);
  expect(root.split().key).toEqual(root.key);
  expect(rngFromKey(root.key).split(1).uniforms(3)).toEqual(root.split(1).uniforms(3));
  expect(rngFromSeed(3).key).not.toEqual(rngFromSeed(2 ** 32 + 3).key);
});

test('keys are those of the documented construction', () => {
  const absorb = (state: Block, low: bigint, high: bigint): Block =>
    philox(state, [low, high]).map((word, i) => word ^ state[i]) as Block;
  let state: Block = [0n, 0n, 0n, 0n];
  state = absorb(state, 42n, 1n << 24n);
  expect(rngFromSeed(42).key.map(BigInt)).toEqual(state);
  state = absorb(state, 5n, (2n << 24n) | 1n);
  expect(
    rngFromSeed(42)
      .split(2 ** 32 + 5)
      .key.map(BigInt),
  ).toEqual(state);
  state = absorb(state, 5n, 3n << 24n);
  state = absorb(state, 0x00620061n, 0x00640063n);
  state = absorb(state, 0x65n, 0n);
  expect(
    rngFromSeed(42)
      .split(2 ** 32 + 5, 'abcde')
      .key.map(BigInt),
  ).toEqual(state);
});
