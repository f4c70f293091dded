import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { acceptTree } from '../../../src/vine/structure/acceptTree.ts';
import {
  type ArgumentSource,
  type Candidate,
  nextCandidates,
} from '../../../src/vine/structure/candidates.ts';
import { treesOf } from '../../../src/vine/structure/edges.ts';
import {
  type GrowingVine,
  type GrownEdge,
  nodeCount,
  seedVine,
} from '../../../src/vine/structure/growingVine.ts';
import { maximumSpanningTree } from '../../../src/vine/structure/maximumSpanningTree.ts';
import { starTree } from '../../../src/vine/structure/starTree.ts';
import { arrange } from '../../../src/vine/structure/structureFromTrees.ts';
import { validateStructure } from '../../../src/vine/structure/validateStructure.ts';
import { edgeSets } from './edgeSet.ts';
import { anyVine, uniforms } from './randomVine.ts';

/** Dissmann's algorithm with random weights. */
function grow(
  d: number,
  truncation: number,
  seed: number,
  firstTree?: readonly { p: number; q: number }[],
): GrowingVine {
  const uniform = uniforms(seed);
  let vine = seedVine(d);
  for (let k = 0; k < truncation; k++) {
    const candidates = nextCandidates(vine).map((candidate) => ({
      ...candidate,
      weight: uniform(),
    }));
    const chosen = maximumSpanningTree(nodeCount(vine), candidates).map((c) => candidates[c]);
    vine = acceptTree(vine, k === 0 && firstTree !== undefined ? firstTree : chosen);
  }
  return vine;
}

/** The variable that the named output of an edge is the distribution of, and what it is given. */
function output(edge: GrownEdge, from: ArgumentSource): { of: number; given: number[] } {
  const [of, other] = from === 'direct' ? [edge.a, edge.b] : [edge.b, edge.a];
  return { of, given: [...edge.given, other].sort((x, y) => x - y) };
}

describe('candidates', () => {
  test('for tree 1 are all pairs of variables', () => {
    const candidates = nextCandidates(seedVine(4));
    expect(candidates.map(({ p, q, a, b }) => [p, q, a, b])).toEqual([
      [0, 1, 0, 1],
      [0, 2, 0, 2],
      [0, 3, 0, 3],
      [1, 2, 1, 2],
      [1, 3, 1, 3],
      [2, 3, 2, 3],
    ]);
    for (const { given, aFrom, bFrom } of candidates)
      expect([[...given], aFrom, bFrom]).toEqual([[], 'data', 'data']);
  });

  test('above are exactly the pairs of edges that meet, each with its pair and condition', () => {
    fc.assert(
      fc.property(anyVine, (vine) => {
        fc.pre(vine.trees.length > 0);
        const nodes = vine.trees[vine.trees.length - 1];
        const expected: string[] = [];
        for (let p = 0; p < nodes.length; p++) {
          for (let q = p + 1; q < nodes.length; q++) {
            const meet = [nodes[p].p, nodes[p].q].some(
              (end) => end === nodes[q].p || end === nodes[q].q,
            );
            if (!meet) continue;
            const common = [...nodes[p].variables].filter((v) => nodes[q].variables.includes(v));
            const [a] = [...nodes[p].variables].filter((v) => !common.includes(v));
            const [b] = [...nodes[q].variables].filter((v) => !common.includes(v));
            expected.push(`${p} ${q}: ${a}, ${b} | ${common}`);
          }
        }
        const found = nextCandidates(vine).map(
          ({ p, q, a, b, given }: Candidate) => `${p} ${q}: ${a}, ${b} | ${[...given]}`,
        );
        expect(found.sort()).toEqual(expected.sort());
      }),
    );
  });

  test('name the output of each parent edge that is the argument', () => {
    fc.assert(
      fc.property(anyVine, (vine) => {
        fc.pre(vine.trees.length > 0);
        const nodes = vine.trees[vine.trees.length - 1];
        for (const { p, q, a, b, given, aFrom, bFrom } of nextCandidates(vine)) {
          expect(output(nodes[p], aFrom)).toEqual({ of: a, given: [...given] });
          expect(output(nodes[q], bFrom)).toEqual({ of: b, given: [...given] });
        }
      }),
    );
  });
});

