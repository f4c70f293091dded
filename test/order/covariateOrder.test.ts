import fc from 'fast-check';
import { describe, expect, type TestContext, test } from 'vitest';
import { InputError } from '../../src/numerics/inputError.ts';
import { type AssociationName, associationMatrix } from '../../src/order/association.ts';
import {
  covariateOrder,
  givenOrder,
  type OrderSettings,
  type Protect,
  truncationBeforeCentre,
} from '../../src/order/covariateOrder.ts';
import { readShared, readSharedColumns } from '../support/shared.ts';

/** A symmetric matrix with a unit diagonal from the entries that are not 0. */
function matrixOf(names: readonly string[], pairs: Record<string, number>): Float64Array[] {
  const matrix = names.map((_, i) => Float64Array.from(names, (_, j) => Number(i === j)));
  for (const [pair, value] of Object.entries(pairs)) {
    const [a, b] = pair.split('-').map((name) => names.indexOf(name));
    matrix[a][b] = value;
    matrix[b][a] = value;
  }
  return matrix;
}

function orderOf(
  names: readonly string[],
  pairs: Record<string, number>,
  settings: Partial<OrderSettings> = {},
) {
  const association = matrixOf(names, pairs);
  return covariateOrder({ names, association, response: 'Y', sensitive: ['s'], ...settings });
}

const FIVE = ['a', 'Y', 'b', 's', 'c'];

