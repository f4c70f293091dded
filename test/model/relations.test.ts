/** What holds between columns holds in every row of a sample, and costs no sensitive column its protection. */
import { beforeAll, describe, expect, test } from 'vitest';
import { checkRelease } from '../../src/measures/release/releaseChecks.ts';
import { findRelations } from '../../src/model/findRelations.ts';
import { fit as fitTable } from '../../src/model/fit.ts';
import { type Model, schemaOfModel } from '../../src/model/model.ts';
import { modelFromText, modelToText } from '../../src/model/modelFile.ts';
import { sample, sampleChunks } from '../../src/model/sample.ts';
import { constraintText } from '../../src/rules/constraintText.ts';
import type { Table } from '../../src/table/table.ts';
import { Draw } from '../support/draw.ts';
import { normal, numbers, tableFrom, textOf, texts } from './tables.ts';

const ROWS = 800;

/** People with an age group, a total of two costs, two ends, cities in countries, columns missing together. */
function people(): Promise<Table> {
  const draw = new Draw(3);
  const header = 'age,group,senior,status,a,b,total,low,high,g1,g2,city,country,y'.split(',');
  const lines = Array.from({ length: ROWS }, () => {
    const z = normal(draw);
    const age = Math.max(16, Math.min(90, Math.round(45 + 15 * z)));
    const group = age < 30 ? 'young' : age < 60 ? 'middle' : 'old';
    const status = age >= 40 && draw.uniform() < 0.6 ? 'widowed' : 'single';
    const a = Math.round(Math.exp(3 + 0.5 * normal(draw) + 0.3 * z));
    const b = Math.round(Math.exp(2 + 0.7 * normal(draw)));
    const low = (10 + 3 * normal(draw)).toFixed(1);
    const high = (Number(low) + Math.exp(normal(draw))).toFixed(1);
    const gap = draw.uniform() < 0.2;
    const city = ['Bergen', 'Oslo', 'Paris', 'Lyon'][draw.integer(4)];
    const country =
      draw.uniform() < 0.1 ? 'SE' : city === 'Bergen' || city === 'Oslo' ? 'NO' : 'FR';
    const y = z + normal(draw) > 0.5 ? 'yes' : 'no';
    const gaps = gap ? ['', ''] : [draw.integer(90), Math.round(10 * normal(draw))];
    return [
      age,
      group,
      age >= 65 ? 1 : 0,
      status,
      a,
      b,
      a + b,
      low,
      high,
      ...gaps,
      city,
      country,
      y,
    ];
  });
  return tableFrom([header, ...lines]);
}

let table: Table;
let model: Model;
beforeAll(async () => {
  table = await people();
  model = await fitTable(table, { response: 'y', truncation: 3 });
});

/** Rows that contradict what holds in the real table. */
function contradictions(drawn: Table): Record<string, number> {
  const of = (name: string) => numbers(drawn, name);
  const [age, senior, a, b] = [of('age'), of('senior'), of('a'), of('b')];
  const [total, low, high, g1, g2] = [of('total'), of('low'), of('high'), of('g1'), of('g2')];
  const [group, status] = [texts(drawn, 'group'), texts(drawn, 'status')];
  const count = (isWrong: (row: number) => boolean) =>
    Array.from({ length: drawn.rows }, (_, row) => row).filter(isWrong).length;
  return {
    group: count((i) => (age[i] < 30 ? 'young' : age[i] < 60 ? 'middle' : 'old') !== group[i]),
    senior: count((i) => (age[i] >= 65 ? 1 : 0) !== senior[i]),
    total: count((i) => a[i] + b[i] !== total[i]),
    ends: count((i) => low[i] > high[i]),
    gaps: count((i) => Number.isNaN(g1[i]) !== Number.isNaN(g2[i])),
    widowed: count((i) => status[i] === 'widowed' && age[i] < 40),
  };
}

const NONE = { group: 0, senior: 0, total: 0, ends: 0, gaps: 0, widowed: 0 };

