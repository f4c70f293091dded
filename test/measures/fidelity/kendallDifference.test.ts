import { expect, test } from 'vitest';
import { kendallDifference } from '../../../src/measures/fidelity/kendallDifference.ts';

const up = Float64Array.of(1, 2, 3, 4);
const down = Float64Array.of(4, 3, 2, 1);
// one of six pairs of rows is discordant with `up`
const nearly = Float64Array.of(1, 3, 2, 4);

test('mean and largest difference, with the pair', () => {
  const found = kendallDifference(['a', 'b', 'c'], [up, up, down], [up, nearly, up]);
  // real: ab 1, ac -1, bc -1; synthetic: ab 2/3, ac 1, bc 2/3
  expect(found.meanAbsolute).toBeCloseTo((1 / 3 + 2 + 5 / 3) / 3, 14);
  expect(found.largest).toEqual({ names: ['a', 'c'], real: -1, synthetic: 1, difference: 2 });
  expect(found.real[0]).toEqual([1, 1, -1]);
  expect(found.synthetic[1][0]).toBeCloseTo(2 / 3, 14);
});

test('no difference, and no pair', () => {
  const same = kendallDifference(['a', 'b'], [up, down], [up, down]);
  expect(same.largest).toEqual({ names: ['a', 'b'], real: -1, synthetic: -1, difference: 0 });
  const alone = kendallDifference(['a'], [up], [down]);
  expect(alone).toMatchObject({ meanAbsolute: 0, largest: { names: [] } });
});