describe('Algorithm 1', () => {
  test('by hand: sensitive, K by falling size, others as they were, response', () => {
    const { order, K, columns } = orderOf(FIVE, {
      's-a': 0.7,
      's-c': -0.9,
      's-b': 0.6,
      's-Y': 0.99,
    });
    expect(order).toEqual(['s', 'c', 'a', 'b', 'Y']);
    expect(K).toEqual([
      { name: 'c', sensitive: 's', association: -0.9, within: null, determined: null },
      { name: 'a', sensitive: 's', association: 0.7, within: null, determined: null },
    ]);
    expect(columns.map(({ role }) => role)).toEqual([
      'sensitive',
      'related',
      'related',
      'other',
      'response',
    ]);
    expect(columns.map(({ column }) => column)).toEqual([3, 4, 0, 2, 1]);
    expect(columns.map(({ reason }) => reason)).toEqual([
      'sensitive',
      '-0.900 with s, above 0.6',
      '0.700 with s, above 0.6',
      'original order; 0.600 with s',
      'response',
    ]);
  });

  test('an association that equals the threshold does not count', () => {
    expect(orderOf(FIVE, { 's-b': 0.6 }).K).toEqual([]);
    expect(orderOf(FIVE, { 's-b': 0.6 + 2 ** -52 }).K).toHaveLength(1);
  });

  test('K may be empty', () => {
    const { order, K, blockBound, tMax } = orderOf(FIVE, {});
    expect(order).toEqual(['s', 'a', 'b', 'c', 'Y']);
    expect([K, blockBound, tMax]).toEqual([[], 4, 4]);
  });

  test('ties keep the original order, in K and in naming the cause', () => {
    const pairs = { 's-c': 0.8, 's-a': -0.8, 'b-c': 0.8, 'b-a': 0.7 };
    const { order, K } = orderOf(FIVE, pairs, { sensitive: ['b', 's'] });
    expect(order).toEqual(['b', 's', 'a', 'c', 'Y']);
    expect(K.map(({ name, sensitive }) => [name, sensitive])).toEqual([
      ['a', 's'],
      ['c', 'b'],
    ]);
  });

  test('several sensitive columns: any of them puts a column into K, the largest sorts', () => {
    const pairs = { 's-a': 0.65, 'c-a': 0.7, 's-b': 0.9, 's-c': 0.95 };
    const { order, K } = orderOf(FIVE, pairs, { sensitive: ['c', 's'] });
    expect(order).toEqual(['c', 's', 'b', 'a', 'Y']);
    expect(K.map(({ sensitive }) => sensitive)).toEqual(['s', 'c']);
  });

  test('a threshold for each sensitive column', () => {
    const pairs = { 's-a': 0.8, 'c-a': 0.6, 's-b': 0.7 };
    const { K, columns, thresholds } = orderOf(FIVE, pairs, {
      sensitive: ['s', 'c'],
      threshold: { c: 0.5, s: 0.9 },
    });
    expect(K).toMatchObject([{ name: 'a', sensitive: 'c', association: 0.6 }]);
    expect(columns[2].reason).toBe('0.600 with c, above 0.5; sorted by 0.800 with s');
    expect(thresholds).toEqual({ s: 0.9, c: 0.5 });
  });

  test('no sensitive column: the order stays and nothing is bounded', () => {
    const result = orderOf(FIVE, { 's-a': 0.9 }, { sensitive: [] });
    expect(result.order).toEqual(['a', 'b', 's', 'c', 'Y']);
    expect([result.tMax, result.blockBound, result.blocks.strongestAcross]).toEqual([
      4,
      null,
      null,
    ]);
  });

  test('everything in one block', () => {
    const pairs = { 's-a': 0.9, 's-b': 0.8, 's-c': 0.7 };
    const { blockBound, blocks } = orderOf(FIVE, pairs);
    expect(blockBound).toBe(1);
    expect(blocks.others).toEqual(['Y']);
  });

  test('always a permutation; what is above a threshold stands between sensitive and others', () => {
    const cases = fc.integer({ min: 2, max: 9 }).chain((n) =>
      fc.record({
        n: fc.constant(n),
        values: fc.array(fc.double({ min: -1, max: 1, noNaN: true }), {
          minLength: n * n,
          maxLength: n * n,
        }),
        response: fc.nat(n - 1),
        sensitive: fc.uniqueArray(fc.nat(n - 1)),
        threshold: fc.double({ min: 0, max: 1, noNaN: true }),
      }),
    );
    fc.assert(
      fc.property(cases, ({ n, values, response, sensitive, threshold }) => {
        const names = Array.from({ length: n }, (_, i) => `x${i}`);
        const association = names.map((_, i) =>
          Float64Array.from(names, (_, j) => values[Math.max(i, j) * n + Math.min(i, j)]),
        );
        const S = sensitive.filter((s) => s !== response);
        const { columns, tMax, blockBound } = covariateOrder({
          names,
          association,
          response: names[response],
          sensitive: S.map((s) => names[s]),
          threshold,
        });
        const at = columns.map(({ column }) => column);
        const size = (k: number) => Math.max(0, ...S.map((s) => Math.abs(association[s][k])));
        const inK = at.filter(
          (k) =>
            k !== response &&
            !S.includes(k) &&
            S.some((s) => Math.abs(association[s][k]) > threshold),
        );
        expect(at.slice().sort((a, b) => a - b)).toEqual(names.map((_, i) => i));
        expect(at.slice(0, S.length)).toEqual(S);
        expect(at[n - 1]).toBe(response);
        expect(at.slice(S.length, S.length + inK.length)).toEqual(inK);
        for (let i = 1; i < inK.length; i++)
          expect(size(inK[i - 1])).toBeGreaterThanOrEqual(size(inK[i]));
        const rest = at.slice(S.length + inK.length, -1);
        expect(rest).toEqual(rest.slice().sort((a, b) => a - b));
        if (S.length > 0) {
          expect(tMax).toBe(n - S.length);
          expect(blockBound).toBe(n - S.length - inK.length);
        }
      }),
      { seed: 3, numRuns: 500 },
    );
  });
});

describe('trees and truncation', () => {
  test('the response is the centre of tree 1, position j of tree d + 2 - j, the first of none', () => {
    const trees = orderOf(FIVE, {}).columns.map(({ centreOfTree }) => centreOfTree);
    expect(trees).toEqual([null, 4, 3, 2, 1]);
  });

  test('T5: the largest sensible truncation is d + 1 - j', () => {
    expect(truncationBeforeCentre(26, 6)).toBe(21);
    expect(truncationBeforeCentre(26, 2)).toBe(25);
  });

  test('the strongest association across the blocks, the response included', () => {
    const pairs = { 's-a': 0.7, 'a-b': -0.5, 's-b': 0.4, 'b-c': 0.9 };
    expect(orderOf(FIVE, pairs).blocks).toEqual({
      sensitive: ['s', 'a'],
      others: ['b', 'c', 'Y'],
      strongestAcross: { a: 'a', b: 'b', association: -0.5, within: null },
    });
    expect(orderOf(FIVE, { ...pairs, 's-Y': 0.55 }).blocks.strongestAcross?.b).toBe('Y');
  });
});