describe('growing', () => {
  test('gives a regular vine whose array has the grown edges', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 12 }), fc.nat(), (d, seed) => {
        const vine = grow(d, seed % d, seed);
        const { structure } = arrange(vine);
        validateStructure(structure);
        expect(edgeSets(treesOf(structure))).toEqual(edgeSets(vine.trees));
      }),
    );
  });

  test('from a star keeps its root as second argument, and as first position if asked', () => {
    const vine = grow(8, 7, 3, starTree(8, 5));
    expect(vine.trees[0].map(({ a, b }) => [a, b])).toEqual(
      [0, 1, 2, 3, 4, 6, 7].map((v) => [v, 5]),
    );
    const { structure, swapped } = arrange(vine, { first: 5 });
    expect(structure.order[0]).toBe(5);
    expect([...structure.partners[0]]).toEqual([-1, 0, 0, 0, 0, 0, 0, 0]);
    expect([...swapped[0]]).toEqual(new Array(8).fill(0));
    expect(() => starTree(8, 8)).toThrow('its root is 8, but variables are counted from 0 to 7');
  });

  test('does not change the vine it grows from', () => {
    const before = seedVine(3);
    const after = acceptTree(before, [
      { p: 0, q: 1 },
      { p: 1, q: 2 },
    ]);
    expect(before.trees).toHaveLength(0);
    acceptTree(after, [{ p: 0, q: 1 }]);
    expect(after.trees).toHaveLength(1);
  });

  test('refuses what is no spanning tree of joinable nodes', () => {
    const path = acceptTree(seedVine(4), [
      { p: 0, q: 1 },
      { p: 1, q: 2 },
      { p: 2, q: 3 },
    ]);
    expect(() => acceptTree(path, [{ p: 0, q: 1 }])).toThrow(
      'Tree 2: found 1 edges, but a tree on 3 nodes has 2',
    );
    expect(() =>
      acceptTree(path, [
        { p: 0, q: 1 },
        { p: 1, q: 3 },
      ]),
    ).toThrow('Tree 2: there is no node 3. Nodes are counted from 0 to 2');
    expect(() =>
      acceptTree(path, [
        { p: 0, q: 1 },
        { p: 1, q: 1 },
      ]),
    ).toThrow('Tree 2 joins the edge (1, 2) with itself');
    expect(() =>
      acceptTree(path, [
        { p: 0, q: 1 },
        { p: 0, q: 2 },
      ]),
    ).toThrow(
      'Tree 2 joins the edge (0, 1) with the edge (2, 3), which breaks the proximity condition: they share no node of tree 1',
    );
    expect(() =>
      acceptTree(path, [
        { p: 0, q: 1 },
        { p: 1, q: 0 },
      ]),
    ).toThrow('Tree 2: the edge (2, 0 | 1) closes a cycle');
    const full = acceptTree(
      acceptTree(path, [
        { p: 0, q: 1 },
        { p: 1, q: 2 },
      ]),
      [{ p: 0, q: 1 }],
    );
    expect(() => acceptTree(full, [])).toThrow('Tree 4: a vine on 4 variables has 3 trees');
    expect(nextCandidates(full)).toEqual([]);
  });

  test('500 variables and 20 trees after a star take seconds at most', () => {
    const start = performance.now();
    const vine = grow(500, 20, 11, starTree(500, 499));
    const { structure } = arrange(vine, { first: 499 });
    const seconds = (performance.now() - start) / 1000;
    validateStructure(structure);
    expect(seconds).toBeLessThan(10);
  });
});
