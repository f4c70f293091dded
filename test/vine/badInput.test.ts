/** What cannot be used is refused with the reason; what is merely odd gives a finite result. */

import { describe, expect, test } from 'vitest';
import { vineLogPdf } from '../../src/vine/density.ts';
import { vineOfGroup } from '../../src/vine/groups.ts';
import { walkUp } from '../../src/vine/walkUp.ts';
import {
  cvine,
  type FitVineSettings,
  fitVine,
  InputError,
  inverseRosenblatt,
  pseudoObservations,
  rosenblatt,
  sampleVine,
  type Vine,
  vineFromJSON,
  vineLogLik,
  vineToJSON,
} from '../../src/vine.ts';
import { Draw } from '../support/draw.ts';
import { atomsWith, leftLimits, vineWith } from '../support/vines.ts';

/** Digits of the data that must never be in a message. */
const CANARY = 0.73737373737373;
const ROWS = 60;
const draw = new Draw(91);
const uniform = (): Float64Array => pseudoObservations(draw.column(ROWS, () => draw.uniform()));
const [a, b, c, d] = [uniform(), uniform(), uniform(), uniform()];
const good = [a, b, c, d];
const structures = ['cvine', 'dvine', 'rvine', 'star'] as const;

/** A copy of column `a` with the canary everywhere and one value replaced. */
function spoiled(row: number, value: number): Float64Array {
  const column = a.map((u, i) => (i % 3 === 0 ? CANARY : u));
  column[row] = value;
  return column;
}

async function messageOf(
  columns: readonly Float64Array[],
  settings: Partial<FitVineSettings> & { structure?: unknown } = {},
): Promise<string> {
  const fit = fitVine(columns, { structure: 'cvine', ...settings } as FitVineSettings);
  const error = await fit.then(
    () => expect.unreachable('this was to be refused'),
    (reason: unknown) => reason as Error,
  );
  expect(error).toBeInstanceOf(InputError);
  expect(error.message).not.toContain('7373');
  return error.message;
}

describe('columns that cannot be used', () => {
  test.each([
    ['NaN', Number.NaN, 'is not a number'],
    ['0', 0, 'is outside (0, 1)'],
    ['1', 1, 'is outside (0, 1)'],
    ['below', -CANARY, 'is outside (0, 1)'],
    ['above', 1 + CANARY, 'is outside (0, 1)'],
    ['infinite', Number.POSITIVE_INFINITY, 'is outside (0, 1)'],
  ])('a value that is %s: column and row, not the value', async (_, value, reason) => {
    for (const structure of structures) {
      const message = await messageOf([b, c, spoiled(17, value)], { structure });
      expect(message).toContain(`Column 2, row 17: ${reason}.`);
    }
  });

  test('columns of different length', async () => {
    expect(await messageOf([a, b.slice(0, 40), c])).toContain(
      'Column 1: 40 rows, but column 0 has 60.',
    );
  });

  test('columns that are no Float64Array', async () => {
    const list = Array.from(b) as unknown as Float64Array;
    expect(await messageOf([a, list])).toBe('Column 1: no Float64Array. Convert it.');
  });

  test('fewer than 10 rows', async () => {
    const few = good.map((u) => u.slice(0, 9));
    expect(await messageOf(few)).toBe('Columns: found 9 rows, but a fit needs at least 10.');
    expect(await messageOf(few.map(() => new Float64Array(0)))).toContain('found 0 rows');
    const ten = await fitVine(
      good.map((u) => u.slice(0, 10)),
      { structure: 'rvine' },
    );
    expectFinite(ten, good);
  });

  test('a constant column', async () => {
    expect(await messageOf([a, b.map(() => CANARY), c])).toMatch(/^Column 1 is constant/);
  });

  test('one column, or none', async () => {
    expect(await messageOf([a])).toBe('Columns: found 1, but a vine joins at least 2.');
    expect(await messageOf([])).toBe('Columns: found 0, but a vine joins at least 2.');
  });

  test.each([
    ['above the upper ones', (u: number) => u + 0.1, 'row 0: not in [0, u)'],
    ['equal to the upper ones', (u: number) => u, 'row 0: not in [0, u)'],
    ['below 0', () => -CANARY, 'row 0: not in [0, u)'],
    ['not numbers', () => Number.NaN, 'row 0: not in [0, u)'],
    ['that overlap', (u: number) => u / 2, 'two levels overlap'],
    [
      'that differ within a level',
      (u: number, i: number) => (i % 2 ? u - 0.25 : u - 0.2),
      'one level has two different limits',
    ],
  ])('left limits %s', async (_, limit, reason) => {
    const levels = a.map((u) => Math.ceil(4 * u) / 4);
    const message = await messageOf([b, c, levels], {
      left: [undefined, undefined, levels.map(limit)],
    });
    expect(message).toContain('Left limits of column 2, row');
    expect(message).toContain(reason);
  });

  test('left limits of another length, or for columns that are not there', async () => {
    expect(await messageOf([a, b], { left: [undefined, new Float64Array(3)] })).toContain(
      'Left limits of column 1: 3 rows, but',
    );
    expect(await messageOf([a, b], { left: [undefined, undefined, undefined] })).toContain(
      'Left limits: found 3 for 2 columns.',
    );
  });
});

