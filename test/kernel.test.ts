import { expect, test } from 'vitest';
import { kernel, scoped } from '../src/numerics/kernel.ts';

test('the kernel loads and exponential and logarithm undo each other', () => {
  expect(kernel().log(kernel().exp(1.5))).toBeCloseTo(1.5, 15);
});

test('scratch memory is given back after use, also after an error', () => {
  const first = scoped((scope) => scope.column(1000));
  expect(() =>
    scoped((scope) => {
      scope.column(10);
      throw new Error('stop');
    }),
  ).toThrow('stop');
  expect(scoped((scope) => scope.column(1000))).toBe(first);
});