describe('a sample', () => {
  test('keeps what holds in the table, at any truncation', () => {
    expect(contradictions(table)).toEqual(NONE);
    expect(contradictions(sample(model, 1500))).toEqual(NONE);
    expect(contradictions(sample(model, 1500, { truncation: 1 }))).toEqual(NONE);
  });

  test('of a fit that is told of no rules does not: the test can fail', async () => {
    const without = await fitTable(table, { response: 'y', truncation: 3, rules: 'none' });
    const found = contradictions(sample(without, 1500));
    for (const name of ['group', 'senior', 'total', 'ends', 'widowed']) {
      expect(found[name], name).toBeGreaterThan(10);
    }
  });

  test('comes from a file as well, in pieces as in one go', async () => {
    const again = modelFromText(modelToText(model));
    expect(modelToText(model)).toContain('"version": 4');
    const whole = await textOf(sample(again, 300, { where: 'age>=50' }));
    expect(whole).toBe(await textOf(sample(model, 300, { where: 'age>=50' })));
    const pieces = [...sampleChunks(again, 300, { where: 'age>=50', chunkRows: 64 })];
    expect(pieces.flatMap((piece) => [...numbers(piece, 'age')])).toEqual([
      ...numbers(sample(model, 300, { where: 'age>=50' }), 'age'),
    ]);
  });

  test('keeps the distributions of columns that are drawn given others', () => {
    const drawn = sample(model, 4000);
    for (const name of ['high', 'low', 'age', 'total']) {
      const [real, made] = [numbers(table, name), numbers(drawn, name)].map((values) =>
        Float64Array.from(values).sort(),
      );
      const at = (values: Float64Array, p: number) => values[Math.floor(p * values.length)];
      const spread = at(real, 0.9) - at(real, 0.1);
      for (const p of [0.1, 0.5, 0.9]) {
        expect(Math.abs(at(real, p) - at(made, p)) / spread, `${name} at ${p}`).toBeLessThan(0.12);
      }
    }
  });

  test('holds nothing of derived columns in the vine', () => {
    expect(model.order).not.toContain('group');
    expect(model.order).not.toContain('total');
    expect(model.order.filter((name) => name.endsWith('is missing'))).toHaveLength(1);
  });
});

describe('the schema', () => {
  test('confirms rules, combinations and functions, without what is found', async () => {
    const schema = {
      derived: { group: { from: 'age' } },
      constraints: [
        { rule: 'total = a + b' },
        { rule: 'low < high' },
        { combinations: ['city', 'country'] },
        { rule: "if status = 'widowed' then age >= 40" },
      ],
    };
    const own = await fitTable(table, { response: 'y', truncation: 2, schema, rules: 'schema' });
    const drawn = sample(own, 1500);
    expect(contradictions(drawn)).toMatchObject({ group: 0, total: 0, ends: 0, widowed: 0 });
    const pairs = (of: Table) =>
      new Set(texts(of, 'city').map((city, i) => `${city} ${texts(of, 'country')[i]}`));
    const real = pairs(table);
    expect([...pairs(drawn)].filter((pair) => !real.has(pair))).toEqual([]);
    const checks = checkRelease(table, drawn, schemaOfModel(own), { model: own });
    expect(checks.find(({ name }) => name === 'rules')).toMatchObject({ passed: true, found: 0 });
    const wrong = sample(
      await fitTable(table, { response: 'y', truncation: 2, rules: 'none' }),
      500,
    );
    const caught = checkRelease(table, wrong, schema).find(({ name }) => name === 'rules');
    expect(caught?.passed).toBe(false);
  });

  test.each([
    [{ constraints: [{ rule: 'low <= hihg' }] }, /"low <= hihg", character 8: .*'hihg'.*'high'/],
    [{ constraints: [{ rule: 'low <=' }] }, /character 7: expected a column/],
    [{ derived: { group: { from: 'aeg' } } }, /'group'.*'aeg'.*'age'/],
    [{ derived: { city: { from: 'age' } } }, /'city': no function of age gives it/],
    [{ constraints: [{ rules: 'a' }] }, /constraints/],
  ])('that does not fit is refused: %j', async (schema, message) => {
    await expect(fitTable(table, { response: 'y', truncation: 1, schema })).rejects.toThrow(
      message,
    );
  });
});

describe('a sensitive column', () => {
  test('that is derived protects its source, and no rule that is found tells of it', async () => {
    const own = await fitTable(table, {
      response: 'y',
      sensitive: ['senior', 'high'],
      truncation: 1,
    });
    expect(own.sensitive).toEqual(['age', 'high']);
    expect(own.protected?.map(({ name }) => name)).toEqual(expect.arrayContaining(['age', 'high']));
    expect(own.constraints ?? []).not.toContainEqual({ rule: 'low <= high' });
    expect(own.notes.join('\n')).toContain('age: protected like senior');
  });
});

