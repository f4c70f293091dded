/** Dependence by class and truncation by column on the command line. */

import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { modelFromText, sample, truncate } from '../../src/index.ts';
import { normal, textOf } from '../model/tables.ts';
import { Draw } from '../support/draw.ts';
import { runIn } from './support.ts';

let folder = '';
const run = (...args: string[]) => runIn(folder, ...args);

/** Two large outcomes in which costs and stay go together in opposite ways, and one small. */
function patients(): string {
  const draw = new Draw(3);
  const lines = ['totcst,crea,stay,age,outcome'];
  for (let i = 0; i < 420; i++) {
    const outcome = i < 20 ? 'moved' : i % 2 ? 'died' : 'home';
    const [a, b, c] = [normal(draw), normal(draw), normal(draw)];
    const stay = (outcome === 'died' ? -0.8 : 0.8) * a + 0.6 * b;
    const cells = [Math.exp(7 + 0.5 * a), 1.5 + 0.3 * (a + c), 10 + 3 * stay, 60 + 8 * (b + c)];
    lines.push([...cells.map((x) => x.toFixed(3)), outcome].join());
  }
  return `${lines.join('\n')}\n`;
}

const fitting = [
  ...['fit', 'patients.csv', '--response', 'outcome', '--sensitive', 'totcst,crea'],
  ...['--families', 'onepar', '--threads', '1', '--json', '--quiet', '--force'],
];

interface Edge {
  readonly tree: number;
  readonly a: string;
  readonly b: string;
  readonly given: readonly string[];
  readonly family?: string;
  readonly logLik: number;
  readonly classes?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tvinesynth-class-'));
  await writeFile(join(folder, 'patients.csv'), patients());
  const { code } = await run(...fitting, '--protect', 'sensitive', '--out', 'model.json');
  expect(code).toBe(0);
});
afterAll(() => rm(folder, { recursive: true }));

const readModel = async (name: string) => modelFromText(await readFile(join(folder, name), 'utf8'));

