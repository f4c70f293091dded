/** One record far out: what a release tells of it. The attacks at full length are in test/slow. */

import { expect, test } from 'vitest';
import { fit as fitTable, modelToText, orderTable, sample } from '../../src/index.ts';
import { Draw } from '../support/draw.ts';
import { attackOutliers, best } from '../support/outlierAttack.ts';
import { normal, numbers, tableFrom, textOf } from './tables.ts';

test.each(['amount', 'count', 'date'] as const)(
  'the best of the attackers tells nothing of an outlier of kind %s, over 30 tables',
  async (kind) => {
    const results = await attackOutliers(kind, 30);
    expect(best(results).score, JSON.stringify(results)).toBeLessThan(2);
  },
);

/** Incomes of which the last ones are given. */
function incomes(rows: number, last: readonly number[]) {
  const draw = new Draw(5);
  const lines = Array.from({ length: rows }, (_, i) => {
    const z = normal(draw);
    const income = last[i - rows + last.length] ?? Math.round(Math.exp(10 + 0.7 * z));
    const gap = draw.uniform() < 0.2 ? '' : (z + normal(draw)).toFixed(2);
    return [income, gap, (40 + 10 * z).toFixed(1), z + normal(draw) > 0 ? 1 : 0];
  });
  return tableFrom([['income', 'lab', 'age', 'ill'], ...lines]);
}

test.each([undefined, 'pearson', 'spearman'] as const)(
  'a model and its sample are the same to the byte however far out up to four records are (%s)',
  async (association) => {
    const settings = {
      response: 'ill',
      sensitive: ['income'],
      families: 'onepar' as const,
      ...(association && { association }),
    };
    const releases = await Promise.all(
      [
        [400_001, 400_002, 400_003, 400_004],
        [9_900_000, 9_900_001, 9_900_002, 9_900_003],
        [500_000, 1_000_000_007, 2_000_000_011, 2_100_000_011],
      ].map(async (last) => {
        const table = await incomes(300, last);
        const model = await fitTable(table, settings);
        const { preview } = await orderTable(table, settings);
        return `${modelToText(model)}${await textOf(sample(model, 500))}${JSON.stringify(preview)}`;
      }),
    );
    expect(releases[1]).toBe(releases[0]);
    expect(releases[2]).toBe(releases[0]);
  },
);

test('one income of 9.9 million does not make many large ones', async () => {
  const table = await incomes(400, [9_900_000]);
  const model = await fitTable(table, { response: 'ill', families: 'gaussian', truncation: 1 });
  const share = (x: Float64Array) => x.filter((each) => each > 200_000).length / x.length;
  const real = share(numbers(table, 'income'));
  // three standard errors of the synthetic share
  expect(share(numbers(sample(model, 4000), 'income'))).toBeLessThan(
    real + 3 * Math.sqrt(Math.max(real, 1 / 400) / 4000),
  );
});
