import { expect, test } from 'vitest';
import { kernel } from '../../src/numerics/kernel.ts';
import { normalScores, scoreCorrelations } from '../../src/order/scoreCorrelations.ts';
import { Draw } from '../support/draw.ts';
import { correlation } from '../support/statistics.ts';

test('normal scores are normal quantiles of average rank / (n + 1), gaps kept', () => {
  const q = (p: number) => kernel().normalQuantile(p);
  const column = Float64Array.of(10, NaN, -3, 10, 4);
  expect([...normalScores(column)]).toEqual([q(3.5 / 5), NaN, q(1 / 5), q(3.5 / 5), q(2 / 5)]);
});

test('correlations of scores; for a binary column those of its 0 and 1', () => {
  const draw = new Draw(81);
  const x = draw.column(400, () => draw.uniform());
  const y = x.map((v) => Number(v + draw.uniform() > 1.2));
  const [[, r]] = scoreCorrelations([x, y]);
  expect(r).toBeCloseTo(correlation(normalScores(x), y), 13);
});
