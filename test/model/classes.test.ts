/** Pair copulas by class of the response: where there are classes, what small ones have, what is noted. */

import { describe, expect, test } from 'vitest';
import {
  type FitSettings,
  fit as fitTable,
  InputError,
  type Model,
  modelFromText,
  modelToText,
  sample,
  type Table,
  truncate,
} from '../../src/index.ts';
import { arrange } from '../../src/model/arrange.ts';
import { roundVine } from '../../src/model/roundVine.ts';
import { resolveFit } from '../../src/model/settings.ts';
import { applySchema } from '../../src/table/applySchema.ts';
import type { EdgeCopula, GroupEdge } from '../../src/vine/vine.ts';
import { fitVine, kendallTau, vineLogLik } from '../../src/vine.ts';
import { Draw } from '../support/draw.ts';
import { sharedTable } from './shared.ts';
import { normal, numbers, tableFrom, textOf, texts } from './tables.ts';

/** Classes that differ in how x and z go together; `counts` rows of each, called A, B, C, ... */
function classTable(counts: readonly number[], seed = 1, asNumbers = false): Promise<Table> {
  const draw = new Draw(seed);
  const lines = counts.flatMap((count, level) =>
    Array.from({ length: count }, () => {
      const [a, b] = [normal(draw), normal(draw)];
      const rho = level % 2 === 0 ? 0.8 : -0.8;
      const z = rho * a + Math.sqrt(1 - rho * rho) * b;
      const gap = draw.uniform() < 0.15 ? '' : (a + normal(draw)).toFixed(2);
      const kind = ['red', 'green', 'blue'][
        Math.min(2, Math.floor(3 * draw.uniform() * draw.uniform() + level / 3))
      ];
      return [
        a.toFixed(3),
        z.toFixed(3),
        gap,
        Math.floor(2 * Math.abs(z)),
        kind ?? 'blue',
        asNumbers ? level : 'ABCDEFGHIJKLMN'[level],
      ];
    }),
  );
  return tableFrom([['x', 'z', 'lab', 'count', 'kind', 'y'], ...lines]);
}

async function fitted(table: Table, settings: Partial<FitSettings> = {}): Promise<Model> {
  return fitTable(table, { response: 'y', families: 'onepar', ...settings });
}

const notesOn = ({ notes }: Model) => notes.filter((note) => /pair copulas/i.test(note));
const splits = ({ vine }: Model) => vine.edges.filter(({ classes }) => classes);

/** The edge of two variables. */
function edgeOf({ vine, order }: Model, one: string, other: string) {
  return vine.edges.find(({ a, b }) => {
    const names = [order[a], order[b]];
    return names.includes(one) && names.includes(other);
  });
}

/** Asked for always: an error whose advice works. */
async function refusedAndAdvised(table: Table, settings: Partial<FitSettings>, message: RegExp) {
  const fit = fitted(table, { ...settings, byClass: 'always' });
  await expect(fit).rejects.toThrow(InputError);
  await expect(fit).rejects.toThrow(message);
  await expect(fit).rejects.toThrow(/Give --by-class auto \(in the library, byClass: 'auto'\)\.$/);
  await expect(fitted(table, { ...settings, byClass: 'auto' })).resolves.toBeDefined();
}

