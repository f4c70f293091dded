/** Distributions in the leaves of a tree: places there and back, and what can be drawn. */
import { expect, test } from 'vitest';
import { rngFromSeed } from '../../src/random/rng.ts';
import type { RuleColumn } from '../../src/rules/ruleColumn.ts';
import { askedBy, decodeTree, leafPlace, marginPlace, type Tree } from '../../src/rules/tree.ts';

const CUTS = [0.2, 0.5, 0.6, 1];
/** The first and the third cell are empty. */
const BELOW = [0, 0.3, 0.3, 1];

test('a place in a leaf goes to the scale of the margin and back', () => {
  const places = rngFromSeed(3).uniforms(500);
  for (const place of places) {
    const u = marginPlace(CUTS, BELOW, place);
    expect(u > 0.2 && u <= 1 && !(u > 0.5 && u <= 0.6)).toBe(true);
    expect(leafPlace(CUTS, BELOW, u)).toBeCloseTo(place, 12);
  }
  expect(marginPlace(CUTS, BELOW, 0)).toBeCloseTo(0.2, 12);
  expect(marginPlace(CUTS, BELOW, 1)).toBe(1);
  expect(leafPlace(CUTS, BELOW, 0.1)).toBe(0);
  expect(leafPlace(CUTS, BELOW, 0.55)).toBe(0.3);
});

const category = (name: string, values: number[]): RuleColumn => ({
  name,
  kind: 'category',
  values: Float64Array.from(values),
  levels: ['a', 'b', 'c'],
  grid: { decimals: 0 },
});

test('each row has the distribution of its leaf, and no level that this has not', () => {
  const tree: Tree = {
    kind: 'tree',
    nodes: [
      { from: 'kind', levels: [0, 2], first: 1, second: 2 },
      { from: 'size', below: 10, first: 3, second: 4 },
      { leaf: 2 },
      { leaf: 0 },
      { leaf: 1 },
    ],
    margin: { kind: 'levels', levels: ['x', 'y', 'z'], upper: [0.3, 0.7, 0.99] },
    cuts: [0.3, 0.7, 1],
    leaves: [
      [0, 1, 1],
      [0.25, 0.25, 1],
      [1, 1, 1],
    ],
    levels: ['x', 'y', 'z'],
  };
  expect(askedBy(tree)).toEqual(['kind', 'size']);
  const n = 4000;
  // a row in four has no level of kind: it goes to the second node
  const kind = category(
    'kind',
    Array.from({ length: n }, (_, i) => [0, 1, 2, Number.NaN][i % 4]),
  );
  const size: RuleColumn = {
    name: 'size',
    kind: 'number',
    values: Float64Array.from({ length: n }, (_, i) => (i % 8 < 4 ? 9.5 : 10)),
    grid: { decimals: 1 },
  };
  const drawn = decodeTree(
    rngFromSeed(1).uniforms(n),
    tree,
    new Map([kind, size].map((column) => [column.name, column])),
    () => new Float64Array(n),
  );
  let first = 0;
  drawn.forEach((level, i) => {
    if (i % 2 === 1) expect(level).toBe(0);
    else if (i % 8 < 4) expect(level).toBe(1);
    else {
      expect(level).not.toBe(1);
      if (level === 0) first++;
    }
  });
  // 250 of 1,000 rows, with a standard deviation of 14: outside of five of them once in a million runs
  expect(Math.abs(first - 250)).toBeLessThan(70);
});
