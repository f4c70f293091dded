/** The files of a study, by name: what `run` leaves in its folder. */

import type { FileRole } from '../certificate/certificate.ts';
import { sha256 } from '../documents/sha256.ts';
import { savedText } from '../generators/savedGenerator.ts';
import { modelToText } from '../model/modelFile.ts';
import type { AnyStudyResult } from '../study/study.ts';
import { schemaToJSON } from '../table/schema.ts';
import type { Table } from '../table/table.ts';
import { writeTable } from '../table/writeTable.ts';
import { runAsync } from '../work/runAsync.ts';
import type { ReportRecord } from './record.ts';

/** All names that a study may write. */
export const STUDY_FILES: readonly string[] = [
  ...['report.html', 'results.json', 'model.json', 'schema.json', 'settings.json'],
  'certificate.json',
  ...['synthetic.csv', 'synthetic.parquet', 'synthetic.xlsx'],
];

export interface StudyFiles {
  readonly files: Readonly<Record<string, Uint8Array>>;
  /** What was changed in the synthetic table to be safe, and what not to give away. */
  readonly notes: readonly string[];
  /** Whether the synthetic table and the model are among the files: not, if they should not be released. */
  readonly isReleased: boolean;
}

/** `real` is the table that was studied, for the report. */
export async function studyFiles(
  found: AnyStudyResult,
  real: Table,
  signal: AbortSignal | undefined,
  record: ReportRecord = {},
): Promise<StudyFiles> {
  const { files, ...told } = await withoutReport(found);
  const [synthetic] = Object.entries(files)
    .filter(([file]) => roleOf(file) === 'synthetic')
    .map(([file, bytes]) => ({ file, sha256: sha256(bytes) }));
  const report = await reportFile(found, real, signal, { ...record, synthetic });
  return { files: { 'report.html': report, ...files }, ...told };
}

/** All that the results alone decide. */
export async function withoutReport(found: AnyStudyResult): Promise<StudyFiles> {
  const { word, forced, model } = found.results.verdict;
  const isReleased = word !== 'do-not-release' || forced;
  const synthetic = isReleased ? await tableFile(found.synthetic) : undefined;
  const isModelKept = isReleased && model.word !== 'release';
  return {
    files: {
      ...documents(found),
      ...(isReleased && { 'model.json': bytesOf(modelText(found)) }),
      ...synthetic?.files,
    },
    notes: [...(synthetic?.notes ?? []), ...(isModelKept ? [`model.json: ${model.why}`] : [])],
    isReleased,
  };
}

/** The vine's model, or what is noisy and public of a private fit; `sample` draws from both. */
function modelText(found: AnyStudyResult): string {
  return found.model === null ? savedText('dpvine', found.fitted) : modelToText(found.model);
}

/** What a certificate calls a file: its name without the ending. */
export function roleOf(file: string): FileRole {
  return file.split('.')[0] as FileRole;
}

/** The plots' packages are large, and nothing else needs them. */
async function reportFile(
  found: AnyStudyResult,
  real: Table,
  signal: AbortSignal | undefined,
  record: ReportRecord,
): Promise<Uint8Array> {
  const { reportSteps } = await import('./report.ts');
  const { nodeDocument } = await import('./plots/nodeDocument.ts');
  return bytesOf(
    await runAsync(reportSteps({ study: found, real, document: nodeDocument(), record }), {
      signal,
    }),
  );
}

function documents({ results, schema }: AnyStudyResult): Record<string, Uint8Array> {
  const json = (value: unknown) => bytesOf(`${JSON.stringify(value, null, 2)}\n`);
  return {
    'results.json': json(results),
    'schema.json': json(schemaToJSON(schema)),
  };
}

/** In the format of the input, though never packed: the name says what is in the file. */
async function tableFile(table: Table) {
  const { kind } = table.format;
  const name = `synthetic.${kind === 'parquet' || kind === 'xlsx' ? kind : 'csv'}`;
  const { bytes, notes } = await writeTable(table, { format: { gzip: false } });
  return { files: { [name]: bytes }, notes };
}

function bytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}
