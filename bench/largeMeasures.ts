/**
 * Every measure on a table of 200,000 x 50: time and peak memory. Games are defined on small sets and
 * draw them from all rows; what else is drawn stands in the results' notes. `npm run bench:large`.
 */

import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import type * as Library from '../src/index.ts';
import { PLAIN_CSV } from '../src/table/table.ts';

const { values: options } = parseArgs({
  options: {
    rows: { type: 'string', default: '200000' },
    columns: { type: 'string', default: '50' },
    threads: { type: 'string', default: String(availableParallelism()) },
  },
});
const library: typeof Library = await import(pathToFileURL(resolve('dist/index.js')).href);
const rows = Number(options.rows);
const threads = Number(options.threads);
const table = factorTable(rows, Number(options.columns));
const settings: Library.GeneratorSettings = { response: 'y', sensitive: ['x0'] };
const given = { fit: settings, levels: [1, 5] as const, iterations: 2, sets: 10, threads };

let synthetic = table;
await timed('attribute attack, 2 iterations', () => library.attributeAttack(table, given));
await timed('membership attack, 2 iterations', () =>
  library.membershipAttack(table, { ...given, shadows: 3, setsPerShadow: 5 }),
);
await timed('fit of 5 trees and a sample of all rows', async () => {
  const model = await library.fit(table, {
    ...settings,
    truncation: 5,
    families: 'onepar',
    threads,
  });
  synthetic = library.sample(model, rows);
});
await timed('fidelity', async () => library.tableFidelity(table, synthetic));
await timed('utility, 1 set, forest of 20 trees', () =>
  library.utility(table, {
    fit: { ...settings, truncation: 1, families: 'gaussian' },
    levels: [1],
    sets: 1,
    modelSettings: { forest: { trees: 20 } },
    threads,
  }),
);

async function timed(what: string, work: () => Promise<unknown>): Promise<void> {
  const begun = performance.now();
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  const peak = process.resourceUsage().maxRSS / 1024;
  process.stdout.write(
    `${what}: ${((performance.now() - begun) / 1000).toFixed(1)} s wall, ${((user + system) / 1e6).toFixed(1)} s CPU; peak so far ${peak.toFixed(0)} MB\n`,
  );
}

/** Columns that share three factors, and a binary response. */
function factorTable(n: number, d: number): Library.Table {
  const rng = library.rngFromSeed(1);
  const uniform = (name: string) => rng.split(name).uniforms(n);
  const factors = [uniform('f0'), uniform('f1'), uniform('f2')];
  const numeric = (name: string, values: Float64Array, decimals: number) =>
    ({ kind: 'numeric', name, values, missing: undefined, decimals }) as const;
  const columns = Array.from({ length: d - 1 }, (_, j) => {
    const noise = uniform(`e${j}`);
    return numeric(
      `x${j}`,
      noise.map((e, i) => e + factors[j % 3][i]),
      6,
    );
  });
  const flip = uniform('y');
  const response = numeric(
    'y',
    flip.map((u, i) => (u + factors[0][i] > 1 ? 1 : 0)),
    0,
  );
  return {
    rows: n,
    columns: [...columns, response],
    format: PLAIN_CSV,
  };
}
