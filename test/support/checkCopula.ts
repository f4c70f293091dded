/**
 * Identities that hold for every pair copula, whatever its family: inverses, derivatives, bounds,
 * integrals, symmetries, cells. Each check gives the violations it found, in words.
 */

import { type CopulaColumn, isDiscrete } from '../../src/copula/copulaColumn.ts';
import { exchanged, hfunc2, logPdf, type PairCopula } from '../../src/copula/evaluate.ts';
import { type EvaluablePairCopula, pairCopula } from '../../src/copula/pairCopula.ts';
import { inWords, isSingular } from './copulaGrid.ts';
import { derivative } from './derivative.ts';
import type { Draw } from './draw.ts';
import { gaussLegendre } from './gaussLegendre.ts';

/** A violation, or nothing. */
type Found = string | undefined;

/** All identities; `draw` gives the random points, of which there are `points`. */
export function checkCopula(data: PairCopula, draw: Draw, points: number): string[] {
  const copula = pairCopula(data);
  return [
    ...checkInverses(copula, interiorLattice()),
    ...checkInverses(copula, edgeLattice()),
    ...checkDerivatives(copula),
    ...checkBounds(copula, draw, points),
    ...checkConditionalMass(copula),
    ...checkSymmetry(copula),
    ...checkDiscrete(copula),
  ].map((violation) => `${inWords(data)}: ${violation}`);
}

interface Points {
  readonly u: Float64Array;
  readonly v: Float64Array;
}

function lattice(values: readonly number[]): Points {
  const pairs = values.flatMap((u) => values.map((v) => [u, v]));
  return { u: Float64Array.from(pairs, ([u]) => u), v: Float64Array.from(pairs, ([, v]) => v) };
}

/** 21 x 21 points. */
export function interiorLattice(): Points {
  return lattice(Array.from({ length: 21 }, (_, i) => (i + 0.5) / 21));
}

export function edgeLattice(): Points {
  return lattice([1e-8, 1e-6, 1e-4, 0.01, 0.5, 0.99, 1 - 1e-4, 1 - 1e-6, 1 - 1e-8]);
}

/** What a unit in the last place of u near 1, or of any smaller number, can change. */
const EPS = Number.EPSILON;
/** What h may be off by at strong parameters. */
const H_ERROR = 1e-13;

/**
 * hinv(hfunc(u)) = u within 1e-10, or within what a rounding of h is worth where the density is
 * small; and hfunc(hinv(p)) = p within 1e-10, or what a rounding of u is worth where it is large.
 */
export function checkInverses(copula: EvaluablePairCopula, { u, v }: Points): string[] {
  // where all mass lies on a diagonal, quantiles of the condition are off by a few units more
  const ulps = isSingular(copula) ? 256 : 1;
  const p = copula.hfunc2(u, v);
  const back = copula.hinv2(p, v);
  const density = copula.pdf(u, v);
  const inverse = copula.hinv2(u, v);
  const again = copula.hfunc2(inverse, v);
  const slope = copula.pdf(inverse, v);
  const violations = findEach(u.length, (i) => {
    // closer to 0 and 1 an inverse is not asked for
    if (p[i] > 1e-10 && p[i] < 1 - 1e-10) {
      const worth = H_ERROR / density[i];
      if (!(Math.abs(back[i] - u[i]) <= Math.max(1e-10, worth))) {
        return `hinv2(hfunc2) at (${u[i]}, ${v[i]}): back at ${back[i]}`;
      }
    }
    const worth = ulps * slope[i] * inverse[i] * EPS;
    if (!(Math.abs(again[i] - u[i]) <= Math.max(1e-10, worth))) {
      return `hfunc2(hinv2) at p = ${u[i]}, v = ${v[i]}: u = ${inverse[i]}, back at ${again[i]}`;
    }
    return undefined;
  });
  return violations;
}

/** dC/du2 = hfunc2, dC/du1 = hfunc1, d hfunc2/du1 = pdf, within 1e-6 relative. */
export function checkDerivatives(copula: EvaluablePairCopula): string[] {
  if (isSingular(copula)) return [];
  const at = (f: EvaluablePairCopula['cdf'], u: number, v: number) =>
    f(Float64Array.of(u), Float64Array.of(v))[0];
  const { u, v } = lattice([0.03, 0.2, 0.45, 0.7, 0.93]);
  return findEach(u.length, (i) => {
    const [x, y] = [u[i], v[i]];
    // short against the scale on which the strongest copulas turn
    const step = 0.02 * Math.min(x, 1 - x, y, 1 - y);
    for (const [what, slope, value] of [
      ['dC/du2', derivative((t) => at(copula.cdf, x, t), y, step), at(copula.hfunc2, x, y)],
      ['dC/du1', derivative((t) => at(copula.cdf, t, y), x, step), at(copula.hfunc1, x, y)],
      ['dh2/du1', derivative((t) => at(copula.hfunc2, t, y), x, step), at(copula.pdf, x, y)],
    ] as const) {
      const limit = 1e-6 * Math.max(value, 1e-3);
      if (!(Math.abs(slope.value - value) <= limit)) {
        return `${what} at (${x}, ${y}): ${slope.value}, expected ${value}`;
      }
    }
    return undefined;
  });
}

