/** Model files that somebody altered and sealed again: refused, or a model that draws sound tables. */
import { beforeAll, describe, expect, test } from 'vitest';
import { sha256 } from '../../src/documents/sha256.ts';
import { stepOf } from '../../src/margins/grid.ts';
import { rangeOfMargin } from '../../src/margins/marginSchema.ts';
import { fit as fitTable } from '../../src/model/fit.ts';
import type { Model } from '../../src/model/model.ts';
import { modelFromJSON, modelToJSON } from '../../src/model/modelFile.ts';
import { sample } from '../../src/model/sample.ts';
import type { FitSettings } from '../../src/model/settings.ts';
import { InputError } from '../../src/numerics/inputError.ts';
import {
  ALL,
  alterationsOf,
  altered,
  checkTable,
  expectHarmless,
  tryAll,
} from '../support/alterations.ts';
import { Draw } from '../support/draw.ts';
import { vineSealed } from '../support/vineSealed.ts';
import { hospital, select, tableFrom } from './tables.ts';

const ROWS = 50;

type Content = Record<string, unknown>;

/** The document of a content, with checksums that fit, as text that was read. */
function resealed(content: Content, isVine: boolean): unknown {
  const whole = isVine ? { ...content, vine: vineSealed(content.vine) } : content;
  const bytes = new TextEncoder().encode(JSON.stringify(whole));
  return JSON.parse(JSON.stringify({ ...whole, checksum: sha256(bytes) }));
}

/** Loads a document and looks at what it draws. */
async function use(json: unknown): Promise<void> {
  const model = modelFromJSON(json);
  const columns = model.columns.map(({ name, content }) => ({
    name,
    gaps:
      content.kind === 'missing' ||
      ((content.kind === 'modelled' || content.kind === 'derived') &&
        (content.missing !== null || content.missingAs !== undefined)),
  }));
  const table = sample(model, ROWS);
  await checkTable(table, ROWS, columns);
  if (model.protected) await checkTable(sample(model, ROWS, { truncation: 0 }), ROWS, columns);
  model.columns.forEach(({ name, type, content }, j) => {
    const column = table.columns[j];
    if (content.kind !== 'modelled' || content.margin.kind === 'levels' || type === 'date') return;
    if (content.given) return;
    const [least, largest] = rangeOfMargin(content.margin);
    const step = stepOf(content.margin.grid);
    if (column.kind !== 'numeric') throw new Error(`${name}: no numbers`);
    for (const value of column.values) {
      if (value < least - step || value > largest + step) throw new Error(`${name}: ${value}`);
    }
  });
}

/** Numbers alone, a constant, dates with times, a code for gaps, in other marks. */
async function clinic() {
  const draw = new Draw(4);
  const lines = Array.from({ length: 150 }, (_, i) => {
    const z = draw.uniform();
    const hour = String(draw.integer(24)).padStart(2, '0');
    const gap = draw.uniform() < 0.2 ? 'NA' : (50 * z).toFixed(1);
    const id = `${'abcdef'[i % 6]}${String(draw.integer(1e9)).padStart(14, '0')}`;
    const day = `2020-03-${10 + draw.integer(19)} ${hour}:${10 + draw.integer(49)}`;
    return [
      id,
      i + 1,
      (z + draw.uniform()).toFixed(3),
      gap,
      day,
      7,
      draw.integer(3),
      Number(z > 0.5),
    ];
  });
  return tableFrom([['key', 'number', 'x', 'lab', 'when', 'same', 'grade', 'y'], ...lines]);
}

/** Columns that follow from others: bins, a sum, a bound, a range under a condition, combinations, shared gaps. */
async function household() {
  const draw = new Draw(9);
  const lines = Array.from({ length: 200 }, () => {
    const age = 18 + draw.integer(60);
    const low = draw.integer(50);
    const [a, b] = [draw.integer(40), draw.integer(40)];
    const gaps = draw.uniform() < 0.2 ? ['', ''] : [draw.integer(9), draw.integer(9)];
    const status = age > 40 && draw.uniform() < 0.7 ? 'widowed' : 'single';
    const city = draw.integer(3);
    const land = city === 0 ? 'x' : draw.uniform() < 0.5 ? 'x' : 'y';
    const died = Number(age + draw.integer(60) > 80);
    return [age, age < 40 ? 'young' : 'old', status, a, b, a + b, low, low + draw.integer(20)]
      .concat(gaps)
      .concat(['u', 'v', 'w'][city], land, died);
  });
  const header = 'age,group,status,a,b,total,low,high,g1,g2,city,land,died'.split(',');
  return tableFrom([header, ...lines]);
}

const cases: readonly (readonly [string, () => Promise<Model>])[] = [
  [
    'a C-vine of all kinds of columns',
    async () => fitted(await hospital(150), { truncation: 2, sensitive: ['cost'] }),
  ],
  [
    'a C-vine by class and by column',
    async () =>
      fitted(select(await hospital(300), ['age', 'cost', 'lab', 'ward', 'died']), {
        byClass: 'always',
        sensitive: ['lab', 'ward'],
        protect: 'sensitive',
        truncation: 1,
      }),
  ],
  [
    'a whole R-vine',
    async () =>
      fitted(select(await hospital(150), ['age', 'lab', 'ward', 'died']), {
        structure: 'rvine',
        families: 'parametric',
      }),
  ],
  [
    'a star',
    async () =>
      fitted(select(await hospital(150), ['cost', 'admitted', 'stage', 'died']), {
        structure: 'star',
      }),
  ],
  [
    'a D-vine with times, identifiers and a constant',
    async () =>
      fitTable(await clinic(), {
        response: 'y',
        structure: 'dvine',
        families: 'onepar',
        truncation: 3,
      }),
  ],
  [
    'columns that follow from others',
    async () =>
      fitted(await household(), {
        truncation: 1,
        schema: {
          constraints: [
            { rule: 'low <= high' },
            { rule: "if status = 'widowed' then age >= 40" },
            { combinations: ['city', 'land'] },
          ],
        },
      }),
  ],
  [
    'empirical margins',
    async () =>
      fitted(select(await hospital(60), ['age', 'visits', 'died']), { margins: 'empirical' }),
  ],
];

