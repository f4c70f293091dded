/** Vines whose variables are cut at different trees. */

import { describe, expect, test } from 'vitest';
import { kernel } from '../../src/numerics/kernel.ts';
import { vineLogPdf } from '../../src/vine/density.ts';
import { inverseRosenblattEach, inverseRosenblattOf } from '../../src/vine/inverseRosenblatt.ts';
import { sharesBelow } from '../../src/vine/shares.ts';
import { type AnyEdge, type EdgeCopula, makeVine } from '../../src/vine/vine.ts';
import {
  cvine,
  discretePseudoObservations,
  dvine,
  fitVine,
  InputError,
  pseudoObservations,
  sampleVine,
  truncateColumns,
  truncateVine,
  type Vine,
  vineFromJSON,
  vineToJSON,
} from '../../src/vine.ts';
import {
  classVineWith,
  gaussian,
  randomClassVine,
  shared,
  sharesWith,
  split,
} from '../support/classVines.ts';
import { Draw } from '../support/draw.ts';
import { expectSame } from '../support/same.ts';
import { correlation } from '../support/statistics.ts';
import { atomsWith, randomCopula, vineWith } from '../support/vines.ts';

type Trees = readonly (number | undefined)[];

const independence: EdgeCopula = { family: 'independence', rotation: 0, parameters: [], logLik: 0 };

/** Limits of random variables, the others as they are. */
function randomTrees(draw: Draw, d: number): Trees {
  return Array.from({ length: d }, () => (draw.uniform() < 0.5 ? draw.integer(d) : undefined));
}

describe('a vine that is cut column by column', () => {
  test('is the vine with independence beyond the last tree of a variable', () => {
    const draw = new Draw(1);
    for (let trial = 0; trial < 10; trial++) {
      const d = 4 + draw.integer(3);
      const vine =
        trial % 2 === 0
          ? randomClassVine(draw, { d, groups: [0, 1, 2] })
          : vineWith(
              trial % 3 === 0 ? dvine([...Array(d).keys()]) : cvine([...Array(d).keys()]),
              () => randomCopula(draw),
            );
      const trees = randomTrees(draw, d);
      const cut = truncateColumns(vine, trees);
      const { order } = vine.structure;
      const emptied = makeVine({
        ...vine,
        copulas: vine.copulas.map((row, k) =>
          row.map((edge, i) => edge && (k < (trees[order[i]] ?? d) ? edge : independence)),
        ),
      });
      expect([cut.logLik, cut.parameters, cut.aic, cut.bic]).toEqual([
        emptied.logLik,
        emptied.parameters,
        emptied.aic,
        emptied.bic,
      ]);
      const rows = sampleVine(vine, 100, { seed: trial }).map((u) => ({ u }));
      expectSame(vineLogPdf(cut, rows), vineLogPdf(emptied, rows));
      const [a, b] = [cut, emptied].map((each) => sampleVine(each, 100, { seed: trial }));
      a.forEach((u, j) => void expectSame(u, b[j]));
      // trees that hold nothing are gone
      expect(cut.truncation).toBe(
        Math.max(...order.map((v) => Math.min(trees[v] ?? d - 1, d - 1))),
      );
      expect(vineFromJSON(JSON.parse(JSON.stringify(vineToJSON(cut))))).toEqual(cut);
    }
  });

  test('in which all are cut at one tree is a truncated vine', () => {
    const vine = randomClassVine(new Draw(2), { d: 6, groups: [0, 1] });
    for (let t = 0; t <= 5; t++) {
      const cut = truncateColumns(vine, new Array(6).fill(t));
      expect(cut).toEqual(truncateVine(vine, t));
    }
    expect(truncateColumns(vine, new Array(6).fill(undefined))).toEqual(vine);
    expect(truncateColumns(vine, new Array(6).fill(99))).toEqual(vine);
  });

  test('twice is at the lower of the two', () => {
    const draw = new Draw(3);
    const vine = randomClassVine(draw, { d: 7, groups: [0, 1] });
    for (let trial = 0; trial < 20; trial++) {
      const [a, b] = [randomTrees(draw, 7), randomTrees(draw, 7)];
      const lower = a.map((t, j) => Math.min(t ?? 7, b[j] ?? 7));
      expect(truncateColumns(truncateColumns(vine, a), b)).toEqual(truncateColumns(vine, lower));
    }
  });

  test.each([
    [[1, 2], /found 2 for 4 columns\. Give one for each/],
    [[1, -1, 2, 3], /found -1 for column 1\. Give a whole number of at least 0/],
    [[1, 1, 0.5, 3], /found 0\.5 for column 2/],
    [[Number.NaN, 1, 1, 3], /found NaN for column 0/],
  ])('%j is refused', async (trees, message) => {
    const vine = randomClassVine(new Draw(4), { d: 4, groups: [0, 1] });
    expect(() => truncateColumns(vine, trees)).toThrow(InputError);
    expect(() => truncateColumns(vine, trees)).toThrow(message);
    const columns = sampleVine(vine, 50, { seed: 1, responseSampling: 'latent' });
    await expect(fitVine(columns, { structure: 'cvine', trees })).rejects.toThrow(message);
  });

  test.each(['rvine', 'star'] as const)(
    'a %s, whose trees are selected, has none',
    async (structure) => {
      const columns = sampleVine(randomClassVine(new Draw(4), { d: 4, groups: [0, 1] }), 50, {
        seed: 1,
        responseSampling: 'latent',
      });
      const fit = fitVine(columns, { structure, trees: [1, 1, 1, 1] });
      await expect(fit).rejects.toThrow(InputError);
      await expect(fit).rejects.toThrow(/Trees by column: .*'(rvine|star)'/);
    },
  );
});

