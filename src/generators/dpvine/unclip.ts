/**
 * What clipping takes from sums of scores is given back: estimates of clipped scores become those of whole ones.
 * A long row is shortened as a whole, and rows are long where variables that go together are far out; so strong
 * common dependence loses more than weak, and no one factor mends it. What clipping makes of a shape is known,
 * since rows can be drawn from it and clipped as real ones were; so estimates are moved until the rows that they
 * give have, once clipped, the sums that were measured. This looks at no real row and costs no budget.
 *
 * So many rows are drawn that their own chance is small beside the noise. Estimates with much noise may be such
 * as no table can have; what of them a shape cannot keep is not moved after them.
 */

import { kernel, scoped } from '../../numerics/kernel.ts';
import { rngFromSeed } from '../../random/rng.ts';
import type { Base } from './base.ts';
import { clippedScores, SCALE } from './clippedScores.ts';
import { drawCells } from './draw.ts';
import { type Estimates, estimatesOf, pairsOf, type Sums } from './estimates.ts';
import { halvesOf } from './margins.ts';
import type { ColumnScores } from './scores.ts';
import type { Shape } from './shape.ts';
import { contrastsOf, variableTables } from './statistics.ts';

/** Rows that are drawn in each round, of all or of each class where classes are apart. */
const FEWEST_ROWS = 1500;
const MOST_ROWS = 20_000;
/** A product of two clipped scores has about this standard deviation. */
const SPREAD = 0.5;
/** By how much less the chance of drawn rows is to be than the noise. */
const LESS = 3;
/** The chance of whole scores, in standard deviations: beyond it a shape does not have what it was to have. */
const BEYOND = 3;
/** The first finds the scale alone. */
const ROUNDS = 3;
/** Factors beyond it would be those of a shape that is all noise. */
const LEAST = 0.2;
/** Of a pair whose scores keep less of its correlation the chance of drawn rows would count for more than the rest. */
const LEAST_KEPT = 0.25;

/** `noise`: the standard deviation of a measured mean product. `shapeAt`: the shape of whole estimates. */
export function unclipped(
  base: Base,
  target: Estimates,
  noise: number,
  shapeAt: (whole: Estimates) => Shape,
): Estimates {
  if (base.parts.length === 0) return target;
  const needed = (LESS * SPREAD) / noise;
  const rows = Math.ceil(Math.min(MOST_ROWS, Math.max(FEWEST_ROWS, needed * needed)));
  const chance = BEYOND / Math.sqrt(rows);
  const isMoved = pairsOf(base.parts.length).map(
    ([j, k]) => base.parts[j].loading * base.parts[k].loading >= LEAST_KEPT,
  );
  let whole = target;
  for (let round = 0; round < ROUNDS; round++) {
    const drawn = drawnFrom(base, shapeAt(whole), target.pairs.length, rows);
    const factors = {
      contrasts: slope(drawn.clipped.contrasts, drawn.whole.contrasts),
      pairs: slope(drawn.clipped.pairs, drawn.whole.pairs),
    };
    const last = whole;
    const moved = (part: 'contrasts' | 'pairs') =>
      target[part].map((own, row) =>
        own.map((value, at) => {
          // what was taken for noise stays so
          if (value === 0) return 0;
          const factor = factors[part];
          if (round === 0) return value / factor;
          const asked = last[part][row][at];
          if (part === 'pairs' && !isMoved[at]) return asked;
          const apart = asked - drawn.whole[part][row][at];
          // means of clipped rows follow those of whole ones, also in what they have by chance; products less
          const missed = part === 'contrasts' ? apart : beyond(apart, chance);
          return asked - missed + (value - drawn.clipped[part][row][at]) / factor;
        }),
      );
    whole = { contrasts: moved('contrasts'), pairs: moved('pairs') };
  }
  return whole;
}

/** What of a difference chance does not explain. */
function beyond(difference: number, chance: number): number {
  const size = Math.max(0, Math.abs(difference) - chance);
  return difference < 0 ? -size : size;
}

interface Drawn {
  readonly clipped: Estimates;
  readonly whole: Estimates;
}