describe('a response with classes', () => {
  test('tells apart what differs between them, and a sample has it', async () => {
    const table = await classTable([200, 200]);
    const [auto, never, always] = await Promise.all(
      (['auto', 'never', 'always'] as const).map((byClass) => fitted(table, { byClass })),
    );
    expect(await fitted(table)).toEqual(auto);
    expect(notesOn(auto)).toEqual([]);
    expect(edgeOf(auto, 'x', 'z')?.classes).toBeDefined();
    expect([never.vine.groups, splits(never).length]).toEqual([undefined, 0]);
    expect(splits(always).length).toBeGreaterThan(splits(auto).length);
    const taus = (model: Model) => {
      const drawn = sample(model, 4000);
      const [x, z, y] = [numbers(drawn, 'x'), numbers(drawn, 'z'), texts(drawn, 'y')];
      return ['A', 'B'].map((level) => {
        const is = (_: number, r: number) => y[r] === level;
        return kendallTau(x.filter(is), z.filter(is));
      });
    };
    const truth = 0.59;
    // standard errors of about 0.015 and, of the fit, 0.03
    for (const model of [auto, always]) {
      const [a, b] = taus(model);
      expect(Math.abs(a - truth)).toBeLessThan(0.13);
      expect(Math.abs(b + truth)).toBeLessThan(0.13);
    }
    for (const tau of taus(never)) expect(Math.abs(tau)).toBeLessThan(0.2);
  });

  test.each(['cvine', 'star'] as const)(
    'as numbers, if they are declared, and in a %s',
    async (structure) => {
      const table = await classTable([150, 120, 130], 2, true);
      expect((await fitted(table, { structure })).vine.groups).toBeUndefined();
      const schema = { columns: { y: { type: 'ordered' } } };
      const model = await fitted(table, { structure, schema });
      expect(model.vine.groups).toEqual([0, 1, 2]);
      expect(edgeOf(model, 'x', 'z')?.classes).toHaveLength(3);
      expect(modelFromText(modelToText(model))).toEqual(model);
    },
  );

  test('rows are drawn for one class alone, by its copulas', async () => {
    const model = await fitted(await classTable([200, 200]));
    for (const [level, sign] of [
      ['A', 1],
      ['B', -1],
    ] as const) {
      const drawn = sample(model, 3000, { where: { y: level } });
      expect(new Set(texts(drawn, 'y'))).toEqual(new Set([level]));
      expect(sign * kendallTau(numbers(drawn, 'x'), numbers(drawn, 'z'))).toBeGreaterThan(0.45);
    }
  });
});

describe('small classes', () => {
  test('below 50 rows have the copulas of the whole table, with a note', async () => {
    const model = await fitted(await classTable([150, 12, 160, 49]), { byClass: 'always' });
    const levels = model.vine.groups as readonly number[];
    // two of their own, two together
    expect(new Set(levels)).toEqual(new Set([0, 1, 2]));
    expect(levels.filter((group) => group === 2)).toHaveLength(2);
    expect(notesOn(model)).toEqual([
      '2 classes of the response with fewer than 50 rows have the pair copulas of the whole table.',
    ]);
    for (const { classes } of splits(model)) {
      expect(classes).toHaveLength(3);
      expect('family' in (classes as readonly GroupEdge[])[2]).toBe(true);
    }
    const drawn = sample(model, 2000);
    expect(new Set(texts(drawn, 'y'))).toEqual(new Set(['A', 'B', 'C', 'D']));
    expect(modelFromText(modelToText(model))).toEqual(model);
  });

  test('one of 12 rows beside one of many', async () => {
    // without rules there are no trees: the vine has all columns as they are
    const model = await fitted(await classTable([300, 12]), { byClass: 'always', rules: 'none' });
    expect(notesOn(model)).toEqual([
      'One class of the response with fewer than 50 rows has the pair copulas of the whole table.',
    ]);
    expect(model.vine.groups).toEqual([0, 1]);
    const edge = edgeOf(model, 'x', 'z')?.classes as readonly EdgeCopula[];
    const never = edgeOf(await fitted(await classTable([300, 12]), { byClass: 'never' }), 'x', 'z');
    expect(edge[1].family).toBe(never?.family);
    // no figure of the file is of the 12 rows alone: their part is the fit to all
    expect(edge[1].parameters[0]).toBeCloseTo((never as EdgeCopula).parameters[0], 1);
  });

  test('none of 50 rows: the same for all, with a note', async () => {
    const table = await classTable([40, 45, 30]);
    const model = await fitted(table);
    expect(model.vine.groups).toBeUndefined();
    expect(notesOn(model)).toEqual([
      "Pair copulas are the same for all rows: no class of the response 'y' has 50 rows.",
    ]);
    await refusedAndAdvised(table, {}, /^By class: no class of the response 'y' has 50 rows\./);
  });
});

