/**
 * Vines whose edges differ between the classes of the root: densities, the Rosenblatt transform and samples
 * are those of a plain vine for each class.
 */

import { describe, expect, test } from 'vitest';
import type { CopulaColumn } from '../../src/copula/copulaColumn.ts';
import type { FamilyName } from '../../src/copula/family.ts';
import { vineLogPdf } from '../../src/vine/density.ts';
import { inverseRosenblattOf } from '../../src/vine/inverseRosenblatt.ts';
import { rosenblattOf } from '../../src/vine/rosenblatt.ts';
import type { Shares } from '../../src/vine/shares.ts';
import type { Atoms, EdgeCopula, GroupEdge, SplitEdge } from '../../src/vine/vine.ts';
import {
  cvine,
  inverseRosenblatt,
  kendallTau,
  pairCopula,
  rosenblatt,
  sampleVine,
  truncateColumns,
  truncateVine,
  type Vine,
  vineLogLik,
} from '../../src/vine.ts';
import {
  type ClassVineParts,
  classVineWith,
  gaussian,
  groupsOfRows,
  plainVine,
  randomClassVine,
  shared,
  sharesWith,
  split,
} from '../support/classVines.ts';
import { Draw } from '../support/draw.ts';
import { expectSame } from '../support/same.ts';
import { KOLMOGOROV_1E6, kolmogorov } from '../support/statistics.ts';
import { atomsWith, leftLimits, vineWith } from '../support/vines.ts';

/** Classes of their own, and with small classes that share one group, apart from each other. */
const groupings: readonly (readonly [string, readonly number[]])[] = [
  ['2 classes', [0, 1]],
  ['3 classes', [0, 1, 2]],
  ['4 classes, two of them small', [0, 2, 1, 2]],
];

const everyThird = (position: number) => position % 3 === 2;

function withLimits({ atoms }: Vine, columns: readonly Float64Array[]): CopulaColumn[] {
  return columns.map((u, j) => {
    const levels = atoms[j];
    return levels ? { u, left: leftLimits(u, levels) } : { u };
  });
}

function rowsOf(column: CopulaColumn, rows: readonly number[]): CopulaColumn {
  const { u, left } = column;
  return {
    u: Float64Array.from(rows, (r) => u[r]),
    ...(left && { left: Float64Array.from(rows, (r) => left[r]) }),
  };
}

function rowsByGroup(vine: Vine, columns: readonly Float64Array[]): number[][] {
  const found = groupsOfRows(vine, columns[vine.structure.order[0]]);
  return [...new Set(found)]
    .sort()
    .map((group) => found.flatMap((own, r) => (own === group ? [r] : [])));
}

describe.each(groupings)('%s, copulas alone', (_, groups) => {
  /** Copulas by class also in the first tree. */
  function vineOf(draw: Draw): Vine {
    const vine = randomClassVine(draw, { d: 6, groups, isDiscrete: everyThird });
    const { structure, atoms } = vine;
    const other = vineWith(structure, () => gaussian(1.6 * draw.uniform() - 0.8), atoms);
    const third = vineWith(structure, () => ({ family: 'frank', rotation: 0, parameters: [3] }));
    const plain = [other, third, third];
    const count = Math.max(...groups) + 1;
    return classVineWith({ structure, atoms, groups }, (k, i) => {
      const edge = vine.copulas[k][i] as EdgeCopula | SplitEdge;
      if (!('classes' in edge)) return edge;
      const own = Array.from({ length: count }, (_, g): EdgeCopula => {
        const found = edge.classes[g];
        return 'family' in found ? found : (plain[g].copulas[k][i] as EdgeCopula);
      });
      return split(...own);
    });
  }

  test("the log-density of a row is that of its class's vine, to the bit", () => {
    const draw = new Draw(1);
    for (let trial = 0; trial < 5; trial++) {
      const vine = vineOf(draw);
      const columns = withLimits(vine, sampleVine(vine, 1500, { seed: trial }));
      const found = vineLogPdf(vine, columns);
      const parts = rowsByGroup(
        vine,
        columns.map(({ u }) => u),
      );
      expect(parts.length).toBe(Math.max(...groups) + 1);
      let total = 0;
      for (const [group, rows] of parts.entries()) {
        const own = vineLogPdf(
          plainVine(vine, group),
          columns.map((each) => rowsOf(each, rows)),
        );
        expectSame(
          Float64Array.from(rows, (r) => found[r]),
          own,
          `group ${group}`,
        );
        total += own.reduce((sum, each) => sum + each, 0);
      }
      expect(
        Math.abs(
          vineLogLik(
            vine,
            columns.map(({ u }) => u),
          ) - total,
        ),
      ).toBeLessThan(1e-8);
    }
  });

  test("a row is drawn by its class's vine, to the bit, exact and latent", () => {
    const draw = new Draw(2);
    const vine = vineOf(draw);
    const [root] = vine.structure.order;
    const uniforms = vine.structure.order.map(() => draw.column(2500, () => draw.uniform()));
    for (const exact of [true, false]) {
      const found = inverseRosenblattOf(vine, uniforms, exact);
      const back = rosenblattOf(vine, exact ? withLimits(vine, found) : found.map((u) => ({ u })));
      // the class of a row is told by its uniform
      const parts = rowsByGroup(vine, uniforms);
      for (const [group, rows] of parts.entries()) {
        const plain = plainVine(vine, group);
        const own = uniforms.map((u) => Float64Array.from(rows, (r) => u[r]));
        const drawn = inverseRosenblattOf(plain, own, exact);
        const columns = exact ? withLimits(vine, drawn) : drawn.map((u) => ({ u }));
        const again = rosenblattOf(plain, columns);
        found.forEach((u, j) => {
          expectSame(
            Float64Array.from(rows, (r) => u[r]),
            drawn[j],
            `variable ${j}`,
          );
          expectSame(
            Float64Array.from(rows, (r) => back[j][r]),
            again[j],
            `variable ${j}`,
          );
        });
      }
      expect(groupsOfRows(vine, found[root])).toEqual(groupsOfRows(vine, uniforms[root]));
    }
  });
});