describe('cut in the fit or afterwards', () => {
  /** A table with two classes that differ in their dependence; the last column is the class. */
  function columnsOf(rows: number) {
    const draw = new Draw(5);
    const normal = () =>
      Math.sqrt(-2 * Math.log(1 - draw.uniform())) * Math.cos(2 * Math.PI * draw.uniform());
    const y = draw.column(rows, () => (draw.uniform() < 0.4 ? 1 : 0));
    const z = draw.column(rows, normal);
    const columns = [0.9, 0.5, -0.4, 0.8, 0.3].map((weight, j) =>
      pseudoObservations(
        z.map((value, r) => (j % 2 && y[r] ? -weight : weight) * value + 0.6 * normal()),
      ),
    );
    const count = discretePseudoObservations(z.map((value) => Math.floor(value)));
    const levels = discretePseudoObservations(y);
    return {
      columns: [...columns, count.upper, levels.upper],
      left: [...columns.map(() => undefined), count.lower, levels.lower],
    };
  }

  const { columns, left } = columnsOf(300);
  const cuts: readonly Trees[] = [
    [1, 1, undefined, undefined, undefined, undefined, undefined],
    [0, 2, 4, undefined, undefined, undefined, undefined],
    [3, undefined, undefined, undefined, undefined, 1, undefined],
    [undefined, undefined, undefined, undefined, undefined, undefined, 0],
  ];

  test.each(['never', 'auto', 'always'] as const)('by class %s: the same bits', async (byClass) => {
    for (const structure of ['cvine', 'dvine'] as const) {
      if (structure === 'dvine' && byClass !== 'never') continue;
      const full = await fitVine(columns, { structure, left, byClass });
      if (byClass !== 'never') expect(full.groups).toBeDefined();
      for (const trees of cuts) {
        const fitted = await fitVine(columns, { structure, left, byClass, trees });
        expect(vineToJSON(fitted)).toEqual(vineToJSON(truncateColumns(full, trees)));
      }
      // all cut: with as many trees as the last of them needs
      const trees = columns.map((_, j) => j % 3);
      const fitted = await fitVine(columns, { structure, left, byClass, trees, truncation: 2 });
      expect(vineToJSON(fitted)).toEqual(vineToJSON(truncateColumns(full, trees)));
    }
  });

  test('variables that are not cut, and come before those that are, keep their bits', async () => {
    const full = await fitVine(columns, { structure: 'cvine', left, byClass: 'auto' });
    for (const responseSampling of ['exact', 'latent'] as const) {
      const settings = { seed: 3, responseSampling };
      const before = sampleVine(full, 2000, settings);
      for (const t of [0, 1, 3, 5]) {
        const trees = [t, t, ...new Array(5).fill(undefined)];
        const after = sampleVine(truncateColumns(full, trees), 2000, settings);
        for (let j = 2; j < 7; j++) expectSame(after[j], before[j], `variable ${j}`);
        expect(after[0]).not.toEqual(before[0]);
      }
    }
  });
});

