import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cvine } from '../../../src/vine/structure/cvine.ts';
import { dvine } from '../../../src/vine/structure/dvine.ts';
import { type TreeEdge, treesOf } from '../../../src/vine/structure/edges.ts';
import { arrange, structureFromTrees } from '../../../src/vine/structure/structureFromTrees.ts';
import { validateStructure } from '../../../src/vine/structure/validateStructure.ts';
import { edgeSets } from './edgeSet.ts';
import { anyVine, randomVine, uniforms } from './randomVine.ts';

function shuffled<T>(items: readonly T[], uniform: () => number): T[] {
  return items
    .map((item) => ({ item, at: uniform() }))
    .sort((x, y) => x.at - y.at)
    .map(({ item }) => item);
}

describe('trees to array', () => {
  test('every regular vine, truncated or not, becomes a valid array with the same edges', () => {
    fc.assert(
      fc.property(anyVine, (vine) => {
        const structure = structureFromTrees(vine.trees, { d: vine.d });
        validateStructure(structure);
        expect(structure.truncation).toBe(vine.trees.length);
        expect(edgeSets(treesOf(structure))).toEqual(edgeSets(vine.trees));
        const again = structureFromTrees(treesOf(structure), { d: vine.d });
        expect(again).toEqual(structure);
      }),
    );
  });

  test('any variable can come first', () => {
    fc.assert(
      fc.property(anyVine, fc.nat(), (vine, choice) => {
        const first = choice % vine.d;
        const structure = structureFromTrees(vine.trees, { d: vine.d, first });
        validateStructure(structure);
        expect(structure.order[0]).toBe(first);
        expect(edgeSets(treesOf(structure))).toEqual(edgeSets(vine.trees));
      }),
    );
  });

  test('the order and direction of the edges make no difference', () => {
    fc.assert(
      fc.property(anyVine, fc.nat(), (vine, seed) => {
        const uniform = uniforms(seed);
        const mixed = vine.trees.map((edges): TreeEdge[] =>
          shuffled(edges, uniform).map(({ a, b, given }) => ({
            a: b,
            b: a,
            given: shuffled([...given], uniform),
          })),
        );
        expect(structureFromTrees(mixed, { d: vine.d })).toEqual(
          structureFromTrees(vine.trees, { d: vine.d }),
        );
      }),
    );
  });

  test('the smallest variable goes to the highest position, so vines in natural order keep it', () => {
    for (const truncation of [0, 1, 2, 5]) {
      const star = cvine([0, 1, 2, 3, 4, 5], truncation);
      expect(structureFromTrees(treesOf(star), { d: 6 })).toEqual(star);
      const path = dvine([0, 1, 2, 3, 4, 5], truncation);
      expect(structureFromTrees(treesOf(path), { d: 6, first: 5 })).toEqual(path);
    }
  });

  test('an arrangement says where each edge went and whether it was turned round', () => {
    fc.assert(
      fc.property(anyVine, (vine) => {
        const { structure, edge, swapped } = arrange(vine);
        const { order, partners } = structure;
        for (let k = 0; k < structure.truncation; k++) {
          for (let i = 0; i < vine.d; i++) {
            if (i <= k) {
              expect(edge[k][i]).toBe(-1);
              continue;
            }
            const { a, b } = vine.trees[k][edge[k][i]];
            expect(swapped[k][i] === 1 ? [b, a] : [a, b]).toEqual([
              order[i],
              order[partners[k][i]],
            ]);
          }
          expect([...edge[k].subarray(k + 1)].sort((x, y) => x - y)).toEqual(
            vine.trees[k].map((_, e) => e),
          );
        }
      }),
    );
  });

  test.each([
    [500, 20],
    [100, 99],
  ])(
    '%i variables with %i trees take a fraction of a second (3 on a busy machine)',
    (d, truncation) => {
      const vine = randomVine(d, truncation, 7);
      const trees = vine.trees.map((edges) =>
        edges.map(({ a, b, given }) => ({ a, b, given: [...given] })),
      );
      const start = performance.now();
      const structure = structureFromTrees(trees, { d, first: 3 });
      validateStructure(structure);
      const seconds = (performance.now() - start) / 1000;
      expect(edgeSets(treesOf(structure))).toEqual(edgeSets(trees));
      expect(seconds).toBeLessThan(3);
    },
  );
});

