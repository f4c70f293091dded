/** Which columns a truncation cuts, and what it does to them and to the others. */

import { beforeAll, describe, expect, test } from 'vitest';
import {
  type FitSettings,
  fit as fitTable,
  InputError,
  type Model,
  modelFromText,
  modelToText,
  sample,
  sampleChunks,
  type Table,
  truncate,
} from '../../src/index.ts';
import { fitUpTo } from '../../src/model/fit.ts';
import { sampleTruncations } from '../../src/model/sample.ts';
import { truncationOf } from '../../src/model/truncate.ts';
import { isIndependence } from '../../src/vine/vine.ts';
import { kendallTau, truncateColumns } from '../../src/vine.ts';
import { hospital, numbers, select, tableFrom, textOf } from './tables.ts';

let table: Table;
beforeAll(async () => {
  table = await hospital(300);
});

const TREES = 8;

function fitted(settings: Partial<FitSettings>, of: Table = table): Promise<Model> {
  return fitTable(of, { response: 'died', families: 'gaussian', byClass: 'never', ...settings });
}

const notesOn = (model: Model) => model.notes.filter((note) => note.startsWith('A truncation'));

/** The last tree in which a variable that is drawn later than its partner has an edge that joins. */
function lastTrees({ vine, order }: Model): Map<string, number> {
  const last = new Map(order.map((name) => [name, 0]));
  for (const edge of vine.edges) {
    if (!isIndependence(edge))
      last.set(order[edge.a], Math.max(edge.tree, last.get(order[edge.a]) ?? 0));
  }
  return last;
}

describe('which columns are protected', () => {
  test('by default the sensitive ones and those related to them', async () => {
    const model = await fitted({ sensitive: ['cost'], threshold: 0.3, truncation: 2 });
    expect(model.protected).toEqual([
      { name: 'cost', truncation: 2 },
      { name: 'stage', truncation: 2 },
      { name: 'age', truncation: 2 },
    ]);
    expect(model.order.slice(0, 3)).toEqual(['cost', 'stage', 'age']);
    expect(model.vine.truncation).toBe(TREES);
    expect(notesOn(model)).toEqual([]);
    expect(
      await fitted({ sensitive: ['cost'], threshold: 0.3, truncation: 2, protect: 'related' }),
    ).toEqual(model);
  });

  test('the sensitive ones alone, in their order', async () => {
    const model = await fitted({
      sensitive: ['lab', 'cost'],
      threshold: 0.3,
      protect: 'sensitive',
    });
    expect(model.protected?.map(({ name }) => name)).toEqual(['lab', 'cost']);
  });

  test('a list that the order begins with', async () => {
    const order = ['visits', 'ward', 'age', 'lab', 'stage', 'admitted', 'cost', 'died'];
    const model = await fitted({ order, protect: ['ward', 'visits'], truncation: 1 });
    expect(model.protected).toEqual([
      { name: 'visits', truncation: 1 },
      { name: 'ward', truncation: 1 },
    ]);
  });

  test('the whole table', async () => {
    const model = await fitted({ sensitive: ['cost'], protect: 'table', truncation: 2 });
    expect(model.protected).toBeUndefined();
    expect([model.vine.truncation, truncationOf(model)]).toEqual([2, 2]);
    expect(notesOn(model)).toEqual([]);
  });

  test('without sensitive columns the whole table, without a word', async () => {
    const model = await fitted({ truncation: 3 });
    expect([model.protected, model.vine.truncation]).toEqual([undefined, 3]);
    expect(notesOn(model)).toEqual([]);
    expect(model).toEqual(await fitted({ truncation: 3, protect: 'table' }));
  });

  test.each(['rvine', 'star', 'dvine'] as const)(
    'in a %s the whole table, with a note',
    async (structure) => {
      for (const protect of [undefined, 'sensitive'] as const) {
        const model = await fitted({
          sensitive: ['cost'],
          structure,
          truncation: 2,
          ...(protect && { protect }),
        });
        expect([model.protected, model.vine.truncation]).toEqual([undefined, 2]);
        expect(notesOn(model)).toEqual([
          `A truncation cuts the whole table, not the protected columns alone: a '${structure}' has no order that puts them last.`,
        ]);
      }
      const silent = await fitted({
        sensitive: ['cost'],
        structure,
        truncation: 2,
        protect: 'table',
      });
      expect(notesOn(silent)).toEqual([]);
    },
  );

  test('in an order that does not begin with them the whole table, with a note', async () => {
    const model = await fitted({ sensitive: ['cost'], order: 'asis', truncation: 2 });
    expect([model.protected, model.vine.truncation]).toEqual([undefined, 2]);
    expect(notesOn(model)).toEqual([
      "A truncation cuts the whole table, not the protected columns alone: the order does not begin with 'cost'.",
    ]);
    const first = await fitted({
      sensitive: ['age'],
      order: 'asis',
      protect: 'sensitive',
      truncation: 2,
    });
    expect(first.protected).toEqual([{ name: 'age', truncation: 2 }]);
  });

  test.each<[string, Partial<FitSettings>, RegExp]>([
    ['no sensitive column', { protect: 'related' }, /^Protect: no column is sensitive\./],
    [
      'an order that begins otherwise',
      { sensitive: ['cost'], order: 'asis', protect: 'sensitive' },
      /^Protect: the order does not begin with 'cost'\./,
    ],
    [
      'a list that the order does not begin with',
      { sensitive: ['cost'], protect: ['age'] },
      /^Protect: the order does not begin with 'age'\./,
    ],
  ])('asked for with %s: refused, and the advice helps', async (_, settings, message) => {
    const fit = fitted(settings);
    await expect(fit).rejects.toThrow(InputError);
    await expect(fit).rejects.toThrow(message);
    await expect(fit).rejects.toThrow(
      /Give --protect table \(in the library, protect: 'table'\)\.$/,
    );
    expect((await fitted({ ...settings, protect: 'table' })).protected).toBeUndefined();
  });

  test('words and numbers that are none', async () => {
    await expect(fitted({ protect: 'all' as 'table' })).rejects.toThrow(
      "Protect: found 'all'. Give table, related or sensitive.",
    );
    await expect(fitted({ protect: ['costs'] })).rejects.toThrow(/Protect: .*costs.*cost/);
    for (const truncateRest of [-1, 1.5, Number.NaN]) {
      await expect(fitted({ sensitive: ['cost'], truncateRest })).rejects.toThrow(
        /Truncation of the rest: found .*\. Give a whole number of at least 0\./,
      );
    }
  });
});

