import { expect, test } from 'vitest';
import { kernel, scoped } from '../../src/numerics/kernel.ts';
import { Draw } from '../support/draw.ts';
import { type Block, philoxInverse, philox as philoxOfPaper } from '../support/philox.ts';

function philox(counter: number[], key: number[]): string {
  return scoped((scope) => {
    const out = scope.column(2);
    const [c0, c1, c2, c3] = counter;
    kernel().philox(c0, c1, c2, c3, key[0], key[1], out);
    const words = [...new Uint32Array(kernel().memory.buffer, out, 4)];
    return words.map((word) => word.toString(16).padStart(8, '0')).join(' ');
  });
}

test('known answers of the Random123 distribution', () => {
  const ones = 0xffffffff;
  expect(philox([0, 0, 0, 0], [0, 0])).toBe('6627e8d5 e169c58d bc57ac4c 9b00dbd8');
  expect(philox([ones, ones, ones, ones], [ones, ones])).toBe(
    '408f276d 41c83b0e a20bc7c6 6d5451fd',
  );
  expect(philox([0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344], [0xa4093822, 0x299f31d0])).toBe(
    'd16cfe09 94fdcceb 5001e420 24126ea1',
  );
});

test("equal to the paper's definition, whose inverse leads back", () => {
  const draw = new Draw(1);
  for (let repeat = 0; repeat < 500; repeat++) {
    const [c0, c1, c2, c3, k0, k1] = draw.column(6, () => draw.integer(2 ** 32));
    const counter = [c0, c1, c2, c3].map(BigInt) as Block;
    const words = philoxOfPaper(counter, [BigInt(k0), BigInt(k1)]);
    const expected = words.map((word) => word.toString(16).padStart(8, '0')).join(' ');
    expect(philox([c0, c1, c2, c3], [k0, k1])).toBe(expected);
    expect(philoxInverse(words, [BigInt(k0), BigInt(k1)])).toEqual(counter);
  }
});