function fitted(
  table: Parameters<typeof fitTable>[0],
  settings: Partial<FitSettings>,
): Promise<Model> {
  return fitTable(table, { response: 'died', families: 'onepar', ...settings });
}

describe('an altered model file with a new checksum', () => {
  test.each(cases)('%s', { timeout: 3_600_000 }, async (name, make) => {
    const { checksum: _, ...content } = JSON.parse(JSON.stringify(modelToJSON(await make())));
    await use(resealed(content, true));
    const alterations = alterationsOf(content);
    const outcome = await tryAll(alterations, 400, (alteration) => {
      const isVine = alteration.path[0] === 'vine' && alteration.path[1] !== 'checksum';
      return use(resealed(altered(content, alteration), isVine));
    });
    expectHarmless(name, outcome);
  });
});

describe('what is wrong is said with its place', () => {
  let content: Content;
  beforeAll(async () => {
    content = JSON.parse(JSON.stringify(modelToJSON(await cases[0][1]())));
    delete content.checksum;
  });

  const load = (path: readonly (string | number)[], name: string) => () =>
    modelFromJSON(resealed(altered(content, { path, name }), path[0] === 'vine'));

  test.each([
    [
      ['columns', 1, 'content', 'margin', 'x', 2],
      'as text',
      /columns\[1\]\.content\.margin\.x\[2\]: must be a number, but is "/,
    ],
    [
      ['columns', 1, 'content', 'margin', 'p'],
      'reversed',
      /columns\[1\]\.content\.margin\.p: must not fall/,
    ],
    [['order'], 'first repeated', /order\[1\]: is not the name that its column gives it/],
    [['k'], 'minus one', /k: must be a whole number from 1 to 2147483647, but is -1/],
    [
      ['rows'],
      '1e15',
      /rows: must be a whole number from 1 to 2147483647, but is 1000000000000000/,
    ],
    [
      ['columns', 5, 'layout', 'date', 'pattern'],
      'a formula',
      /columns\[5\]\.layout\.date\.pattern: must name year/,
    ],
    [
      ['vine', 'copulas', 0, 0, 0],
      'a formula',
      /vine\.copulas\[0\]\[0\]\[0\]: must be one of "independence"/,
    ],
    [['vine', 'partners', 1], 'shorter', /vine\.partners\[1\]: has \d+ entries instead of \d+/],
    [['vine', 'atoms', 0], 'an empty list', /vine\.atoms\[0\]: must be a list of 2, but has 0/],
    [['table', 'delimiter'], 'a long text', /table\.delimiter: must have 1 to 1 characters/],
    [[], 'with __proto__', /has a part "__proto__" that is not known/],
  ] as const)('%j %s', (path, name, message) => {
    expect(load(path, name)).toThrow(InputError);
    expect(load(path, name)).toThrow(message);
    expect(load(path, name)).toThrow(
      /^Model file: it is damaged or was not written by this engine: /,
    );
  });

  test.each([
    ['not for the structure', { structure: 'star' }, /protected: is not for a 'star'/],
    ['empty', { protected: [] }, /protected: must be a list of at least 1/],
    [
      'a name twice',
      { protected: [protectedOf('cost'), protectedOf('cost')] },
      /protected: holds an entry twice/,
    ],
    [
      'no column',
      { protected: [protectedOf('none')] },
      /protected\[0\]: is no column that is modelled/,
    ],
    ['an identifier', { protected: [protectedOf('id')] }, /protected\[0\]: is no column/],
    [
      'a column that does not come first',
      { protected: [protectedOf('age')] },
      /protected: are not the first of the order/,
    ],
    [
      'fewer trees than it has edges',
      { protected: [{ name: 'cost', truncation: 0 }] },
      /protected: have edges beyond their last tree/,
    ],
    [
      'no whole number of trees',
      { protected: [{ name: 'cost', truncation: 0.5 }] },
      /protected\[0\]\.truncation: must be a whole number/,
    ],
    [
      'more than is known',
      { protected: [{ ...protectedOf('cost'), more: 1 }] },
      /protected\[0\]: has a part "more"/,
    ],
  ])('protected columns: %s', (_, change, message) => {
    expect(content.protected).toEqual([protectedOf('cost')]);
    const load = () => modelFromJSON(resealed({ ...content, ...change }, true));
    expect(load).toThrow(InputError);
    expect(load).toThrow(message);
  });

  function protectedOf(name: string) {
    return { name, truncation: 2 };
  }

  test('nested deeper than the language follows', () => {
    const deep = `${'['.repeat(50_000)}${']'.repeat(50_000)}`;
    const json = JSON.parse(`{"format":"tvinesynth-model","version":1,"engine":${deep}}`);
    expect(() => modelFromJSON(json)).toThrow(InputError);
  });
});

test.runIf(!ALL)('a slice of the alterations is tried; TVINESYNTH_FUZZ_ALL=1 tries all', () => {
  expect(alterationsOf({ a: [1] }).length).toBeGreaterThan(20);
});
