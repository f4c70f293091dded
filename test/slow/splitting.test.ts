/**
 * How often a pair gets a copula for each class: hardly ever where classes do not differ, nearly always
 * where they do. The price of a split (src/vine/chooseByClass.ts) is calibrated by this.
 */

import { expect, test } from 'vitest';
import { PAPER_CLASSES } from '../../src/demo/paperParameters.ts';
import {
  type FitSettings,
  fit as fitTable,
  type Model,
  readTable,
  rngFromSeed,
  sample,
  type Table,
  tableFromColumns,
} from '../../src/index.ts';
import { readShared } from '../support/shared.ts';

const TABLES = 20;
const DATA: readonly (readonly [string, readonly string[]])[] = [
  ['real_data_I_d20.csv', ['X1']],
  ['real_support2_small.csv', ['totcst', 'crea']],
];

const later = ({ vine }: Model) => vine.edges.filter(({ tree }) => tree > 1);

test.for(DATA)(
  'of tables drawn from a shared vine of %s at most one pair in twenty is split',
  async ([file, sensitive], context) => {
    const table = await readTable(new TextEncoder().encode(readShared(`data/${file}`, context)));
    const settings = { response: 'Y', sensitive, protect: 'table' } as const;
    for (const rows of [table.rows, 300]) {
      expect(await falseSplits(table, settings, rows, TABLES)).toBeLessThan(0.05);
    }
  },
);

test.for([2, 3, 5, 7, 10])('and so with %i classes', async (classes, context) => {
  const text = readShared('data/real_data_I_d20.csv', context);
  const table = await readTable(new TextEncoder().encode(text));
  const grouped = withClasses(table, classes);
  const settings = { response: 'group', protect: 'table' } as const;
  // enough rows for every class
  const rows = 150 * classes;
  expect(await falseSplits(grouped, settings, rows, TABLES / 2)).toBeLessThan(0.05);
});

/** The share of pairs that are split of tables with no difference between classes. */
async function falseSplits(
  table: Table,
  settings: FitSettings,
  rows: number,
  tables: number,
): Promise<number> {
  const shared = await fitTable(table, { ...settings, byClass: 'never' });
  let [split, pairs] = [0, 0];
  for (let seed = 1; seed <= tables; seed++) {
    const drawn = sample(shared, rows, { seed });
    const edges = later(await fitTable(drawn, { ...settings, byClass: 'auto' }));
    split += edges.filter(({ classes }) => classes).length;
    pairs += edges.length;
  }
  console.info(
    `${settings.response}, ${rows} rows: ${split} of ${pairs} pairs split without a difference`,
  );
  return split / pairs;
}

/** X5 to X18, and as many classes of equal size as wanted, by X20 with noise. */
function withClasses({ columns, rows }: Table, classes: number): Table {
  const values = (name: string) => {
    const column = columns.find((each) => each.name === name);
    if (column?.kind !== 'numeric') throw new Error(`${name} holds no numbers`);
    return column.values;
  };
  const noise = rngFromSeed(3).uniforms(rows);
  const scores = values('X20').map((x, i) => x + 2 * (noise[i] - 0.5));
  const sorted = scores.slice().sort();
  const group = Array.from(scores, (score) => {
    const rank = sorted.indexOf(score) / rows;
    return `c${Math.floor(rank * classes)}`;
  });
  const kept = Array.from({ length: 14 }, (_, k) => `X${k + 5}`);
  return tableFromColumns({
    ...Object.fromEntries(kept.map((name) => [name, values(name)])),
    group,
  });
}

test('of the third block of the simulated data nearly all pairs that differ are split', async (context) => {
  const text = readShared('data/real_data_I_d20.csv', context);
  const table = await readTable(new TextEncoder().encode(text));
  const model = await fitTable(table, { response: 'Y', order: 'asis', protect: 'table' });
  const truth = PAPER_CLASSES.map((blocks) => partialCorrelations(blocks[2].covariance));
  const inside = later(model).flatMap(({ a, b, classes }) => {
    const [first, second] = [a, b].map((variable) => Number(model.order[variable].slice(1)) - 11);
    if (!(first >= 0 && second >= 0 && second < 10)) return [];
    // the difference of Fisher's z, in standard errors with 500 rows of each class
    const [p, q] = truth.map((matrix) => Math.atanh(matrix[first][second]));
    return [{ isSplit: classes !== undefined, z: Math.abs(p - q) / Math.sqrt(2 / 497) }];
  });
  const differing = inside.filter(({ z }) => z > 2);
  const found = differing.filter(({ isSplit }) => isSplit).length;
  const all = inside.filter(({ isSplit }) => isSplit).length;
  console.info(
    `third block: ${all} of ${inside.length} pairs split; ${found} of the ${differing.length} whose partial correlations differ by more than two standard errors; ${inside.filter(({ z }) => z < 1.5).length} differ by less than 1.5`,
  );
  expect(inside.length).toBe(45);
  expect(found / differing.length).toBeGreaterThanOrEqual(0.9);
});

/** Of pair (j, c), j < c, given all variables after c: a centre is swept out once it is done. */
function partialCorrelations(covariance: readonly (readonly number[])[]): number[][] {
  const left = covariance.map((row) => [...row]);
  const found = covariance.map((row) => row.map(() => 0));
  for (let c = left.length - 1; c > 0; c--) {
    for (let j = 0; j < c; j++) found[j][c] = left[j][c] / Math.sqrt(left[j][j] * left[c][c]);
    for (let i = 0; i < c; i++) {
      for (let j = 0; j < c; j++) left[i][j] -= (left[i][c] * left[c][j]) / left[c][c];
    }
  }
  return found;
}
