/**
 * What holds between columns, real against synthetic: rows that break a rule, cells off the schema (type, grid,
 * range, level), without rules, with those that are found in the rows of the fit, and with all of them declared as well; and how well boosted trees tell the synthetic
 * rows. Usage: node build/bench/relations.js [--data FOLDER] [--rows N]
 */

import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import type * as Library from '../src/index.ts';
import { mixedTables } from './mixedTables.ts';
import { nominalTables } from './nominalTables.ts';

const { values } = parseArgs({
  options: {
    data: { type: 'string', default: join(process.env.TVINESYNTH_SHARED ?? '../shared', 'data') },
    rows: { type: 'string', default: '1500' },
  },
});
const library: typeof Library = await import(pathToFileURL(resolve('dist/index.js')).href);
const { readTable, fit, sample, checkRelease, findRelations, takeRows, tableFidelity } = library;

const TRUNCATION = 5;
const rows = Number(values.rows);

interface Case {
  readonly name: string;
  readonly table: Library.Table;
  readonly response: string;
  readonly rules: readonly string[];
}

const cases: Case[] = [];
for (const { name, text, response, rules } of [...mixedTables(rows), ...nominalTables(rows)]) {
  cases.push({ name, table: await readTable(new TextEncoder().encode(text)), response, rules });
}
const support = join(values.data, 'raw_support2.csv');
if (existsSync(support)) {
  const whole = await readTable(new Uint8Array(await readFile(support)));
  const step = Math.floor(whole.rows / rows);
  const table = takeRows(
    whole,
    Uint32Array.from({ length: rows }, (_, i) => i * step),
  );
  const rules = findRelations(table).flatMap(({ constraint, isExact }) =>
    isExact && constraint && 'rule' in constraint ? [constraint.rule] : [],
  );
  cases.push({ name: 'raw_support2', table, response: 'death', rules });
}

console.log('table, rules: rows that break a rule, cells off the schema, detection AUC');
for (const { name, table, response, rules } of cases) {
  const schema = { constraints: rules.map((rule) => ({ rule })) };
  const half = Math.floor(table.rows / 2);
  const part = (from: number) =>
    takeRows(
      table,
      Uint32Array.from({ length: half }, (_, i) => 2 * i + from),
    );
  const [train, held] = [part(0), part(1)];
  const counts = (made: Library.Table) => {
    const checks = checkRelease(table, made, schema);
    const found = (check: string) => checks.find((each) => each.name === check)?.found ?? 0;
    return `${found('rules')}, ${found('off-schema')}`;
  };
  console.log(`${name}, real: ${counts(table)}`);
  const kinds = { none: { rules: 'none' }, found: {}, declared: { schema } } as const;
  for (const [kind, settings] of Object.entries(kinds)) {
    const model = await fit(train, { response, truncation: TRUNCATION, threads: 1, ...settings });
    const made = sample(model, half);
    const { detectionAuc } = tableFidelity(held, made, { response });
    console.log(
      `${name}, rules ${kind}: ${counts(made)}, ${detectionAuc?.estimate.toFixed(3) ?? '-'}`,
    );
  }
}
