/** The distribution functions of the Gaussian and Student copulas, which have no closed form. */
import { describe, expect, test } from 'vitest';
import { cdf, type PairCopula } from '../../src/copula/evaluate.ts';
import { prepareBlock, strideOf } from '../../src/copula/kernelBlocks.ts';
import { Columns } from '../../src/copula/preparedColumns.ts';
import { kernel, scoped } from '../../src/numerics/kernel.ts';
import { gaussLegendre } from '../support/gaussLegendre.ts';

const SCORES = [-6.1, -4, -2.3, -1.1, -0.5, -0.03, 0, 0.4, 0.45, 1.3, 2.9, 5.2];

const points = SCORES.flatMap((x) => SCORES.map((y) => [x, y] as const));
const firsts = Float64Array.from(points, ([x]) => kernel().normalCdf(x));
const seconds = Float64Array.from(points, ([, y]) => kernel().normalCdf(y));

/** C at two scores as the integral of P(X <= x | Y = z) phi(z) over z up to y. */
function integrated(rho: number, x: number, y: number): number {
  const least = -8.5;
  const pieces = Math.ceil((y - least) * 8);
  const ends = Array.from({ length: pieces + 1 }, (_, k) => least + ((y - least) * k) / pieces);
  const { nodes, weights } = gaussLegendre(ends, 12);
  const root = Math.sqrt((1 - rho) * (1 + rho));
  return nodes.reduce((sum, z, i) => {
    const density = Math.exp(-0.5 * z * z) / Math.sqrt(2 * Math.PI);
    return sum + weights[i] * density * kernel().normalCdf((x - rho * z) / root);
  }, 0);
}

describe('C is the integral of h', () => {
  const correlations = [
    -0.97, -0.9, -0.6, -0.2, -0.04, 0, 0.08, 0.29, 0.49, 0.69, 0.84, 0.92, 0.98,
  ];

  test.each(correlations)('Gaussian, rho = %d', (rho) => {
    const copula: PairCopula = { family: 'gaussian', rotation: 0, parameters: [rho] };
    const c = cdf(copula, firsts, seconds);
    points.forEach(([x, y], i) => {
      const difference = Math.abs(c[i] - integrated(rho, x, y));
      expect(difference, `at ${x}, ${y}`).toBeLessThanOrEqual(
        Math.abs(rho) < 0.925 ? 2e-15 : 1e-14,
      );
    });
  });
});

describe("Student's C by tables is that by integration", () => {
  test.each([2, 2.3, 4.9, 5, 9, 50])('nu = %d', (nu) => {
    scoped((scope) => {
      const stride = strideOf(points.length);
      const block1 = prepareBlock(scope, firsts, stride, Columns.score);
      const block2 = prepareBlock(scope, seconds, stride, Columns.score);
      const [plain, tabled] = [0, 1].map(() => scope.column((3 * stride) / 8));
      const space = scope.column(kernel().studentCdfBytes() / 8);
      scope.view(space, 1)[0] = 0;
      for (const rho of [-0.92, -0.3, 0, 0.07, 0.6]) {
        kernel().cdf(2, block1, block2, stride, 0, rho, nu, plain, 1);
        kernel().studentCdfColumn(block1, block2, stride, rho, nu, tabled, space);
        const [expected, found] = [plain, tabled].map((at) => scope.get(at, (3 * stride) / 8));
        // C, dC/drho, dC/dnu
        [2e-12, 1e-14, 3e-11].forEach((limit, k) => {
          points.forEach((point, i) => {
            const at = (k * stride) / 8 + i;
            const difference = Math.abs(found[at] - expected[at]);
            expect(difference, `column ${k} at ${point}, rho = ${rho}`).toBeLessThanOrEqual(limit);
          });
        });
      }
    });
  });
});
