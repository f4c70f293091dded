/** The paper's model of SUPPORT2, from its table: empirical margins, columns as they stand. */

import { expect, test } from 'vitest';
import { fit as fitTable, readTable } from '../../src/index.ts';
import { readShared } from '../support/shared.ts';

test('empirical margins give the vine that is fitted to the copula data of the paper', async (context) => {
  const text = readShared('data/real_support2_small.csv', context);
  const table = await readTable(new TextEncoder().encode(text));
  const model = await fitTable(table, {
    response: 'Y',
    order: 'asis',
    margins: 'empirical',
    byClass: 'never',
  });
  expect(model.order.at(-1)).toBe('Y');
  const discrete = model.vine.atoms.flatMap((atoms, j) => (atoms ? [model.order[j]] : []));
  expect(discrete).toEqual(['Y']);
  // the engine on the reference pseudo-observations, test/vine/agreement.test.ts: no worse than the peer
  expect(model.vine.aic).toBeCloseTo(-15845.62, 1);
});