describe('settings that cannot be used', () => {
  test.each<[string, Record<string, unknown>, RegExp]>([
    ['an unknown structure', { structure: 'hvine' }, /^Structure: found 'hvine'\. Give cvine/],
    ['no structure', { structure: undefined }, /^Structure: found 'undefined'/],
    ['an unknown family', { families: ['gaussian', 'gaussiann'] }, /gaussiann/],
    ['an unknown set of families', { families: 'all' }, /'all'/],
    ['no family', { families: [] }, /Families/],
    ['an unknown criterion', { criterion: 'mdl' }, /mdl/],
    [
      'a truncation below 0',
      { truncation: -1 },
      /^Truncation: found -1\. Give a whole number from 0 to 3/,
    ],
    ['a truncation of d', { truncation: 4 }, /^Truncation: found 4/],
    ['a truncation in between', { truncation: 1.5 }, /^Truncation: found 1\.5/],
    ['a truncation that is no number', { truncation: Number.NaN }, /^Truncation: found NaN/],
    ['a root in between', { root: 1.5 }, /^Root: found 1\.5\. Columns are counted from 0 to 3/],
    ['a root that is not there', { root: 4 }, /^Root: found 4/],
    ['an order that is too short', { order: [0, 1, 2] }, /^Order: found 3 columns of 4/],
    [
      'an order with a column twice',
      { order: [0, 1, 1, 3] },
      /^Order of the variables: variable 1 occurs twice/,
    ],
    [
      'an order with a stranger',
      { order: [0, 1, 2, 7] },
      /^Order of the variables: place 3 holds 7/,
    ],
    [
      'a root that contradicts the order',
      { order: [0, 1, 2, 3], root: 0 },
      /^Root: found 0, but the order ends with 3/,
    ],
    [
      'an order for an R-vine',
      { structure: 'rvine', order: [0, 1, 2, 3] },
      /^Order: only C- and D-vines/,
    ],
    [
      'a structure for other columns',
      { structure: cvine([0, 1, 2]) },
      /^Structure: it is for 3 variables/,
    ],
    [
      'a structure and a root',
      { structure: cvine([0, 1, 2, 3]), root: 1 },
      /^Order, root: a structure that is given/,
    ],
    [
      'a structure and an order',
      { structure: cvine([0, 1, 2, 3]), order: [0, 1, 2, 3] },
      /^Order, root: a structure that is given/,
    ],
    [
      'a structure that is no vine',
      { structure: brokenStructure() },
      /^Vine structure: .*proximity/,
    ],
    ['no threads', { threads: 0 }, /^Threads: found 0\. Give a whole number of at least 1/],
    ['half a thread', { threads: 0.5 }, /^Threads: found 0\.5/],
  ])('%s', async (_, settings, reason) => {
    expect(await messageOf(good, settings as Partial<FitVineSettings>)).toMatch(reason);
  });

  /** Positions 0-1, 1-2 and 2-3 in tree 1, but 3 meets 0 in tree 2. */
  function brokenStructure() {
    return {
      order: [0, 1, 2, 3],
      truncation: 2,
      partners: [Int32Array.of(-1, 0, 1, 2), Int32Array.of(-1, -1, 0, 0)],
    };
  }

  test('a root is heeded', async () => {
    for (const structure of structures) {
      const vine = await fitVine(good, { structure, root: 1, families: 'gaussian' });
      expect(vine.structure.order[0], structure).toBe(1);
      const [first] = [vine.edges.filter(({ tree }) => tree === 1)];
      if (structure === 'cvine' || structure === 'star') {
        expect(first.every((edge) => edge.a === 1 || edge.b === 1)).toBe(true);
      }
    }
  });
});

