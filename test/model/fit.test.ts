import { beforeAll, describe, expect, test } from 'vitest';
import {
  checkRelease,
  fit as fitTable,
  type Model,
  sample,
  sampleChunks,
  type Table,
  truncate,
} from '../../src/index.ts';
import { sensibleTruncation } from '../../src/model/model.ts';
import { kendallTau } from '../../src/vine.ts';
import { distance } from '../margins/columns.ts';
import { hospital, numbers, textOf, texts } from './tables.ts';

const settings = { response: 'died', sensitive: ['cost'], families: 'onepar' } as const;
let real: Table;
let model: Model;
let synthetic: Table;

beforeAll(async () => {
  real = await hospital(1500);
  model = await fitTable(real, settings);
  synthetic = sample(model, 6000);
});

const present = (x: Float64Array) => x.filter((value) => !Number.isNaN(value));
const share = (x: Float64Array, is: (value: number) => boolean) => x.filter(is).length / x.length;

describe('a synthetic table', () => {
  test('has the columns of the real one but free text, and the rows asked for', () => {
    expect(synthetic.rows).toBe(6000);
    expect(synthetic.columns.map(({ name }) => name)).toEqual(
      real.columns.map(({ name }) => name).filter((name) => name !== 'note'),
    );
    for (const { kind, name } of synthetic.columns) {
      expect(kind).toBe(real.columns.find((each) => each.name === name)?.kind);
    }
  });

  test('is written like the real one', async () => {
    const [header, first] = (await textOf(synthetic)).split('\n');
    expect(header).toBe('id,age,visits,ward,stage,admitted,cost,lab,died');
    expect(first).toMatch(
      /^P-\d+,-?\d+(\.\d)?,[0-5],[a-z]+,I{1,3},\d\d\.\d\d\.2021,\d+\.\d\d,(-?\d+\.\d{1,3})?,[01]$/,
    );
  });

  test('has the margins of the real one', () => {
    const limit = 1.63 * Math.sqrt(1 / 1500 + 1 / 6000) + 0.02;
    for (const name of ['age', 'visits', 'cost', 'lab', 'died']) {
      const d = distance(present(numbers(real, name)), present(numbers(synthetic, name)));
      expect(d, name).toBeLessThan(limit);
    }
  });

  test('keeps zeros, missing values, and what goes with what', () => {
    const compare = (stat: (table: Table) => number, error: number) =>
      expect(Math.abs(stat(synthetic) - stat(real))).toBeLessThan(error);
    compare((table) => share(numbers(table, 'cost'), (x) => x === 0), 0.03);
    const missing = (table: Table) => numbers(table, 'lab').map((x) => (Number.isNaN(x) ? 1 : 0));
    compare((table) => share(missing(table), (x) => x === 1), 0.03);
    compare((table) => kendallTau(missing(table), numbers(table, 'died')), 0.05);
    compare((table) => kendallTau(numbers(table, 'age'), numbers(table, 'died')), 0.06);
    compare((table) => kendallTau(numbers(table, 'age'), numbers(table, 'lab')), 0.08);
    const surgery = (table: Table) =>
      Float64Array.from(texts(table, 'ward'), (ward) => (ward === 'surgery' ? 1 : 0));
    compare((table) => kendallTau(surgery(table), numbers(table, 'died')), 0.06);
  });

  test('passes the release checks', () => {
    const failed = checkRelease(real, synthetic, undefined, { rows: 6000 }).filter(
      (c) => !c.passed,
    );
    expect(failed).toEqual([]);
  });
});

describe('the order', () => {
  test('has the sensitive column first, states of gaps right behind their column, the response last', () => {
    expect(model.order[0]).toBe('cost');
    expect(model.order[model.order.indexOf('lab') + 1]).toBe('lab is missing');
    expect(model.order[model.order.length - 1]).toBe('died');
  });

  test('tells how far to go', () => {
    // cost has no gaps and stands first: never a centre
    expect(sensibleTruncation(model)).toBe(model.order.length - 1);
    const lab = { ...model, sensitive: ['lab'] };
    const j = model.order.indexOf('lab is missing') + 1;
    expect(sensibleTruncation(lab)).toBe(model.order.length - j);
  });

  test('can be given', async () => {
    const order = ['lab', 'visits', 'age', 'ward', 'stage', 'admitted', 'cost', 'died'];
    const given = await fitTable(real, { ...settings, order, truncation: 1, families: 'gaussian' });
    expect(given.order.filter((name) => !name.endsWith('missing'))).toEqual(order);
    const asis = await fitTable(real, {
      ...settings,
      order: 'asis',
      truncation: 1,
      families: 'gaussian',
    });
    expect(asis.order[0]).toBe('age');
  });
});

