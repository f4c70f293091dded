/** Rows in the order of the classes. */

import { expect, test } from 'vitest';
import { groupRows } from '../../src/vine/split.ts';

test('a class may have more rows than a call takes arguments', () => {
  const rows = 600_000;
  const root = Float64Array.from({ length: rows }, (_, r) => (r % 3 === 0 ? 0.4 : 1));
  const found = groupRows(root, Float64Array.of(0.4, 1), 'auto');
  expect(found?.groups).toEqual([0, 1]);
  expect(found?.split.bounds).toEqual([0, 200_000, rows]);
  const order = found?.rows ?? new Uint32Array();
  expect(order).toHaveLength(rows);
  expect([...order.subarray(0, 3), ...order.subarray(200_000, 200_003)]).toEqual([
    0, 3, 6, 1, 2, 4,
  ]);
});