describe('several cuts of a vine from the same uniforms', () => {
  function expectEach(vines: readonly Vine[], draw: Draw): void {
    const uniforms = vines[0].structure.order.map(() => draw.column(1500, () => draw.uniform()));
    for (const exact of [true, false]) {
      const together = inverseRosenblattEach(vines, uniforms, exact);
      for (const [v, vine] of vines.entries()) {
        const alone = inverseRosenblattOf(vine, uniforms, exact);
        alone.forEach((u, j) => void expectSame(together[v][j], u, `cut ${v}, variable ${j}`));
      }
    }
  }

  test('are each what it is alone, bit by bit', () => {
    const draw = new Draw(6);
    for (let trial = 0; trial < 6; trial++) {
      const d = 7;
      const vine = randomClassVine(draw, {
        d,
        groups: trial % 2 ? [0, 1] : [0, 1, 0, 2],
        isDiscrete: (position) => position === 3,
      });
      const cuts = Array.from({ length: 4 }, () => truncateColumns(vine, randomTrees(draw, d)));
      expectEach([truncateVine(vine, 2), ...cuts, truncateVine(vine, 0), vine], draw);
      expectEach(cuts, draw);
    }
  });

  test('also where the longest of them has lost all edges by class', () => {
    const parts = {
      structure: cvine([0, 1, 2, 3]),
      atoms: [undefined, undefined, undefined, atomsWith([0.4, 0.6])],
      groups: [0, 1],
    };
    // by class only for variable 0
    const vine = classVineWith(parts, (k, i) =>
      i === 3
        ? k === 0
          ? split(sharesWith([1, 3]), sharesWith([3, 1]))
          : split(gaussian(0.8), gaussian(-0.8))
        : shared(gaussian(0.5)),
    );
    const without = truncateColumns(vine, [0, undefined, undefined, undefined]);
    const short = truncateVine(vine, 1);
    expect(without.truncation).toBeGreaterThan(short.truncation);
    expect([without.groups, short.groups]).toEqual([undefined, [0, 1]]);
    expectEach([without, short], new Draw(7));
    expectEach([short, without, vine], new Draw(8));
  });
});

/**
 * Given the class, the distributions of the first tree turn a C-vine of Gaussian copulas into a normal
 * distribution whose partial correlations are its parameters. A column that is cut at tree t is joined with
 * the class and t - 1 centres; given those, it must be uncorrelated with every other column.
 */
