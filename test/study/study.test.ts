/** The whole study on a small table. */

import { beforeAll, describe, expect, test } from 'vitest';
import {
  type StudyProgress,
  type StudyResult,
  type StudySettings,
  sample,
  study,
  type Table,
  takeRows,
} from '../../src/index.ts';
import { sensibleTruncation } from '../../src/model/model.ts';
import { resolveStudy } from '../../src/study/resolveStudy.ts';
import { hospital as mixed } from '../model/tables.ts';
import { Draw } from '../support/draw.ts';
import { numericTable } from '../support/numericTable.ts';

/** Cost depends on weight almost alone; the response on age and lab. */
function hospital(rows: number, seed: number): Table {
  const draw = new Draw(seed);
  const some = () => draw.column(rows, () => draw.uniform() + draw.uniform() + draw.uniform());
  const [age, lab, weight] = [some(), some(), some()];
  return numericTable(
    {
      age,
      lab,
      weight,
      cost: weight.map((x) => x + 0.2 * draw.uniform()),
      died: age.map((x, i) => (x + lab[i] + draw.uniform() > 3.5 ? 1 : 0)),
    },
    4,
  );
}

const table = hospital(150, 7);

const small: StudySettings = {
  response: 'died',
  sensitive: ['cost'],
  families: 'gaussian',
  levels: 'all',
  sizes: {
    targets: { quantiles: [0.99], random: 1 },
    attribute: { iterations: 2, sets: 3 },
    audit: { fits: 8, controls: false },
    membership: { iterations: 2, shadows: 2, setsPerShadow: 3, sets: 4, trees: 20 },
    utility: { sets: 3, trees: 30 },
  },
};

describe('a study', () => {
  let found: StudyResult;
  const seen: StudyProgress[] = [];
  beforeAll(async () => {
    found = await study(table, {
      ...small,
      membership: 'both',
      membershipLevels: 'all',
      compare: ['independent'],
      onProgress: (progress) => seen.push(progress),
    });
  }, 120_000);

  test('has all fields of the contract and is JSON', () => {
    const { results } = found;
    expect(JSON.parse(JSON.stringify(results))).toEqual(results);
    expect(results).toMatchObject({
      format: 'tvinesynth-results',
      version: 2,
      engine: expect.any(String),
      seed: 1,
      preset: 'standard',
      data: { rows: 150, columns: 5, response: 'died', sensitive: ['cost'], K: ['weight'] },
      real: { utility: { auc: expect.any(Number), balancedAccuracy: expect.any(Number) } },
      recommended: { truncation: expect.any(Number), why: expect.any(String) },
    });
    expect(results.data.order[0]).toBe('cost');
    expect(results.data.order.at(-1)).toBe('died');
    const values = (length: number) => ({
      median: expect.any(Number),
      values: expect.toSatisfy((list) => list.length === length),
    });
    for (const level of results.levels) {
      expect(level.aia.cost).toMatchObject({
        mab: values(2),
        wcab: expect.any(Number),
        mr2: expect.any(Number),
        mabFloor: expect.any(Number),
        mse: { outlying: expect.any(Array), random: expect.any(Array) },
      });
      expect(level.mia).toMatchObject({
        privacyGain: {
          median: expect.any(Number),
          outlying: expect.any(Array),
          random: expect.any(Array),
        },
        placebo: { median: expect.any(Number) },
      });
      expect(level.utility).toMatchObject({ auc: values(3), balancedAccuracy: values(3) });
      expect(level.fidelity).toMatchObject({
        alphaPrecision: expect.any(Number),
        betaRecall: expect.any(Number),
        authenticity: expect.any(Number),
      });
      expect(Object.keys(level.fidelity.marginOverlap).sort()).toEqual([
        'age',
        'cost',
        'died',
        'lab',
        'weight',
      ]);
      // figures have three digits
      expect(level.score).toBeCloseTo(
        (level.privacy.value + (level.usefulness?.value ?? Number.NaN)) / 2,
        2,
      );
    }
  });

  test('is fitted once, at the largest sensible truncation', () => {
    const { results, model } = found;
    expect(results.levels.map(({ truncation }) => truncation)).toEqual([1, 2, 3, 4]);
    expect(results.data.tMax).toBe(sensibleTruncation(model));
    expect(model.vine.truncation).toBe(4);
  });

  test('fits and attacks see the training rows alone', () => {
    const { results, model } = found;
    expect(results.data.train + results.data.test).toBe(150);
    expect(results.data.test).toBe(30);
    expect(model.rows).toBe(120);
    expect(results.notes[0]).toContain('30 rows, stratified by the response, were held out');
  });

  test('rows that are set aside change nothing but the utility', async () => {
    const { trainRows } = resolveStudy(table, small);
    const inside = new Set(trainRows);
    const aside = Array.from({ length: table.rows }, (_, row) => row).filter(
      (row) => !inside.has(row),
    );
    const alone = await study(takeRows(table, trainRows), {
      ...small,
      membership: 'both',
      membershipLevels: 'all',
      rows: 150,
      test: takeRows(table, aside),
    });
    const comparable = ({ results, model, synthetic }: StudyResult) => ({
      levels: results.levels,
      order: results.data.order,
      related: results.data.related,
      model,
      synthetic,
      attacked: results.people,
    });
    const text = (result: StudyResult) => JSON.stringify(comparable(result));
    expect(text(alone)).toBe(text(found));
  });

  test('shows the leak where the trees reach the sensitive column', () => {
    const mr2 = found.results.levels.map(({ aia }) => (aia.cost as { mr2: number }).mr2);
    // weight, the only column of K, meets cost in the last tree
    expect(mr2[0]).toBeLessThan(0.2);
    expect(mr2[3]).toBeGreaterThan(0.9);
    const real = found.results.real.aia.cost as { mr2: number };
    expect(real.mr2).toBeGreaterThan(0.9);
    expect(found.results.levels[3].privacy.value).toBeLessThan(0.1);
    expect(found.results.recommended.truncation).toBeLessThan(4);
  });

  test('the synthetic table is the model at the recommended level', () => {
    const { results, synthetic, model } = found;
    expect(synthetic).toEqual(
      sample(model, 150, { seed: 1, truncation: results.recommended.truncation }),
    );
    expect(results.checks.map(({ name }) => name)).toContain('exact-copies');
    expect(results.checks.every(({ passed }) => passed)).toBe(true);
  });

  test('other generators go through the same', () => {
    const [independent, ...none] = found.results.compare;
    expect(none).toEqual([]);
    expect(independent.generator).toBe('independent');
    expect((independent.aia.cost as { mr2: number }).mr2).toBeLessThan(0.2);
    expect(independent.usefulness?.value).toBeLessThan(
      found.results.levels[3].usefulness?.value as number,
    );
    expect(independent.mia?.privacyGain.all.length).toBe(2);
  });

  test('tells of every stage to its end', () => {
    const stages = [
      'order',
      'fit',
      'attribute',
      'membership',
      'membership audit',
      'utility',
      'fidelity',
    ];
    const names = [...new Set(seen.map(({ stage }) => stage))];
    expect(names).toEqual([
      ...stages,
      ...['fit', 'attribute', 'membership', 'membership audit', 'utility', 'fidelity'].map(
        (s) => `independent: ${s}`,
      ),
      'sample',
      'checks',
      'three risks',
    ]);
    for (const name of names) {
      const last = seen.filter(({ stage }) => stage === name).at(-1);
      expect(last?.done).toBe(last?.total);
    }
  });

  test('five people are attacked though two were asked for, and this is said', () => {
    expect(found.results.people).toEqual({ outlying: 1, random: 4 });
    expect(found.results.notes.join('\n')).toContain(
      '4 random people were attacked instead of 1: no figure may be based on fewer than 5 people.',
    );
  });
});

