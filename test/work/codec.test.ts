import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decode, encode } from '../../src/work/codec.ts';

const arrays = [
  Float64Array.of(1.5, Number.NaN, -0, Infinity),
  Float32Array.of(0.1),
  Int32Array.of(-1, 2 ** 31 - 1),
  Uint32Array.of(2 ** 32 - 1),
  Int16Array.of(-5),
  Uint16Array.of(65535),
  Int8Array.of(-128),
  Uint8Array.of(1, 2, 3),
  Uint8ClampedArray.of(255),
  BigInt64Array.of(-(2n ** 63n)),
  BigUint64Array.of(2n ** 64n - 1n),
];

describe('encoded data', () => {
  test.each(arrays.map((array) => [array.constructor.name, array] as const))(
    'holds %s, also as a part of longer memory, with memory of its own',
    (_, array) => {
      const found = decode(encode({ a: 1, array, twice: [array, array] })) as Record<
        string,
        typeof array
      >;
      expect(found.array).toEqual(array);
      expect(found.array.constructor).toBe(array.constructor);
      expect(found.array.buffer.byteLength).toBe(array.byteLength);
      const part = array.subarray(array.length - 1);
      expect(decode(encode(part))).toEqual(part);
    },
  );

  test('holds what JSON does not', () => {
    const value = {
      nothing: undefined,
      empty: null,
      numbers: [Number.NaN, Infinity, -Infinity, -0, 0, 5e-324, 0.1 + 0.2],
      big: 123456789012345678901234567890n,
      map: new Map<unknown, unknown>([
        ['a', Float64Array.of(1)],
        [3, new Map([[{ k: 1 }, undefined]])],
      ]),
      set: new Set(['x', 1]),
      $: 'number',
      nested: { $: 'map', v: [1, 2] },
      __proto__x: '\ud800 lone, \u0000 and ü',
    };
    const found = decode(encode(value)) as typeof value;
    expect(found).toStrictEqual(value);
    expect(Object.keys(found)).toEqual(Object.keys(value));
    expect(Object.is(found.numbers[3], -0)).toBe(true);
    const odd = JSON.parse('{"__proto__": 1, "b": 2}');
    expect(JSON.stringify(decode(encode(odd)))).toBe('{"__proto__":1,"b":2}');
  });

  test('does not share memory with what it was read from, a Buffer among others', () => {
    const bytes = Buffer.concat([Buffer.from('before'), encode({ a: Float64Array.of(1, 2) })]);
    const found = decode(bytes.subarray(6)) as { a: Float64Array };
    bytes.fill(0xff);
    expect(found.a).toEqual(Float64Array.of(1, 2));
    expect(found.a.buffer.byteLength).toBe(16);
  });

  test('holds places of arrays with nothing in them', () => {
    const list = new Array<unknown>(4);
    list[1] = undefined;
    list[3] = Float64Array.of(1);
    const [found] = decode(encode([list])) as unknown[][];
    expect(found).toStrictEqual(list);
    expect(Object.keys(found)).toEqual(['1', '3']);
    expect(decode(encode(new Array(2)))).toStrictEqual(new Array(2));
  });

  test('comes back as it was, whatever it is, and equal data gives equal bytes', () => {
    const plain = fc.anything({
      withBigInt: true,
      withTypedArray: true,
      withMap: true,
      withSet: true,
      withSparseArray: true,
    });
    fc.assert(
      fc.property(plain, (value) => {
        const bytes = encode(value);
        expect(decode(bytes)).toEqual(value);
        expect(encode(decode(bytes))).toEqual(bytes);
      }),
      { numRuns: 300, seed: 20 },
    );
  });

  test('that is handed over is not copied, and is the same', () => {
    const value = { a: 1, arrays, text: 'x' };
    const bytes = encode(value);
    const found = decode(bytes, true) as typeof value;
    expect(found).toEqual(value);
    for (const array of found.arrays) expect(array.buffer).toBe(bytes.buffer);
    // bytes that lie where numbers cannot are copied
    const shifted = new Uint8Array(bytes.length + 1);
    shifted.set(bytes, 1);
    const copied = decode(shifted.subarray(1), true) as typeof value;
    expect(copied).toEqual(value);
    for (const array of copied.arrays) expect(array.buffer).not.toBe(shifted.buffer);
  });

  test('is refused where it is cut off, altered or of another version', () => {
    const bytes = encode({ a: Float64Array.of(1, 2, 3), b: 'text' });
    for (const length of [0, 3, 7, 20, bytes.length - 8]) {
      expect(() => decode(bytes.subarray(0, length)), String(length)).toThrow();
    }
    expect(() => decode(bytes.map((byte, at) => (at === 2 ? 9 : byte)))).toThrow('no encoded data');
  });

  test.each([
    ['a function', { f: () => 1 }, 'value.f: function'],
    ['a symbol', [Symbol('x')], 'value[0]: symbol'],
    ['a date', { list: [new Date(0)] }, 'value.list[0]: Date'],
    ['an error', new Map([['a', new Error('x')]]), 'value(1): Error'],
  ])('cannot hold %s', (_, value, words) => {
    expect(() => encode(value)).toThrow(words);
  });
});
