/** Tables for tests of the audit. */

import { rngFromSeed } from '../../../src/random/rng.ts';
import type { Table } from '../../../src/table/table.ts';
import { tableFromColumns } from '../../../src/table/tableFromColumns.ts';
import { normals } from './games.ts';

/** Ten numbers with a common part, and a response of two levels. */
export function records(rows: number, seed = 1): Table {
  const rng = rngFromSeed(seed).split('records');
  const common = normals(rows, rng.split('common'));
  const columns = Array.from({ length: 10 }, (_, j) => {
    const own = normals(rows, rng.split('own', j));
    return [`x${j}`, Array.from(own, (x, i) => 0.6 * common[i] + 0.8 * x)] as const;
  });
  const noise = normals(rows, rng.split('noise'));
  const y = Array.from(common, (x, i) => (x + noise[i] > 0 ? 'yes' : 'no'));
  return tableFromColumns({ ...Object.fromEntries(columns), y });
}

/** Numbers, few numbers, dates, a nominal column with a rare level, missing values. */
export function mixedRecords(rows: number, seed = 1): Table {
  const rng = rngFromSeed(seed).split('mixed');
  const z = normals(rows, rng.split('z'));
  const e = normals(rows, rng.split('e'));
  const u = rng.split('u').uniforms(rows);
  const places = ['north', 'south', 'east', 'west'];
  const day = (x: number) => new Date(Date.UTC(2020, 0, 200 + Math.round(60 * x)));
  return tableFromColumns({
    income: Array.from(z, (x, i) => (u[i] < 0.15 ? null : Math.round(1000 * Math.exp(x)) / 10)),
    visits: Array.from(z, (x, i) => Math.max(0, Math.round(2 + x + e[i]))),
    since: Array.from(e, (x) => day(x).toISOString().slice(0, 10)),
    place: Array.from(z, (x, i) =>
      u[i] > 0.98
        ? 'abroad'
        : u[i] > 0.95
          ? null
          : places[Math.floor(2 * Math.abs(x + e[i] / 2)) % 4],
    ),
    y: Array.from(z, (x, i) => (x + e[i] > 0 ? 'yes' : 'no')),
  });
}
