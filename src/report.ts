/** The report of a study. The plots' packages are large, and are loaded when it is asked for. */

import { InputError } from './numerics/inputError.ts';
import type { ReportRecord } from './report/record.ts';
import { studiedTable } from './study/studiedTable.ts';
import type { AnyStudyResult } from './study/study.ts';
import type { Table } from './table/table.ts';
import { runAsync } from './work/runAsync.ts';

export interface ReportSettings {
  /** The table that was studied. Default: the one that `study` was given, unless the result is a copy. */
  readonly table?: Table;
  /** To draw in. Default: that of the page; one of its own where there is no page, as in Node. */
  readonly document?: Document;
  /** The file, the day, the command: what the report says of its own making. Default: nothing. */
  readonly record?: ReportRecord;
  /** Cancels the drawing, which then rejects with the signal's reason. */
  readonly signal?: AbortSignal;
}

/**
 * const html = await report(await study(table, { response: 'death', sensitive: ['cost'] }));
 *
 * One page that needs nothing else: no script, no address, no font. No cell of the real table is in it.
 */
export async function report(
  result: AnyStudyResult,
  { table = studiedTable(result), document, record, signal }: ReportSettings = {},
): Promise<string> {
  if (!table) {
    throw new InputError(
      'The report compares with the table that was studied, and a copy of a result does not know it. Give it: report(result, { table }).',
    );
  }
  const { reportSteps } = await import('./report/report.ts');
  const own = document ?? (await someDocument());
  const input = { study: result, real: table, document: own, record };
  return runAsync(reportSteps(input), { signal });
}

async function someDocument(): Promise<Document> {
  if (typeof document !== 'undefined') return document;
  const { nodeDocument } = await import('./report/plots/nodeDocument.ts');
  return nodeDocument();
}
