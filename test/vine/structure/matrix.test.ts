import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cvine } from '../../../src/vine/structure/cvine.ts';
import { dvine } from '../../../src/vine/structure/dvine.ts';
import { treesOf } from '../../../src/vine/structure/edges.ts';
import { fromMatrix, toMatrix } from '../../../src/vine/structure/matrix.ts';
import { arrange } from '../../../src/vine/structure/structureFromTrees.ts';
import { validateStructure } from '../../../src/vine/structure/validateStructure.ts';
import { walkPlan } from '../../../src/vine/structure/walkPlan.ts';
import { edgeSets } from './edgeSet.ts';
import { anyVine } from './randomVine.ts';

interface PeerVine {
  readonly name: string;
  readonly matrix: number[][];
  readonly trees: [a: number, b: number, given: number[]][][];
  readonly neededHfunc1: number[][];
  readonly neededHfunc2: number[][];
}

// made by bench/peers/reference/randomVines.py
const { vines } = JSON.parse(
  readFileSync(new URL('../fixtures/randomVines.json', import.meta.url), 'utf8'),
) as {
  vines: PeerVine[];
};

describe.each(vines)("pyvinecopulib's $name", ({ matrix, trees, neededHfunc1, neededHfunc2 }) => {
  const structure = fromMatrix(matrix);

  test('loads, validates and is written back the same', () => {
    validateStructure(structure);
    expect(structure.truncation).toBe(trees.length);
    expect(toMatrix(structure)).toEqual(matrix);
  });

  test('has the edges that the peer lists, in its order and direction', () => {
    const ours = treesOf(structure).map((edges) =>
      edges.map(({ a, b, given }) => [a + 1, b + 1, given.map((v) => v + 1)]),
    );
    const peers = trees.map((edges) =>
      edges.map(([a, b, given]) => [a, b, [...given].sort((x, y) => x - y)]),
    );
    expect(ours).toEqual(peers);
  });

  test('needs the h-functions that the peer says', () => {
    const plan = walkPlan(structure);
    const byColumn = (rows: readonly Uint8Array[]) =>
      rows.map((row, k) => [...row.subarray(k + 1)].reverse());
    // not compared in the last tree: there nothing is needed, but a vine that the peer has truncated
    // keeps the answer from before the cut
    expect(byColumn(plan.needsIndirect).slice(0, -1)).toEqual(neededHfunc1.slice(0, -1));
    expect(byColumn(plan.needsDirect).slice(0, -1)).toEqual(neededHfunc2.slice(0, -1));
  });
});

test('the named vines of the peer are ours, from the same order', () => {
  const named = (name: string) => vines.find((vine) => vine.name === name)?.matrix;
  expect(toMatrix(cvine([0, 1, 2, 3, 4]))).toEqual(named('C-vine 1..5'));
  expect(toMatrix(cvine([2, 0, 4, 1, 3], 2))).toEqual(named('C-vine 3 1 5 2 4, first 2 trees'));
  expect(edgeSets(treesOf(dvine([0, 1, 2, 3, 4])))).toEqual(
    edgeSets(treesOf(fromMatrix(named('D-vine 1..5') ?? []))),
  );
  expect(toMatrix(dvine([0, 1, 2, 3, 4]))).toEqual(named('D-vine 1..5'));
  expect(toMatrix(dvine([2, 0, 4, 1, 3], 2))).toEqual(named('D-vine 3 1 5 2 4, first 2 trees'));
});

test('a structure goes to a matrix and back unchanged', () => {
  fc.assert(
    fc.property(anyVine, (vine) => {
      const { structure } = arrange(vine);
      expect(fromMatrix(toMatrix(structure))).toEqual(structure);
    }),
  );
});

test('a matrix that is no R-vine matrix is refused with the reason', () => {
  const matrix = toMatrix(cvine([0, 1, 2, 3]));
  const changed = (row: number, column: number, entry: number) => {
    const copy = matrix.map((entries) => [...entries]);
    copy[row][column] = entry;
    return () => fromMatrix(copy);
  };
  expect(changed(0, 0, 4)).not.toThrow();
  expect(() => fromMatrix([])).toThrow('it is empty');
  expect(() => fromMatrix([[1, 2], [2]])).toThrow('row 2 has 1 entries, but there are 2 rows');
  expect(changed(3, 0, 2)).toThrow(
    'its antidiagonal, from lower left to upper right, holds 2, 2, 3, 4, which is not every number from 1 to 4 once',
  );
  expect(changed(3, 3, 1)).toThrow('row 4, column 4 holds 1, but below the antidiagonal all is 0');
  expect(changed(0, 0, 9)).toThrow(
    'row 1, column 1 holds 9, but the partners of variable 1 must be',
  );
  expect(changed(0, 2, 2)).toThrow(
    'row 1, column 3 holds 2, but the partners of variable 3 must be',
  );
  expect(changed(1, 0, 0)).toThrow('row 2, column 2 holds 3, but column 1 ends after tree 1');
  expect(changed(1, 1, 0)).toThrow(
    'row 2, column 2 holds 0, but the partners of variable 2 must be',
  );
  expect(changed(1, 1, 4)).toThrow(
    'variable 2 is joined with variable 4 in tree 2, but has met it in a lower tree',
  );
  expect(changed(0, 0, 3)).toThrow(
    'variable 1 is joined with variable 3 in tree 2, but has met it in a lower tree',
  );
  const path = toMatrix(dvine([0, 1, 2, 3]));
  path[1][0] = 4;
  expect(() => fromMatrix(path)).toThrow(
    'in tree 2 the edge (1, 4 | 2) breaks the proximity condition: no edge of tree 1 joins variable 4 with variable 2',
  );
});

test('zeros at the end of every column cut the vine there', () => {
  const matrix = toMatrix(cvine([0, 1, 2, 3]));
  matrix[2][0] = 0;
  expect(fromMatrix(matrix)).toEqual(cvine([0, 1, 2, 3], 2));
});