describe('what has no classes', () => {
  test('a numeric response', async () => {
    const table = await classTable([150, 150]);
    const model = await fitted(table, { response: 'x' });
    expect(notesOn(model)).toEqual([
      "Pair copulas are the same for all rows: the response 'x' is numeric (if its values are classes, declare it ordered or nominal in the schema).",
    ]);
    await refusedAndAdvised(table, { response: 'x' }, /^By class: the response 'x' is numeric /);
  });

  test('more than ten classes', async () => {
    const many = await classTable(new Array(11).fill(60));
    const model = await fitted(many, { families: 'gaussian' });
    expect(notesOn(model)).toEqual([
      "Pair copulas are the same for all rows: the response 'y' has 11 classes, more than 10.",
    ]);
    await refusedAndAdvised(
      many,
      { families: 'gaussian' },
      /^By class: the response 'y' has 11 classes/,
    );
    const ten = await fitted(await classTable(new Array(10).fill(60)), { families: 'gaussian' });
    expect(notesOn(ten)).toEqual([]);
    expect(ten.vine.groups).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  });

  test.each(['rvine', 'dvine'] as const)('a %s', async (structure) => {
    const table = await classTable([100, 100]);
    const model = await fitted(table, { structure });
    expect(notesOn(model)).toEqual([
      `Pair copulas are the same for all rows: in a '${structure}' they are not given the response.`,
    ]);
    await refusedAndAdvised(table, { structure }, /^By class: in a '.vine' they are not given/);
    expect(notesOn(await fitted(table, { structure, byClass: 'never' }))).toEqual([]);
  });

  test('another word', async () => {
    const fit = fitted(await classTable([60, 60]), { byClass: 'yes' as 'auto' });
    await expect(fit).rejects.toThrow("By class: found 'yes'. Give auto, never or always.");
  });
});

describe('a model by class', () => {
  test('is version 2, comes back from its file, and draws the same', async () => {
    const settings = { sensitive: ['lab'], rules: 'none' } as const;
    const model = await fitted(await classTable([120, 140]), settings);
    const text = modelToText(model);
    expect(JSON.parse(text)).toMatchObject({ version: 2, vine: { version: 2, groups: [0, 1] } });
    const again = modelFromText(text);
    expect(again).toEqual(model);
    expect(await textOf(sample(again, 300))).toBe(await textOf(sample(model, 300)));
  });

  test('that is cut to edges that all classes share is read again', async () => {
    const settings = { protect: 'table', rules: 'none' } as const;
    const model = await fitted(await classTable([120, 140]), settings);
    for (const t of [0, 1, 2]) {
      const cut = truncate(model, t);
      expect(modelFromText(modelToText(cut))).toEqual(cut);
      const isSplit = splits(cut).length > 0;
      expect(JSON.parse(modelToText(cut)).version).toBe(isSplit ? 2 : 1);
      expect(cut.vine.groups !== undefined).toBe(isSplit);
    }
    expect(splits(truncate(model, 0))).toEqual([]);
  });

  test('protects columns with gaps and categories as one that is shared does', async () => {
    const table = await classTable([120, 140]);
    const sensitive = ['lab', 'kind'];
    const model = await fitted(table, { sensitive, protect: 'sensitive', byClass: 'always' });
    const others = ['x', 'z', 'count', 'y'];
    const [whole, cut] = [sample(model, 400), sample(model, 400, { truncation: 1 })];
    for (const name of others) expect(numbers(cut, name)).toEqual(numbers(whole, name));
    const last = model.order.indexOf('kind');
    for (const { tree, a, family } of truncate(model, 1).vine.edges) {
      if (tree > 1 && a <= last) expect(family).toBe('independence');
    }
    expect(modelFromText(modelToText(truncate(model, 1)))).toEqual(truncate(model, 1));
  });
});

describe('rounding', () => {
  test.for(['real_support2_small.csv', 'real_data_I_d20.csv'])(
    '%s: by class it costs less than a unit of log-likelihood, and twice is once',
    async (name, context) => {
      const table = await sharedTable(name, context);
      const resolved = resolveFit(table, { response: 'Y', rules: 'none' });
      const { variables } = await arrange(applySchema(table, resolved.schema), resolved);
      const columns = variables.map(({ encoded }) => encoded.u);
      const left = variables.map(({ encoded }) => encoded.left);
      const settings = { structure: 'cvine', left, byClass: 'auto', families: 'onepar' } as const;
      const vine = await fitVine(columns, settings);
      expect(vine.edges.filter(({ classes }) => classes).length).toBeGreaterThan(20);
      const rounded = roundVine(vine, 5);
      // 0.7 of 7708 and 0.1 of 4174
      const loss = vine.logLik - vineLogLik(rounded, columns, { left });
      expect(Math.abs(loss)).toBeLessThan(1);
      expect(roundVine(rounded, 5)).toEqual(rounded);
    },
  );
});
