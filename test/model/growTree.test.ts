/** Trees beside scikit-learn's, and beside every way to cut a category in two. */
import { describe, expect, test } from 'vitest';
import { type Asked, growTree } from '../../src/model/growTree.ts';
import { Draw } from '../support/draw.ts';
import { readReference } from '../support/reference.ts';

interface Case {
  readonly cells: number;
  readonly asked: readonly (readonly number[])[];
  readonly codes: readonly number[];
  readonly root: { readonly asked: number; readonly below: number };
  readonly next: readonly {
    readonly rows: number;
    readonly asked: number;
    readonly below: number;
  }[];
}

const ordered = (codes: readonly number[], place: number): Asked => ({
  name: `column ${place}`,
  codes: Int32Array.from(codes),
  size: 9,
  isOrdered: true,
});

describe('as scikit-learn', () => {
  for (const { cells, asked, codes, root, next } of readReference('trees.json') as Case[]) {
    test(`with ${cells} cells`, () => {
      const nodes = growTree(Int32Array.from(codes), cells, asked.map(ordered), {
        least: 25,
        price: 0,
      });
      const expectQuestion = (at: number, wanted: Case['root']) => {
        const { asked: place, first } = nodes[at].question ?? { asked: -1, first: [] };
        expect(place).toBe(wanted.asked);
        // codes that no row of the node has may be on either side
        const here = new Set(Array.from(nodes[at].rows, (row) => asked[place][row]));
        for (const code of here) expect(first[code]).toBe(code < wanted.below ? 1 : 0);
      };
      expectQuestion(0, root);
      const below = nodes[0].question?.nodes as readonly number[];
      next.forEach((wanted, n) => {
        expect(nodes[below[n]].rows).toHaveLength(wanted.rows);
        expectQuestion(below[n], wanted);
      });
    });
  }
});

/** The log-likelihood of two distributions of a column with two cells. */
function likelihood(counts: readonly (readonly [number, number])[]): number {
  return counts.reduce((sum, [a, b]) => {
    const part = (count: number) => (count > 0 ? count * Math.log(count / (a + b)) : 0);
    return sum + part(a) + part(b);
  }, 0);
}

test('of all ways to put the levels of a category into two groups the best is found', () => {
  const draw = new Draw(21);
  const rates = [0.5, 0.12, 0.9, 0.3, 0.55, 0.1, 0.8];
  const levels = Array.from({ length: 700 }, () => draw.integer(7));
  const codes = levels.map((level) => (draw.uniform() < rates[level] ? 1 : 0));
  const asked = { name: 'level', codes: Int32Array.from(levels), size: 7, isOrdered: false };
  const [{ question }] = growTree(Int32Array.from(codes), 2, [asked], { least: 10, price: 0 });
  const gainOf = (isFirst: (level: number) => boolean) => {
    const counts: [number, number][] = [
      [0, 0],
      [0, 0],
    ];
    levels.forEach((level, row) => {
      counts[isFirst(level) ? 0 : 1][codes[row]]++;
    });
    return likelihood(counts);
  };
  const all = Array.from({ length: 126 }, (_, subset) =>
    gainOf((level) => (((subset + 1) >> level) & 1) === 1),
  );
  expect(gainOf((level) => question?.first[level] === 1)).toBeCloseTo(Math.max(...all), 8);
});

test('rows without a code go to the second node, and rows without a cell to none', () => {
  const codes = Int32Array.from({ length: 400 }, (_, i) => (i < 20 ? -1 : i % 2));
  const asked = {
    name: 'same',
    codes: Int32Array.from({ length: 400 }, (_, i) => (i % 40 === 21 ? -1 : i % 2)),
    size: 2,
    isOrdered: false,
  };
  const nodes = growTree(codes, 2, [asked], { least: 20, price: 1 });
  expect(nodes).toHaveLength(3);
  expect(nodes[0].rows).toHaveLength(380);
  const [first, second] = nodes.slice(1).map(({ rows }) => new Set(rows));
  expect(first.size + second.size).toBe(380);
  for (let i = 20; i < 400; i++) {
    const isFirst = asked.codes[i] >= 0 && nodes[0].question?.first[asked.codes[i]] === 1;
    expect(first.has(i)).toBe(isFirst);
    expect(second.has(i)).toBe(!isFirst);
  }
});

test('nothing is asked where nothing is told', () => {
  // a rise of the log-likelihood by six parameters has a gamma distribution of shape 3; beyond 14 and the logarithm of
  // the ways to ask, in one of these ways, with a probability of at most 0.0004 for the three columns together: in one
  // of 40 tables for fewer than 2 % of seeds
  const grown = Array.from({ length: 40 }, (_, run) => {
    const draw = new Draw(100 + run);
    const codes = Int32Array.from({ length: 800 }, () => draw.integer(7));
    const asked = [2, 5, 9].map((size) => ({
      name: `${size} levels`,
      codes: Int32Array.from({ length: 800 }, () => draw.integer(size)),
      size,
      isOrdered: size === 5,
    }));
    return growTree(codes, 7, asked, { least: 30, price: 1.5 }).length;
  });
  expect(grown.filter((nodes) => nodes > 1)).toEqual([]);
});
