import { expect, test } from 'vitest';
import { kernel } from '../../src/numerics/kernel.ts';
import {
  latentCorrelations,
  normalScores,
  scoreCorrelations,
} from '../../src/order/scoreCorrelations.ts';
import { Draw } from '../support/draw.ts';
import { correlation } from '../support/statistics.ts';

test('normal scores are normal quantiles of average rank / (n + 1), gaps kept', () => {
  const q = (p: number) => kernel().normalQuantile(p);
  const column = Float64Array.of(10, NaN, -3, 10, 4);
  expect([...normalScores(column)]).toEqual([q(3.5 / 5), NaN, q(1 / 5), q(3.5 / 5), q(2 / 5)]);
});

test('correlations of scores; with a binary column by its 0 and 1', () => {
  const draw = new Draw(81);
  const x = draw.column(400, () => draw.uniform());
  const y = x.map((v) => Number(v + draw.uniform() > 1.2));
  const [[, r]] = scoreCorrelations([x, y]);
  expect(r).toBeCloseTo(correlation(normalScores(x), y), 13);
});

/** Two normal columns of n rows with correlation rho. */
function normalPair(draw: Draw, n: number, rho: number): [Float64Array, Float64Array] {
  const normal = () => kernel().normalQuantile(draw.uniform() + 2 ** -54);
  const x = draw.column(n, normal);
  return [x, x.map((v) => rho * v + Math.sqrt(1 - rho * rho) * normal())];
}

test('cuts are undone: biserial and tetrachoric correlations find the normal one', () => {
  const [n, rho] = [40_000, 0.6];
  const [x, y] = normalPair(new Draw(82), n, rho);
  const [highX, highY] = [x.map((v) => Number(v > 0.5)), y.map((v) => Number(v > -0.3))];
  const fiveLevels = y.map((v) => Math.floor(Math.min(Math.max(v, -2), 1.9)));
  const discrete = [false, false, true, true, true];
  const latent = latentCorrelations([x, y, highX, highY, fiveLevels], discrete);
  // the tetrachoric estimate is the least exact of these: its deviation at this point is below 1.5/sqrt(n),
  // so that 6 of them are exceeded with a probability below 1e-8
  for (const [j, k] of [
    [0, 1],
    [0, 3],
    [2, 1],
    [2, 3],
    [0, 4],
    [2, 4],
  ]) {
    expect(Math.abs(latent[j][k] - rho), `[${j}][${k}]`).toBeLessThan((6 * 1.5) / Math.sqrt(n));
    expect(latent[k][j]).toBe(latent[j][k]);
  }
  // as continuous columns they keep what the cuts left
  const plain = latentCorrelations(
    [x, y, highX, highY, fiveLevels],
    discrete.map(() => false),
  );
  expect(plain).toEqual(scoreCorrelations([x, y, highX, highY, fiveLevels]));
  expect(plain[2][3]).toBeLessThan(0.5);
});