describe('trees that are no regular vine are refused', () => {
  const edge = (a: number, b: number, ...given: number[]): TreeEdge => ({ a, b, given });
  const path = [edge(0, 1), edge(1, 2), edge(2, 3)];
  const refusal = (...trees: TreeEdge[][]) => expect(() => structureFromTrees(trees, { d: 4 }));

  test('wrong counts', () => {
    refusal([edge(0, 1)]).toThrow('Tree 1: found 1 edges, but a tree on 4 nodes has 3');
    refusal(path, [edge(0, 2, 1)]).toThrow('Tree 2: found 1 edges, but a tree on 3 nodes has 2');
    refusal(path, [edge(0, 2, 1), edge(1, 3, 2)], [edge(0, 3, 1, 2)], []).toThrow(
      'found 4 trees, but 4 variables allow 3',
    );
    expect(() => structureFromTrees([], { d: 0 })).toThrow('the number of variables is 0');
    expect(() => structureFromTrees([], { d: 2, first: 2 })).toThrow(
      'the variable to come first is 2',
    );
  });

  test('impossible edges', () => {
    refusal([edge(0, 1), edge(1, 4), edge(2, 3)]).toThrow(
      'Tree 1: the edge (1, 4) names variable 4; variables are counted from 0 to 3',
    );
    refusal([edge(0, 1), edge(1, 1), edge(2, 3)]).toThrow(
      'Tree 1: the edge (1, 1) names variable 1 twice',
    );
    refusal([edge(0, 1), edge(1, 2, 3), edge(2, 3)]).toThrow(
      'Tree 1: the edge (1, 2 | 3) has 1 conditioning variables; in this tree it needs 0',
    );
    refusal(path, [edge(0, 2, 1), edge(1, 3)]).toThrow(
      'Tree 2: the edge (1, 3) has 0 conditioning variables; in this tree it needs 1',
    );
    refusal(path, [edge(0, 2, 1), edge(1, 3, 3)]).toThrow(
      'Tree 2: the edge (1, 3 | 3) names variable 3 twice',
    );
  });

  test('cycles, which leave the rest unconnected', () => {
    refusal([edge(0, 1), edge(1, 2), edge(2, 0)]).toThrow('Tree 1: the edge (2, 0) closes a cycle');
    refusal(path, [edge(0, 2, 1), edge(2, 0, 1)]).toThrow(
      'Tree 2: the edge (2, 0 | 1) closes a cycle',
    );
  });

  test('edges without a node below', () => {
    refusal(path, [edge(0, 2, 1), edge(0, 3, 1)]).toThrow(
      'Tree 2: the edge (0, 3 | 1) breaks the proximity condition, as tree 1 has no edge on the variables 1, 3',
    );
    const star = [edge(1, 0), edge(2, 0), edge(3, 0), edge(4, 0)];
    const second = [edge(1, 2, 0), edge(2, 3, 0), edge(3, 4, 0)];
    const third = [edge(1, 3, 0, 2), edge(2, 4, 0, 3)];
    expect(() => structureFromTrees([star, second, third], { d: 5 })).not.toThrow();
    expect(() =>
      structureFromTrees([star, second, [third[0], edge(1, 4, 2, 0)]], { d: 5 }),
    ).toThrow(
      'Tree 3: the edge (1, 4 | 2, 0) breaks the proximity condition, as tree 2 has no edge on the variables 0, 2, 4',
    );
  });
});