/** Inside the Frechet bounds, rising in both arguments, with uniform margins and h in [0, 1]. */
export function checkBounds(copula: EvaluablePairCopula, draw: Draw, points: number): string[] {
  const u = draw.column(points, edgy);
  const v = draw.column(points, edgy);
  const more = u.map((value) => value + (1 - value) * draw.uniform());
  const one = new Float64Array(points).fill(1);
  const C = copula.cdf(u, v);
  const later = copula.cdf(more, v);
  const h = copula.hfunc2(u, v);
  const laterH = copula.hfunc2(more, v);
  const turned = copula.hfunc1(v, u);
  const laterTurned = copula.hfunc1(v, more);
  const margin1 = copula.cdf(u, one);
  const margin2 = copula.cdf(one, u);
  const almost = copula.cdf(
    u,
    one.map((value) => value - 1e-12),
  );
  const density = copula.logPdf(u, v);
  return findEach(points, (i) => {
    const where = `at (${u[i]}, ${v[i]})`;
    const [low, high] = [Math.max(u[i] + v[i] - 1, 0), Math.min(u[i], v[i])];
    if (!(C[i] >= low - EPS && C[i] <= high + EPS)) return `C = ${C[i]} out of its bounds ${where}`;
    if (!(later[i] >= C[i] - 4 * EPS)) return `C falls from ${C[i]} to ${later[i]} ${where}`;
    if (!(h[i] >= 0 && h[i] <= 1)) return `h = ${h[i]} ${where}`;
    if (!(laterH[i] >= h[i] * (1 - 1e-12) - 4 * EPS))
      return `h2 falls from ${h[i]} to ${laterH[i]} ${where}`;
    if (!(laterTurned[i] >= turned[i] * (1 - 1e-12) - 4 * EPS)) return `h1 falls ${where}`;
    if (margin1[i] !== u[i] || margin2[i] !== u[i]) return `a margin is not uniform ${where}`;
    if (!(Math.abs(almost[i] - u[i]) <= 1.1e-12)) return `C(${u[i]}, 1 - 1e-12) = ${almost[i]}`;
    if (Number.isNaN(density[i]) || density[i] === Infinity)
      return `log-density ${density[i]} ${where}`;
    return undefined;
  });
}

/** Two thirds anywhere in (0, 1), the others close to an end. */
function edgy(draw: Draw): number {
  const u = draw.uniform() + 2 ** -54;
  const kind = draw.integer(6);
  if (kind > 1) return u;
  const small = 0.1 * u ** 6;
  return kind === 0 ? small : 1 - small;
}

/**
 * Over the first argument the density integrates to a difference of h, within 1e-6, for second
 * arguments from 1e-6 to 1 - 1e-6: so the whole square holds 1. Gauss-Legendre pieces between
 * conditional quantiles find the peaks wherever they are, and pieces of half a decade their tails.
 */
export function checkConditionalMass(copula: EvaluablePairCopula): string[] {
  if (isSingular(copula)) return [];
  const levels = [1e-9, 1e-7, 1e-5, 1e-3, 0.02, 0.1, 0.25, 0.5];
  const cuts = Float64Array.from([...levels, ...levels.map((p) => 1 - p)].sort((a, b) => a - b));
  const givens = [1e-6, 1e-3, 0.05, 0.3, 0.5, 0.8, 0.97, 0.9999, 1 - 1e-6];
  return findEach(givens.length, (k) => {
    const given = new Float64Array(cuts.length).fill(givens[k]);
    const ends = Float64Array.from([...DECADES, ...copula.hinv2(cuts, given)])
      .map((u) => Math.min(Math.max(u, 1e-10), 1 - 1e-10))
      .sort();
    const { nodes, weights } = gaussLegendre(ends, 16);
    const density = copula.pdf(nodes, new Float64Array(nodes.length).fill(givens[k]));
    const mass = density.reduce((sum, value, i) => sum + value * weights[i], 0);
    const h = copula.hfunc2(ends, new Float64Array(ends.length).fill(givens[k]));
    const expected = h[h.length - 1] - h[0];
    if (Math.abs(mass - expected) <= 1e-6) return undefined;
    return `the density given ${givens[k]} integrates to ${mass}, not ${expected}`;
  });
}

const DECADES = Array.from({ length: 19 }, (_, k) => 10 ** (-0.5 * k - 0.5)).flatMap((u) => [
  u,
  1 - u,
]);