describe('settings of a study', () => {
  const quick: StudySettings = { ...small, levels: ['full', 1], membership: 'none' };

  test('a seed gives the same result again, another seed another', async () => {
    const json = async (seed: number) =>
      JSON.stringify((await study(table, { ...quick, seed })).results);
    const first = await json(1);
    expect(await json(1)).toBe(first);
    expect(await json(2)).not.toBe(first);
  });

  test('a test table is used as it is, and all rows are training rows', async () => {
    const testRows = hospital(60, 8);
    const { results } = await study(table, { ...quick, test: testRows });
    expect(results.data).toMatchObject({ rows: 150, train: 150, test: 60 });
    expect(results.notes[0]).toContain('60 test rows were given');
    expect(results.levels[0].mia).toBeNull();
    expect(results.recommended.against.join()).toContain('Membership was not attacked');
  });

  test('limits that no level keeps', async () => {
    const constraints = { maxMr2: 0.5, minAuc: 5 };
    const { results } = await study(table, { ...quick, constraints });
    expect(results.recommended.satisfied).toBe(false);
    expect(results.recommended.why).toContain('No level keeps all limits');
    expect(results.verdict.word).toBe('do-not-release');
  });

  test('the strongest attacker counts in the score and the limits', async () => {
    const draw = new Draw(41);
    const n = 240;
    const u = draw.column(n, () => draw.uniform() - 0.5);
    const y = draw.column(n, (_, i) => i % 2);
    // opposite slopes in the two classes, which a regression over all rows cannot see
    const crossed = u.map((x, i) => (y[i] ? x : -x) + 0.1 * draw.uniform());
    const { results } = await study(numericTable({ u, crossed, y }, 4), {
      ...quick,
      response: 'y',
      sensitive: ['crossed'],
      levels: [1],
      compare: ['bootstrap'],
      constraints: { maxMr2: 0.5 },
    });
    const [{ aia, privacy, judged }] = results.compare;
    expect(aia.crossed).toMatchObject({ strongest: { attacker: 'byClass' } });
    const { mr2, mr2ByClass, mr2ByClassValues } = aia.crossed as {
      mr2: number;
      mr2ByClass: number;
      mr2ByClassValues: readonly number[];
    };
    expect(mr2).toBeLessThan(0.2);
    expect(mr2ByClass).toBeGreaterThan(0.95);
    expect(privacy.value).toBeCloseTo(1 - mr2ByClass, 2);
    expect(privacy.from).toContain('MR2 within classes of the response');
    // Student's interval of two values, t(.975; 1) = 12.706, in three digits
    const apart = Math.abs(mr2ByClassValues[0] - mr2ByClassValues[1]);
    expect(Math.abs((privacy.margin ?? 1) - (12.706 * apart) / 2)).toBeLessThan(0.01);
    const [figure] = judged.figures;
    expect(figure).toMatchObject({ risk: 'attribute', of: 'crossed', limit: 0.5 });
    expect(figure.figure.estimate).toBeGreaterThan(0.9);
    expect(figure.judged).not.toBe('safe');
  });

  test('without a sensitive column privacy is membership alone', async () => {
    const { results } = await study(table, {
      ...quick,
      sensitive: [],
      membership: 'both',
      membershipLevels: 'all',
    });
    expect(results.levels[0].aia).toEqual({});
    expect(results.levels[0].privacy.from).toContain('membership inference');
  });

  test('categories, dates, gaps, identifiers and free text', async () => {
    const { results, synthetic, schema } = await study(await mixed(150), {
      ...quick,
      response: 'died',
      sensitive: ['cost', 'ward'],
      levels: [1],
    });
    const [{ aia, privacy }] = results.levels;
    expect(aia.cost).toHaveProperty('mr2');
    expect(aia.ward).toHaveProperty('rate.estimate');
    expect(privacy.value).toBeGreaterThan(0.5);
    expect(synthetic.columns.map(({ name }) => name)).not.toContain('note');
    expect(schema.columns.get('id')?.type).toBe('identifier');
    const failed = results.checks.filter(({ passed }) => !passed).map(({ name }) => name);
    expect(failed).toEqual([]);
    expect(JSON.parse(JSON.stringify(results))).toEqual(results);
  });

  test('an identifier cannot be guessed', async () => {
    const run = study(await mixed(60), { ...quick, response: 'died', sensitive: ['id'] });
    await expect(run).rejects.toThrow("'id' is an identifier");
  });

  test('a numeric response has R2', async () => {
    const { results } = await study(table, { ...quick, response: 'lab' });
    expect(Object.keys(results.real.utility)).toEqual(['r2', 'rmse']);
    expect(Object.keys(results.levels[0].utility)).toEqual(['r2', 'rmse']);
  });

  test('the share that is set aside can be chosen', async () => {
    const { results } = await study(
      takeRows(
        table,
        Array.from({ length: 100 }, (_, i) => i),
      ),
      {
        ...quick,
        holdout: 0.4,
      },
    );
    expect(results.data).toMatchObject({ train: 60, test: 40 });
  });

  test.each([
    [{ response: 'diet' }, "Did you mean 'died'?"],
    [{ sensitive: ['costs'] }, "Did you mean 'cost'?"],
    [{ levels: [9] }, 'the highest level is 4'],
    [{ truncation: 9 }, 'the vine has 4 trees'],
    [{ preset: 'huge' }, "Preset: found 'huge'"],
    [{ membership: 'some' }, "Membership: found 'some'"],
    [{ compare: ['rvin'] }, "Did you mean 'rvine'?"],
    [{ alpha: -1 }, 'Alpha: found -1'],
    [{ rows: 0 }, 'Rows: found 0'],
    [{ constraints: { maxAdvantage: 0.1 } }, "the paper's membership attack is not played"],
    [{ constraints: { minR2: 0.1 } }, 'has an AUC instead of an R2'],
    [{ sensitive: [] }, 'privacy cannot be measured'],
    [{ holdout: 1 }, 'Holdout: found 1'],
  ])('%j is refused', async (wrong, message) => {
    await expect(study(table, { ...quick, ...wrong } as StudySettings)).rejects.toThrow(message);
  });

  test('is cancelled at any stage', async () => {
    for (const stage of ['order', 'fit', 'attribute', 'membership audit', 'utility', 'fidelity']) {
      const controller = new AbortController();
      const run = study(table, {
        ...small,
        signal: controller.signal,
        onProgress: (progress) => {
          if (progress.stage === stage) controller.abort(new Error(`enough of ${stage}`));
        },
      });
      await expect(run, stage).rejects.toThrow(`enough of ${stage}`);
    }
  });
});