describe('what a cut promises', () => {
  const d = 7;
  const Y = d - 1;
  const classes = [0.45, 0.25, 0.3];
  const parts = {
    structure: cvine([0, 1, 2, 3, 4, 5, 6]),
    atoms: Array.from({ length: d }, (_, j) => (j === Y ? atomsWith(classes) : undefined)),
    groups: [0, 1, 2],
  };
  const draw = new Draw(9);
  const shares = Array.from({ length: d }, () => classes.map(() => randomShares(draw)));
  const partial = Array.from({ length: d }, () =>
    Array.from({ length: d }, () => classes.map(() => 1.2 * draw.uniform() - 0.6)),
  );
  const vine = classVineWith(
    parts,
    (k, i): AnyEdge => (k === 0 ? split(...shares[i]) : split(...partial[k][i].map(gaussian))),
  );

  test.each([1, 2, 4])(
    'columns 0 and 1 cut at %i: nothing is left given the class and the centres',
    (t) => {
      const cut = truncateColumns(vine, [t, t, ...new Array(d - 2).fill(undefined)]);
      const sample = sampleVine(cut, 60_000, { seed: 10 + t });
      const upper = (cut.atoms[Y] as { u: Float64Array }).u;
      // 3 classes of up to 36 partial correlations: all within 4.5 standard errors but with probability 7e-4
      for (const [group, level] of upper.entries()) {
        const rows = Array.from(sample[Y].keys()).filter((r) => sample[Y][r] === level);
        const z = sample.slice(0, Y).map((u, j) => {
          const own = Float64Array.from(rows, (r) => u[r]);
          const given = sharesBelow(shares[d - 1 - j][group], own);
          return given.map((p) => kernel().normalQuantile(p));
        });
        // position i holds column d - 1 - i; the centre of tree k + 1 is at position k
        const at = (position: number) => d - 1 - position;
        for (const column of [0, 1]) {
          const centres = Array.from({ length: Math.max(t - 1, 0) }, (_, k) => at(k + 1));
          const error = 1 / Math.sqrt(rows.length - centres.length - 3);
          for (let other = 0; other < Y; other++) {
            if (other === column || centres.includes(other)) continue;
            const rho = partialCorrelation(z, column, other, centres);
            expect(Math.abs(rho) / error, `${column}, ${other}`).toBeLessThan(4.5);
          }
        }
        // edges that are kept are there, those of cut columns and of others
        const pairs = [2, 3, 4].flatMap((column) =>
          Array.from({ length: at(column) - 1 }, (_, k) => [column, k + 1]),
        );
        const kept = [0, 1].flatMap((column) =>
          Array.from({ length: t - 1 }, (_, k) => [column, k + 1]),
        );
        for (const [column, k] of [...pairs, ...kept]) {
          const before = Array.from({ length: k - 1 }, (_, b) => at(b + 1));
          const truth = partial[k][at(column)][group];
          const rho = partialCorrelation(z, column, at(k), before);
          const error = (1 - truth * truth) / Math.sqrt(rows.length - before.length - 3);
          expect(Math.abs(rho - truth) / error, `${column}, ${at(k)}`).toBeLessThan(4.5);
        }
      }
    },
  );

  test('and without the cut it is there', () => {
    const sample = sampleVine(vine, 20_000, { seed: 1 });
    const rows = Array.from(sample[Y].keys()).filter((r) => sample[Y][r] < 0.5);
    const z = sample.slice(0, Y).map((u, j) => {
      const own = Float64Array.from(rows, (r) => u[r]);
      return sharesBelow(shares[d - 1 - j][0], own).map((p) => kernel().normalQuantile(p));
    });
    const most = [1, 2, 3, 4].map((other) => Math.abs(partialCorrelation(z, 0, other, [5])));
    expect(Math.max(...most)).toBeGreaterThan(0.1);
  });

  function randomShares(from: Draw) {
    return sharesWith(Array.from(from.column(4, () => 0.3 + from.uniform())));
  }

  /** By the recursion that takes one given variable after the other. */
  function partialCorrelation(
    z: readonly Float64Array[],
    a: number,
    b: number,
    given: readonly number[],
  ): number {
    if (given.length === 0) return correlation(z[a], z[b]);
    const rest = given.slice(0, -1);
    const last = given[given.length - 1];
    const [ab, al, bl] = [
      partialCorrelation(z, a, b, rest),
      partialCorrelation(z, a, last, rest),
      partialCorrelation(z, b, last, rest),
    ];
    return (ab - al * bl) / Math.sqrt((1 - al * al) * (1 - bl * bl));
  }
});
