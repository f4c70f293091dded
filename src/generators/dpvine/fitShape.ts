/** From noisy whole numbers to the shape of a vine: all that follows from them, and nothing else does. */

import { baseOf } from './base.ts';
import { SCALE } from './clippedScores.ts';
import { denoised, type Estimates, estimatesOf, pairsOf } from './estimates.ts';
import type { Measured, NoiseScales } from './measure.ts';
import type { OrderRequest } from './noisyOrder.ts';
import type { Plan } from './plan.ts';
import type { Shrink } from './settings.ts';
import { latentsOf, type Shape, shapeOf } from './shape.ts';
import { unclipped } from './unclip.ts';

export interface ShapeSettings {
  readonly shrink: Shrink;
  readonly order: OrderRequest;
  readonly clipCorrection: boolean;
}

export function fitShape(
  plan: Plan,
  measured: Measured,
  scales: NoiseScales,
  { shrink, order, clipCorrection }: ShapeSettings,
): Shape {
  const base = baseOf(plan, measured);
  const raw = estimatesOf(base, measured);
  const latents = latentsOf(base, raw.contrasts);
  const spread = base.parts.map(({ loading }, j) => loading * latents[j].sd);
  const sizes = Float64Array.from(pairsOf(spread.length), ([j, k]) => spread[j] * spread[k]);
  const clipped = denoised(base, raw, scales, measured.rows, sizes, shrink);
  const shapeAt = (whole: Estimates) => shapeOf(base, whole, order);
  if (!clipCorrection) return shapeAt(clipped);
  const least = base.classes.reduce((low, share) => Math.min(low, share), 1);
  const share = raw.pairs.length > 1 ? least : 1;
  const noise = scales.moments / (SCALE * SCALE * measured.rows * share);
  return shapeAt(unclipped(base, clipped, noise, shapeAt));
}
