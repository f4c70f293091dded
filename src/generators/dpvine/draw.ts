/**
 * Rows of cells from the shape, at one or several truncations with the same random numbers. A row is a
 * function of the stream and its number, so that rows come out the same in one piece or many.
 */

import { kernel, scoped } from '../../numerics/kernel.ts';
import type { Rng } from '../../random/rng.ts';
import type { Plan } from './plan.ts';
import { centresAt, factorAt, type Latent, type Shape } from './shape.ts';

const BLOCK = 2048;

/** By truncation and column, the cells of rows first .. first + rows - 1. */
export function drawCells(
  plan: Plan,
  shape: Shape,
  truncations: readonly number[],
  first: number,
  rows: number,
  rng: Rng,
): Int32Array[][] {
  const n = shape.order.length;
  const drawn = truncations.map(() => plan.columns.map(() => new Int32Array(rows)));
  const factors = truncations.map((truncation) =>
    shape.edges.map((edges) => factorAt(edges, n, centresAt(shape, truncation))),
  );
  for (let from = 0; from < rows; from += BLOCK) {
    const count = Math.min(BLOCK, rows - from);
    const normals = normalsOf(n, first + from, count, rng);
    const classes = classesOf(shape.classes, rng.split('class').uniforms(count, first + from));
    truncations.forEach((truncation, t) => {
      const latents = truncation === 0 ? shape.free : shape.latents;
      const centres = centresAt(shape, truncation);
      placeRows(
        { plan, shape, latents, centres, factors: factors[t], normals, classes },
        (column) => drawn[t][column].subarray(from, from + count),
      );
    });
  }
  return drawn;
}

/** One column of normal numbers for each latent variable. */
function normalsOf(n: number, first: number, count: number, rng: Rng): Float64Array[] {
  return Array.from({ length: n }, (_, v) =>
    scoped((scope) => {
      const column = scope.column(count);
      rng.split('normal', v).uniformsInto(column, count, first);
      kernel().normalQuantileColumn(column, column, count);
      return scope.get(column, count);
    }),
  );
}

function classesOf(shares: Float64Array, uniforms: Float64Array): Int32Array {
  return Int32Array.from(uniforms, (u) => {
    let sum = shares[0];
    let c = 0;
    while (u > sum && c < shares.length - 1) sum += shares[++c];
    return c;
  });
}

interface Block {
  readonly plan: Plan;
  readonly shape: Shape;
  readonly latents: readonly Latent[];
  readonly centres: number;
  readonly factors: readonly Float64Array[];
  readonly normals: readonly Float64Array[];
  readonly classes: Int32Array;
}

function placeRows(block: Block, out: (column: number) => Int32Array): void {
  const { plan, shape, latents, centres, factors, normals, classes } = block;
  const n = shape.order.length;
  const count = classes.length;
  if (plan.classes > 0) out(plan.response).set(classes);
  const gone: { readonly column: number; readonly rows: Int32Array }[] = [];
  const values = new Float64Array(count);
  shape.order.forEach((place, j) => {
    const { variable, cuts } = latents[place];
    // the normal numbers belong to variables, so that they are the same whatever the order
    const own = normals[place];
    for (let i = 0; i < count; i++) values[i] = factors[classes[i]][j * n + j] * own[i];
    for (let k = 0; k < Math.min(j, centres); k++) {
      const weights = factors.map((factor) => factor[j * n + k]);
      if (weights.every((weight) => weight === 0)) continue;
      const other = normals[shape.order[k]];
      for (let i = 0; i < count; i++) values[i] += weights[classes[i]] * other[i];
    }
    const places = new Int32Array(count);
    for (let i = 0; i < count; i++) places[i] = placeOf(values[i], cuts[classes[i]]);
    if (variable.kind === 'missing') gone.push({ column: variable.column, rows: places });
    else {
      const { order } = shape.scores.get(variable.column) as { order: readonly number[] };
      const target = out(variable.column);
      for (let i = 0; i < count; i++) target[i] = order[places[i]];
    }
  });
  for (const { column, rows } of gone) {
    const target = out(column);
    const last = plan.columns[column].cells - 1;
    for (let i = 0; i < count; i++) if (rows[i] === 1) target[i] = last;
  }
}

/** How many cuts are below: by halving. */
function placeOf(x: number, cuts: Float64Array): number {
  let [low, high] = [0, cuts.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (cuts[middle] < x) low = middle + 1;
    else high = middle;
  }
  return low;
}
