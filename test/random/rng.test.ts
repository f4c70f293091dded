import { expect, test } from 'vitest';
import { scoped } from '../../src/numerics/kernel.ts';
import type { StreamKey } from '../../src/random/keyPath.ts';
import { rngFromKey, rngFromSeed } from '../../src/random/rng.ts';
import { Draw } from '../support/draw.ts';
import { type Block, philox, philoxInverse } from '../support/philox.ts';
import { expectSame } from '../support/same.ts';
import { chiSquare, correlation, KOLMOGOROV_1E6, kolmogorov } from '../support/statistics.ts';

/** Block number `index` of a stream, by the definition. */
function blockOf(key: StreamKey, index: bigint): Block {
  const [k0, k1, u0, u1] = key.map(BigInt);
  return philox([index & 0xffffffffn, index >> 32n, u0, u1], [k0, k1]);
}

/** Double number `position` of a stream, by the definition. */
function uniformOf(key: StreamKey, position: number): number {
  const [c0, c1, c2, c3] = blockOf(key, BigInt(position) >> 1n);
  const word = position % 2 === 0 ? (c1 << 32n) | c0 : (c3 << 32n) | c2;
  const bits = Number(word >> 11n);
  return bits < 2 ** 52 ? (bits + 0.5) / 2 ** 53 : bits / 2 ** 53;
}

/** Integers below the bounds, by the definition, from the words of the blocks from `first` on. */
function* integersOf(key: StreamKey, first: bigint, bounds: Iterable<number>): Generator<number> {
  let words: bigint[] = [];
  for (const bound of bounds) {
    // Lemire's rule: pass over a word whose product's lower half is below 2^32 mod bound
    for (;;) {
      if (words.length === 0) words = blockOf(key, first++);
      const product = (words.shift() as bigint) * BigInt(bound);
      if ((product & 0xffffffffn) < 2n ** 32n % BigInt(bound)) continue;
      yield Number(product >> 32n);
      break;
    }
  }
}

/** FNV-1a over the bytes, 32 bits. */
function checksum(values: Float64Array | Uint32Array): string {
  let hash = 0x811c9dc5;
  for (const byte of new Uint8Array(values.buffer)) hash = Math.imul(hash ^ byte, 0x01000193);
  return (hash >>> 0).toString(16).padStart(8, '0');
}

test('uniforms are the definition, also across pieces and where the block number carries', () => {
  const { key, uniforms } = rngFromSeed(7).split('uniforms');
  for (const [n, offset] of [
    [0, 0],
    [1, 0],
    [1, 1],
    [17, 3],
    [33, 2 ** 52 + 5],
    [40, 2 ** 53 - 50],
  ]) {
    const expected = Float64Array.from({ length: n }, (_, i) => uniformOf(key, offset + i));
    expectSame(uniforms(n, offset), expected, `offset ${offset}`);
  }
  // block 2^32 in every lane of the eight that are computed together
  for (let before = 0; before < 20; before++) {
    const offset = 2 ** 33 - before;
    const expected = Float64Array.from({ length: 24 }, (_, i) => uniformOf(key, offset + i));
    expectSame(uniforms(24, offset), expected, `offset ${offset}`);
  }
  const long = uniforms(100_000);
  for (const i of [0, 32766, 32767, 32768, 32769, 65535, 65536, 99_999])
    expect(long[i]).toBe(uniformOf(key, i));
});

test('uniformsAt gives the doubles with these numbers, in any order', () => {
  const rng = rngFromSeed(4).split('places');
  const all = rng.uniforms(100);
  const places = Float64Array.of(0, 1, 17, 16, 99, 17, 42);
  expectSame(
    rng.uniformsAt(places),
    places.map((place) => all[place]),
    'places',
  );
  const far = 2 ** 33 + 5;
  expectSame(rng.uniformsAt(Float64Array.of(far)), rng.uniforms(1, far), 'far');
});

test('uniforms(n, offset) is uniforms(offset + n) from offset on', () => {
  const rng = rngFromSeed(1);
  expect(rng.uniforms(10, 5)).toEqual(rng.uniforms(15).slice(5));
  const all = rng.uniforms(70_000);
  for (const [n, offset] of [
    [0, 3],
    [1, 69_999],
    [31, 8],
    [32, 7],
    [33, 1],
    [40_000, 29_999],
  ]) {
    expectSame(
      rng.uniforms(n, offset),
      all.slice(offset, offset + n),
      `n = ${n}, offset ${offset}`,
    );
  }
});

test('uniformsInto fills kernel memory with the same numbers and nothing beside', () => {
  const rng = rngFromSeed(2);
  for (const [n, offset] of [
    [0, 1],
    [1, 1],
    [5, 0],
    [37, 11],
  ]) {
    scoped((scope) => {
      const column = scope.put(new Float64Array(n + 20).fill(-1));
      rng.uniformsInto(column + 80, n, offset);
      const around = new Float64Array(n + 20).fill(-1);
      around.set(rng.uniforms(n, offset), 10);
      expectSame(scope.get(column, n + 20), around);
    });
  }
});