/** Within a class: the pairs given, each counting for a tenth less than it is. */
function classOf(label: string, names: readonly string[], pairs: Record<string, number>) {
  const matrix = matrixOf(names, pairs);
  const association = (j: number, k: number) => matrix[j][k];
  const sizeAtLeast = (j: number, k: number) => Math.max(0, Math.abs(matrix[j][k]) - 0.1);
  return { label, association, sizeAtLeast };
}

describe('classes of the response', () => {
  const classes = [
    classOf('no', FIVE, { 's-a': 0.9, 's-b': 0.65, 'a-b': -0.7 }),
    classOf('yes', FIVE, { 's-a': -0.85, 's-c': 0.3 }),
  ];

  test('a column that goes with a sensitive one within a class joins K: opposite signs cancel', () => {
    const { order, K, columns } = orderOf(FIVE, { 's-c': 0.65 }, { classes });
    expect(order).toEqual(['s', 'a', 'c', 'b', 'Y']);
    expect(K).toMatchObject([
      { name: 'a', association: 0.9, within: 'no' },
      { name: 'c', association: 0.65, within: null },
    ]);
    expect(columns.map(({ reason }) => reason).slice(1, 4)).toEqual([
      '0.900 with s where Y = no (at least 0.800), above 0.6',
      '0.650 with s, above 0.6',
      'original order; 0.650 with s where Y = no (at least 0.550)',
    ]);
  });

  test('what counts is what an association is at least: chance puts nothing into K', () => {
    expect(orderOf(FIVE, { 's-b': 0.58 }, { classes }).K.map(({ name }) => name)).toEqual(['a']);
    // the whole table comes first where it says as much
    const { K } = orderOf(FIVE, { 's-a': 0.8 }, { classes });
    expect(K).toMatchObject([{ association: 0.8, within: null }]);
  });

  test('the strongest association across the blocks may lie in a class', () => {
    expect(orderOf(FIVE, { 'a-c': 0.5 }, { classes }).blocks.strongestAcross).toEqual({
      a: 'a',
      b: 'b',
      association: -0.7,
      within: 'no',
    });
  });
});

describe('columns that determine each other', () => {
  const functions = new Map([
    ['b', { name: 'b', sensitive: 's', by: 's', share: 0.97, within: null }],
    ['c', { name: 'c', sensitive: 's', by: 'c', share: 0.99, within: 'no' }],
  ]);

  test('join K with the reason, sorted by the share of the variance', () => {
    const classes = [classOf('no', FIVE, { 's-c': 0.04 })];
    const pairs = { 's-a': 0.98, 's-b': 0.02 };
    const { K, columns } = orderOf(FIVE, pairs, { functions, classes });
    expect(K.map(({ name }) => name)).toEqual(['c', 'a', 'b']);
    expect(K[0]).toEqual({
      name: 'c',
      sensitive: 's',
      association: 0.04,
      within: 'no',
      determined: { by: 'c', share: 0.99 },
    });
    expect(columns.map(({ reason }) => reason).slice(1, 4)).toEqual([
      'it determines s: 0.990 of the variance of ranks where Y = no, above 0.9; association 0.040',
      '0.980 with s, above 0.6',
      's determines it: 0.970 of the variance of ranks, above 0.9; association 0.020',
    ]);
  });

  test('an association above the threshold is the better reason', () => {
    const { K } = orderOf(FIVE, { 's-b': 0.7 }, { functions });
    expect(K.map(({ name, determined }) => [name, determined === null])).toEqual([
      ['c', false],
      ['b', true],
    ]);
  });
});