describe.each(groupings)('%s, with shares in the first tree', (_, groups) => {
  const vineOf = (draw: Draw, d: number) =>
    randomClassVine(draw, { d, groups, isDiscrete: everyThird });

  test('the density is that of a vine of one variable less on the distributions given the class', () => {
    const draw = new Draw(3);
    let shares = 0;
    for (let trial = 0; trial < 5; trial++) {
      const vine = vineOf(draw, 6);
      const columns = withLimits(vine, sampleVine(vine, 300, { seed: trial }));
      const found = vineLogPdf(vine, columns);
      for (const [group, rows] of rowsByGroup(
        vine,
        columns.map(({ u }) => u),
      ).entries()) {
        const own = columns.map((each) => rowsOf(each, rows));
        shares += vine.copulas[0].filter((e) => e && 'cuts' in edgeOf(e, group)).length;
        const expected = byHand(vine, group, own);
        rows.forEach((r, place) => {
          expect(Math.abs(found[r] - expected[place])).toBeLessThan(1e-9);
        });
      }
    }
    expect(shares).toBeGreaterThan(10);
  });

  test('the Rosenblatt transform and its inverse cancel within 1e-8, at every cut', () => {
    const draw = new Draw(4);
    for (const d of [2, 3, 5, 8, 13]) {
      const vine = vineOf(draw, d);
      const uniforms = vine.structure.order.map(() => draw.column(60, () => draw.uniform()));
      const cuts = [
        ...Array.from({ length: d }, (_, t) => truncateVine(vine, t)),
        ...Array.from({ length: 5 }, () =>
          truncateColumns(
            vine,
            uniforms.map(() => (draw.uniform() < 0.5 ? draw.integer(d) : undefined)),
          ),
        ),
      ];
      for (const cut of cuts) {
        const data = inverseRosenblatt(cut, uniforms);
        expect(farthest(rosenblatt(cut, data), uniforms)).toBeLessThan(1e-8);
        const again = inverseRosenblatt(cut, rosenblatt(cut, data));
        expect(farthest(again, data)).toBeLessThan(1e-8);
      }
    }
  });

  test('the Rosenblatt transform of own samples is uniform and independent; of others it is not', () => {
    const draw = new Draw(5);
    const vine = vineOf(draw, 6);
    const sample = sampleVine(vine, 20_000, { seed: 6 });
    expectIndependent(rosenblatt(vine, sample));
    // the classes of a wrong vine are exchanged
    const count = Math.max(...groups) + 1;
    const exchanged = classVineWith(
      { ...vine, groups: groups.map((group) => (group + 1) % count) },
      (k, i) => vine.copulas[k][i] as EdgeCopula,
    );
    expect(() => expectIndependent(rosenblatt(exchanged, sample))).toThrow();
  });

  /** Kolmogorov-Smirnov at level 1e-6 per column, Kendall's tau within 6 standard errors per pair. */
  function expectIndependent(columns: readonly Float64Array[]): void {
    const error = 2 / (3 * Math.sqrt(columns[0].length));
    columns.forEach((u, j) => {
      expect(kolmogorov(u), `column ${j}`).toBeLessThan(KOLMOGOROV_1E6);
      for (let i = 0; i < j; i++) {
        expect(Math.abs(kendallTau(u, columns[i])), `columns ${i}, ${j}`).toBeLessThan(6 * error);
      }
    });
  }

  /** Logs of the first tree and, on what it gives, of the C-vine without the root. */
  function byHand(vine: Vine, group: number, columns: readonly CopulaColumn[]): Float64Array {
    const { order } = vine.structure;
    const total = new Float64Array(columns[0].u.length);
    const given = columns.map((column) => column);
    order.slice(1).forEach((variable, place) => {
      const edge = edgeOf(vine.copulas[0][place + 1] as EdgeCopula, group);
      const { u, left } = columns[variable];
      const below = (x: Float64Array) =>
        'cuts' in edge ? x.map((value) => shareBelow(edge, value)) : h(edge, x, columns[order[0]]);
      given[variable] = left ? { u: below(u), left: below(left) } : { u: below(u) };
      total.forEach((_, r) => {
        // of a continuous variable the slope over a short way around, within its cell
        const [high, low, width] = left
          ? [given[variable].u[r], (given[variable].left as Float64Array)[r], u[r] - left[r]]
          : slope(edge, u[r], columns[order[0]], r);
        total[r] += Math.log((high - low) / width);
      });
    });
    // variables are counted anew without the root
    const rest = order.slice(1).reverse();
    const numbers = rest.slice().sort((a, b) => a - b);
    const structure = cvine(rest.map((variable) => numbers.indexOf(variable)));
    const inner = vineWith(
      structure,
      (k, i) => edgeOf(vine.copulas[k + 1][i + 1] as EdgeCopula, group) as EdgeCopula,
      numbers.map(() => undefined),
    );
    const above = vineLogPdf(
      inner,
      numbers.map((variable) => given[variable]),
    );
    return total.map((sum, r) => sum + above[r]);
  }

  function edgeOf(edge: EdgeCopula | SplitEdge, group: number): GroupEdge {
    return 'classes' in edge ? edge.classes[group] : edge;
  }

  function shareBelow({ cuts, below }: Shares, u: number): number {
    const cell = cuts.findIndex((cut) => u <= cut);
    const [from, share] = cell === 0 ? [0, 0] : [cuts[cell - 1], below[cell - 1]];
    return share + ((u - from) / (cuts[cell] - from)) * (below[cell] - share);
  }

  /** P(U <= u | level) from the distribution function of the pair, by its difference. */
  function h(copula: EdgeCopula, u: Float64Array, { u: v, left }: CopulaColumn): Float64Array {
    const { cdf } = pairCopula(copula);
    const [high, low] = [cdf(u, v), cdf(u, left as Float64Array)];
    return u.map((_, r) => (high[r] - low[r]) / (v[r] - (left as Float64Array)[r]));
  }

  function slope(edge: GroupEdge, u: number, root: CopulaColumn, r: number) {
    if ('cuts' in edge) {
      const cell = edge.cuts.findIndex((cut) => u <= cut);
      const [from, share] = cell === 0 ? [0, 0] : [edge.cuts[cell - 1], edge.below[cell - 1]];
      return [edge.below[cell], share, edge.cuts[cell] - from];
    }
    const { hfunc1 } = pairCopula(edge);
    const [v, left] = [root.u[r], (root.left as Float64Array)[r]];
    const at = (x: number) => hfunc1(Float64Array.of(u), Float64Array.of(x))[0];
    return [at(v), at(left), v - left];
  }
});

