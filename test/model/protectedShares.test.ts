/** What the first tree says of a protected column: a pair copula with the response, as in the paper. */

import { expect, test } from 'vitest';
import { fit as fitTable, type Model, type Table, tableFromColumns } from '../../src/index.ts';
import { Draw } from '../support/draw.ts';

/** Two columns that lie in the middle in one class, at both ends in another, and anywhere in the third. */
function threeShapes(rows: number): Table {
  const draw = new Draw(15);
  const labels = Array.from({ length: rows }, (_, i) => ['middle', 'ends', 'anywhere'][i % 3]);
  const column = () =>
    labels.map((label) => {
      const u = draw.uniform();
      if (label === 'middle') return 0.35 + 0.3 * u;
      return label === 'ends' ? (u < 0.5 ? 0.3 * u : 1 - 0.3 * (1 - u)) : u;
    });
  return tableFromColumns({ cost: column(), other: column(), group: labels });
}

function withShares({ vine, order }: Model): string[] {
  return vine.edges.filter(({ tree, classes }) => tree === 1 && classes).map(({ a }) => order[a]);
}

test('shares stand for columns that are not protected, and a copula for those that are', async () => {
  const table = threeShapes(450);
  const settings = { response: 'group', sensitive: ['cost'], families: 'gaussian' } as const;
  expect(withShares(await fitTable(table, settings))).toEqual(['other']);
  const whole = await fitTable(table, { ...settings, protect: 'table' });
  expect(withShares(whole).sort()).toEqual(['cost', 'other']);
  const always = await fitTable(table, { ...settings, byClass: 'always' });
  expect(withShares(always).sort()).toEqual(['cost', 'other']);
});
