/** How Student's copula leaves the Gaussian one, beside Student's own values at some degrees of freedom. */
import { describe, expect, test } from 'vitest';
import { cdf, hfunc2, type PairCopula } from '../../src/copula/evaluate.ts';
import { prepareBlock, strideOf } from '../../src/copula/kernelBlocks.ts';
import { Columns } from '../../src/copula/preparedColumns.ts';
import { kernel, scoped } from '../../src/numerics/kernel.ts';

const PLACES = [0.02, 0.1, 0.3, 0.5, 0.64, 0.85, 0.97];
const points = PLACES.flatMap((u) => PLACES.map((v) => [u, v] as const));
const firsts = Float64Array.from(points, ([u]) => u);
const seconds = Float64Array.from(points, ([, v]) => v);

/** Value, and derivatives by rho and 1/nu. */
function limit(name: 'studentLimitCdf' | 'studentLimitH', rho: number): Float64Array[] {
  return scoped((scope) => {
    const stride = strideOf(points.length);
    const [x, y] = [firsts, seconds].map((u) => prepareBlock(scope, u, stride, Columns.all));
    const out = scope.column((3 * stride) / 8);
    kernel()[name](x, y, stride, rho, out);
    return [0, 1, 2].map((k) => scope.get(out + k * stride, points.length));
  });
}

const STEPS = [0.02, 0.025, 0.03, 0.035, 0.04, 0.05, 0.06, 0.07];

/** The derivative at 1/nu = 0 from values at these 1/nu and the limit: that of the polynomial through all. */
function slopeAtLimit(valueAt: (step: number) => number, atLimit: number): number {
  return STEPS.reduce((sum, step) => {
    const weight = STEPS.reduce(
      (w, other) => (other === step ? w : (w * other) / (other - step)),
      1,
    );
    return sum + (weight * (valueAt(step) - atLimit)) / step;
  }, 0);
}

describe.each([
  ['studentLimitCdf', cdf],
  [
    'studentLimitH',
    (copula: PairCopula, u: Float64Array, v: Float64Array) => hfunc2(copula, u, { u: v }),
  ],
] as const)('%s', (name, valuesOf) => {
  test.each([-0.9, -0.4, 0, 0.15, 0.6, 0.92])('rho = %d', (rho) => {
    const [value, byRho, byFreedom] = limit(name, rho);
    const gaussian = (r: number) =>
      valuesOf({ family: 'gaussian', rotation: 0, parameters: [r] }, firsts, seconds);
    const [above, below] = [gaussian(rho + 1e-5), gaussian(rho - 1e-5)];
    const student = new Map(
      STEPS.map((step) => [
        step,
        valuesOf({ family: 'student', rotation: 0, parameters: [rho, 1 / step] }, firsts, seconds),
      ]),
    );
    const plain = gaussian(rho);
    points.forEach(([u, v], i) => {
      const where = `at ${u}, ${v}`;
      expect(Math.abs(value[i] - plain[i]), where).toBeLessThan(1e-14);
      expect(Math.abs(byRho[i] - (above[i] - below[i]) / 2e-5), where).toBeLessThan(1e-5);
      const slope = slopeAtLimit((step) => (student.get(step) as Float64Array)[i], plain[i]);
      expect(Math.abs(byFreedom[i] - slope), where).toBeLessThan(2e-5);
    });
  });
});
