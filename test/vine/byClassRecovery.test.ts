/** Data drawn from a vine by class, and fitted again: its parameters, and which of its edges differ. */

import { describe, expect, test } from 'vitest';
import type { CopulaColumn } from '../../src/copula/copulaColumn.ts';
import { logPdf } from '../../src/copula/evaluate.ts';
import { tauOf } from '../../src/copula/tau.ts';
import { vineOfGroup } from '../../src/vine/groups.ts';
import { type Shares, sharesBelow } from '../../src/vine/shares.ts';
import type { AnyEdge, EdgeCopula, EdgeShares, GroupEdge } from '../../src/vine/vine.ts';
import { walkUp } from '../../src/vine/walkUp.ts';
import {
  type Atoms,
  cvine,
  type FitVineSettings,
  fitVine,
  InputError,
  type PairCopula,
  sampleVine,
  type Vine,
  vineLogLik,
} from '../../src/vine.ts';
import {
  classVineWith,
  gaussian,
  groupsOfRows,
  shared,
  sharesWith,
  split,
} from '../support/classVines.ts';
import { atomsWith, leftLimits } from '../support/vines.ts';

const D = 6;
const Y = D - 1;

interface Case {
  readonly name: string;
  readonly probabilities: readonly number[];
  /** By level its group, as the fit is to find it. */
  readonly groups: readonly number[];
  readonly rows: number;
}

const cases: readonly Case[] = [
  { name: '2 classes', probabilities: [0.6, 0.4], groups: [0, 1], rows: 1500 },
  { name: '3 classes', probabilities: [0.3, 0.45, 0.25], groups: [0, 1, 2], rows: 2000 },
  {
    name: '4 classes, two of them below 50 rows',
    probabilities: [0.48, 0.015, 0.49, 0.015],
    groups: [0, 2, 1, 2],
    rows: 1500,
  },
];

/**
 * Two variables are discrete. By class are: the distributions of variables 4 and 2 in the first tree, those
 * edges of the trees above whose place is even. Small classes have what the large ones have on average.
 */
function truthOf({ probabilities, groups }: Case): Vine {
  const atoms: (Atoms | undefined)[] = new Array(D).fill(undefined);
  atoms[1] = atomsWith([0.3, 0.4, 0.3]);
  atoms[2] = atomsWith([0.25, 0.25, 0.25, 0.25]);
  atoms[Y] = atomsWith(probabilities);
  const hasRest = probabilities.some((p) => p < 0.05);
  const own = hasRest ? 2 : probabilities.length;
  const byClass = (copulas: readonly PairCopula[]) =>
    split(...copulas.slice(0, own), ...(hasRest ? [gaussian(0)] : []));
  const distributions = distributionsOf(probabilities, groups, own);
  return classVineWith({ structure: cvine([0, 1, 2, 3, 4, Y]), atoms, groups }, (k, i) => {
    if (k === 0) return i % 2 === 1 && i < 5 ? split(...distributions) : shared(gaussian(0.35));
    if ((k + i) % 2 === 1) return shared(gaussian(k % 2 ? 0.45 : -0.3));
    return byClass([gaussian(0.6), gaussian(-0.5), gaussian(0.05)]);
  });
}

/** Distributions of the groups that mix to the uniform one. */
function distributionsOf(
  probabilities: readonly number[],
  groups: readonly number[],
  own: number,
): Shares[] {
  const mass = Array.from({ length: Math.max(...groups) + 1 }, (_, group) =>
    probabilities.reduce((sum, p, level) => sum + (groups[level] === group ? p : 0), 0),
  );
  // at both ends: no pair copula with the root is like this
  const first = [0.36, 0.14, 0.14, 0.36];
  const even = [0.25, 0.25, 0.25, 0.25];
  const middle = own === 3 ? [0.2, 0.3, 0.3, 0.2] : even;
  const used = mass.map((_, group) => (group === 0 ? first : group === 1 ? undefined : middle));
  const second = even.map(
    (share, c) =>
      (share - used.reduce((sum, each, g) => sum + (each ? mass[g] * each[c] : 0), 0)) / mass[1],
  );
  return used.map((each) => sharesWith(each ?? second));
}

