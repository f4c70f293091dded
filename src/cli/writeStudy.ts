/** Writes the folder of a study, as `run` does. */

import { InputError } from '../numerics/inputError.ts';
import type { ReportRecord } from '../report/record.ts';
import { STUDY_FILES, studyFiles } from '../report/studyFiles.ts';
import { studiedTable } from '../study/studiedTable.ts';
import type { AnyStudyResult } from '../study/study.ts';
import type { Table } from '../table/table.ts';
import { lockFolder } from './folderLock.ts';
import { inLibraryWords } from './libraryWords.ts';
import { checkFolder, writeFolder } from './outputFolder.ts';

export interface WriteStudyOptions {
  /** The table that was studied. Default: the one that `study` was given, unless the result is a copy. */
  readonly table?: Table;
  /** Write into a folder that holds files. Default: no. */
  readonly force?: boolean;
  /** Files that are never overwritten, such as the input. */
  readonly inputs?: readonly string[];
  /** What the report says of its making: the file, the day, the command. Default: nothing. */
  readonly record?: ReportRecord;
  readonly signal?: AbortSignal;
}

export interface StudyFolder {
  /** The paths that were written. */
  readonly files: readonly string[];
  /** What was changed or left out, and why. */
  readonly notes: readonly string[];
}

/**
 * const { files } = await writeStudy('study', await study(table, settings));
 *
 * All files are there in the end, or none. If the verdict is not to release, neither the synthetic table nor
 * the model is written, unless the study was told to (`forceRelease`); a note says so.
 */
export async function writeStudy(
  folder: string,
  result: AnyStudyResult,
  {
    table = studiedTable(result),
    force = false,
    inputs = [],
    record,
    signal = new AbortController().signal,
  }: WriteStudyOptions = {},
): Promise<StudyFolder> {
  if (!table) {
    throw new InputError(
      'The report compares with the table that was studied, and a copy of a result does not know it. Give it: writeStudy(folder, result, { table }).',
    );
  }
  const writing = { force, inputs, names: STUDY_FILES, signal };
  // refused before the report is drawn
  await inLibraryWords(async () => checkFolder(folder, writing));
  const lock = lockFolder(folder);
  try {
    const { files, notes, isReleased } = await studyFiles(result, table, signal, record);
    return {
      files: await inLibraryWords(() => writeFolder(folder, files, writing)),
      notes: [
        ...(lock.note === undefined ? [] : [lock.note]),
        ...notes,
        ...(isReleased
          ? []
          : [
              `Do not release. ${result.results.verdict.why} Neither the synthetic table nor the model was written.`,
            ]),
      ],
    };
  } finally {
    lock.release();
  }
}