describe('which trees are fitted', () => {
  test('all others are kept, or cut by themselves', async () => {
    const settings = { sensitive: ['cost'], threshold: 0.3, protect: 'related' } as const;
    for (const [truncation, truncateRest] of [
      [2, undefined],
      [2, 4],
      [4, 2],
      [undefined, 3],
      [0, 0],
    ]) {
      const model = await fitted({
        ...settings,
        ...(truncation !== undefined && { truncation }),
        ...(truncateRest !== undefined && { truncateRest }),
      });
      const [own, rest] = [truncation ?? TREES, truncateRest ?? TREES];
      const last = lastTrees(model);
      for (const name of model.order) {
        const most = ['cost', 'stage', 'age'].includes(name) ? own : rest;
        expect(last.get(name), name).toBeLessThanOrEqual(most);
      }
      expect(truncationOf(model)).toBe(own);
      expect(model.vine.truncation).toBe(Math.max(own, rest));
    }
  });

  test('the cut of the fit is that of the model, to the byte', async () => {
    const settings = { sensitive: ['cost'], threshold: 0.3, byClass: 'auto' } as const;
    const full = await fitted(settings);
    for (const truncation of [0, 1, 3, 8]) {
      expect(modelToText(await fitted({ ...settings, truncation }))).toBe(
        modelToText(truncate(full, truncation)),
      );
    }
    const both = await fitted({ ...settings, truncation: 1, truncateRest: 3 });
    expect(modelToText(both)).toBe(modelToText(truncate(full, 1, 3)));
  });

  test('more trees than there are: refused, or as many as there are', async () => {
    const many = { response: 'died', families: 'gaussian', sensitive: ['cost'] } as const;
    for (const trees of [{ truncation: 99 }, { truncateRest: 99 }]) {
      await expect(fitTable(table, { ...many, ...trees })).rejects.toThrow(
        /found 99\. Give a whole number from 0 to 8/,
      );
      const model = await fitUpTo(table, { ...many, ...trees });
      expect([model.vine.truncation, truncationOf(model)]).toEqual([TREES, TREES]);
    }
  });

  test('a truncation of the rest without protected columns: refused, and the advice helps', async () => {
    const message =
      'Truncation by column, or of the rest: no columns are protected by themselves here. Leave it out, or name sensitive columns.';
    await expect(fitted({ truncateRest: 2 })).rejects.toThrow(message);
    await expect(
      fitted({ sensitive: ['cost'], protect: 'table', truncateRest: 2 }),
    ).rejects.toThrow(message);
    await expect(fitted({})).resolves.toBeDefined();
    await expect(fitted({ sensitive: ['cost'], truncateRest: 2 })).resolves.toBeDefined();
  });
});

