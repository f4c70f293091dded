/**
 * What a study of a large table would take on many workers, from units that were measured on small ones: for
 * each kind of unit how many, how long, how many bytes; how these grow with rows and columns (powers, by least
 * squares over a grid of tables); and what follows for --rows, --columns and --workers. A model on paper: its
 * measurements are printed with it. `npm run bench:scale-out-model`.
 */

import { loadavg } from 'node:os';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import type * as Library from '../src/index.ts';
import { growthOf } from './scaleOut/growth.ts';
import { type Measured, measuringStore, type UnitKind } from './scaleOut/measuringStore.ts';

const { values: options } = parseArgs({
  options: {
    preset: { type: 'string', default: 'standard' },
    grid: { type: 'string', default: '500x8,2000x8,8000x8,500x16,500x32' },
    rows: { type: 'string', default: '1000000' },
    columns: { type: 'string', default: '200' },
    workers: { type: 'string', default: '100' },
    /** Bytes a second of the server's network, and euros for an hour of one worker. */
    network: { type: 'string', default: '125000000' },
    hour: { type: 'string', default: '0.05' },
  },
});
const library: typeof Library = await import(pathToFileURL(resolve('dist/index.js')).href);
const { tableFromColumns, study } = library;
const print = (text: string) => process.stdout.write(`${text}\n`);

const grid = options.grid.split(',').map((size) => size.split('x').map(Number));
const measured: Measured[] = [];
for (const [rows, columns] of grid) {
  const table = tableOf(rows, columns);
  const store = measuringStore();
  const before = process.cpuUsage();
  await study(table, {
    response: 'y',
    sensitive: ['x0'],
    preset: options.preset as 'standard',
    store: store.store,
  });
  const { user, system } = process.cpuUsage(before);
  const found = { rows, columns, cpu: (user + system) / 1e6, kinds: store.kinds() };
  measured.push(found);
  const inUnits = found.kinds.reduce((sum, { units, seconds }) => sum + units * seconds, 0);
  print(
    `${rows} x ${columns}: ${found.cpu.toFixed(1)} s CPU, of which ${(found.cpu - inUnits).toFixed(1)} s not in units (load ${loadavg()[0].toFixed(1)})`,
  );
  for (const kind of found.kinds) print(`  ${words(kind)}`);
}

const [rows, columns, workers] = [options.rows, options.columns, options.workers].map(Number);
const [network, hour] = [options.network, options.hour].map(Number);
print(`\n${rows} x ${columns} on ${workers} workers with one thread each, by growth over the grid`);
const names = [...new Set(measured.flatMap(({ kinds }) => kinds.map(({ unit }) => unit)))];
let [wall, busy, traffic] = [0, 0, 0];
for (const unit of names) {
  const at = (value: (kind: UnitKind) => number) =>
    growthOf(
      measured.flatMap(({ rows: n, columns: d, kinds }) =>
        kinds.filter((kind) => kind.unit === unit).map((kind) => [n, d, value(kind)] as const),
      ),
    );
  const [count, seconds, shared, own, result] = [
    at((kind) => kind.units),
    at((kind) => kind.seconds),
    at((kind) => kind.sharedBytes),
    at((kind) => kind.ownBytes),
    at((kind) => kind.resultBytes),
  ];
  const units = Math.ceil(count.at(rows, columns));
  const each = seconds.at(rows, columns);
  const fetched = shared.at(rows, columns) * Math.min(workers, units);
  const moved = fetched + units * (own.at(rows, columns) + result.at(rows, columns));
  const time = Math.ceil(units / workers) * each + fetched / network;
  wall += time;
  busy += units * each;
  traffic += moved;
  print(
    `  ${unit}: ${units} units of ${each.toFixed(2)} s (rows^${seconds.rows.toFixed(2)}, columns^${seconds.columns.toFixed(2)}), ${gigabytes(moved)} moved, ${minutes(time)}`,
  );
}
const serial = growthOf(
  measured.map(({ rows: n, columns: d, cpu, kinds }) => [
    n,
    d,
    Math.max(0.01, cpu - kinds.reduce((sum, kind) => sum + kind.units * kind.seconds, 0)),
  ]),
);
const alone = serial.at(rows, columns);
print(
  `  not in units, by one process: ${minutes(alone)} (rows^${serial.rows.toFixed(2)}, columns^${serial.columns.toFixed(2)})`,
);
print(
  `all: ${minutes(wall + alone)}; by one worker ${minutes(busy + alone)}; ${gigabytes(traffic)} moved; ${((workers * hour * (wall + alone)) / 3600).toFixed(2)} euros at ${hour} an hour for each worker`,
);

function words({ unit, units, seconds, sharedBytes, ownBytes, resultBytes }: UnitKind): string {
  return `${unit}: ${units} units of ${seconds.toFixed(3)} s; shared ${sharedBytes} B, own ${Math.round(ownBytes)} B, result ${Math.round(resultBytes)} B`;
}

function minutes(seconds: number): string {
  return seconds < 90 ? `${seconds.toFixed(0)} s` : `${(seconds / 60).toFixed(0)} min`;
}

function gigabytes(bytes: number): string {
  return `${(bytes / 1e9).toFixed(2)} GB`;
}

/** Columns that depend on each other through one factor, and a response of 0 and 1. */
function tableOf(count: number, width: number): Library.Table {
  let state = 1;
  const uniform = () => {
    state = (state * 48271) % 2147483647;
    return state / 2147483647;
  };
  const factor = Float64Array.from({ length: count }, uniform);
  const covariates = Array.from({ length: width - 1 }, (_, j) => [
    `x${j}`,
    factor.map((value) => value + uniform()),
  ]);
  const y = Array.from(factor, (value) => (value + 0.3 * uniform() > 0.65 ? '1' : '0'));
  return tableFromColumns(Object.fromEntries([...covariates, ['y', y]]));
}
