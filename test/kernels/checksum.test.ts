import { expect, test } from 'vitest';
import { kernel } from '../../src/numerics/kernel.ts';
import { CHECKSUM, kernelChecksum } from '../support/kernelChecksum.ts';

test('exp, log, pow and normalCdf give the same bits everywhere', () => {
  expect(kernelChecksum(kernel())).toBe(CHECKSUM);
});

test('the checksum sees a single unit in the last place', () => {
  const k = kernel();
  let calls = 0;
  const log = (x: number): number => (++calls === 54_321 ? k.log(x) * (1 + 2 ** -52) : k.log(x));
  expect(kernelChecksum({ exp: k.exp, log, pow: k.pow, normalCdf: k.normalCdf })).not.toBe(
    kernelChecksum(k),
  );
});
