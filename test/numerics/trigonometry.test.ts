import { describe, expect, test } from 'vitest';
import { kernel } from '../../src/numerics/kernel.ts';
import { readReference } from '../support/reference.ts';

const reference = readReference('trigonometry.json') as Record<string, [number, number][]>;

describe.each(['asin', 'sinQuarterTurns'] as const)('%s', (name) => {
  test('is within two units in the last place of 40-digit values, and odd', () => {
    expect(reference[name]).toHaveLength(195);
    for (const [x, exact] of reference[name]) {
      const got = kernel()[name](x);
      const limit = 2 * 2.3e-16 * exact;
      expect(Math.abs(got - exact), `${name}(${x}) = ${exact}, got ${got}`).toBeLessThanOrEqual(
        limit,
      );
      expect(kernel()[name](-x)).toBeCloseTo(-got, 20);
    }
  });
});

test('the ends are exact and beyond them there is nothing', () => {
  expect(kernel().asin(1)).toBe(Math.PI / 2);
  expect(kernel().sinQuarterTurns(1)).toBe(1);
  expect(kernel().asin(1.0000000000000002)).toBeNaN();
  expect(kernel().asin(Number.NaN)).toBeNaN();
});