test('the open interval: the extreme words give neither 0 nor 1', () => {
  // Philox can be undone, so there are streams and positions with any words one likes; about one
  // key in 4,096 has them at a position that can be asked for.
  const streamWith = (word: bigint): [StreamKey, number] => {
    for (let k = 0n; ; k++) {
      const words: Block = [word & 0xffffffffn, word >> 32n, word & 0xffffffffn, word >> 32n];
      const [c0, c1, u0, u1] = philoxInverse(words, [k, 0n]);
      if (c1 < 2 ** 20)
        return [[Number(k), 0, Number(u0), Number(u1)], 2 * Number((c1 << 32n) | c0)];
    }
  };
  const cases: [bigint, number][] = [
    [0n, 2 ** -54],
    [0x7ffn, 2 ** -54],
    [0x800n, 1.5 * 2 ** -53],
    [2n ** 63n - 1n, 0.5 - 2 ** -54],
    [2n ** 63n, 0.5],
    [2n ** 63n + 0x800n, 0.5 + 2 ** -53],
    [2n ** 64n - 1n, 1 - 2 ** -53],
  ];
  for (const [word, expected] of cases) {
    const [key, position] = streamWith(word);
    expect([...rngFromKey(key).uniforms(2, position)], word.toString(16)).toEqual([
      expected,
      expected,
    ]);
  }
});

test('uniforms are uniform (Kolmogorov-Smirnov, alpha 1e-6) and neighbours uncorrelated', () => {
  for (const rng of [
    rngFromSeed(0),
    rngFromSeed(1).split('a'),
    rngFromSeed(2 ** 53 - 1).split(0, 'b'),
  ]) {
    const u = rng.uniforms(1_000_000);
    expect(kolmogorov(u)).toBeLessThan(KOLMOGOROV_1E6);
    const standardError = 1 / Math.sqrt(u.length);
    expect(Math.abs(correlation(u.subarray(1), u.subarray(0, -1)))).toBeLessThan(5 * standardError);
  }
});

test('what is not a seed or a path is refused with what was found', () => {
  for (const seed of [-1, 1.5, NaN, Infinity, 2 ** 53]) {
    expect(() => rngFromSeed(seed)).toThrow(
      `Seed: found ${seed}. Give a whole number of at least 0.`,
    );
  }
  expect(() => rngFromSeed(1).split('a', -1)).toThrow(
    "a stream's path holds names and whole numbers from 0 to 9007199254740991, found -1",
  );
  expect(() => rngFromSeed(1).split(0.5)).toThrow('found 0.5');
  for (const bound of [0, -1, 1.5, NaN, 2 ** 32 + 1]) {
    expect(() => rngFromSeed(1).integers(1, bound)).toThrow(
      `the bound must be a whole number from 1 to 2^32, found ${bound}`,
    );
  }
});

test('integers are the definition, for bounds that reject often, seldom and never', () => {
  const { key, integers } = rngFromSeed(8);
  for (const bound of [1, 2, 7, 1000, 3 * 2 ** 30, 2 ** 31, 2 ** 31 + 1, 2 ** 32 - 1, 2 ** 32]) {
    const expected = [...integersOf(key, 1n << 56n, new Array(300).fill(bound))];
    expect([...integers(300, bound)], `bound ${bound}`).toEqual(expected);
  }
  expect(integers(0, 5).length).toBe(0);
});

test('integers are unbiased (chi-square, alpha 1e-6)', () => {
  const { integers } = rngFromSeed(9);
  const counts = new Array(7).fill(0);
  for (const value of integers(700_000, 7)) counts[value]++;
  // 38.26 is exceeded with probability 1e-6 with 6 degrees of freedom
  expect(chiSquare(counts)).toBeLessThan(38.26);
  // with this bound a word that is not rejected when it should be favours every third integer
  const thirds = [0, 0, 0];
  for (const value of integers(300_000, 3 * 2 ** 30)) thirds[value % 3]++;
  // 27.63: two degrees of freedom
  expect(chiSquare(thirds)).toBeLessThan(27.63);
});

test('permutations are the definition, and hold every number once', () => {
  for (const n of [0, 1, 2, 3, 100]) {
    const { key, permutation } = rngFromSeed(10).split(n);
    const bounds = Array.from({ length: Math.max(n - 1, 0) }, (_, i) => n - i);
    const expected = Array.from({ length: n }, (_, i) => i);
    let i = n - 1;
    for (const j of integersOf(key, 2n << 56n, bounds)) {
      [expected[i], expected[j]] = [expected[j], expected[i]];
      i--;
    }
    expect([...permutation(n)]).toEqual(expected);
  }
  const large = rngFromSeed(11).permutation(100_000);
  expect(large.slice().sort()).toEqual(Uint32Array.from({ length: 100_000 }, (_, i) => i));
});

test('all 24 orders of four are equally likely (chi-square, alpha 1e-6)', () => {
  const root = rngFromSeed(12);
  const counts = new Map<string, number>();
  for (let i = 0; i < 24_000; i++) {
    const order = root.split(i).permutation(4).join('');
    counts.set(order, (counts.get(order) ?? 0) + 1);
  }
  expect(counts.size).toBe(24);
  // 70.55: 23 degrees of freedom
  expect(chiSquare([...counts.values()])).toBeLessThan(70.55);
});

test('the numbers of a seed never change', () => {
  const rng = rngFromSeed(2026).split('pinned', 1);
  expect(checksum(rng.uniforms(100_000))).toBe('de1e81e7');
  expect(checksum(rng.integers(100_000, 1000))).toBe('792adddc');
  expect(checksum(rng.permutation(100_000))).toBe('1008662d');
});

test('a stream cannot be changed', () => {
  const rng = rngFromSeed(1);
  expect(Object.isFrozen(rng) && Object.isFrozen(rng.key)).toBe(true);
  const first = rng.uniforms(5);
  rng.integers(new Draw(1).integer(50), 10);
  rng.split('other').uniforms(3);
  expect(rng.uniforms(5)).toEqual(first);
});