const FAMILIES = ['independence', 'gaussian'] as const;

function drawn(truth: Vine, rows: number, seed: number) {
  const columns = sampleVine(truth, rows, { seed });
  const left = truth.atoms.map((levels, j) => levels && leftLimits(columns[j], levels));
  return { columns, left };
}

function fitted(
  { columns, left }: ReturnType<typeof drawn>,
  settings: Partial<FitVineSettings> = {},
): Promise<Vine> {
  return fitVine(columns, {
    structure: 'cvine',
    left,
    families: FAMILIES,
    byClass: 'auto',
    ...settings,
  });
}

const place = ({ tree, a, b }: { tree: number; a: number; b: number }) => `${tree}: ${a}, ${b}`;

describe.each(cases)('$name', (one) => {
  const truth = truthOf(one);
  const isSplit = new Map(truth.edges.map((edge) => [place(edge), edge.classes !== undefined]));

  test('edges that differ are told, those that do not are left', async () => {
    let [missed, wrong, nulls] = [0, 0, 0];
    const trials = 8;
    for (let seed = 1; seed <= trials; seed++) {
      const vine = await fitted(drawn(truth, one.rows, seed));
      expect(vine.groups).toEqual(one.groups);
      for (const edge of vine.edges) {
        const should = isSplit.get(place(edge)) as boolean;
        if (should && !edge.classes) missed++;
        if (!should) nulls++;
        if (!should && edge.classes) wrong++;
      }
    }
    // differences of 0.5 and more in a correlation are 8 standard errors and more
    expect(missed).toBe(0);
    // one family alone: a split has to gain 8 by one parameter, or 16 by two, on the scale of a chi-square,
    // with probability 0.005 at most; 5 or more of 72 with 4e-5. All families: test/slow/splitting.test.ts
    expect(nulls).toBe(72);
    expect(wrong).toBeLessThan(5);
  });

  test('parameters come back within 5 standard errors', async () => {
    // more rows, but for classes that are to stay small
    const rows = one.rows < 1600 && one.groups.length === 4 ? 1500 : 10_000;
    const data = drawn(truth, rows, 20);
    const vine = await fitted(data);
    const columns = data.columns.map((u, j): CopulaColumn => ({ u, left: data.left[j] }));
    const inGroup = groupsOfRows(vine, data.columns[Y]);
    let [parameters, cells] = [0, 0];
    for (let group = 0; group <= Math.max(...one.groups); group++) {
      const rowsOf = inGroup.flatMap((own, r) => (own === group ? [r] : []));
      const isRest = one.groups.length === 4 && group === 2;
      const [truths, finds] = [truth, vine].map((each) => vineOfGroup(each, group).copulas);
      let edges: { edge: GroupEdge; first: CopulaColumn; second: CopulaColumn }[] = [];
      const byPosition = vine.structure.order.map((variable) => rowsAt(columns[variable], rowsOf));
      walkUp(vineOfGroup(vine, group), byPosition, (edge, first, second) => {
        edges = [...edges, { edge, first, second }];
      });
      truths.forEach((row, k) => {
        row.forEach((true_, i) => {
          const found = finds[k][i];
          if (!true_ || !found || isRest) return;
          if ('cuts' in true_) {
            for (const [c, cut] of (found as EdgeShares).cuts.entries()) {
              const [p] = sharesBelow(true_, Float64Array.of(cut));
              const error = Math.sqrt((p * (1 - p)) / rowsOf.length) + 2 / rowsOf.length;
              expect(Math.abs((found as EdgeShares).below[c] - p) / error).toBeLessThan(5);
              cells++;
            }
            return;
          }
          // where all classes share a copula, its error is that of all rows
          const isShared = !('classes' in (vine.copulas[k][i] as AnyEdge));
          const share = isShared ? rowsOf.length / rows : 1;
          const used = edges.find(({ edge }) => edge === found);
          if (!used || (found as EdgeCopula).family === 'independence') {
            expect(Math.abs((true_ as EdgeCopula).parameters[0])).toBeLessThan(0.1);
            return;
          }
          const [rho] = (found as EdgeCopula).parameters;
          const error = errorOf(rho, used.first, used.second) * Math.sqrt(share);
          const off = Math.abs(rho - (true_ as EdgeCopula).parameters[0]) / error;
          expect(off, `tree ${k + 1}, position ${i}, group ${group}`).toBeLessThan(5);
          parameters++;
        });
      });
    }
    expect(parameters).toBeGreaterThan(20);
    expect(cells).toBeGreaterThan(10);
  });

  test('it is likelier than one copula for all, and its likelihood is the one the fit added up', async () => {
    const data = drawn(truth, one.rows, 30);
    const [auto, never, always] = await Promise.all(
      (['auto', 'never', 'always'] as const).map((byClass) => fitted(data, { byClass })),
    );
    for (const vine of [auto, never, always]) {
      const total = vineLogLik(vine, data.columns, { left: data.left });
      expect(Math.abs(total - vine.logLik)).toBeLessThan(1e-6);
    }
    expect(auto.aic).toBeLessThan(never.aic - 100);
    expect(never.groups).toBeUndefined();
    expect(always.edges.filter(({ classes }) => classes).length).toBeGreaterThan(
      auto.edges.filter(({ classes }) => classes).length,
    );
  });

  test('whatever the families: Kendall tau of every copula within 0.1', async () => {
    if (one.groups.length === 4) return;
    const data = drawn(truth, 4000, 40);
    const vine = await fitted(data, { families: 'parametric' });
    for (let group = 0; group <= Math.max(...one.groups); group++) {
      const [truths, finds] = [truth, vine].map((each) => vineOfGroup(each, group).copulas);
      // above the first tree: of a binary root a family says nothing of tau
      truths.slice(1).forEach((row, k) => {
        row.forEach((true_, i) => {
          if (!true_) return;
          const [a, b] = [true_, finds[k + 1][i]].map((each) => tauOf(each as EdgeCopula));
          expect(Math.abs(a - b), `tree ${k + 2}, position ${i}`).toBeLessThan(0.1);
        });
      });
    }
  });

  /** By the curvature of the log-likelihood. */
  function errorOf(rho: number, first: CopulaColumn, second: CopulaColumn): number {
    const h = 1e-3;
    const at = (r: number) =>
      logPdf(gaussian(r), first, second).reduce((sum, each) => sum + each, 0);
    return 1 / Math.sqrt((2 * at(rho) - at(rho - h) - at(rho + h)) / (h * h));
  }
});