describe('conditions', () => {
  test('are met in every row, and the rest is distributed as in rows that meet them by chance', () => {
    const many = sample(model, 20_000, { seed: 5 });
    const [age, status] = [numbers(many, 'age'), texts(many, 'status')];
    const chosen = age.map((_, i) => (age[i] >= 60 && status[i] === 'widowed' ? 1 : 0));
    let [rows, draws] = [0, 0];
    const own = sample(model, 2000, {
      where: 'age>=60,status=widowed',
      onDrawn: (some, drawn) => {
        rows += some;
        draws += drawn;
      },
    });
    expect(Math.min(...numbers(own, 'age'))).toBeGreaterThanOrEqual(60);
    expect(new Set(texts(own, 'status'))).toEqual(new Set(['widowed']));
    expect(rows).toBe(2000);
    const share = chosen.reduce((sum, is) => sum + is, 0) / 20_000;
    expect(rows / draws).toBeCloseTo(share, 1);
    const mean = (values: Float64Array) => values.reduce((sum, x) => sum + x, 0) / values.length;
    const expected = mean(numbers(many, 'a').filter((_, i) => chosen[i] === 1));
    expect(Math.abs(mean(numbers(own, 'a')) - expected) / expected).toBeLessThan(0.06);
  });

  test('on the response are met without a draw in vain', () => {
    let drawn = 0;
    const own = sample(model, 500, {
      where: 'y=yes',
      onDrawn: (_, draws) => {
        drawn += draws;
      },
    });
    expect(new Set(texts(own, 'y'))).toEqual(new Set(['yes']));
    expect(drawn).toBeLessThan(520);
  });

  test.each([
    ['age>=500', /too rare|cannot/],
    ['agee>=5', /no column 'agee'.*'age'/],
    ['status=wed', /'status' cannot have this value. Give one of/],
    ['status>single', /have no order/],
    ['age', /Give conditions such as/],
    ['age>=old', /holds numbers/],
  ])('that cannot be met are refused: %s', (where, message) => {
    expect(() => sample(model, 20, { where })).toThrow(message);
  });
});

test('without a response, one is chosen and said', async () => {
  const own = await fitTable(table, { truncation: 1 });
  expect(own.notes[0]).toContain(`No response was named: '${own.response}'`);
});

test('relations are told, with what a schema would say', () => {
  const found = findRelations(table);
  const lines = found.map(({ text }) => text);
  expect(lines).toContain('group follows from age: in every row');
  expect(lines).toContain('total follows from a and b: in every row');
  expect(lines).toContain('low <= high: in every row');
  expect(lines).toContain('g1, g2 missing together: in every row');
  expect(found.find(({ derived }) => derived?.name === 'group')?.derived?.from).toEqual(['age']);
});

describe('rules that decide little', () => {
  const header = 'stay,time,died,age,insured,y'.split(',');
  const made = () => {
    const draw = new Draw(12);
    const lines = Array.from({ length: ROWS }, (_, i) => {
      const y = draw.uniform() < 0.4 ? 1 : 0;
      const died = draw.uniform() < 0.2 + 0.3 * y;
      const stay = 3 + draw.integer(30);
      const isInsured = i % 20 > 0;
      const age = 18 + (isInsured ? draw.integer(72) : Math.round((46 * i) / ROWS));
      const time = died ? stay : stay + 1 + draw.integer(500);
      return [stay, time, died ? 'yes' : 'no', age, isInsured ? 'yes' : 'no', y];
    });
    return tableFrom([header, ...lines]);
  };

  test('a column lies on its bound where a level says so, and beyond it elsewhere', async () => {
    const fitted = await fitTable(await made(), { response: 'y', truncation: 2 });
    const drawn = sample(modelFromText(modelToText(fitted)), ROWS);
    const [stay, time] = [numbers(drawn, 'stay'), numbers(drawn, 'time')];
    const died = texts(drawn, 'died');
    expect(died.filter((each) => each === 'yes').length).toBeGreaterThan(0.2 * ROWS);
    for (let row = 0; row < ROWS; row++) {
      expect(stay[row] === time[row]).toBe(died[row] === 'yes');
    }
  });

  test('a range whose edge a few rows decide is kept as well', async () => {
    const real = await made();
    const constraints = findRelations(real).flatMap(({ constraint }) =>
      constraint && /^if insured = 'no' then age < \d+$/.test(constraintText(constraint))
        ? [constraint]
        : [],
    );
    expect(constraints).toHaveLength(1);
    const broken = async (rules: 'auto' | 'none') => {
      const fitted = await fitTable(real, { response: 'y', truncation: 2, rules });
      const checks = checkRelease(real, sample(fitted, 10 * ROWS), { constraints });
      return checks.find(({ name }) => name === 'rules')?.found;
    };
    expect(await broken('none')).toBeGreaterThan(0);
    expect(await broken('auto')).toBe(0);
  });

  test('equality that no column can be drawn by is not kept, and noted', async () => {
    const schema = { constraints: [{ rule: "if died = 'yes' then age = y" }] };
    const fitted = await fitTable(await made(), { response: 'y', truncation: 2, schema });
    expect(fitted.notes.join('\n')).toContain('not kept, as no column can be drawn by it');
  });
});
