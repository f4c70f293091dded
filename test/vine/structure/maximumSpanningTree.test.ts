import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  maximumSpanningTree,
  type WeightedPair,
} from '../../../src/vine/structure/maximumSpanningTree.ts';

const candidates = fc.integer({ min: 2, max: 7 }).chain((nodes) => {
  const pairs: [number, number][] = [];
  for (let p = 0; p < nodes; p++) for (let q = p + 1; q < nodes; q++) pairs.push([p, q]);
  // few different weights, so that ties are frequent
  return fc
    .array(fc.integer({ min: 0, max: 4 }), { minLength: pairs.length, maxLength: pairs.length })
    .map((weights) => ({
      nodes,
      pairs: pairs.map(([p, q], c): WeightedPair => ({ p, q, weight: weights[c] / 4 })),
    }));
});

/** Prim's algorithm, for its total. */
function greatestTotal(nodes: number, pairs: readonly WeightedPair[]): number {
  const reached = new Set([0]);
  let total = 0;
  while (reached.size < nodes) {
    const crossing = pairs.filter(({ p, q }) => reached.has(p) !== reached.has(q));
    const best = crossing.reduce((x, y) => (y.weight > x.weight ? y : x));
    reached.add(best.p).add(best.q);
    total += best.weight;
  }
  return total;
}

test('spans all nodes with the greatest total weight', () => {
  fc.assert(
    fc.property(candidates, ({ nodes, pairs }) => {
      const chosen = maximumSpanningTree(nodes, pairs).map((c) => pairs[c]);
      expect(chosen).toHaveLength(nodes - 1);
      expect(chosen.reduce((sum, { weight }) => sum + weight, 0)).toBe(greatestTotal(nodes, pairs));
      const reached = new Set([0]);
      for (let round = 0; round < nodes; round++) {
        for (const { p, q } of chosen) if (reached.has(p) || reached.has(q)) reached.add(p).add(q);
      }
      expect(reached.size).toBe(nodes);
    }),
  );
});

test('does not depend on the order of the candidates or of their ends', () => {
  const named = ({ p, q }: WeightedPair) => `${Math.min(p, q)}-${Math.max(p, q)}`;
  fc.assert(
    fc.property(candidates, fc.func(fc.nat()), ({ nodes, pairs }, at) => {
      const mixed = pairs
        .map(({ p, q, weight }) => ({ p: q, q: p, weight }))
        .sort((x, y) => at(named(x)) - at(named(y)));
      const tree = (list: readonly WeightedPair[]) =>
        maximumSpanningTree(nodes, list)
          .map((c) => named(list[c]))
          .sort();
      expect(tree(mixed)).toEqual(tree(pairs));
    }),
  );
});

test('of equal weights the smaller nodes win: all equal gives the star at node 0', () => {
  const pairs: WeightedPair[] = [];
  for (let p = 4; p >= 0; p--)
    for (let q = p + 1; q < 5; q++) pairs.push({ p: q, q: p, weight: 1 });
  const chosen = maximumSpanningTree(5, pairs);
  expect(chosen.map((c) => pairs[c].q)).toEqual([0, 0, 0, 0]);
  expect(chosen).toEqual([...chosen].sort((x, y) => x - y));
});

test('infinite and negative weights are ordered, a single node needs no edge', () => {
  expect(maximumSpanningTree(1, [])).toEqual([]);
  const pairs = [
    { p: 0, q: 1, weight: -Infinity },
    { p: 0, q: 2, weight: -3 },
    { p: 1, q: 2, weight: Infinity },
  ];
  expect(maximumSpanningTree(3, pairs)).toEqual([1, 2]);
});

test('weights that are not numbers and candidates that do not connect are refused', () => {
  expect(() => maximumSpanningTree(2, [{ p: 0, q: 1, weight: Number.NaN }])).toThrow(
    'the weight of nodes 0 and 1 is not a number',
  );
  expect(() => maximumSpanningTree(3, [{ p: 0, q: 1, weight: 1 }])).toThrow(
    'the 1 candidate edges do not connect all 3 nodes',
  );
});
