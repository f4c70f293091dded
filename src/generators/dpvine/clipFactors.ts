/**
 * What clipping takes from sums of scores: rows drawn from the fitted shape are clipped as real ones were,
 * and their sums compared with those of whole rows. This looks at no real row, so that it costs no budget.
 */

import { crossProducts } from '../../numerics/crossProducts.ts';
import { rngFromSeed } from '../../random/rng.ts';
import { clippedScores, SCALE } from './clippedScores.ts';
import { drawCells } from './draw.ts';
import { halvesOf } from './margins.ts';
import { variableTables } from './measure.ts';
import type { Plan } from './plan.ts';
import type { ColumnScores } from './scores.ts';
import type { ClipFactors, Shape } from './shape.ts';

const ROWS = 2000;
/** Factors beyond it would be those of a shape that is all noise. */
const LEAST = 0.2;

export function clipFactors(plan: Plan, shape: Shape): ClipFactors {
  const d = plan.variables.length;
  if (d === 0) return { response: 1, moments: 1 };
  const rng = rngFromSeed(0).split('dpvine', 'clip');
  const [cells] = drawCells(plan, shape, [shape.order.length], 0, ROWS, rng);
  const tables = variableTables(plan, shape.scores);
  const codes = plan.variables.map(({ column }) => cells[column]);
  const all = Int32Array.from({ length: ROWS }, (_, row) => row);
  const flat = new Float64Array(ROWS * d);
  clippedScores(tables, codes, all, 0, ROWS, flat);
  const clipped = tables.map((_, j) => flat.slice(j * ROWS, (j + 1) * ROWS).map((x) => x / SCALE));
  const whole = tables.map((table, j) => Float64Array.from(codes[j], (code) => table[code]));
  const signs = signsOf(plan, shape, cells[plan.response]);
  const tie = (columns: readonly Float64Array[]) =>
    columns.flatMap((column) =>
      signs.map((sign) => column.reduce((sum, x, i) => sum + sign[i] * x, 0)),
    );
  const products = (columns: readonly Float64Array[]) => {
    const matrix = crossProducts(columns);
    return Array.from(matrix).filter((_, at) => Math.floor(at / d) < at % d);
  };
  return {
    response: slope(tie(clipped), tie(whole)),
    moments: slope(products(clipped), products(whole)),
  };
}

/** Rows by class, or by half, around their mean. */
function signsOf(plan: Plan, shape: Shape, codes: Int32Array): Float64Array[] {
  const around = (indicator: (code: number) => number) => {
    const values = Float64Array.from(codes, indicator);
    const mean = values.reduce((sum, x) => sum + x, 0) / values.length;
    return values.map((x) => x - mean);
  };
  if (plan.classes === 0) {
    const { cells } = halvesOf(shape.scores.get(plan.response) as ColumnScores);
    return [around((code) => (code < cells ? 0 : 1))];
  }
  return Array.from({ length: plan.classes }, (_, c) => around((code) => (code === c ? 1 : 0)));
}

/** Of a regression of y on x through the origin. */
function slope(y: readonly number[], x: readonly number[]): number {
  let [xy, xx] = [0, 0];
  for (let i = 0; i < x.length; i++) {
    xy += x[i] * y[i];
    xx += x[i] * x[i];
  }
  return xx > 0 ? Math.min(1, Math.max(LEAST, xy / xx)) : 1;
}
