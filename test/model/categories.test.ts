/** Categories that depend on each other in no order of their levels keep their two-way tables. */
import { expect, test } from 'vitest';
import { treeUnits } from '../../src/model/encodeTree.ts';
import { fit as fitTable } from '../../src/model/fit.ts';
import { columnOf, levelsOfContent, type Model } from '../../src/model/model.ts';
import { modelFromText, modelToText } from '../../src/model/modelFile.ts';
import { plantTrees } from '../../src/model/plantTrees.ts';
import type { PreparedColumn } from '../../src/model/prepareColumns.ts';
import { sample } from '../../src/model/sample.ts';
import type { ResolvedFit } from '../../src/model/settings.ts';
import { rngFromSeed } from '../../src/random/rng.ts';
import { askedBy } from '../../src/rules/tree.ts';
import type { Table } from '../../src/table/table.ts';
import { inline } from '../../src/work/runner.ts';
import { Draw } from '../support/draw.ts';
import { normal, tableFrom, textOf, texts } from './tables.ts';

const COLOURS = ['red', 'blue', 'green', 'white', 'brown', 'black'];
const FRUIT = ['plum', 'apple', 'pear', 'fig', 'lemon', 'grape'];

/** A cyclic table: b is the level after a, or the one before it, never a itself. */
async function cyclic(rows: number): Promise<Table> {
  const draw = new Draw(9);
  const lines = Array.from({ length: rows }, () => {
    const a = draw.integer(6);
    const b = (a + (draw.uniform() < 0.7 ? 1 : 5)) % 6;
    const c = draw.integer(3);
    const x = normal(draw) + 0.2 * c;
    return [COLOURS[a], FRUIT[b], COLOURS[c], x.toFixed(2), x + normal(draw) > 1 ? 'yes' : 'no'];
  });
  return tableFrom(['a,b,c,x,y'.split(','), ...lines]);
}

const givenOf = (model: Model) =>
  model.columns.flatMap(({ name, content }) =>
    content.kind === 'modelled' && content.given ? [[name, content.given.kind]] : [],
  );

const askedOf = (model: Model) =>
  model.columns.flatMap(({ content }) =>
    content.kind === 'modelled' && content.given?.kind === 'tree' ? askedBy(content.given) : [],
  );

/** Total variation between the tables of some columns. */
function distance(real: Table, made: Table, names = ['a', 'b']): number {
  const shares = new Map<string, number>();
  for (const [table, sign] of [
    [real, 1],
    [made, -1],
  ] as const) {
    const columns = names.map((name) => texts(table, name));
    columns[0].forEach((_, row) => {
      const key = columns.map((own) => own[row]).join(' ');
      shares.set(key, (shares.get(key) ?? 0) + sign / table.rows);
    });
  }
  return [...shares.values()].reduce((sum, share) => sum + Math.abs(share), 0) / 2;
}

test('margins are fitted once, also where the order decides what is drawn given what', async () => {
  const begun: string[] = [];
  const onProgress = ({ stage, done }: { stage: string; done: number }) => {
    if (stage === 'margins' && done === 0) begun.push(stage);
  };
  const model = await fitTable(await cyclic(1500), { response: 'y', sensitive: ['a'], onProgress });
  // a is cut, and b is related to it: neither has a tree, nor is one asked for
  expect(givenOf(model)).toEqual([['x', 'tree']]);
  expect(askedOf(model)).not.toContain('a');
  expect(askedOf(model)).not.toContain('b');
  expect(begun).toHaveLength(1);
});

test('two-way tables are kept, in the model file as well; the vine alone cannot', async () => {
  const table = await cyclic(1500);
  const model = await fitTable(table, { response: 'y' });
  expect(givenOf(model)).toContainEqual(['b', 'tree']);
  const made = sample(model, 1500);
  // two samples of 1,500 rows from 12 cells of the same probabilities differ by about 0.05
  expect(distance(table, made)).toBeLessThan(0.09);
  const alone = await fitTable(table, { response: 'y', rules: 'none' });
  expect(distance(table, sample(alone, 1500))).toBeGreaterThan(0.2);
  const read = await modelFromText(await modelToText(model));
  expect(await textOf(sample(read, 200))).toBe(await textOf(sample(model, 200)));
});

test('a model of before there were trees is read, and draws what it says', async () => {
  const model = await fitTable(await cyclic(800), { response: 'y' });
  const levelsOf = (name: string) =>
    levelsOfContent(columnOf(model, name).content) as readonly string[];
  const [a, b] = [levelsOf('a'), levelsOf('b')];
  const columns = model.columns.map((column) => {
    if (column.content.kind !== 'modelled') return column;
    const { given: _, ...content } = column.content;
    if (column.name !== 'b') return { ...column, content };
    // with each level of a always the same of b
    const given = {
      kind: 'within' as const,
      from: ['a'],
      groups: a.map((_, place) => place),
      margins: a.map((_, place) => ({
        kind: 'levels' as const,
        levels: [b[place]],
        upper: [0.99],
      })),
      levels: b,
    };
    return { ...column, content: { ...content, given } };
  });
  const text = modelToText({ ...model, columns });
  expect(text).toContain('"version": 3');
  const made = sample(await modelFromText(text), 300);
  const [first, second] = [texts(made, 'a'), texts(made, 'b')];
  expect(first.map((level) => b[a.indexOf(level as string)])).toEqual(second);
});