describe('a model that is cut', () => {
  /** A column with gaps, a nominal one and a number are protected; a count, levels and a date are not. */
  let model: Model;
  const names = ['lab', 'ward', 'cost'];
  const others = ['age', 'visits', 'stage', 'admitted', 'died'];
  beforeAll(async () => {
    model = await fitted({ sensitive: names, protect: 'sensitive', byClass: 'always' });
  });

  const cells = (of: Table, name: string) => numbers(of, name);

  test('also in the state that a protected column is missing', () => {
    expect(model.order.slice(0, 4)).toEqual(['lab', 'lab is missing', 'ward', 'cost']);
    const last = lastTrees(truncate(model, { lab: 1 }));
    expect(last.get('lab')).toBeLessThanOrEqual(1);
    expect(last.get('lab is missing')).toBeLessThanOrEqual(1);
    const before = lastTrees(model);
    for (const name of ['ward', 'cost', ...others]) expect(last.get(name)).toBe(before.get(name));
    // its gaps still go with the response
    expect(lastTrees(truncate(model, 0)).get('lab is missing')).toBe(0);
    expect(before.get('lab is missing')).toBeGreaterThan(0);
  });

  test('draws the other columns as before, to the cell', () => {
    const whole = sample(model, 500);
    for (const truncation of [0, 1, { cost: 2 }, { lab: 1, ward: 0 }]) {
      const cut = sample(model, 500, { truncation });
      for (const name of others) expect(cells(cut, name), name).toEqual(cells(whole, name));
      expect(names.some((name) => `${cells(cut, name)}` !== `${cells(whole, name)}`)).toBe(true);
    }
    // those that are not named stay too: nothing that is cut comes before them
    const cut = sample(model, 500, { truncation: { lab: 1 } });
    for (const name of ['ward', 'cost']) expect(cells(cut, name)).toEqual(cells(whole, name));
  });

  test('by one number or column by column', async () => {
    expect(truncate(model, { lab: 2, ward: 2, cost: 2 })).toEqual(truncate(model, 2));
    const apart = truncate(model, { lab: 1, cost: 3 });
    expect(apart.protected).toEqual([
      { name: 'lab', truncation: 1 },
      { name: 'ward', truncation: TREES },
      { name: 'cost', truncation: 3 },
    ]);
    expect(truncationOf(apart)).toBe(TREES);
    // a number cuts those that have more
    expect(truncate(apart, 2).protected).toEqual([
      { name: 'lab', truncation: 1 },
      { name: 'ward', truncation: 2 },
      { name: 'cost', truncation: 2 },
    ]);
    expect(truncate(truncate(model, { lab: 1 }), { cost: 3 })).toEqual(apart);
    expect(truncate(model, {})).toEqual(model);
    // and by hand
    const trees = model.order.map((name) =>
      name.startsWith('lab') ? 1 : name === 'cost' ? 3 : undefined,
    );
    expect(apart.vine).toEqual(truncateColumns(model.vine, trees));
  });

  test('the rest as well', () => {
    const cut = truncate(model, 1, 2);
    expect(cut.vine.truncation).toBe(2);
    const last = lastTrees(cut);
    for (const name of others) expect(last.get(name) ?? 0, name).toBeLessThanOrEqual(2);
    expect(last.get('lab')).toBeLessThanOrEqual(1);
  });

  test('draws the same whether it is cut before or for the draw, alone, together or in pieces', async () => {
    const truncations = [8, 0, { lab: 1 }, { ward: 2, cost: 5 }, 3];
    const together = sampleTruncations(model, 300, truncations);
    for (const [t, truncation] of truncations.entries()) {
      const text = await textOf(sample(truncate(model, truncation), 300));
      expect(await textOf(sample(model, 300, { truncation }))).toBe(text);
      expect(await textOf(together[t])).toBe(text);
      let pieces = text.split('\n')[0];
      for (const part of sampleChunks(model, 300, { truncation, chunkRows: 77 })) {
        pieces += `\n${(await textOf(part)).trim().split('\n').slice(1).join('\n')}`;
      }
      expect(pieces).toBe(text.trim());
    }
  });

  test('cut at 1: independent of the other columns within each class', async () => {
    const cut = sample(model, 20_000, { truncation: 1 });
    const died = numbers(cut, 'died');
    // 2 classes of 3 columns with 6 others: all within 5 standard errors but with probability 2e-5
    for (const y of [0, 1]) {
      const rows = Array.from(died.keys()).filter((r) => died[r] === y);
      const own = (name: string) => {
        const all = numbers(cut, name);
        return Float64Array.from(rows, (r) => all[r]);
      };
      for (const name of names) {
        for (const other of ['cost', 'age', 'visits', 'stage', 'admitted']) {
          if (other === name) continue;
          const all = own(name);
          const [x, z] = [all, own(other)].map((each) =>
            each.filter((_, r) => !Number.isNaN(all[r])),
          );
          // ties make the error of tau smaller, that of tau-b is at most this
          const error = 2 / (3 * Math.sqrt(x.length));
          expect(Math.abs(kendallTau(x, z)) / (1.5 * error), `${name}, ${other}`).toBeLessThan(5);
        }
      }
    }
  });

  test.each<[string, (model: Model) => unknown, RegExp]>([
    ['too many trees', (of) => truncate(of, 9), /found 9 for the protected columns, .* 8 trees/],
    ['no whole number', (of) => truncate(of, 1.5), /found 1\.5 for the protected columns/],
    ['below 0', (of) => truncate(of, { lab: -1 }), /found -1 for 'lab'/],
    [
      'more than the column has',
      (of) => truncate(truncate(of, { lab: 1 }), { lab: 2 }),
      /found 2 for 'lab', which this model has 1 trees of\. Give a whole number from 0 to 1/,
    ],
    ['another column', (of) => truncate(of, { age: 1 }), /Truncation: .*'age'/],
    [
      'a misspelt one',
      (of) => sample(of, 5, { truncation: { wards: 1 } }),
      /Truncation: .*'wards'.*ward/,
    ],
    ['too many of the rest', (of) => truncate(of, 1, 9), /found 9 for the rest/],
  ])('%s: refused', (_, attempt, message) => {
    expect(() => attempt(model)).toThrow(InputError);
    expect(() => attempt(model)).toThrow(message);
  });

  test('one that is cut as a whole takes one number', async () => {
    const whole = await fitted({ sensitive: ['cost'], protect: 'table' });
    const message =
      /^Truncation: this model is cut as a whole\. Give one number of trees, or fit it/;
    expect(() => truncate(whole, { cost: 1 })).toThrow(message);
    expect(() => truncate(whole, 1, 2)).toThrow(message);
    expect(() => sample(whole, 5, { truncation: { cost: 1 } })).toThrow(message);
    expect(truncate(whole, 1).vine.truncation).toBe(1);
    expect(() => truncate(whole, 9)).toThrow(
      /this vine has 8 trees\. Give a whole number from 0 to 8/,
    );
  });

  test('is written and read again, with what it protects', async () => {
    for (const cut of [model, truncate(model, { lab: 1, cost: 0 }), truncate(model, 0, 0)]) {
      const again = modelFromText(modelToText(cut));
      expect(again.protected).toEqual(cut.protected);
      expect(again).toEqual(cut);
      expect(await textOf(sample(again, 100))).toBe(await textOf(sample(cut, 100)));
      expect(JSON.parse(modelToText(cut)).version).toBe(2);
    }
    const whole = await fitted({ sensitive: ['cost'], protect: 'table' });
    expect(JSON.parse(modelToText(whole))).toMatchObject({ version: 1 });
    expect(JSON.parse(modelToText(whole))).not.toHaveProperty('protected');
  });

  test('a protected column of one value, or none that can be modelled', async () => {
    const lines = Array.from({ length: 120 }, (_, r) => [7, r % 11, (r * 7) % 13, r % 2]);
    const small = await tableFrom([['same', 'a', 'b', 'y'], ...lines]);
    const settings = { response: 'y', families: 'gaussian', truncation: 1 } as const;
    const model = await fitTable(small, { ...settings, sensitive: ['same', 'a'] });
    expect(model.protected?.map(({ name }) => name)).toEqual(['same', 'a']);
    expect(modelFromText(modelToText(model))).toEqual(model);
    expect(truncate(model, { same: 0 }).vine).toEqual(model.vine);
    const none = await fitTable(select(table, ['id', 'age', 'cost', 'died']), {
      response: 'died',
      families: 'gaussian',
      sensitive: ['id'],
    });
    expect(none.protected).toBeUndefined();
  });
});
