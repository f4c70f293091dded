/** Gaps that have a reason, and bounds that a few rows break, come out as they are in the real table. */
import { beforeAll, describe, expect, test } from 'vitest';
import { findRelations } from '../../src/model/findRelations.ts';
import { fit as fitTable } from '../../src/model/fit.ts';
import type { Model } from '../../src/model/model.ts';
import { modelFromText, modelToText } from '../../src/model/modelFile.ts';
import { sample } from '../../src/model/sample.ts';
import type { Table } from '../../src/table/table.ts';
import { Draw } from '../support/draw.ts';
import { normal, numbers, tableFrom, texts } from './tables.ts';

const ROWS = 2000;
const moment = (minutes: number) =>
  new Date(1.36e12 + 60_000 * Math.round(minutes)).toISOString().slice(0, 19).replace('T', ' ');
/** Tables write the real values of times as texts. */
const isBefore = (a: string, b: string) => a !== '' && b !== '' && a < b;

function people(): Promise<Table> {
  const draw = new Draw(5);
  const header = 'age,priors,score,jailIn,jailOut,again,offence,degree,jailedAgain,case_no,y'.split(
    ',',
  );
  const lines = Array.from({ length: ROWS }, (_, i) => {
    const z = normal(draw);
    const priors = Math.max(0, Math.round(2 * normal(draw) + 2 + z));
    const isAgain = draw.uniform() < (priors > 3 ? 0.6 : 0.3);
    const jailIn = 1_000_000 * draw.uniform();
    const stay = draw.uniform() < 0.02 ? -600 * draw.uniform() : Math.exp(6 + 1.2 * normal(draw));
    const isJailed = isAgain && draw.uniform() < 0.7;
    return [
      Math.round(35 + 9 * normal(draw)),
      priors,
      Math.round(5 + 2 * normal(draw) + z),
      moment(jailIn),
      moment(jailIn + stay),
      isAgain ? 'yes' : 'no',
      isAgain ? Math.round(500 + 200 * normal(draw)) : '',
      isAgain ? ['F1', 'F2', 'M1'][draw.integer(3)] : '',
      isJailed ? draw.integer(300) : '',
      isAgain ? `${10_000 + i}CF10A` : '',
      z + normal(draw) > 0.4 ? 1 : 0,
    ];
  });
  return tableFrom([header, ...lines]);
}

let table: Table;
let model: Model;
let drawn: Table;
beforeAll(async () => {
  table = await people();
  model = await fitTable(table, { response: 'y' });
  drawn = sample(model, 4000);
});

describe('who did not offend again', () => {
  test('has no second offence, nor a degree and a stay of it, and who did has', () => {
    const again = texts(drawn, 'again');
    const [offence, stay] = [numbers(drawn, 'offence'), numbers(drawn, 'jailedAgain')];
    const degree = texts(drawn, 'degree');
    const rows = again.map((_, i) => i);
    expect(rows.filter((i) => (again[i] === 'no') !== Number.isNaN(offence[i]))).toEqual([]);
    expect(rows.filter((i) => (again[i] === 'no') !== (degree[i] === undefined))).toEqual([]);
    expect(rows.filter((i) => again[i] === 'no' && !Number.isNaN(stay[i]))).toEqual([]);
    const cases = texts(drawn, 'case_no');
    expect(rows.filter((i) => (again[i] === 'no') !== (cases[i] === undefined))).toEqual([]);
    const share = rows.filter((i) => again[i] === 'yes' && !Number.isNaN(stay[i])).length;
    expect(share / again.filter((text) => text === 'yes').length).toBeCloseTo(0.7, 1);
  });

  test('from a file as well, without a state in the vine', () => {
    const again = modelFromText(modelToText(model));
    expect(again).toEqual(model);
    expect(again.columns.find(({ name }) => name === 'offence')?.content).toMatchObject({
      missing: null,
      missingIf: ["again = 'no'"],
    });
    expect(again.order.filter((name) => name.includes('missing'))).toHaveLength(1);
  });

  test('is proposed as a rule', () => {
    const rules = findRelations(table).map(({ text }) => text);
    expect(rules).toContain("if again = 'no' then offence is missing: in every row");
  });
});

test('a stay ends before it begins about as often as in the real table', () => {
  const before = (own: Table) => {
    const [from, to] = [texts(own, 'jailIn'), texts(own, 'jailOut')];
    return from.filter((each, i) => isBefore(to[i] ?? '', each ?? '')).length / own.rows;
  };
  expect(before(table)).toBeGreaterThan(0.01);
  // four standard errors of both
  const noise = 4 * Math.sqrt(before(table) * (1 / ROWS + 1 / drawn.rows));
  expect(Math.abs(before(drawn) - before(table))).toBeLessThan(noise);
});
