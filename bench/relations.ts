/**
 * What holds between columns, real against synthetic: rows that break a rule, cells off the schema (type, grid,
 * range, level), cells that are written as no real one is, and how well boosted trees tell the synthetic rows:
 * 'before', nominal columns ordered by the response and no rules; 'found', with the rules that are found in the rows
 * of the fit; 'declared', with all of them declared as well. Under 'found' the rules that are broken are listed.
 * Usage: npm run bench:relations -- [--data FOLDER] [--rows N] [--truncations full,5] [--only NAME,...]
 */

import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { tableFidelity } from '../src/measures/fidelity/tableFidelity.ts';
import { checkRelease } from '../src/measures/release/releaseChecks.ts';
import { findRelations } from '../src/model/findRelations.ts';
import { fit } from '../src/model/fit.ts';
import { typedRuleColumn } from '../src/model/ruleColumns.ts';
import { sample } from '../src/model/sample.ts';
import { countBroken, ruleChecks } from '../src/rules/violations.ts';
import { applySchema } from '../src/table/applySchema.ts';
import { readTable } from '../src/table/readTable.ts';
import type { Table } from '../src/table/table.ts';
import { takeRows } from '../src/table/takeRows.ts';
import { formatDifferences } from './formatDifferences.ts';
import { mixedTables } from './mixedTables.ts';
import { nominalTables } from './nominalTables.ts';
import { orderedSchema } from './orderedSchema.ts';

const { values } = parseArgs({
  options: {
    data: { type: 'string', default: join(process.env.TVINESYNTH_SHARED ?? '../shared', 'data') },
    rows: { type: 'string', default: '1500' },
    truncations: { type: 'string', default: '5' },
    ways: { type: 'string', default: 'before,found,declared' },
    only: { type: 'string' },
  },
});
const rows = Number(values.rows);

interface Case {
  readonly name: string;
  readonly table: Table;
  readonly response: string;
  readonly rules: readonly string[];
}

const cases: Case[] = [];
const isAsked = (name: string) => values.only?.split(',').includes(name) ?? true;
for (const { name, text, response, rules } of [...mixedTables(rows), ...nominalTables(rows)]) {
  if (!isAsked(name)) continue;
  cases.push({ name, table: await readTable(new TextEncoder().encode(text)), response, rules });
}
const support = join(values.data, 'raw_support2.csv');
if (isAsked('raw_support2') && existsSync(support)) {
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

/** By rule that is broken, in how many rows. */
function broken(table: Table, rules: readonly string[]): string[] {
  const { columns } = applySchema(table, { columns: new Map() });
  const own = columns.flatMap((column) => ('column' in column ? [] : [typedRuleColumn(column, 5)]));
  const byName = new Map(own.map((column) => [column.name, column]));
  return ruleChecks(
    rules.map((rule) => ({ rule })),
    byName,
  ).flatMap((check) => {
    const found = countBroken(check, table.rows);
    return found > 0 ? [`${check.text}: ${found}`] : [];
  });
}

console.log('| table | rows | break a rule | off the schema | written otherwise | detection |');
console.log('|---|---|---|---|---|---|');
const details: string[] = [];
for (const { name, table, response, rules } of cases) {
  const schema = { constraints: rules.map((rule) => ({ rule })) };
  const half = Math.floor(table.rows / 2);
  const part = (from: number) =>
    takeRows(
      table,
      Uint32Array.from({ length: half }, (_, i) => 2 * i + from),
    );
  const [train, held] = [part(0), part(1)];
  const counts = async (made: Table) => {
    const checks = checkRelease(table, made, schema);
    const found = (check: string) => checks.find((each) => each.name === check)?.found ?? 0;
    return `${found('rules')} | ${found('off-schema')} | ${await formatDifferences(table, made)}`;
  };
  console.log(`| ${name} | real | ${await counts(table)} | |`);
  const kinds = {
    before: { rules: 'none', schema: orderedSchema(train, response) },
    found: {},
    declared: { schema },
  } as const;
  for (const truncation of values.truncations.split(',')) {
    for (const way of values.ways.split(',')) {
      const model = await fit(train, {
        response,
        threads: 1,
        ...(truncation !== 'full' && { truncation: Number(truncation) }),
        ...kinds[way as keyof typeof kinds],
      });
      const made = sample(model, half);
      const { detectionAuc } = tableFidelity(held, made, { response });
      const trees = truncation === 'full' ? 'full vine' : `${truncation} trees`;
      console.log(
        `| ${name} | ${way}, ${trees} | ${await counts(made)} | ${detectionAuc?.estimate.toFixed(3) ?? '-'} |`,
      );
      if (way === 'found') details.push(...broken(made, rules).map((text) => `${name}: ${text}`));
    }
  }
}
console.log(`\nBroken where rules are found:\n${details.join('\n')}`);