describe('fit --json', () => {
  test('an edge by class has a part for each class of the response', async () => {
    const { code, stdout } = await run(...fitting, '--by-class', 'always', '--out', 'always.json');
    expect(code).toBe(0);
    const document = JSON.parse(stdout);
    const edges: Edge[] = document.edges;
    const split = edges.filter(({ classes }) => classes);
    expect(split.length).toBeGreaterThan(3);
    for (const { classes = {}, family, logLik, tree } of split) {
      expect(Object.keys(classes).sort()).toEqual(['died', 'home', 'moved']);
      expect(family).toBeUndefined();
      expect(Number.isFinite(logLik)).toBe(true);
      for (const own of Object.values(classes)) {
        const keys = Object.keys(own).sort();
        const isShares = keys.includes('cuts');
        expect(keys).toEqual(
          isShares ? ['below', 'cuts', 'logLik'] : ['family', 'logLik', 'parameters', 'rotation'],
        );
        if (isShares) expect(tree).toBe(1);
      }
      // the small class has the copula of the whole table, whatever the others have
      expect(classes.moved).toHaveProperty('family');
    }
    for (const { classes, ...rest } of edges) {
      if (classes) continue;
      expect(Object.keys(rest).sort()).toEqual(
        ['a', 'b', 'family', 'given', 'logLik', 'parameters', 'rotation', 'tree'].sort(),
      );
    }
    // the same as in the model, level by level
    const { vine, order } = await readModel('always.json');
    const found = edges.find((edge) => [edge.a, edge.b].sort().join() === 'stay,totcst');
    const own = vine.edges.find(({ a, b }) => [order[a], order[b]].sort().join() === 'stay,totcst');
    const groups = vine.groups as readonly number[];
    const levels = (await readModel('always.json')).columns.at(-1)?.content;
    if (levels?.kind !== 'modelled' || levels.margin.kind !== 'levels') throw new Error('levels');
    levels.margin.levels.forEach((name, level) => {
      expect(found?.classes?.[name]).toEqual(own?.classes?.[groups[level]]);
    });
    expect(document.notes).toContain(
      'One class of the response with fewer than 50 rows has the pair copulas of the whole table.',
    );
  });

  test('says what is protected; never and table are the paper', async () => {
    const paper = ['--by-class', 'never', '--protect', 'table', '--truncate', '2'];
    const whole = JSON.parse((await run(...fitting, ...paper, '--out', 'paper.json')).stdout);
    expect(whole).not.toHaveProperty('protected');
    expect(whole.truncation).toBe(2);
    expect(whole.edges.every(({ tree, classes }: Edge) => tree <= 2 && !classes)).toBe(true);
    const own = ['--protect', 'sensitive', '--truncate', '1', '--truncate-rest', '3'];
    const cut = JSON.parse((await run(...fitting, ...own, '--out', 'own.json')).stdout);
    expect(cut.protected).toEqual([
      { name: 'totcst', truncation: 1 },
      { name: 'crea', truncation: 1 },
    ]);
    expect(cut.truncation).toBe(1);
    for (const { tree, a, family } of cut.edges as Edge[]) {
      expect(tree).toBeLessThanOrEqual(3);
      if (tree > 1 && (a === 'totcst' || a === 'crea')) expect(family).toBe('independence');
    }
  });

  test.each([
    [['--by-class', 'often'], /by-class.*auto, never, always/s],
    [['--protect', 'all'], /protect.*table, related, sensitive/s],
    [['--truncate-rest', '-1'], /truncate-rest/],
    [['--truncate', 'totcst=some'], /whole number/],
    [['--structure', 'dvine', '--by-class', 'always'], /Give --by-class auto/],
    [['--order', 'asis', '--sensitive', 'age', '--protect', 'related'], /Give --protect table/],
    [['--protect', 'table', '--truncate-rest', '2'], /Leave it out/],
  ])('%j exits with 2 and says what to do', async (args, message) => {
    const { code, stdout, stderr } = await run(...fitting, ...args, '--out', 'none.json');
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(message);
  });
});

describe('sample --truncate', () => {
  test('a tree for each column', async () => {
    const drawn = await run(
      'sample',
      'model.json',
      '--truncate',
      'totcst=1,crea=2',
      '--rows',
      '60',
    );
    expect([drawn.code, drawn.stderr]).toEqual([0, '']);
    const model = await readModel('model.json');
    const cut = truncate(model, { totcst: 1, crea: 2 });
    expect(drawn.stdout).toBe(await textOf(sample(cut, 60)));
    const one = await run('sample', 'model.json', '--truncate', '1', '--rows', '60');
    expect(one.stdout).toBe(await textOf(sample(truncate(model, 1), 60)));
    // what is not protected is as in the whole sample
    const whole = await run('sample', 'model.json', '--rows', '60');
    const others = (text: string) =>
      text.split('\n').map((line) => line.split(',').slice(2).join());
    expect(others(drawn.stdout)).toEqual(others(whole.stdout));
    expect(drawn.stdout).not.toBe(whole.stdout);
  });

  test('--json says which', async () => {
    const args = [
      '--truncate',
      'totcst=1',
      '--rows',
      '5',
      '--json',
      '--out',
      'five.csv',
      '--force',
    ];
    const { stdout } = await run('sample', 'model.json', ...args);
    expect(JSON.parse(stdout)).toMatchObject({ rows: 5, truncation: { totcst: 1 } });
  });

  test.each([
    ['totcst=9', /found 9 for 'totcst'.*from 0 to 4/],
    ['age=1', /'age'/],
    ['totcs=1', /Did you mean 'totcst'/],
    ['totcst=a', /whole number/],
    ['=1', /Give one number, or one for each column/],
    ['9', /found 9 for the protected columns/],
  ])('%s exits with 2 and says what to do', async (truncation, message) => {
    const { code, stdout, stderr } = await run('sample', 'model.json', '--truncate', truncation);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(message);
  });
});