function rowsAt({ u, left }: CopulaColumn, rows: readonly number[]): CopulaColumn {
  return {
    u: Float64Array.from(rows, (r) => u[r]),
    ...(left && { left: Float64Array.from(rows, (r) => left[r]) }),
  };
}

describe('classes that are too small', () => {
  const [, , small] = cases;

  test('keep the copula of the whole table, in every tree', async () => {
    const data = drawn(truthOf(small), 1500, 1);
    const [vine, never] = [
      await fitted(data, { byClass: 'always' }),
      await fitted(data, { byClass: 'never' }),
    ];
    const rest = vine.edges.flatMap((edge) => (edge.classes ? [edge.classes[2]] : []));
    expect(rest.every((edge) => 'family' in edge)).toBe(true);
    // in the first tree the arguments are the same
    vine.edges.forEach((edge, e) => {
      if (edge.tree > 1 || !edge.classes) return;
      const [own, shared_] = [edge.classes[2] as EdgeCopula, never.edges[e] as EdgeCopula];
      expect(own.family).toBe(shared_.family);
      own.parameters.forEach((value, k) => {
        expect(Math.abs(value - shared_.parameters[k])).toBeLessThan(1e-6);
      });
    });
  });

  test.each([49, 50])('%i rows', async (count) => {
    const sample = sampleVine(truthOf(cases[0]), 1000, { seed: 2 });
    const first = sample[Y];
    const rows = Array.from(first.keys());
    const rare = rows.filter((r) => first[r] === 1).slice(0, count);
    const kept = [...rows.filter((r) => first[r] < 1), ...rare];
    const columns = sample.map((u) => Float64Array.from(kept, (r) => u[r]));
    const left = truthOf(cases[0]).atoms.map(
      (levels, j) => levels && leftLimits(columns[j], levels),
    );
    const vine = await fitted({ columns, left }, { byClass: 'always' });
    const edge = vine.copulas[0].find((each) => each && 'classes' in each) as {
      classes: readonly GroupEdge[];
    };
    expect(vine.groups).toEqual([0, 1]);
    // one row fewer, and the class is the rest
    expect('family' in edge.classes[1]).toBe(count < 50);
  });

  test('without a class of 50 rows nothing is by class', async () => {
    const data = drawn(truthOf(cases[1]), 100, 3);
    const vine = await fitted(data, { byClass: 'always' });
    expect(vine.groups).toBeUndefined();
  });
});

