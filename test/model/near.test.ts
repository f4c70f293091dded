/** A column that lies close to an expression of others does so in the synthetic table. */
import { beforeAll, describe, expect, test } from 'vitest';
import { sha256 } from '../../src/documents/sha256.ts';
import { dominatedColumns } from '../../src/model/dominance.ts';
import { findRelations } from '../../src/model/findRelations.ts';
import { fit as fitTable } from '../../src/model/fit.ts';
import type { Model } from '../../src/model/model.ts';
import { modelFromText, modelToText } from '../../src/model/modelFile.ts';
import { sample } from '../../src/model/sample.ts';
import { resolveSchema } from '../../src/model/settings.ts';
import { applySchema } from '../../src/table/applySchema.ts';
import type { Table } from '../../src/table/table.ts';
import { Draw } from '../support/draw.ts';
import { normal, numbers, tableFrom } from './tables.ts';

const ROWS = 1500;

/** Charges change over the months, so that the first month alone gives the total exactly. */
function customers(): Promise<Table> {
  const draw = new Draw(12);
  const lines = Array.from({ length: ROWS }, () => {
    const z = normal(draw);
    const months = draw.uniform() < 0.15 ? 1 : 2 + draw.integer(70);
    const plan = ['phone', 'line', 'fibre'][Math.min(2, Math.floor(3 * draw.uniform() ** 1.2))];
    const charge = { phone: 20, line: 55, fibre: 90 }[plan as 'phone'] + 40 * draw.uniform();
    const factor = months === 1 ? 1 : Math.exp(0.05 * normal(draw));
    const total = (months * Number(charge.toFixed(2)) * factor).toFixed(2);
    const left = z - months / 40 + normal(draw) > 0 ? 'yes' : 'no';
    return [plan, months, charge.toFixed(2), total, left];
  });
  return tableFrom([['plan', 'months', 'charge', 'total', 'left'], ...lines]);
}

/** By row, the total as a share of months times charge. */
function shares(table: Table): number[] {
  const [months, charge, total] = ['months', 'charge', 'total'].map((name) => numbers(table, name));
  return Array.from(total, (value, i) => value / (months[i] * charge[i]));
}

function quantiles(values: readonly number[]): number[] {
  const sorted = [...values].sort((a, b) => a - b);
  return [0.02, 0.25, 0.75, 0.98].map((share) => sorted[Math.floor(share * (sorted.length - 1))]);
}

const settings = { response: 'left', byClass: 'auto', rules: 'auto' } as const;
let table: Table;
let model: Model;
let drawn: Table;
beforeAll(async () => {
  table = await customers();
  model = await fitTable(table, settings);
  drawn = sample(model, 3000);
});

const givenOf = ({ columns }: Model, name: string) => {
  const content = columns.find((column) => column.name === name)?.content;
  return content?.kind === 'modelled' ? content.given : undefined;
};

test('as close as in the real table', () => {
  const [real, made] = [table, drawn].map((each) => quantiles(shares(each)));
  made.forEach((quantile, i) => {
    expect(quantile).toBeCloseTo(real[i], 1);
  });
  expect(Math.min(...shares(drawn))).toBeGreaterThan(0.75);
  expect(Math.max(...shares(drawn))).toBeLessThan(1.3);
});

test('exactly where others say so: a tree is grown on the factor', () => {
  expect(givenOf(model, 'total')).toMatchObject({ kind: 'near', to: 'months * charge' });
  const months = numbers(drawn, 'months');
  const first = shares(drawn).filter((_, i) => months[i] === 1);
  expect(first.length).toBeGreaterThan(200);
  const off = first.filter((share) => Math.abs(share - 1) > 0.001);
  expect(off.length).toBeLessThan(0.01 * first.length);
});

test('a fit without rules loses it', async () => {
  const without = sample(await fitTable(table, { ...settings, rules: 'none' }), 3000);
  expect(Math.max(...shares(without))).toBeGreaterThan(1.5);
});

test('is said, and refused by a word in the schema', async () => {
  expect(model.notes.join('\n')).toContain(
    'total: lies close to months * charge, and is drawn as that times a factor.',
  );
  const told = findRelations(table).find(({ derived }) => derived?.name === 'total');
  expect(told?.derived?.near).toBe('months * charge');
  const refused = await fitTable(table, { ...settings, schema: { derived: { total: false } } });
  expect(givenOf(refused, 'total')?.kind).not.toBe('near');
});

test('declared in the schema, it holds with the rules of the schema alone', async () => {
  const schema = { derived: { total: { near: 'months * charge' } } };
  const declared = await fitTable(table, { ...settings, rules: 'schema', schema });
  expect(givenOf(declared, 'total')).toMatchObject({ kind: 'near', scale: 'ratio' });
  await expect(
    fitTable(table, { ...settings, schema: { derived: { total: { near: 'months * chrage' } } } }),
  ).rejects.toThrow(/chrage.*charge/s);
  const ofItself = { derived: { total: { near: 'months * total' } } };
  await expect(fitTable(table, { ...settings, schema: ofItself })).rejects.toThrow(/part itself/);
});

test('declared of a sensitive column, it is not kept, and the notes say so', async () => {
  const schema = { derived: { total: { near: 'months * charge' } } };
  const own = await fitTable(table, { ...settings, schema, sensitive: ['charge'] });
  expect(givenOf(own, 'total')?.kind).not.toBe('near');
  expect(own.notes.join('\n')).toContain('total: lies close to months * charge, but is not drawn');
});

test.each(['total', 'charge', 'months'])('not found where %s is sensitive', async (name) => {
  const own = await fitTable(table, { ...settings, sensitive: [name] });
  expect(own.columns.some((column) => givenOf(own, column.name)?.kind === 'near')).toBe(false);
});

test('no number of it depends on where the outermost records lie', () => {
  const { columns } = applySchema(table, resolveSchema(undefined));
  expect(dominatedColumns(columns, model)).toEqual([]);
  const content = model.columns.find(({ name }) => name === 'total')?.content;
  const beyond = { ...givenOf(model, 'total'), largest: 1e6 };
  const damaged = model.columns.map((column) =>
    column.name === 'total' ? { ...column, content: { ...content, given: beyond } } : column,
  );
  expect(dominatedColumns(columns, { ...model, columns: damaged } as Model)).toEqual(['total']);
});

describe('a model file', () => {
  test('gives the same rows', () => {
    const text = modelToText(model);
    expect(JSON.parse(text).version).toBe(4);
    expect(numbers(sample(modelFromText(text), 200), 'total')).toEqual(
      numbers(sample(model, 200), 'total'),
    );
  });

  test.each([
    ['of a column that is not there', { to: 'months * charges' }, 'content'],
    ['of the column itself', { to: 'months * total' }, 'itself'],
    ['that is no expression', { to: 'months *' }, 'expected a column'],
    ['without a scale', { scale: 'log' }, 'scale'],
    ['with limits in the wrong order', { least: 5, largest: 1 }, 'largest'],
    ['with a tree of something else', { tree: { kind: 'tree' } }, 'tree'],
  ])('with an expression %s is refused', (_, wrong, word) => {
    const { checksum: __, ...document } = JSON.parse(modelToText(model));
    const { content } = document.columns.find(
      (column: { name: string }) => column.name === 'total',
    );
    Object.assign(content.given, wrong);
    const checksum = sha256(new TextEncoder().encode(JSON.stringify(document)));
    expect(() => modelFromText(JSON.stringify({ ...document, checksum }))).toThrow(
      new RegExp(`columns.*${word}`, 's'),
    );
  });
});
