/**
 * Differentially private mechanisms. Neighbouring tables differ in one row that is replaced by another
 * ("bounded" differential privacy), so that the number of rows is public.
 *
 * Noise comes from uniform numbers by the inverse distribution function. Noise that is no whole number
 * shows in its last bits which sums can give it (Mironov, "On significance of the least significant
 * bits", CCS 2012). Counts with whole noise do not: they are sums of whole numbers, and the chance of
 * each is right but for the 53 bits of a uniform number.
 */

import { kernel, scoped } from '../../numerics/kernel.ts';
import type { Noise } from '../../random/noise.ts';

/** Laplace: density exp(-|x| / scale) / (2 scale). */
export function laplaceNoise(n: number, scale: number, noise: Noise): Float64Array {
  const { log } = kernel();
  return noise.uniforms(n).map((u) => scale * (u < 0.5 ? log(2 * u) : -log(2 * (1 - u))));
}

/**
 * The two-sided geometric distribution, Laplace's on whole numbers: the chance of k is proportional to
 * a^|k| with a = exp(-1 / scale) (Ghosh, Roughgarden and Sundararajan 2009). It is at most -m when the
 * uniform number is at most a^m / (1 + a).
 */
export function geometricNoise(n: number, scale: number, noise: Noise): Float64Array {
  const { exp, log } = kernel();
  const factor = 1 + exp(-1 / scale);
  const size = (tail: number) => Math.max(0, Math.floor(-scale * log(tail * factor)));
  return noise.uniforms(n).map((u) => (u < 0.5 ? 0 - size(u) : size(1 - u)));
}

/** Where the steps of a uniform number could show in the noise: once in 32,768 draws. */
const TAIL = 1 / 0x10000;
const UNIFORM_STEP = 1 / 0x20000000000000;

/**
 * Normal with standard deviation `sd`; rounded where whole, which is part of no release but the sum's. Far out the 53
 * bits of a uniform number are steps of more than 1 in large noise, so that some whole numbers could not come out, and
 * one that does would speak for some sums and against others. There 53 more bits are drawn.
 */
export function gaussianNoise(n: number, sd: number, whole: boolean, noise: Noise): Float64Array {
  const drawn = scoped((scope) => {
    const column = scope.column(n);
    noise.uniformsInto(column, n);
    const uniforms = scope.get(column, n);
    kernel().normalQuantileColumn(column, column, n);
    return refineTails(scope.get(column, n), uniforms, noise);
  });
  for (let i = 0; i < n; i++) drawn[i] = whole ? Math.round(sd * drawn[i]) + 0 : sd * drawn[i];
  return drawn;
}

function refineTails(normal: Float64Array, uniforms: Float64Array, noise: Noise): Float64Array {
  const far: number[] = [];
  for (let i = 0; i < uniforms.length; i++) {
    if (uniforms[i] < TAIL || 1 - uniforms[i] < TAIL) far.push(i);
  }
  if (far.length === 0) return normal;
  const { normalQuantile } = kernel();
  const more = noise.split('tail').uniforms(far.length);
  far.forEach((i, place) => {
    const u = uniforms[i];
    // a number below one half is the middle of its step, one above it the lower end of its own
    normal[i] =
      u < 0.5
        ? normalQuantile(u + (more[place] - 0.5) * UNIFORM_STEP)
        : -normalQuantile(1 - u - more[place] * UNIFORM_STEP);
  });
  return normal;
}

/**
 * The exponential mechanism: place i with probability proportional to exp(epsilon scores[i] / 2), for
 * scores that a neighbouring table changes by at most 1 (McSherry and Talwar 2007).
 */
export function exponentialChoice(scores: Float64Array, epsilon: number, noise: Noise): number {
  const { exp } = kernel();
  let best = Number.NEGATIVE_INFINITY;
  for (const score of scores) if (score > best) best = score;
  const sums = new Float64Array(scores.length);
  let total = 0;
  for (let i = 0; i < scores.length; i++) {
    total += exp(0.5 * epsilon * (scores[i] - best));
    sums[i] = total;
  }
  const u = total * noise.uniforms(1)[0];
  let choice = 0;
  while (choice < sums.length - 1 && sums[choice] < u) choice++;
  return choice;
}
