import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cvine } from '../../../src/vine/structure/cvine.ts';
import { dvine } from '../../../src/vine/structure/dvine.ts';
import { edgesOf } from '../../../src/vine/structure/edges.ts';
import { truncateStructure } from '../../../src/vine/structure/truncateStructure.ts';
import { validateStructure } from '../../../src/vine/structure/validateStructure.ts';

const anyOrder = fc.integer({ min: 1, max: 15 }).chain((d) =>
  fc.shuffledSubarray(
    Array.from({ length: d }, (_, i) => i),
    { minLength: d },
  ),
);

function path(order: readonly number[], truncation: number): string[] {
  const edges: string[] = [];
  for (let k = 0; k < truncation; k++) {
    for (let place = 0; place + k + 1 < order.length; place++) {
      const given = order.slice(place + 1, place + k + 1).sort((x, y) => x - y);
      const pair = [order[place], order[place + k + 1]].sort((x, y) => x - y);
      edges.push(`${k + 1}: ${pair} | ${given}`);
    }
  }
  return edges.sort();
}

describe('C-vine', () => {
  test('has the root of tree 1 last in the order, as in the paper', () => {
    expect(edgesOf(cvine([3, 0, 2, 1]))).toEqual([
      { tree: 1, a: 3, b: 1, given: [] },
      { tree: 1, a: 0, b: 1, given: [] },
      { tree: 1, a: 2, b: 1, given: [] },
      { tree: 2, a: 3, b: 2, given: [1] },
      { tree: 2, a: 0, b: 2, given: [1] },
      { tree: 3, a: 3, b: 0, given: [1, 2] },
    ]);
  });

  test('is an array whose tree t has position t-1 at its centre', () => {
    const structure = cvine([0, 1, 2, 3], 2);
    expect(structure.order).toEqual([3, 2, 1, 0]);
    expect(structure.partners).toEqual([Int32Array.of(-1, 0, 0, 0), Int32Array.of(-1, -1, 1, 1)]);
  });

  test('validates for every order and truncation, and leaves its arguments alone', () => {
    fc.assert(
      fc.property(anyOrder, fc.nat(), (order, cut) => {
        const truncation = cut % order.length;
        Object.freeze(order);
        const structure = cvine(order, truncation);
        validateStructure(structure);
        expect(truncateStructure(cvine(order), truncation)).toEqual(structure);
      }),
    );
  });
});

describe('D-vine', () => {
  test('joins neighbours in tree 1 and starts sampling at the end of the path', () => {
    expect(dvine([3, 0, 2, 1]).order).toEqual([1, 2, 0, 3]);
    expect(edgesOf(dvine([3, 0, 2, 1]))).toEqual([
      { tree: 1, a: 3, b: 0, given: [] },
      { tree: 1, a: 0, b: 2, given: [] },
      { tree: 1, a: 2, b: 1, given: [] },
      { tree: 2, a: 3, b: 2, given: [0] },
      { tree: 2, a: 0, b: 1, given: [2] },
      { tree: 3, a: 3, b: 1, given: [0, 2] },
    ]);
  });

  test('validates and is the same path with any variable first', () => {
    fc.assert(
      fc.property(anyOrder, fc.nat(), fc.nat(), (order, cut, choice) => {
        const truncation = cut % order.length;
        const first = order[choice % order.length];
        const structure = dvine(order, truncation, first);
        validateStructure(structure);
        expect(structure.order[0]).toBe(first);
        const edges = edgesOf(structure).map(
          ({ tree, a, b, given }) => `${tree}: ${[a, b].sort((x, y) => x - y)} | ${given}`,
        );
        expect(edges.sort()).toEqual(path(order, truncation));
      }),
    );
  });
});

test('orders that are no permutation, levels out of range and unknown first variables are refused', () => {
  expect(() => cvine([])).toThrow('it is empty');
  expect(() => cvine([0, 2])).toThrow('place 1 holds 2, which is not a whole number from 0 to 1');
  expect(() => cvine([0, Number.NaN])).toThrow('place 1 holds NaN');
  expect(() => dvine([1, 0, 1])).toThrow('variable 1 occurs twice, at places 0 and 2');
  for (const level of [-1, 3, 1.5, Number.NaN]) {
    expect(() => cvine([0, 1, 2], level)).toThrow(
      `found ${level}, but a vine on 3 variables has 0 to 2 trees`,
    );
    expect(() => dvine([0, 1, 2], level)).toThrow(`found ${level}`);
    expect(() => truncateStructure(cvine([0, 1, 2]), level)).toThrow(`found ${level}`);
  }
  expect(() => truncateStructure(cvine([0, 1, 2], 1), 2)).toThrow('this vine has 1 trees');
  expect(() => dvine([0, 1], 1, 7)).toThrow('the variable to come first is 7');
  expect(() => cvine([0, 0])).toThrow(expect.objectContaining({ name: 'InputError' }));
});
