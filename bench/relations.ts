/**
 * What holds between columns, real against synthetic: rows that break a rule, cells off the schema (type, grid,
 * range, level), cells that are written as no real one is, and how well boosted trees tell the synthetic rows:
 * 'before', nominal columns ordered by the response and no rules; 'found', with the rules that are found in the rows
 * of the fit; 'declared', with all of them declared as well. Under 'found' the rules that are broken in more rows
 * than in the held-out real ones are listed. Everything is counted in as many rows as were held out, against what the
 * rows of the fit show. Levels: the full vine, a number of trees, or the level that a study recommends (preset quick,
 * one sensitive column).
 * Usage: npm run bench:relations -- [--data FOLDER] [--real FOLDER] [--rows N] [--ways before,found,declared]
 *   [--truncations full,recommended] [--only NAME,...]
 * With --real, in place of the made tables, real ones: NAME.csv of the folder for each bench/real/NAME.json, which
 * says where the table comes from, its response, one sensitive column, and rules by somebody who knows the table.
 */

import { existsSync, readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { tableFidelity } from '../src/measures/fidelity/tableFidelity.ts';
import { checkRelease } from '../src/measures/release/releaseChecks.ts';
import { findRelations } from '../src/model/findRelations.ts';
import { fit } from '../src/model/fit.ts';
import { typedRuleColumn } from '../src/model/ruleColumns.ts';
import { sample } from '../src/model/sample.ts';
import type { FitSettings } from '../src/model/settings.ts';
import { columnsIn } from '../src/rules/expression.ts';
import { parseRule } from '../src/rules/parseRule.ts';
import { countBroken, ruleChecks } from '../src/rules/violations.ts';
import { study } from '../src/study/study.ts';
import { applySchema } from '../src/table/applySchema.ts';
import { detectSchema, schemaOf } from '../src/table/detectSchema.ts';
import { readTable } from '../src/table/readTable.ts';
import type { ColumnType, TableSchema } from '../src/table/schema.ts';
import type { Table } from '../src/table/table.ts';
import { takeRows } from '../src/table/takeRows.ts';
import { formatDifferences } from './formatDifferences.ts';
import { mixedTables } from './mixedTables.ts';
import { nominalTables } from './nominalTables.ts';
import { orderedSchema } from './orderedSchema.ts';

const { values } = parseArgs({
  options: {
    data: { type: 'string', default: join(process.env.TVINESYNTH_SHARED ?? '../shared', 'data') },
    real: { type: 'string' },
    described: { type: 'string', default: 'bench/real' },
    rows: { type: 'string', default: '1500' },
    truncations: { type: 'string', default: 'full,recommended' },
    ways: { type: 'string', default: 'before,found,declared' },
    only: { type: 'string' },
  },
});
const rows = Number(values.rows);

/** A column that no rule is about: what is found is not kept of sensitive columns. */
const SENSITIVE: Readonly<Record<string, string>> = {
  recidivism: 'priors',
  census: 'hours',
  credit: 'duration',
  survey: 'income',
  household: 'hours',
  hospital: 'pressure',
  shop: 'age',
  raw_support2: 'crea',
};

interface Case {
  readonly name: string;
  readonly table: Table;
  readonly response: string;
  readonly sensitive: string;
  readonly rules: readonly string[];
}

/** What any cell of a column of a type fits: rows that were not fitted may have other levels, or a number below 0. */
const WIDEST: Readonly<Partial<Record<ColumnType, ColumnType>>> = {
  boolean: 'nominal',
  ordered: 'nominal',
  count: 'continuous',
};

const isAsked = (name: string) => values.only?.split(',').includes(name) ?? true;

/** As many rows as are asked for, from all parts of a table. */
function someRows(table: Table): Table {
  if (table.rows <= rows) return table;
  const step = table.rows / rows;
  return takeRows(
    table,
    Uint32Array.from({ length: rows }, (_, i) => Math.floor(i * step)),
  );
}

async function madeCases(): Promise<Case[]> {
  const cases: Case[] = [];
  for (const { name, text, response, rules } of [...mixedTables(rows), ...nominalTables(rows)]) {
    if (!isAsked(name)) continue;
    const table = await readTable(new TextEncoder().encode(text));
    cases.push({ name, table, response, rules, sensitive: SENSITIVE[name] });
  }
  const name = 'raw_support2';
  const support = join(values.data, `${name}.csv`);
  if (isAsked(name) && existsSync(support)) {
    const table = someRows(await readTable(new Uint8Array(await readFile(support))));
    const rules = findRelations(table).flatMap(({ constraint, isExact }) =>
      isExact && constraint && 'rule' in constraint ? [constraint.rule] : [],
    );
    cases.push({ name, table, response: 'death', rules, sensitive: SENSITIVE[name] });
  }
  return cases;
}

async function realCases(folder: string): Promise<Case[]> {
  const names = readdirSync(values.described).map((file) => file.replace(/\.json$/, ''));
  const cases: Case[] = [];
  for (const name of names.filter(isAsked)) {
    const path = join(folder, `${name}.csv`);
    if (!existsSync(path)) continue;
    const described = JSON.parse(await readFile(join(values.described, `${name}.json`), 'utf8'));
    const table = someRows(await readTable(new Uint8Array(await readFile(path))));
    cases.push({ ...described, name, table });
  }
  return cases;
}

type Own = Omit<FitSettings, 'onProgress' | 'truncation'> & { readonly response: string };

/** The table that a study draws at the level it recommends. */
async function released(train: Table, own: Own, sensitive: string): Promise<Table> {
  const { synthetic } = await study(train, {
    ...own,
    sensitive: [sensitive],
    preset: 'quick',
  });
  return synthetic;
}

/** By rule, in how many rows it is broken; `schema`: what the columns of the fit were taken for. */
function broken(
  table: Table,
  rules: readonly string[],
  schema: TableSchema,
): ReadonlyMap<string, number> {
  const { columns } = applySchema(table, schema);
  const own = columns.flatMap((column) => ('column' in column ? [] : [typedRuleColumn(column, 5)]));
  const byName = new Map(own.map((column) => [column.name, column]));
  const checks = ruleChecks(
    rules.map((rule) => ({ rule })),
    byName,
  );
  return new Map(checks.map((check) => [check.text, countBroken(check, table.rows)]));
}

const cases = values.real === undefined ? await madeCases() : await realCases(values.real);
console.log('| table | rows | break a rule | off the schema | written otherwise | detection |');
console.log('|---|---|---|---|---|---|');
const details: string[] = [];
for (const { name, table, response, sensitive, rules } of cases) {
  const half = Math.floor(table.rows / 2);
  const part = (from: number) =>
    takeRows(
      table,
      Uint32Array.from({ length: half }, (_, i) => 2 * i + from),
    );
  const [train, held] = [part(0), part(1)];
  const detected = schemaOf(detectSchema(train));
  const isModelled = (name: string) =>
    !['identifier', 'text'].includes(detected.columns.get(name)?.type ?? 'text');
  const known = rules.filter((rule) => columnsIn(parseRule(rule)).every(isModelled));
  const schema = { constraints: known.map((rule) => ({ rule })) };
  const named = new Set(known.flatMap((rule) => columnsIn(parseRule(rule))));
  const types: TableSchema = {
    columns: new Map(
      [...detected.columns].flatMap(([own, { type = 'text' }]) =>
        named.has(own) ? [[own, { type: WIDEST[type] ?? type }]] : [],
      ),
    ),
  };
  const counts = async (made: Table) => {
    const checks = checkRelease(train, made, schema);
    const found = (check: string) => checks.find((each) => each.name === check)?.found ?? 0;
    return `${found('rules')} | ${found('off-schema')} | ${await formatDifferences(train, made, isModelled)}`;
  };
  console.log(`| ${name} | real, held out | ${await counts(held)} | |`);
  const inReal = broken(held, known, types);
  for (const [rule, found] of inReal)
    if (found > 0) console.error(`${name}, real: ${rule}: ${found}`);
  const kinds = {
    before: { rules: 'none', schema: orderedSchema(train, response) },
    found: {},
    declared: { schema },
  } as const;
  for (const truncation of values.truncations.split(',')) {
    for (const way of values.ways.split(',')) {
      const own = { response, threads: 1, ...kinds[way as keyof typeof kinds] };
      const isStudied = truncation === 'recommended';
      const started = process.cpuUsage();
      const made = isStudied
        ? await released(train, own, sensitive)
        : sample(
            await fit(train, {
              ...own,
              ...(truncation !== 'full' && { truncation: Number(truncation) }),
            }),
            half,
          );
      const { user, system } = process.cpuUsage(started);
      console.error(`${name}, ${way}, ${truncation}: ${((user + system) / 1e6).toFixed(1)} s CPU`);
      const { detectionAuc } = tableFidelity(held, made, { response });
      const trees = isStudied
        ? 'recommended level'
        : truncation === 'full'
          ? 'full vine'
          : `${truncation} trees`;
      console.log(
        `| ${name} | ${way}, ${trees} | ${await counts(made)} | ${detectionAuc?.estimate.toFixed(3) ?? '-'} |`,
      );
      if (way !== 'found') continue;
      for (const [rule, found] of broken(made, known, types)) {
        const real = inReal.get(rule) ?? 0;
        if (found > real) details.push(`${name}, ${trees}: ${rule}: ${found} (real ${real})`);
      }
    }
  }
}
console.log(
  `\nBroken in more rows than of the real ones, where rules are found:\n${details.join('\n')}`,
);
