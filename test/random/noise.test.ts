import { createCipheriv } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { kernel, scoped } from '../../src/numerics/kernel.ts';
import { chachaBlock } from '../../src/random/chacha.ts';
import { noiseFromKey } from '../../src/random/noise.ts';
import { drawSecretKey, keyOfNoiseSeed } from '../../src/random/secretKey.ts';
import { Draw } from '../support/draw.ts';

const bytesOf = (words: ArrayLike<number>) => new Uint8Array(Uint32Array.from(words).buffer);
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');

describe('ChaCha20', () => {
  // RFC 8439, section 2.3.2 and appendix A.1
  const counting = Array.from(new Uint32Array(Uint8Array.from({ length: 32 }, (_, i) => i).buffer));
  const zeros = [0, 0, 0, 0, 0, 0, 0, 0];
  const last = [0, 0, 0, 0, 0, 0, 0, 0x01000000];
  const second = [0x0000ff00, 0, 0, 0, 0, 0, 0, 0];
  test.each([
    {
      key: counting,
      counter: 1,
      nonce: [0x09000000, 0x4a000000, 0],
      block:
        '10f1e7e4d13b5915500fdd1fa32071c4c7d1f4c733c068030422aa9ac3d46c4ed2826446079faa0914c2d705d98b02a2b5129cd1de164eb9cbd083e8a2503c4e',
    },
    {
      key: zeros,
      counter: 0,
      nonce: [0, 0, 0],
      block:
        '76b8e0ada0f13d90405d6ae55386bd28bdd219b8a08ded1aa836efcc8b770dc7da41597c5157488d7724e03fb8d84a376a43b8f41518a11cc387b669b2ee6586',
    },
    {
      key: zeros,
      counter: 1,
      nonce: [0, 0, 0],
      block:
        '9f07e7be5551387a98ba977c732d080dcb0f29a048e3656912c6533e32ee7aed29b721769ce64e43d57133b074d839d531ed1f28510afb45ace10a1f4b794d6f',
    },
    {
      key: last,
      counter: 1,
      nonce: [0, 0, 0],
      block:
        '3aeb5224ecf849929b9d828db1ced4dd832025e8018b8160b82284f3c949aa5a8eca00bbb4a73bdad192b5c42f73f2fd4e273644c8b36125a64addeb006c13a0',
    },
    {
      key: second,
      counter: 2,
      nonce: [0, 0, 0],
      block:
        '72d54dfbf12ec44b362692df94137f328fea8da73990265ec1bbbea1ae9af0ca13b25aa26cb4a648cb9b9d1be65b2c0924a66c54d545ec1b7374f4872e99f096',
    },
  ])('known answers of RFC 8439: $block', ({ key, counter, nonce, block }) => {
    const out = new Uint32Array(16);
    chachaBlock(key, counter, nonce as [number, number, number], out);
    expect(hex(bytesOf(out))).toBe(block);
  });

  test('the same blocks as another implementation', () => {
    const draw = new Draw(7);
    for (let repeat = 0; repeat < 200; repeat++) {
      const words = draw.column(12, () => draw.integer(2 ** 32));
      const [key, rest] = [Array.from(words.slice(0, 8)), Array.from(words.slice(8))];
      const cipher = createCipheriv('chacha20', bytesOf(key), bytesOf(rest));
      const out = new Uint32Array(16);
      chachaBlock(key, rest[0], [rest[1], rest[2], rest[3]], out);
      expect(hex(bytesOf(out))).toBe(cipher.update(Buffer.alloc(64)).toString('hex'));
    }
  });
});

describe('streams of noise', () => {
  const noise = noiseFromKey(keyOfNoiseSeed(5));

  test('are values: the same key and path, the same numbers; another, others', () => {
    expect(noise.uniforms(20)).toEqual(noiseFromKey(keyOfNoiseSeed(5)).uniforms(20));
    expect(noise.uniforms(20).slice(0, 7)).toEqual(noise.uniforms(7));
    expect(noise.split('a').split(3).uniforms(5)).toEqual(noise.split('a', 3).uniforms(5));
    const firsts = [
      noise,
      ...[['a'], ['b'], ['a', 3], ['a', '3'], ['ab', 'c'], ['a', 'bc']].map((path) =>
        noise.split(...path),
      ),
      ...[6, 2 ** 32 + 5, 2 ** 53 - 1].map((seed) => noiseFromKey(keyOfNoiseSeed(seed))),
    ].map((stream) => stream.uniforms(1)[0]);
    expect(new Set(firsts).size).toBe(firsts.length);
  });

  test('are doubles in the open interval, evenly spread, also in kernel memory', () => {
    const n = 200_000;
    const values = noise.uniforms(n);
    const cells = new Float64Array(64);
    let sum = 0;
    let lagged = 0;
    values.forEach((value, i) => {
      cells[Math.floor(value * 64)]++;
      sum += value;
      lagged += (value - 0.5) * ((values[i - 1] ?? 0.5) - 0.5);
    });
    const chiSquared = cells.reduce((total, count) => total + (count - n / 64) ** 2 / (n / 64), 0);
    // 63 degrees of freedom: mean 63, standard deviation 11.2
    expect(chiSquared).toBeGreaterThan(63 - 5 * 11.2);
    expect(chiSquared).toBeLessThan(63 + 5 * 11.2);
    expect(Math.abs(sum / n - 0.5)).toBeLessThan(5 * Math.sqrt(1 / 12 / n));
    expect(Math.abs(lagged / n)).toBeLessThan(5 / 12 / Math.sqrt(n));
    expect(values.every((value) => value > 0 && value < 1)).toBe(true);
    scoped((scope) => {
      const column = scope.column(50);
      noise.uniformsInto(column, 50);
      expect(new Float64Array(kernel().memory.buffer, column, 50)).toEqual(values.slice(0, 50));
    });
  });

  test('give whole numbers below a bound', () => {
    const drawn = noise.integers(30_000, 3);
    const counts = [0, 1, 2].map((value) => drawn.filter((each) => each === value).length);
    for (const count of counts) expect(Math.abs(count - 10_000)).toBeLessThan(5 * 82);
    expect(noise.integers(4, 1)).toEqual(new Uint32Array(4));
    expect(() => noise.integers(1, 0)).toThrow('from 1 to 2^32');
  });

  test('secret keys are never the same', () => {
    const [a, b] = [drawSecretKey(), drawSecretKey()];
    expect(a).toHaveLength(8);
    expect(a).not.toEqual(b);
    expect(() => keyOfNoiseSeed(-1)).toThrow('Noise seed: found -1.');
  });
});