/** The class decides which way around the cycle b lies from a: neither alone tells anything of b's place. */
async function cyclicByClass(rows: number): Promise<Table> {
  const draw = new Draw(10);
  const lines = Array.from({ length: rows }, () => {
    const [a, y] = [draw.integer(4), draw.integer(2)];
    const b = (a + (draw.uniform() < 0.85 ? 1 + y : 3)) % 4;
    return [COLOURS[a], FRUIT[b], normal(draw).toFixed(2), ['no', 'yes'][y]];
  });
  return tableFrom(['a,b,x,y'.split(','), ...lines]);
}

test('distributions that differ between the classes of the response are kept by class', async () => {
  const table = await cyclicByClass(2000);
  const model = await fitTable(table, { response: 'y' });
  expect(givenOf(model)).toEqual([['b', 'tree']]);
  expect(askedOf(model).sort()).toEqual(['a', 'y']);
  const made = sample(model, 2000);
  // two samples of 2,000 rows from these 16 cells differ by about 0.05; without the classes by 0.4
  expect(distance(table, made, ['a', 'b', 'y'])).toBeLessThan(0.1);
  expect(distance(table, sample(model, 2000, { where: 'y=yes' }), ['a', 'b'])).toBeGreaterThan(0.2);
  const read = await modelFromText(await modelToText(model));
  expect(await textOf(sample(read, 200))).toBe(await textOf(sample(model, 200)));
});

test('levels that are rare in a leaf have the shares that they have in the node above', async () => {
  const draw = new Draw(12);
  const levels = Array.from({ length: 30 }, (_, l) => `level ${l}`);
  const lines = Array.from({ length: 1500 }, (_, i) => {
    // few rows have the last level of a, and each another level of b
    const a = i < 24 ? 5 : draw.integer(5);
    const b = a === 5 ? i : (7 * a + draw.integer(4)) % 30;
    return [COLOURS[a], levels[b], normal(draw).toFixed(2), draw.integer(2) === 1 ? 'yes' : 'no'];
  });
  const table = await tableFrom(['a,b,x,y'.split(','), ...lines]);
  const model = await fitTable(table, { response: 'y' });
  expect(givenOf(model).map(([, kind]) => kind)).toContain('tree');
  expect(sample(model, 300).rows).toBe(300);
});

test('no protected column has a tree, nor does a tree ask for one', async () => {
  const table = await cyclic(800);
  const model = await fitTable(table, { response: 'y', sensitive: ['a'] });
  // neither has the sensitive column a tree, nor does one ask for it
  const trees = model.columns.flatMap(({ name, content }) =>
    content.kind === 'modelled' && content.given?.kind === 'tree'
      ? [name, ...askedBy(content.given)]
      : [],
  );
  expect(model.protected?.map(({ name }) => name)).toEqual(['a']);
  expect(trees).not.toContain('a');
  const without = await fitTable(table, { response: 'y' });
  expect(givenOf(without).length).toBeGreaterThan(givenOf(model).length);
});

test("the paper's vine has the columns as they are", async () => {
  const table = await cyclic(600);
  expect(
    givenOf(await fitTable(table, { response: 'y', byClass: 'never', protect: 'table' })),
  ).toEqual([]);
});

const column = (name: string, size: number, of: (i: number) => number) =>
  ({
    name,
    typed: { type: 'nominal', layout: { kind: 'text' } },
    levels: Array.from({ length: size }, (_, l) => `${l}`),
    values: Float64Array.from({ length: 900 }, (_, i) => of(i)),
    missing: undefined,
    keepsMissing: false,
  }) as unknown as PreparedColumn;

test('a tree asks for columns before its own that tell, and for nothing that is independent', async () => {
  const draw = new Draw(2);
  const y = column('y', 2, () => draw.integer(2));
  const a = column('a', 4, () => draw.integer(4));
  const b = column('b', 5, (i) => (draw.uniform() < 0.9 ? a.values[i] : draw.integer(5)));
  const c = column('c', 6, (i) => (draw.uniform() < 0.8 ? b.values[i] + 1 : draw.integer(6)));
  const apart = column('apart', 3, () => draw.integer(3));
  const ofResponse = column('of response', 4, (i) =>
    draw.uniform() < 0.8 ? y.values[i] : draw.integer(4),
  );
  const settings = { k: 5, margins: 'smooth' } as unknown as ResolvedFit;
  const { values: planted } = await plantTrees(
    [c, b, a, apart, ofResponse],
    y,
    { missingAs: new Map(), missingIf: new Map(), decided: new Set() },
    settings,
    rngFromSeed(1),
    inline(treeUnits),
  );
  const asked = [...planted].map(([name, { given }]) => [name, ...askedBy(given)]);
  // b tells all of c that a does; what the response alone tells needs no tree
  expect(asked).toEqual([
    ['b', 'a'],
    ['c', 'b'],
  ]);
  const { cells, given } = planted.get('c') ?? {};
  expect(given?.leaves.length).toBeGreaterThan(3);
  cells?.low.forEach((low, row) => {
    expect(low).toBeLessThanOrEqual(cells.high[row]);
  });
});

test('a model file in which a column is missing because of what its own tree asks for is refused', async () => {
  const model = await fitTable(await cyclic(1500), { response: 'y' });
  const tree = model.columns.flatMap(({ name, content }) =>
    content.kind === 'modelled' && content.given?.kind === 'tree'
      ? [{ name, own: content.given }]
      : [],
  )[0];
  const asked = askedBy(tree.own).find((each) => each !== 'y') as string;
  const [level] = tree.own.levels as readonly string[];
  // the tree asks for a column, which is missing where the tree says so
  const columns = model.columns.map((column) =>
    column.name === asked
      ? { ...column, content: { ...column.content, missingIf: [`${tree.name} = '${level}'`] } }
      : column,
  );
  const text = await modelToText({ ...model, columns } as Model);
  await expect((async () => modelFromText(text))()).rejects.toThrow('follows from itself');
});