describe('protected columns', () => {
  const pairs = { 's-a': 0.7 };
  const given = (order: readonly string[], protect: Protect) =>
    givenOrder({
      names: FIVE,
      association: matrixOf(FIVE, pairs),
      response: 'Y',
      sensitive: ['s'],
      order,
      protect,
    });

  test('are none unless asked for, the sensitive ones, or K as well', () => {
    expect(orderOf(FIVE, pairs).protected).toEqual([]);
    expect(orderOf(FIVE, pairs, { protect: 'table' }).protected).toEqual([]);
    expect(orderOf(FIVE, pairs, { protect: 'sensitive' }).protected).toEqual(['s']);
    expect(orderOf(FIVE, pairs, { protect: 'related' }).protected).toEqual(['s', 'a']);
    expect(orderOf(FIVE, pairs, { protect: 'related', sensitive: [] }).protected).toEqual([]);
  });

  test('of a given order they are those that it begins with', () => {
    expect(given(['a', 's', 'b', 'c', 'Y'], 'related').protected).toEqual(['a', 's']);
    expect(given(['s', 'b', 'a', 'c', 'Y'], 'related').protected).toEqual([]);
    expect(given(['s', 'b', 'a', 'c', 'Y'], 'sensitive').protected).toEqual(['s']);
  });

  test('a given order has its K where it is protected, and a list is protected as it is', () => {
    const found = given(['s', 'a', 'b', 'c', 'Y'], 'related');
    expect(found.columns.map(({ role }) => role).slice(0, 3)).toEqual([
      'sensitive',
      'related',
      'other',
    ]);
    expect(found.columns[1].reason).toBe('as given; 0.700 with s, above 0.6');
    expect(given(['s', 'a', 'b', 'c', 'Y'], 'sensitive').K).toEqual([]);
    expect(given(['s', 'b', 'a', 'c', 'Y'], ['b', 's']).protected).toEqual(['s', 'b']);
    expect(given(['s', 'a', 'b', 'c', 'Y'], ['b', 's']).protected).toEqual([]);
  });
});

describe('an order of the user', () => {
  const association = matrixOf(FIVE, { 's-a': 0.9 });
  const settings = { names: FIVE, association, response: 'Y', sensitive: ['s', 'a'] };

  test('t max follows the sensitive column that is a centre first', () => {
    const result = givenOrder({ ...settings, order: ['b', 's', 'a', 'c', 'Y'] });
    expect(result.order).toEqual(['b', 's', 'a', 'c', 'Y']);
    expect([result.tMax, result.blockBound, result.thresholds, result.K]).toEqual([
      2,
      null,
      null,
      [],
    ]);
    expect(result.columns[1].reason).toBe('sensitive, as given');
  });

  test('without one, the columns of the table with the response last', () => {
    expect(givenOrder(settings).order).toEqual(['a', 'b', 's', 'c', 'Y']);
  });

  test.each([
    [['a', 'b', 's', 'Y', 'c'], "the last column is 'c', not the response 'Y'"],
    [['a', 'b', 's', 'Y'], "'c' missing"],
    [['a', 'b', 's', 's', 'c', 'Y'], "'s' is named twice"],
    [['a', 'b', 's', 'x', 'Y'], "there is no column 'x'"],
  ])('refuses %j', (order, message) => {
    expect(() => givenOrder({ ...settings, order })).toThrow(message);
    expect(() => givenOrder({ ...settings, order })).toThrow(InputError);
  });
});

