/** Nobody in what is written: no row, no person's figure, no rare level, no extreme. */

import { beforeAll, describe, expect, test } from 'vitest';
import {
  type Column,
  modelToText,
  type StudyResult,
  type StudySettings,
  schemaToJSON,
  study,
  type Table,
} from '../../src/index.ts';
import { nodeDocument } from '../../src/report/plots/nodeDocument.ts';
import { reportHtml } from '../../src/report/report.ts';
import { Draw } from '../support/draw.ts';
import { numericTable } from '../support/numericTable.ts';

const ROWS = 160;

/** `far`: the weight of one person, who is far out. */
function people(far: number): Table {
  const draw = new Draw(11);
  const spread = () => draw.uniform() + draw.uniform() + draw.uniform() - 1.5;
  const age = draw.column(ROWS, () => Math.round(40 + 16 * spread()));
  const weight = draw.column(ROWS, () => Math.round(30 + 12 * spread()));
  weight[17] = far;
  const cost = weight.map((x, i) => Math.round(2 * Math.min(x, 60) + age[i] + 10 * spread()));
  const died = age.map((x) => (x + 12 * spread() > 40 ? 1 : 0));
  const numbers = numericTable({ age, weight, cost, died }, 0);
  const levels = ['north', 'south', 'Spitsbergen', 'Tristan da Cunha'];
  const region: Column = {
    ...{ kind: 'text', name: 'region', dictionary: levels },
    // one row of the third level, four of the fourth
    codes: Int32Array.from({ length: ROWS }, (_, i) => (i === 5 ? 2 : i % 40 === 7 ? 3 : i % 2)),
  };
  return { ...numbers, columns: [...numbers.columns, region] };
}

const settings: StudySettings = {
  response: 'died',
  sensitive: ['cost', 'region'],
  families: 'gaussian',
  levels: [1, 'full'],
  membership: 'both',
  membershipLevels: 'all',
  compare: ['independent'],
  sizes: {
    targets: { quantiles: [0.99], random: 2 },
    attribute: { iterations: 2, sets: 3 },
    membership: { iterations: 2, shadows: 2, setsPerShadow: 3, sets: 4, trees: 20 },
    utility: { sets: 2, trees: 20 },
  },
};

/** Every number of a document with the path to it. */
function* numbersIn(value: unknown, path: readonly string[] = []): Generator<[string[], number]> {
  if (typeof value === 'number') yield [[...path], value];
  else if (typeof value === 'object' && value !== null) {
    for (const [name, part] of Object.entries(value)) yield* numbersIn(part, [...path, name]);
  }
}

describe('what a study writes', () => {
  let found: StudyResult;
  let written: Record<'results' | 'schema' | 'report', string>;
  beforeAll(async () => {
    const table = people(50);
    found = await study(table, settings);
    written = {
      results: JSON.stringify(found.results),
      schema: JSON.stringify(schemaToJSON(found.schema)),
      report: reportHtml({ study: found, real: table, document: nodeDocument() }),
    };
  }, 60_000);

  test('names no rare level anywhere', () => {
    for (const [file, text] of Object.entries(written)) {
      expect(text, file).not.toMatch(/Spitsbergen|Tristan/);
    }
    // and the schema fits the table that was given, whose levels are then detected
    expect(found.schema.columns.get('region')).toEqual({ type: 'nominal' });
  });

  test('has no row number and nobody by name', () => {
    const { settings: _, ...results } = found.results;
    for (const [path] of numbersIn(results)) {
      expect(path.join('.')).not.toMatch(/(^|\.)(row|target|targets|worst)(\.|$)/);
    }
    expect(found.results.people).toEqual({ outlying: 2, random: 4 });
  });

  test('has no list by person: by iteration at most, over five people or more', () => {
    const everybody = [...found.results.levels, ...found.results.compare];
    for (const { aia, mia } of everybody) {
      const { cost } = aia;
      if (!('mse' in cost)) throw new Error('numbers were expected');
      for (const lists of [cost.mse, cost.mseOut, cost.right, mia?.privacyGain]) {
        expect(lists).toMatchObject({ outlying: [], random: [] });
        expect(lists?.all.length).toBe(2);
      }
      expect(mia?.people).toBeGreaterThanOrEqual(5);
    }
  });

  test('errors do not give people back where truncation works: they are those of the mean', () => {
    const { cost } = found.results.levels[0].aia;
    if (!('mse' in cost)) throw new Error('numbers were expected');
    // a ratio near 1 says nothing of how far anybody is from the mean, as the error itself did
    for (const ratio of cost.mse.all) expect(Math.abs(ratio - 1)).toBeLessThan(0.5);
  });

  test('figures have three digits', () => {
    for (const [path, value] of numbersIn(found.results)) {
      if (path[0] === 'settings' || Number.isInteger(value)) continue;
      expect(value, path.join('.')).toBe(Number(value.toPrecision(3)));
    }
  });

  test('intervals of rates and advantages stay within their range', () => {
    for (const [path, value] of numbersIn(found.results)) {
      const at = path.join('.');
      if (/(rate|rateOut|baseline)\.(low|high)$/.test(at)) {
        expect(value, at).toBeGreaterThanOrEqual(0);
        expect(value, at).toBeLessThanOrEqual(1);
      }
      if (/advantage\.(low|high)$/.test(at)) expect(Math.abs(value), at).toBeLessThanOrEqual(1);
    }
  });
});

test('how far out one record lies moves nothing that is written', async () => {
  const [near, far] = await Promise.all(
    [100, 5_000_000].map(async (value) => {
      const table = people(value);
      const found = await study(table, settings);
      return {
        results: found.results,
        model: modelToText(found.model),
        synthetic: found.synthetic,
        schema: schemaToJSON(found.schema),
        report: reportHtml({ study: found, real: table, document: nodeDocument() }),
      };
    }),
  );
  expect(far.results).toEqual(near.results);
  expect(far).toEqual(near);
}, 60_000);