/** What rows of a shape have, clipped and whole. Classes are drawn alike, and weighed by their shares. */
function drawnFrom(base: Base, shape: Shape, groups: number, each: number): Drawn {
  const { plan, classes } = base;
  const isSplit = groups > 1;
  const rows = isSplit ? each * groups : each;
  const even = isSplit ? { ...shape, classes: classes.map(() => 1 / classes.length) } : shape;
  const rng = rngFromSeed(0).split('dpvine', 'clip');
  const [cells] = drawCells(plan, even, [shape.order.length], 0, rows, rng);
  const tables = variableTables(plan, shape.scores);
  const codes = plan.variables.map(({ column }) => cells[column]);
  const members = membersOf(base, cells[plan.response], isSplit ? groups : undefined);
  const sums = members.map((own) => ({
    rows: own.length,
    clipped: sumsOf(tables.length, own.length, (out) =>
      clippedScores(tables, codes, own, 0, own.length, out),
    ),
    whole: sumsOf(tables.length, own.length, (out) => wholeScores(tables, codes, own, out)),
  }));
  const of = (kind: 'clipped' | 'whole') =>
    estimatesOf(
      base,
      weighed(
        base,
        sums.map((own) => ({ rows: own.rows, ...own[kind] })),
        isSplit,
      ),
    );
  return { clipped: of('clipped'), whole: of('whole') };
}

/** Rows by class, or by half of a numeric response: those without one are in neither half. */
function membersOf(
  { plan, scores, isNumeric }: Base,
  response: Int32Array,
  groups: number | undefined,
): Int32Array[] {
  const count = isNumeric ? 3 : (groups ?? Math.max(1, plan.classes));
  const own = scores.get(plan.response);
  const { cells } = isNumeric ? halvesOf(own as ColumnScores) : { cells: 0 };
  const last = own?.order.length ?? 0;
  const groupOf = (code: number) => (!isNumeric ? code : code >= last ? 2 : code < cells ? 0 : 1);
  const rows: number[][] = Array.from({ length: count }, () => []);
  response.forEach((code, i) => {
    rows[groupOf(code)].push(i);
  });
  return rows.map((each) => Int32Array.from(each));
}

/** As clippedScores.ts has them, without clipping and rounding. */
function wholeScores(
  tables: readonly Float64Array[],
  codes: readonly Int32Array[],
  rows: Int32Array,
  out: Float64Array,
): void {
  tables.forEach((table, j) => {
    const [own, from] = [codes[j], j * rows.length];
    for (let i = 0; i < rows.length; i++) out[from + i] = SCALE * table[own[rows[i]]];
  });
}

interface GroupSums {
  readonly sums: Float64Array;
  readonly products: Float64Array;
}

/** Of n rows of d variables, which `write` gives variable after variable. */
function sumsOf(d: number, n: number, write: (out: Float64Array) => void): GroupSums {
  return scoped((scope) => {
    const [block, matrix] = [scope.column(n * d), scope.column(d * d)];
    const numbers = scope.view(block, n * d);
    write(numbers);
    const sums = new Float64Array(d);
    for (let j = 0; j < d; j++) {
      for (let i = j * n; i < (j + 1) * n; i++) sums[j] += numbers[i];
    }
    kernel().crossProducts(block, n, d, matrix);
    return { sums, products: scope.get(matrix, d * d) };
  });
}

/** As if they had been measured: each group by its share of the rows. */
function weighed(
  { plan, classes, isNumeric }: Base,
  groups: readonly (GroupSums & { readonly rows: number })[],
  isSplit: boolean,
): Sums {
  const d = plan.variables.length;
  const total = groups.reduce((sum, { rows }) => sum + rows, 0);
  const weights = groups.map(({ rows }, g) => {
    if (rows === 0) return 0;
    return (isNumeric ? rows / total : classes[g]) / rows;
  });
  const sums = groups.map((own, g) => own.sums.map((x) => x * weights[g]));
  const response = isNumeric || plan.classes >= 2 ? contrastsOf(plan, sums) : [];
  const pairs = pairsOf(d);
  const entries = groups.map(({ products }, g) =>
    pairs.map(([j, k]) => products[j * d + k] * weights[g]),
  );
  const moments = isSplit
    ? entries
    : [pairs.map((_, p) => entries.reduce((sum, own) => sum + own[p], 0))];
  return { rows: 1, response: response.map((row) => Array.from(row)), moments };
}

/** Of a regression of y on x through the origin. */
function slope(y: readonly Float64Array[], x: readonly Float64Array[]): number {
  let [xy, xx] = [0, 0];
  x.forEach((row, r) => {
    for (let i = 0; i < row.length; i++) {
      xy += row[i] * y[r][i];
      xx += row[i] * row[i];
    }
  });
  return xx > 0 ? Math.min(1, Math.max(LEAST, xy / xx)) : 1;
}