describe('refuses, as an error of input', () => {
  const names = ['age', 'totcst', 'crea', 'Y'];
  const sound = { names, association: matrixOf(names, {}), response: 'Y', sensitive: ['totcst'] };
  const wrong: [string, Partial<OrderSettings>, string][] = [
    [
      'an unknown sensitive column',
      { sensitive: ['totcts'] },
      "Sensitive columns: there is no column 'totcts'. Did you mean 'totcst'?",
    ],
    [
      'an unknown response',
      { response: 'death' },
      "Response: there is no column 'death'. There are 'age', 'totcst', 'crea', 'Y'",
    ],
    ['the response as sensitive', { sensitive: ['Y'] }, "'Y' is the response"],
    [
      'a sensitive column twice',
      { sensitive: ['crea', 'crea'] },
      "Sensitive columns: 'crea' is named twice",
    ],
    ['a name twice', { names: ['age', 'crea', 'crea', 'Y'] }, "Columns: 'crea' is named twice"],
    ['a threshold above 1', { threshold: 1.5 }, 'Threshold: found 1.5. Give a number from 0 to 1.'],
    ['a threshold below 0', { threshold: { totcst: -0.1 } }, 'Threshold: found -0.1'],
    ['a threshold that is no number', { threshold: NaN }, 'Threshold: found NaN'],
    [
      'a threshold for another column',
      { threshold: { totcst: 0.5, totcs: 0.5 } },
      "Thresholds: there is no column 'totcs'. Did you mean 'totcst'?",
    ],
    ['a missing threshold', { threshold: {} }, "none for the sensitive column 'totcst'"],
    ['a single column', { names: ['Y'], association: matrixOf(['Y'], {}) }, 'Columns: found 1'],
    [
      'a matrix of another size',
      { association: matrixOf(['a', 'b'], {}) },
      'not a matrix of 4 x 4',
    ],
    [
      'a matrix with a hole',
      { association: matrixOf(names, { 'age-crea': NaN }) },
      "found NaN for 'age' and 'crea'",
    ],
  ];
  test.each(wrong)('%s', (_, change, message) => {
    const settings = { ...sound, ...change };
    expect(() => covariateOrder(settings)).toThrow(message);
    expect(() => covariateOrder(settings)).toThrow(InputError);
  });

  test('and lists a dozen columns at most', () => {
    const many = Array.from({ length: 20 }, (_, i) => `column ${i}`);
    const settings = { ...sound, names: many, association: matrixOf(many, {}) };
    expect(() => covariateOrder(settings)).toThrow("'column 11' and 8 more");
  });
});

describe('SUPPORT2', () => {
  /** The training columns in the order in which the raw file has them. */
  function rawOrder(context: TestContext) {
    const [header] = readShared('data/real_support2_small.csv', context).split('\n', 1);
    const [rawHeader] = readShared('data/raw_support2.csv', context).split('\n', 1);
    const shipped = JSON.parse(`[${header}]`) as string[];
    const columns = readSharedColumns('data/real_support2_small.csv', context);
    const names = rawHeader
      .trim()
      .split(',')
      .map((name) => (name === 'death' ? 'Y' : name))
      .filter((name) => shipped.includes(name));
    return { shipped, names, columns: names.map((name) => columns[shipped.indexOf(name)]) };
  }

  function order(context: TestContext, method: AssociationName, threshold?: number) {
    const { names, columns, shipped } = rawOrder(context);
    const association = associationMatrix(columns, method);
    const settings = { names, association, response: 'Y', sensitive: ['totcst', 'crea'] };
    return {
      shipped,
      result: covariateOrder(threshold === undefined ? settings : { ...settings, threshold }),
    };
  }

  test("gives the authors' order, K, and truncations", (context) => {
    const { shipped, result } = order(context, 'kendall');
    expect(result.order).toEqual(shipped);
    expect(result.K.map(({ name, sensitive }) => [name, sensitive])).toEqual([
      ['totmcst', 'totcst'],
      ['charges', 'totcst'],
      ['slos', 'totcst'],
      ['bun', 'crea'],
    ]);
    expect(result.tMax).toBe(25);
    expect(result.blockBound).toBe(21);
    expect(result.columns.find(({ name }) => name === 'dnrday')?.centreOfTree).toBe(12);
  });

  test('dnrday joins K by Pearson, and by Kendall at 0.5', (context) => {
    const byPearson = order(context, 'pearson').result;
    expect(byPearson.K.map(({ name }) => name)).toEqual([
      'totmcst',
      'charges',
      'slos',
      'dnrday',
      'bun',
    ]);
    const lower = order(context, 'kendall', 0.5).result;
    expect(lower.K.map(({ name }) => name)).toEqual([
      'totmcst',
      'charges',
      'slos',
      'bun',
      'dnrday',
    ]);
    expect(lower.blockBound).toBe(20);
  });
});
