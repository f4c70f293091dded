/**
 * The probability that a model gives a row, beside how often the row comes out: two independent ways, one
 * through densities and distribution functions, the other through inverses and uniforms.
 */

import { describe, expect, test } from 'vitest';
import { fit as fitModel, sample, type Table, truncate } from '../../src/index.ts';
import type { Model } from '../../src/model/model.ts';
import { modelLogDensities } from '../../src/model/modelDensity.ts';
import { rngFromSeed } from '../../src/random/rng.ts';
import { tableFromColumns } from '../../src/table/tableFromColumns.ts';
import { takeRows } from '../../src/table/takeRows.ts';
import { normals } from '../measures/membershipAudit/games.ts';

const ROWS = 600;
const DRAWN = 200_000;
const rng = rngFromSeed(4).split('density');
const [z, e, w] = ['z', 'e', 'w'].map((name) => normals(ROWS, rng.split(name)));
const u = rng.split('u').uniforms(ROWS);
const y = Array.from(z, (x, i) => (x + 0.8 * e[i] > 0 ? 'yes' : 'no'));
const place = Array.from(z, (x, i) => ['a', 'b', 'c'][Math.abs(Math.round(x + e[i])) % 3]);
/** Whole numbers of more than 30 values: a smooth margin on a coarse grid. */
const score = Array.from(z, (x, i) =>
  Math.round(20 + 7 * x * (y[i] === 'yes' ? 1 : -1) + 4 * w[i]),
);
/** Half of it zero: a value that many share. */
const cost = Array.from(e, (x, i) =>
  u[i] < 0.5 ? 0 : Math.round(10 * Math.exp(0.5 * x + 0.4 * z[i])),
);

function keysOf({ rows, columns }: Table): string[] {
  return Array.from({ length: rows }, (_, r) =>
    columns
      .map((column) => (column.kind === 'text' ? column.codes[r] : column.values[r]))
      .join(' '),
  );
}

/** Chi-square by degree of freedom of cells that are expected at least 20 times, and their share. */
function agreement(model: Model, drawnOf: Model = model) {
  const drawn = sample(drawnOf, DRAWN, { seed: 9 });
  const counts = new Map<string, { row: number; count: number }>();
  keysOf(drawn).forEach((key, row) => {
    const own = counts.get(key) ?? { row, count: 0 };
    counts.set(key, { ...own, count: own.count + 1 });
  });
  const cells = [...counts.values()];
  const people = takeRows(
    drawn,
    Uint32Array.from(cells, ({ row }) => row),
  );
  const [logs] = modelLogDensities(model, [model.vine], people);
  let [chi, degrees, seen, total] = [0, 0, 0, 0];
  cells.forEach(({ count }, at) => {
    const expected = DRAWN * Math.exp(logs[at]);
    total += expected / DRAWN;
    if (expected < 20) return;
    chi += ((count - expected) * (count - expected)) / expected;
    degrees++;
    seen += count / DRAWN;
  });
  return { ratio: chi / degrees, degrees, seen, total };
}

describe('rows come out as often as the density says', () => {
  test('a category, and numbers on a coarse grid', async () => {
    const table = tableFromColumns({ place, score, y });
    const model = await fitModel(table, { response: 'y', byClass: 'never' });
    const { ratio, degrees, seen, total } = agreement(model);
    expect(degrees).toBeGreaterThan(100);
    expect(seen).toBeGreaterThan(0.9);
    expect(total).toBeGreaterThan(0.99);
    expect(total).toBeLessThan(1.01);
    expect(ratio).toBeLessThan(1.4);
  });

  test('vines that differ by class, and truncated ones', async () => {
    const table = tableFromColumns({ place, score, y });
    const model = await fitModel(table, { response: 'y', byClass: 'always' });
    expect(model.vine.groups).toBeDefined();
    expect(agreement(model).ratio).toBeLessThan(1.4);
    const cut = truncate(model, 1);
    expect(agreement(cut).ratio).toBeLessThan(1.4);
    // it is this model's: another one's rows do not fit
    expect(agreement(cut, model).ratio).toBeGreaterThan(1.6);
  });

  test('columns that are drawn by a tree over others', async () => {
    const around = Array.from(u, (x, i) => {
      const turn = { a: 1, b: 2, c: 0 }[place[i]] ?? 0;
      return ['p', 'q', 'r'][x < 0.8 ? turn : Math.floor(3 * e[i] * e[i]) % 3];
    });
    const bill = Array.from(cost, (x, i) =>
      around[i] === 'q' ? Math.round(x / 4) : Math.round(Math.sqrt(x)),
    );
    const table = tableFromColumns({ place, around, bill, y });
    const model = await fitModel(table, { response: 'y' });
    const kinds = model.columns.map(({ content }) =>
      content.kind === 'modelled' ? content.given?.kind : content.kind,
    );
    expect(kinds.filter((kind) => kind === 'tree').length).toBeGreaterThan(1);
    const { ratio, degrees, total } = agreement(model);
    expect(degrees).toBeGreaterThan(50);
    expect(total).toBeGreaterThan(0.99);
    expect(total).toBeLessThan(1.01);
    expect(ratio).toBeLessThan(1.4);
  });

  test('a value that many share, and missing cells', async () => {
    const gaps = cost.map((value, i) => (w[i] > 1 ? null : value));
    const table = tableFromColumns({ cost: gaps, score: place, y });
    // a column under a rule has no density
    const model = await fitModel(table, { response: 'y', byClass: 'never', rules: 'none' });
    const { ratio, degrees, total } = agreement(model);
    expect(degrees).toBeGreaterThan(50);
    expect(total).toBeGreaterThan(0.99);
    expect(total).toBeLessThan(1.01);
    expect(ratio).toBeLessThan(1.4);
  });
});

describe('what a model cannot give', () => {
  test('levels that it has not, gaps that it has not, numbers beyond its limits stay finite', async () => {
    const model = await fitModel(tableFromColumns({ place, score, y }), { response: 'y' });
    const odd = tableFromColumns({
      place: ['a', 'elsewhere', null, 'b'],
      score: [1e6, 20, 20, null],
      y: ['yes', 'no', 'yes', 'no'],
    });
    const [logs] = modelLogDensities(model, [model.vine], odd);
    expect(logs.every(Number.isFinite)).toBe(true);
    // a level that is not there counts as half a row
    const known = tableFromColumns({ place: ['a', 'a'], score: [20, 20], y: ['no', 'yes'] });
    const [[usual]] = modelLogDensities(model, [model.vine], known);
    expect(logs[1]).toBeLessThan(usual - 3);
  });
});