describe('a star', () => {
  test.each([Y, 0, 3])(
    'with its root at column %i finds the same in the first tree',
    async (root) => {
      const truth = truthOf(cases[0]);
      const { columns, left } = drawn(truth, 1500, 5);
      // the response moves to the column of the root
      const order = [0, 1, 2, 3, 4];
      order.splice(root, 0, Y);
      const moved = {
        columns: order.map((j) => columns[j]),
        left: order.map((j) => left[j]),
      };
      const star = await fitted(moved, { structure: 'star', root });
      const cVine = await fitted({ columns, left });
      const first = (vine: Vine, name: (j: number) => number) =>
        new Map(
          vine.edges
            .filter(({ tree }) => tree === 1)
            .map(({ a, b, ...edge }) => [name(a), { root: name(b), ...edge }]),
        );
      expect(first(star, (j) => order[j])).toEqual(first(cVine, (j) => j));
      const total = vineLogLik(star, moved.columns, { left: moved.left });
      expect(Math.abs(total - star.logLik)).toBeLessThan(1e-6);
      expect(star.edges.some(({ tree, classes }) => tree > 1 && classes)).toBe(true);
    },
  );
});

describe('what has no classes is refused', () => {
  const data = drawn(truthOf(cases[0]), 200, 6);

  test.each(['rvine', 'dvine'] as const)('a %s', async (structure) => {
    const fit = fitted(data, { structure });
    await expect(fit).rejects.toThrow(InputError);
    await expect(fit).rejects.toThrow(/By class: in '.vine' not every variable is joined/);
    await expect(fitted(data, { structure, byClass: 'never' })).resolves.toBeDefined();
    await expect(fitted(data, { structure: 'star' })).resolves.toBeDefined();
  });

  test('a continuous root, one of eleven levels, a wrong word', async () => {
    await expect(fitted(data, { root: 0 })).rejects.toThrow(/column 0, is continuous or has more/);
    const level = data.columns[0].map((u) => Math.ceil(11 * u));
    const eleven = level.map((l) => l / 11);
    const columns = [...data.columns.slice(0, Y), eleven];
    const left = [...data.left.slice(0, Y), level.map((l) => (l - 1) / 11)];
    await expect(fitted({ columns, left })).rejects.toThrow(/more than 10 levels/);
    const wrong = fitted(data, { byClass: 'sometimes' as 'auto' });
    await expect(wrong).rejects.toThrow(/By class: found 'sometimes'. Give auto, always or never/);
  });
});

test('always: a variable that is likelier by a copula than by any shares keeps the copula', async () => {
  const parts = {
    structure: cvine([0, 1]),
    atoms: [undefined, atomsWith([0.5, 0.5])],
    groups: [0, 1],
  };
  const truth = classVineWith(parts, () => shared(gaussian(0.25)));
  let kept = 0;
  for (let seed = 1; seed <= 40; seed++) {
    const data = drawn(truth, 120, seed);
    const [always, never] = [
      await fitted(data, { byClass: 'always' }),
      await fitted(data, { byClass: 'never' }),
    ];
    const [edge] = always.edges;
    const hasOneCell = edge.classes?.some((own) => 'cuts' in own && own.cuts.length === 1);
    expect(hasOneCell ?? false).toBe(false);
    if (!edge.classes) {
      kept++;
      expect(always.logLik).toBeCloseTo(never.logLik, 8);
    }
  }
  expect(kept).toBeGreaterThan(0);
});