/** Exchanged arguments, and turned ones, give the copula of the mirrored and turned rotation. */
export function checkSymmetry(copula: EvaluablePairCopula): string[] {
  // multiples of 1/64, so that 1 - u is exact
  const { u, v } = lattice(Array.from({ length: 16 }, (_, i) => (4 * i + 1) / 64));
  const mirrored = pairCopula(exchanged(copula));
  const away = u.map((value) => 1 - value);
  const turned = turnedFirst(copula);
  const pairs: [string, Float64Array, Float64Array][] = [
    ['log-density exchanged', copula.logPdf(u, v), mirrored.logPdf(v, u)],
    ['cdf exchanged', copula.cdf(u, v), mirrored.cdf(v, u)],
    ['h exchanged', copula.hfunc1(u, v), mirrored.hfunc2(v, u)],
    ['hinv exchanged', copula.hinv1(u, v), mirrored.hinv2(v, u)],
    ['log-density turned', copula.logPdf(u, v), turned.logPdf(away, v)],
    ['h1 turned', copula.hfunc1(u, v), turned.hfunc1(away, v)],
  ];
  return pairs.flatMap(([what, a, b]) =>
    findEach(a.length, (i) => {
      if (Math.abs(a[i] - b[i]) <= 1e-10 * Math.max(1, Math.abs(a[i]))) return undefined;
      return `${what} at (${u[i]}, ${v[i]}): ${a[i]} and ${b[i]}`;
    }),
  );
}

/** The copula of (1 - U1, U2). */
function turnedFirst({ family, rotation, parameters }: PairCopula): EvaluablePairCopula {
  if (family === 'gaussian' || family === 'student' || family === 'frank') {
    const [theta, ...others] = parameters;
    return pairCopula({ family, parameters: [0 - theta, ...others] });
  }
  if (family === 'independence') return pairCopula({ family });
  const turned = ({ 0: 90, 90: 0, 180: 270, 270: 180 } as const)[rotation];
  return pairCopula({ family, rotation: turned, parameters });
}

/** Upper limits of the cells of a discrete variable, some of them narrow. */
const LEVELS = [
  1e-9,
  2e-7,
  0.1,
  0.1 + 1e-8,
  0.1 + 2e-6,
  0.1 + 1e-4,
  0.5,
  0.9,
  0.9 + 1e-7,
  1 - 1e-6,
  1,
];

function cells(indices: readonly number[]): CopulaColumn & { left: Float64Array } {
  return {
    u: Float64Array.from(indices, (k) => LEVELS[k]),
    left: Float64Array.from(indices, (k) => (k > 0 ? LEVELS[k - 1] : 0)),
  };
}

const width = ({ u, left }: CopulaColumn, i: number) => u[i] - (left as Float64Array)[i];

/**
 * The probabilities of a discrete variable's cells sum to 1, given the other variable and over
 * both; and h given the cells averages to the margin. Within 1e-9, but 1e-5 where all mass lies on a
 * diagonal, and turns within the narrow cells.
 */
export function checkDiscrete(copula: PairCopula): string[] {
  const limit = isSingular(copula) ? 1e-5 : 1e-9;
  const all = LEVELS.map((_, k) => k);
  const second = cells(all);
  const givens = [1e-6, 0.08, 0.1, 0.5, 0.77, 1 - 1e-6];
  const sums: [string, number, number][] = [];
  for (const given of givens) {
    const first = { u: new Float64Array(all.length).fill(given) };
    sums.push([`cells given u1 = ${given}`, total(copula, first, second), 1]);
    sums.push([`cells given u2 = ${given}`, total(copula, second, first), 1]);
    const h = hfunc2(copula, first.u, second);
    sums.push([
      `h at ${given} averaged`,
      h.reduce((sum, value, i) => sum + value * width(second, i), 0),
      given,
    ]);
  }
  const pairs = all.flatMap((k) => all.map((l) => [k, l]));
  const both = [cells(pairs.map(([k]) => k)), cells(pairs.map(([, l]) => l))];
  sums.push(['all cells', total(copula, both[0], both[1]), 1]);
  return findEach(sums.length, (i) => {
    const [what, sum, expected] = sums[i];
    return Math.abs(sum - expected) <= limit ? undefined : `${what}: ${sum}, expected ${expected}`;
  });
}

/** The density times the cells' widths, summed. */
function total(copula: PairCopula, first: CopulaColumn, second: CopulaColumn): number {
  const weight = (margin: CopulaColumn, i: number) => (isDiscrete(margin) ? width(margin, i) : 1);
  return logPdf(copula, first, second).reduce(
    (sum, value, i) => sum + Math.exp(value) * weight(first, i) * weight(second, i),
    0,
  );
}

/** The first violation among n, if there is one: more of the same kind say little. */
function findEach(n: number, find: (i: number) => Found): string[] {
  for (let i = 0; i < n; i++) {
    const found = find(i);
    if (found !== undefined) return [found];
  }
  return [];
}