describe('verbs on a vine', () => {
  const atoms = [undefined, undefined, atomsWith([0.25, 0.5, 0.25])];
  const vine = vineWith(
    cvine([0, 1, 2]),
    () => ({ family: 'clayton', rotation: 0, parameters: [1.3] }),
    atoms,
  );
  const sample = sampleVine(vine, 200, { seed: 1 });

  test('another number of columns', () => {
    const few = sample.slice(0, 2);
    for (const verb of [vineLogLik, rosenblatt, inverseRosenblatt]) {
      expect(() => verb(vine, few)).toThrow('Columns: found 2, but this vine has 3 variables.');
    }
  });

  test('values that cannot be used', () => {
    const odd = [spoiled(17, Number.NaN), b, c];
    expect(() => inverseRosenblatt(vine, odd)).toThrow('Column 0, row 17: is not a number');
    expect(() => inverseRosenblatt(vine, [a, b, c.slice(1)])).toThrow('Column 2: 59 rows, but');
    expect(() => vineLogLik(vine, odd)).toThrow('Column 0, row 17: is not a number');
    expect(() => rosenblatt(vine, odd)).toThrow('Column 0, row 17: is not a number');
  });

  test('a way of sampling that does not exist', () => {
    const responseSampling = 'exactly' as 'exact';
    expect(() => sampleVine(vine, 5, { seed: 1, responseSampling })).toThrow(/^Response sampling/);
    expect(() => inverseRosenblatt(vine, sample, { responseSampling })).toThrow(
      /^Response sampling/,
    );
  });

  test.each([-1, 0.5, Number.NaN, Number.POSITIVE_INFINITY])('%d rows', (rows) => {
    expect(() => sampleVine(vine, rows, { seed: 1 })).toThrow(/^Rows: found/);
  });

  test('no rows, and a seed that is no whole number', () => {
    expect(sampleVine(vine, 0, { seed: 1 }).map((u) => u.length)).toEqual([0, 0, 0]);
    expect(() => sampleVine(vine, 5, { seed: -1 })).toThrow(/^Seed: found -1/);
  });

  test('levels of discrete variables are recognised', () => {
    const left = [
      undefined,
      undefined,
      leftLimits(sample[2], atoms[2] as ReturnType<typeof atomsWith>),
    ];
    expect(vineLogLik(vine, sample)).toBe(vineLogLik(vine, sample, { left }));
    expect(rosenblatt(vine, sample)).toEqual(rosenblatt(vine, sample, { left }));
    const latent = sampleVine(vine, 200, { seed: 1, responseSampling: 'latent' });
    expect(vineLogLik(vine, latent)).toBe(vineLogLik(vine, latent, { left: [] }));
    expect(vineLogLik(vine, latent)).not.toBe(vineLogLik(vine, sample));
    const mixed = [sample[0], sample[1], sample[2].map((u, i) => (i === 5 ? CANARY : u))];
    expect(() => vineLogLik(vine, mixed)).toThrow(
      /^Column 2, row 5: not a level of this discrete variable(?!.*7373)/,
    );
  });
});

/**
 * Two columns that are the same, or each other's mirror image, have a likelihood without a bound. The
 * fit stops at the bound of the parameter, and all that follows is finite.
 */
