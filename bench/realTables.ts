/**
 * Synthetic rows of real tables, for peers/categories.py to score beside those of other programs: of every
 * FOLDER/TABLE/fit-R.csv, which `peers/categories.py prepare` writes, FOLDER/TABLE/WAY-R.csv.
 */

import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fit } from '../src/model/fit.ts';
import { sample } from '../src/model/sample.ts';
import type { FitSettings } from '../src/model/settings.ts';
import { readTable } from '../src/table/readTable.ts';
import type { Table } from '../src/table/table.ts';
import { writeTable } from '../src/table/writeTable.ts';
import { orderedSchema } from './orderedSchema.ts';

/** The response of each, and a column that is cut where the low level is looked at. */
const TABLES: Readonly<Record<string, { readonly response: string; readonly sensitive: string }>> =
  {
    census: { response: 'income', sensitive: 'hours_per_week' },
    'census-weights': { response: 'income', sensitive: 'hours_per_week' },
    recidivism: { response: 'two_year_recid', sensitive: 'priors_count' },
    credit: { response: 'risk', sensitive: 'amount' },
    wages: { response: 'gender', sensitive: 'realrinc' },
    telephone: { response: 'churn', sensitive: 'monthly_charges' },
    mortgages: { response: 'deny', sensitive: 'lvrat' },
    loans: { response: 'Class', sensitive: 'annual_inc' },
  };

/**
 * 'vine' is what a fit does, 'rvine' the same with an R-vine, 'low' the lowest level of a column that is sensitive;
 * 'plain' has nominal columns ordered by the mean response, and no rules.
 */
const WAYS: Readonly<Record<string, (table: Table, name: string) => Partial<FitSettings>>> = {
  vine: () => ({}),
  rvine: () => ({ structure: 'rvine' }),
  low: (_, name) => ({ sensitive: [TABLES[name].sensitive], truncation: 1 }),
  plain: (table, name) => ({ rules: 'none', schema: orderedSchema(table, TABLES[name].response) }),
};

export async function synthesiseReal(
  folder: string,
  {
    only,
    ways,
    repeats,
    label = '',
  }: {
    readonly only?: readonly string[] | undefined;
    readonly ways: readonly string[];
    readonly repeats: number;
    readonly label?: string;
  },
): Promise<void> {
  for (const [name, { response }] of Object.entries(TABLES)) {
    if (only && !only.includes(name)) continue;
    for (let repeat = 1; repeat <= repeats; repeat++) {
      const path = join(folder, name, `fit-${repeat}.csv`);
      if (!existsSync(path)) continue;
      const table = await readTable(new Uint8Array(await readFile(path)));
      for (const way of ways) {
        const started = process.cpuUsage();
        const settings = WAYS[way](table, name);
        const model = await fit(table, { response, threads: 1, ...settings });
        let drawn = 0;
        const made = sample(model, table.rows, {
          seed: repeat,
          onDrawn: (_, all) => {
            drawn += all;
          },
        });
        await writeFile(
          join(folder, name, `${way}${label}-${repeat}.csv`),
          (await writeTable(made)).bytes,
        );
        const { user, system } = process.cpuUsage(started);
        const again = drawn > 0 ? `, ${(drawn / table.rows).toFixed(3)} draws a row` : '';
        console.log(
          `${name} ${way}${label} ${repeat}: CPU ${((user + system) / 1e6).toFixed(1)} s${again}`,
        );
      }
    }
  }
}