/** Closed forms of their cdf: others take long. */
const QUICK: readonly FamilyName[] = ['clayton', 'gumbel', 'frank', 'joe', 'bb7'];

describe('three discrete variables, every cell by hand', () => {
  const draw = new Draw(7);
  const trials = groupings.flatMap(([name, groups]) =>
    [0, 1, 2].map((trial) => [`${name}, ${trial}`, groups] as const),
  );

  test.each(trials)('%s', (_, groups) => {
    const settings = { d: 3, groups, isDiscrete: () => true, families: QUICK };
    const vine = randomClassVine(draw, settings);
    const cells = cellsByHand(vine);
    const total = cells.reduce((sum, { p }) => sum + p, 0);
    expect(Math.abs(total - 1)).toBeLessThan(1e-10);

    // the density
    const columns = vine.atoms.map((_, j) => Float64Array.from(cells, ({ cell }) => cell[j]));
    const logs = vineLogPdf(vine, withLimits(vine, columns));
    cells.forEach(({ p, width }, c) => {
      expect(Math.abs(Math.exp(logs[c]) * width - p)).toBeLessThan(1e-10);
    });

    // samples: about 30 cells in each of 9 trials are within 5 standard errors but with probability 2e-4
    const rows = 20_000;
    const sample = sampleVine(vine, rows, { seed: 8 });
    const counts = new Map<string, number>();
    for (let r = 0; r < rows; r++) {
      const key = sample.map((u) => u[r]).join();
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
    let counted = 0;
    for (const { cell, p } of cells) {
      const count = counts.get(cell.join()) ?? 0;
      counted += count;
      const error = Math.sqrt((p * (1 - p)) / rows) + 1 / rows;
      expect(Math.abs(count / rows - p) / error).toBeLessThan(5);
    }
    expect(counted).toBe(rows);
  });

  /** P(y) times the rectangle of the second tree's copula between the distributions given y. */
  function cellsByHand(vine: Vine) {
    const [root, centre, last] = vine.structure.order;
    const [y, x, z] = [root, centre, last].map((variable) => vine.atoms[variable] as Atoms);
    const edge = (k: number, i: number, level: number): GroupEdge => {
      const found = vine.copulas[k][i] as EdgeCopula | SplitEdge;
      return 'classes' in found ? found.classes[(vine.groups as number[])[level]] : found;
    };
    const given = (own: GroupEdge, u: number, level: number): number => {
      if ('cuts' in own) {
        const cell = own.cuts.findIndex((cut) => u <= cut);
        const [from, share] = cell === 0 ? [0, 0] : [own.cuts[cell - 1], own.below[cell - 1]];
        return share + ((u - from) / (own.cuts[cell] - from)) * (own.below[cell] - share);
      }
      const at = (v: number) => pairCopula(own).cdf(Float64Array.of(u), Float64Array.of(v))[0];
      return (at(y.u[level]) - at(y.left[level])) / (y.u[level] - y.left[level]);
    };
    const cells: { cell: number[]; p: number; width: number }[] = [];
    y.u.forEach((_, b) => {
      const above = pairCopula(edge(1, 2, b) as EdgeCopula);
      x.u.forEach((_, i) => {
        z.u.forEach((_, j) => {
          const atX = [x.left[i], x.u[i]].map((u) => given(edge(0, 1, b), u, b));
          const atZ = [z.left[j], z.u[j]].map((u) => given(edge(0, 2, b), u, b));
          const at = (first: number, second: number) =>
            above.cdf(Float64Array.of(first), Float64Array.of(second))[0];
          const within =
            at(atZ[1], atX[1]) - at(atZ[0], atX[1]) - at(atZ[1], atX[0]) + at(atZ[0], atX[0]);
          const cell: number[] = [];
          cell[root] = y.u[b];
          cell[centre] = x.u[i];
          cell[last] = z.u[j];
          const widths = [y.u[b] - y.left[b], x.u[i] - x.left[i], z.u[j] - z.left[j]];
          cells.push({ cell, p: widths[0] * within, width: widths[0] * widths[1] * widths[2] });
        });
      });
    });
    return cells;
  }
});

describe('rows do not depend on their neighbours', () => {
  const parts: ClassVineParts = {
    structure: cvine([0, 1, 2, 3]),
    atoms: [undefined, atomsWith([0.3, 0.4, 0.3]), undefined, atomsWith([0.5, 0.2, 0.3])],
    groups: [0, 1, 1],
  };
  const vine = classVineWith(parts, (k, i) => {
    if (k === 0) return split(sharesWith([1, 2, 3]), sharesWith([3, 2, 1]));
    return i === 3 ? shared(gaussian(0.4)) : split(gaussian(0.7), gaussian(-0.6));
  });

  test.each(['exact', 'latent'] as const)('%s: rows in pieces are those of one draw', (how) => {
    const draw = new Draw(9);
    const uniforms = parts.atoms.map(() => draw.column(3000, () => draw.uniform()));
    const whole = inverseRosenblatt(vine, uniforms, { responseSampling: how });
    for (const [from, to] of [
      [0, 1],
      [1, 8],
      [8, 1500],
      [1500, 3000],
    ]) {
      const piece = inverseRosenblatt(
        vine,
        uniforms.map((u) => u.slice(from, to)),
        { responseSampling: how },
      );
      piece.forEach((u, j) => void expectSame(u, whole[j].slice(from, to)));
    }
  });

  test('a class that no row has is no matter', () => {
    const sample = sampleVine(vine, 500, { seed: 1 });
    const [, , , first] = sample;
    const rows = Array.from(first.keys()).filter((r) => first[r] === 0.5);
    const own = sample.map((u) => Float64Array.from(rows, (r) => u[r]));
    const logs = vineLogPdf(vine, withLimits(vine, sample));
    expectSame(
      vineLogPdf(vine, withLimits(vine, own)),
      Float64Array.from(rows, (r) => logs[r]),
    );
  });
});

function farthest(a: readonly Float64Array[], b: readonly Float64Array[]): number {
  return Math.max(
    ...a.map((u, j) => u.reduce((most, x, i) => Math.max(most, Math.abs(x - b[j][i])), 0)),
  );
}