describe('odd columns give finite results', () => {
  const mirrored = a.map((u) => 1 - u);
  const coarse = (u: Float64Array, levels: number) =>
    u.map((x) => Math.ceil(levels * x) / (levels + 1));
  const odd: Record<string, readonly Float64Array[]> = {
    'a column twice': [a, b, a, c],
    'a column and its mirror image': [a, b, mirrored, c],
    'the same column four times': [a, a, a, a],
    'two columns twice': [a, b, a, b.map((u) => 1 - u)],
    'heavy ties, declared continuous': [coarse(a, 3), coarse(b, 2), a, coarse(c, 5)],
    'heavy ties twice': [coarse(a, 3), coarse(a, 3), a, b],
    'one value but for one row': [a, b.map((_, i) => (i === 0 ? 0.99 : 0.49)), c],
    'two rows but for order': [a, b, c].map((u) => u.map((x) => (x < 0.5 ? 0.25 : 0.75))),
    'values next to 0 and 1': [
      a.map((u) => (u < 0.1 ? Number.MIN_VALUE : u > 0.9 ? 1 - Number.EPSILON / 2 : u)),
      a,
      b.map((u) => (u < 0.1 ? 1e-300 : u)),
    ],
    'more columns than rows': Array.from({ length: 14 }, () => uniform().slice(0, 10)),
  };

  test.each(Object.entries(odd))('%s', async (_, columns) => {
    for (const structure of structures) {
      const vine = await fitVine(columns, { structure });
      expectFinite(vine, columns);
      const seen = vineFromJSON(JSON.parse(JSON.stringify(vineToJSON(vine))));
      expect(seen).toEqual(vine);
    }
  });

  test('parameters at their bounds: samples and transforms stay inside (0, 1)', () => {
    const strong = [
      { family: 'gaussian', rotation: 0, parameters: [1] },
      { family: 'student', rotation: 0, parameters: [-1, 2] },
      { family: 'clayton', rotation: 90, parameters: [28] },
      { family: 'gumbel', rotation: 180, parameters: [50] },
      { family: 'frank', rotation: 0, parameters: [-35] },
      { family: 'joe', rotation: 270, parameters: [30] },
      { family: 'bb1', rotation: 0, parameters: [7, 7] },
      { family: 'bb6', rotation: 90, parameters: [6, 8] },
      { family: 'bb7', rotation: 180, parameters: [6, 25] },
      { family: 'bb8', rotation: 270, parameters: [8, 1] },
    ] as const;
    const copulas = new Draw(92);
    for (const atoms of [
      [],
      [undefined, undefined, undefined, undefined, atomsWith([0.001, 0.5, 0.499])],
    ]) {
      const vine = vineWith(
        cvine([0, 1, 2, 3, 4]),
        () => strong[copulas.integer(strong.length)],
        atoms,
      );
      expectFinite(vine, [a, b, c, d, a]);
      const w = rosenblatt(vine, sampleVine(vine, 500, { seed: 3 }));
      inverseRosenblatt(vine, w).forEach(expectInside);
    }
  });
});

/** Every number of a vine, and all that comes from it, is finite; samples are inside (0, 1). */
function expectFinite(vine: Vine, columns: readonly Float64Array[]): void {
  const numbers = [
    vine.logLik,
    vine.aic,
    vine.bic,
    ...vine.edges.flatMap((e) => [e.logLik, ...(e.parameters ?? [])]),
  ];
  expect(numbers.every(Number.isFinite)).toBe(true);
  const sample = sampleVine(vine, 500, { seed: 2 });
  sample.forEach((u, j) => {
    if (!vine.atoms[j]) expectInside(u);
  });
  for (const data of [columns, sample]) {
    const margins = data.map((u) => ({ u }));
    expect(vineLogPdf(vine, margins).every(Number.isFinite)).toBe(true);
    const byPosition = vine.structure.order.map((variable) => margins[variable]);
    walkUp(vineOfGroup(vine, 0), byPosition, (_, first, second) => {
      for (const { u } of [first, second]) expect(u.every((x) => x >= 0 && x <= 1)).toBe(true);
    });
  }
  const w = rosenblatt(vine, columns, { left: [] });
  w.forEach(expectInside);
  inverseRosenblatt(vine, w).forEach(expectInside);
}

function expectInside(u: Float64Array): void {
  expect(u.every((x) => x > 0 && x < 1)).toBe(true);
}
