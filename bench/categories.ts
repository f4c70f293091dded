/**
 * How well categories are kept: detection AUC (boosted trees, held-out rows against synthetic ones), the mean total
 * variation between two-way tables of real and synthetic rows (categories, and numbers in fifths), and the AUC of a
 * forest that learned on synthetic rows and is scored on held-out real ones, beside one that learned on real rows.
 * Usage: npm run bench:categories -- [--rows N] [--truncation T] [--sets N] [--only NAME] [--data FOLDER]
 */

import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { planFeatures } from '../src/features/plan.ts';
import { tableFidelity } from '../src/measures/fidelity/tableFidelity.ts';
import { labelledRows } from '../src/measures/utility/labelledRows.ts';
import { trainAndTest } from '../src/measures/utility/trainAndTest.ts';
import { fit } from '../src/model/fit.ts';
import { sample } from '../src/model/sample.ts';
import { rngFromSeed } from '../src/random/rng.ts';
import { applySchema } from '../src/table/applySchema.ts';
import { readTable } from '../src/table/readTable.ts';
import type { Table } from '../src/table/table.ts';
import { takeRows } from '../src/table/takeRows.ts';
import { freshTables } from './freshTables.ts';
import { mixedTables } from './mixedTables.ts';
import { nominalTables } from './nominalTables.ts';
import { pairDistances } from './pairDistances.ts';

const { values: options } = parseArgs({
  options: {
    data: { type: 'string', default: join(process.env.TVINESYNTH_SHARED ?? '../shared', 'data') },
    rows: { type: 'string', default: '3000' },
    truncation: { type: 'string', default: '5' },
    sets: { type: 'string', default: '2' },
    only: { type: 'string' },
    rules: { type: 'string', default: 'auto' },
  },
});
const [rows, truncation, sets] = [options.rows, options.truncation, options.sets].map(Number);

interface Case {
  readonly name: string;
  readonly table: Table;
  readonly response: string;
}

const cases: Case[] = [];
for (const { name, text, response } of [
  ...nominalTables(rows),
  ...mixedTables(rows),
  ...freshTables(rows),
]) {
  cases.push({ name, table: await readTable(new TextEncoder().encode(text)), response });
}
const support = join(options.data, 'raw_support2.csv');
if (existsSync(support)) {
  const whole = await readTable(new Uint8Array(await readFile(support)));
  const wanted = [
    'age',
    'sex',
    'dzgroup',
    'dzclass',
    'num.co',
    'edu',
    'income',
    'scoma',
    'race',
    'ca',
    'meanbp',
    'crea',
    'slos',
    'adlsc',
    'sfdm2',
    'dnr',
    'charges',
    'death',
  ];
  const names = whole.columns.filter(({ name }) => wanted.includes(name));
  const step = Math.floor(whole.rows / rows);
  const table = takeRows(
    { ...whole, columns: names },
    Uint32Array.from({ length: rows }, (_, i) => i * step),
  );
  cases.push({ name: 'support2', table, response: 'death' });
}

const shown = (x: number | undefined) => x?.toFixed(3) ?? '-';
console.log('table: detection AUC, pair distance (real halves), AUC on held-out rows (real)');
for (const { name, table, response } of cases) {
  if (options.only !== undefined && !options.only.split(',').includes(name)) continue;
  const half = Math.floor(table.rows / 2);
  const part = (from: number) =>
    takeRows(
      table,
      Uint32Array.from({ length: half }, (_, i) => 2 * i + from),
    );
  const [train, held] = [part(0), part(1)];
  const plan = planFeatures(applySchema(table, { columns: new Map() }));
  const learned = (from: Table) => {
    const [own, test] = [from, held].map((each) => labelledRows(plan, each, response));
    const found = trainAndTest('forest', own, test, { forest: { trees: 100 } }, rngFromSeed(1));
    return found.kind === 'classes' ? found.scores.auc : Number.NaN;
  };
  const started = process.cpuUsage();
  const model = await fit(train, {
    response,
    ...(truncation > 0 && { truncation }),
    threads: 1,
    rules: options.rules as 'auto',
  });
  const seconds = process.cpuUsage(started).user / 1e6;
  const found = Array.from({ length: sets }, (_, seed) => {
    const made = sample(model, half, { seed: seed + 1 });
    return {
      detection: tableFidelity(held, made, { response }).detectionAuc?.estimate ?? Number.NaN,
      pairs: pairDistances(table, train, made),
      utility: learned(made),
    };
  });
  const mean = (of: (each: (typeof found)[number]) => number) =>
    found.reduce((sum, each) => sum + of(each), 0) / found.length;
  const real = learned(train);
  console.log(
    `${name}: ${shown(mean(({ detection }) => detection))}, ${shown(mean(({ pairs }) => pairs))} (${shown(pairDistances(table, train, held))}), ${shown(mean(({ utility }) => utility))} (${shown(real)}); fit ${seconds.toFixed(1)} s`,
  );
}
