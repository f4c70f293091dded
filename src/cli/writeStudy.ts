/** Writes the folder of a study, as `run` does. */

import type { Signer } from '../certificate/keys.ts';
import { newSalt } from '../certificate/salt.ts';
import { InputError } from '../numerics/inputError.ts';
import type { ReportRecord } from '../report/record.ts';
import { STUDY_FILES, studyFiles } from '../report/studyFiles.ts';
import { studiedTable } from '../study/studiedTable.ts';
import type { AnyStudyResult } from '../study/study.ts';
import type { Table } from '../table/table.ts';
import { withCertificate, writeSalted } from './certifyFiles.ts';
import { lockFolder } from './folderLock.ts';
import { digestsOfFiles, type InputFiles } from './inputDigests.ts';
import { inLibraryWords } from './libraryWords.ts';
import { checkFolder } from './outputFolder.ts';
import { checkSalt, saltPath } from './saltFile.ts';

export interface WriteStudyOptions {
  /** The table that was studied. Default: the one that `study` was given, unless the result is a copy. */
  readonly table?: Table;
  /** Write into a folder that holds files. Default: no. */
  readonly force?: boolean;
  /** Files that are never overwritten, such as the input. */
  readonly inputs?: readonly string[];
  /** What the report says of its making: the file, the day, the command. Default: nothing. */
  readonly record?: ReportRecord;
  /**
   * The files that were read, which certificate.json is then bound to: by digests under a salt, which is
   * written beside the folder (study.salt) and stays with the data holder. Default: it is bound to none.
   */
  readonly readFrom?: InputFiles & { readonly table: string };
  /** Signs certificate.json: `await signerFromPem(pem)`. Default: it is not signed. */
  readonly sign?: Signer;
  readonly signal?: AbortSignal;
}

export interface StudyFolder {
  /** The paths that were written. */
  readonly files: readonly string[];
  /** The path of the certificate's salt: keep it with the real table. Null without `readFrom`. */
  readonly salt: string | null;
  /** What was changed or left out, and why. */
  readonly notes: readonly string[];
}

/**
 * const { files } = await writeStudy('study', await study(table, settings));
 *
 * All files are there in the end, or none; certificate.json is one of them, which `tvinesynth verify` checks. If the verdict is not to release, neither the synthetic table nor
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
    readFrom,
    sign,
    signal = new AbortController().signal,
  }: WriteStudyOptions = {},
): Promise<StudyFolder> {
  if (!table) {
    throw new InputError(
      'The report compares with the table that was studied, and a copy of a result does not know it. Give it: writeStudy(folder, result, { table }).',
    );
  }
  const read = Object.values(readFrom ?? {});
  const writing = { force, inputs: [...inputs, ...read], names: STUDY_FILES, signal };
  const salt = readFrom ? saltPath(folder) : null;
  // refused before the report is drawn
  await inLibraryWords(async () => {
    checkFolder(folder, writing);
    if (salt !== null) checkSalt(salt, force);
  });
  const lock = lockFolder(folder);
  try {
    const digests = readFrom && (await digestsOfFiles(readFrom, newSalt(), signal));
    const { files, notes, isReleased } = await studyFiles(result, table, signal, record);
    const certified = { command: 'study', options: {}, digests, signer: sign } as const;
    const all = await withCertificate(result.results, files, certified, record);
    return {
      files: await inLibraryWords(() => writeSalted(folder, all, writing, certified)),
      salt,
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