describe('samples', () => {
  test('are the same in one piece or many, and differ by seed', async () => {
    const whole = await textOf(sample(model, 2500, { seed: 5 }));
    for (const chunkRows of [777, 1024, 2500]) {
      let text = '';
      for (const part of sampleChunks(model, 2500, { seed: 5, chunkRows })) {
        text += (await textOf(part)).replace(/^[^\n]*\n/, '');
      }
      expect(text).toBe(whole.replace(/^[^\n]*\n/, ''));
    }
    expect(await textOf(sample(model, 2500, { seed: 6 }))).not.toBe(whole);
    expect((await textOf(sample(model, 2400, { seed: 5 }))).split('\n')[2000]).toBe(
      whole.split('\n')[2000],
    );
  });

  test('are the same row by row', async () => {
    const body = async (table: Table) => (await textOf(table)).replace(/^[^\n]*\n/, '');
    const rows = [...sampleChunks(model, 60, { seed: 5, chunkRows: 1 })];
    expect(rows).toHaveLength(60);
    const texts = await Promise.all(rows.map(body));
    expect(texts.join('')).toBe(await body(sample(model, 60, { seed: 5 })));
  });

  test('of no rows are empty', () => {
    expect(sample(model, 0).rows).toBe(0);
    // one piece, so that whoever writes it has the names of the columns
    expect([...sampleChunks(model, 0)].map(({ rows }) => rows)).toEqual([0]);
  });

  test('of a truncated model are those of the truncation', async () => {
    const text = await textOf(sample(truncate(model, 2), 50));
    expect(await textOf(sample(model, 50, { truncation: 2 }))).toBe(text);
    expect(text).not.toBe(await textOf(sample(model, 50)));
  });

  test('can be latent', () => {
    const latent = sample(model, 3000, { responseSampling: 'latent' });
    expect(share(numbers(latent, 'died'), (x) => x === 1)).toBeCloseTo(
      share(numbers(real, 'died'), (x) => x === 1),
      1,
    );
  });

  test('with a fixed response are distributed as the rows that have it', () => {
    const many = sample(model, 20_000, { seed: 3 });
    for (const value of [0, 1]) {
      const fixed = sample(model, 4000, { seed: 4, where: { died: value } });
      expect(new Set(numbers(fixed, 'died'))).toEqual(new Set([value]));
      const died = numbers(many, 'died');
      const chosen = numbers(many, 'age').filter((_, i) => died[i] === value);
      const limit = 1.95 * Math.sqrt(1 / 4000 + 1 / chosen.length);
      expect(distance(numbers(fixed, 'age'), chosen)).toBeLessThan(limit);
    }
    expect(() => sample(model, 5, { where: { died: 'perhaps' } })).toThrow(/one of 0, 1/);
    expect(() => sample(model, 5, { where: { agee: 50 } })).toThrow(/no column 'agee'/);
  });
});

describe('a continuous response', () => {
  test('is modelled, and can be fixed', async () => {
    const byAge = await fitTable(real, { response: 'age', truncation: 2, families: 'gaussian' });
    const old = sample(byAge, 2000, { where: { age: 80 } });
    expect(new Set(numbers(old, 'age'))).toEqual(new Set([80]));
    const young = sample(byAge, 2000, { where: { age: 30 } });
    const rate = (table: Table) => share(numbers(table, 'died'), (x) => x === 1);
    expect(rate(old)).toBeGreaterThan(rate(young) + 0.3);
    expect(() => sample(byAge, 5, { where: { age: 500 } })).toThrow(/within the range/);
  });
});

describe('a response with more levels', () => {
  test('nominal or ordered, is modelled and fixed by name', async () => {
    for (const response of ['ward', 'stage']) {
      const many = await fitTable(real, { response, truncation: 2, families: 'gaussian' });
      const drawn = sample(many, 3000);
      const counts = (table: Table) => {
        const cells = texts(table, response);
        return new Map(
          [...new Set(cells)].map((l) => [l, cells.filter((c) => c === l).length / cells.length]),
        );
      };
      const expected = counts(real);
      for (const [level, rate] of counts(drawn)) {
        expect(Math.abs(rate - (expected.get(level) ?? 0))).toBeLessThan(0.04);
      }
      const level = texts(real, response)[0] as string;
      const fixed = sample(many, 20, { where: { [response]: level } });
      expect(new Set(texts(fixed, response))).toEqual(new Set([level]));
    }
  });
});

test('threads, progress, cancel', async () => {
  const stages = new Set<string>();
  const stop = new AbortController();
  const onProgress = ({ stage, done }: { stage: string; done: number }) => {
    stages.add(stage);
    if (stage === 'vine' && done > 3) stop.abort(new Error('enough'));
  };
  await expect(fitTable(real, { ...settings, onProgress, signal: stop.signal })).rejects.toThrow(
    'enough',
  );
  expect([...stages]).toEqual(['order', 'margins', 'vine']);
});
