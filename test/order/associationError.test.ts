import { describe, expect, test } from 'vitest';
import { type AssociationName, associationMatrix } from '../../src/order/association.ts';
import { associationError } from '../../src/order/associationError.ts';
import { Draw } from '../support/draw.ts';

const normal = (draw: Draw) =>
  Math.sqrt(-2 * Math.log(1 - draw.uniform())) * Math.cos(2 * Math.PI * draw.uniform());

/** Two columns with correlation rho, cut to steps of `width` if there is one. */
function pairOf(draw: Draw, n: number, rho: number, width = 0): [Float64Array, Float64Array] {
  const cut = (x: number) => (width > 0 ? width * Math.floor(x / width) : x);
  const z = draw.column(n, normal);
  const other = z.map((x) => rho * x + Math.sqrt(1 - rho * rho) * normal(draw));
  return [z.map(cut), other.map(cut)];
}

/** Kendall's error from all pairs of rows, by its definition. */
function byDefinition(x: Float64Array, y: Float64Array): number {
  const n = x.length;
  const rows = Array.from(x.keys());
  const signs = (v: Float64Array, i: number) => rows.map((j) => Math.sign(v[i] - v[j]));
  const concordance = rows.map((i) => {
    const [a, b] = [signs(x, i), signs(y, i)];
    return a.reduce((sum, sign, j) => sum + sign * b[j], 0);
  });
  const differ = (v: Float64Array) =>
    rows.map((i) => signs(v, i).reduce((sum, s) => sum + Math.abs(s), 0));
  const total = (values: number[]) => values.reduce((sum, value) => sum + value, 0);
  const [dx, dy] = [differ(x), differ(y)];
  const size = Math.sqrt(total(dx) * total(dy));
  const tau = total(concordance) / size;
  const squares = rows.map((i) => {
    const influence =
      2 * (concordance[i] / size - (tau / 2) * (dx[i] / total(dx) + dy[i] / total(dy)));
    return influence * influence;
  });
  return Math.sqrt((n / (n - 1)) * total(squares));
}

test("Kendall's error is that of its definition, with and without ties", () => {
  const draw = new Draw(61);
  for (const [n, rho, width] of [
    [60, 0.3, 0],
    [75, -0.8, 0.7],
    [50, 0.9, 3],
    [9, 0.5, 0.5],
  ]) {
    const [x, y] = pairOf(draw, n, rho, width);
    expect(associationError(x, y, 'kendall'), `${n} rows`).toBeCloseTo(byDefinition(x, y), 13);
  }
});

describe('it is the standard deviation over samples', () => {
  // 400 samples give the deviation to 3.5 %; the error itself is off by some % at 150 rows. Over 12
  // cases a bound of 20 % is passed by chance with a probability below 1e-6.
  const methods: AssociationName[] = ['kendall', 'spearman', 'pearson'];
  test.each(methods)('%s', (method) => {
    const draw = new Draw(62);
    for (const [rho, width] of [
      [0, 0],
      [0.7, 0],
      [-0.85, 0],
      [0.8, 2],
    ]) {
      const found = Array.from({ length: 400 }, () => {
        const columns = pairOf(draw, 150, rho, width);
        return {
          association: associationMatrix(columns, method)[0][1],
          error: associationError(...columns, method),
        };
      });
      const mean = found.reduce((sum, { association }) => sum + association, 0) / 400;
      const variance = found.reduce((sum, { association: a }) => sum + (a - mean) ** 2, 0) / 399;
      const error = found.reduce((sum, each) => sum + each.error, 0) / 400;
      // ranks that are taken as values: Spearman's may be off by more
      const most = method === 'spearman' ? 0.3 : 0.2;
      expect(Math.abs(error / Math.sqrt(variance) - 1), `rho ${rho}, width ${width}`).toBeLessThan(
        most,
      );
    }
  });
});

test('a constant column has an error of 0', () => {
  const [x] = pairOf(new Draw(63), 60, 0.5);
  for (const method of ['kendall', 'spearman', 'pearson'] as const) {
    expect(associationError(x, new Float64Array(60), method)).toBe(0);
  }
});
