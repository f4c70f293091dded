import { expect, test } from 'vitest';
import { holm } from '../../src/numerics/holm.ts';

test("Holm's adjustment, by R's p.adjust", () => {
  // p.adjust(c(0.01, 0.04, 0.03, 0.005), 'holm') and p.adjust(c(0.5, 0.6), 'holm')
  const adjusted = holm([0.01, 0.04, 0.03, 0.005]);
  [0.03, 0.06, 0.06, 0.02].forEach((p, i) => {
    expect(adjusted[i]).toBeCloseTo(p, 12);
  });
  expect(holm([0.5, 0.6])).toEqual([1, 1]);
  expect(holm([0.2])).toEqual([0.2]);
  expect(holm([])).toEqual([]);
});
