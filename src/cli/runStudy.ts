/** What `run` and `demo` share: a study, its folder of files, and what the terminal is told. */

import { InputError } from '../numerics/inputError.ts';
import type { StudyResults } from '../study/results.ts';
import { study } from '../study/study.ts';
import { studyKey } from '../study/studyKey.ts';
import type { StudySettings } from '../study/studySettings.ts';
import { counted } from '../table/counted.ts';
import type { Table } from '../table/table.ts';
import { describeStudy } from './describeStudy.ts';
import { estimateInWords, estimateStudy } from './estimate.ts';
import { lockFolder } from './folderLock.ts';
import { checkFolder, type FolderOptions, writeFolder } from './outputFolder.ts';
import { duration, startProgress } from './progress.ts';
import { openResumeFile, type ResumeFile, resumePath } from './resumeFile.ts';
import { CheckFailure, printResult, remark, type ShellOptions, whenCancelled } from './shell.ts';
import { STUDY_FILES, studyFiles } from './studyFiles.ts';

export interface StudyJob {
  readonly table: Table;
  readonly settings: StudySettings;
}

export interface StudyIO extends ShellOptions {
  readonly out?: string;
  readonly force?: boolean;
  /** Files that are never written over. */
  readonly inputs: readonly string[];
  readonly signal: AbortSignal;
}

/** `read` gives the job; it is called once it is clear that the results can be written. */
export async function runStudy(
  read: () => Promise<StudyJob>,
  surroundings: StudyIO,
): Promise<void> {
  const { out = 'tvinesynth-out', force = false, inputs } = surroundings;
  checkFolder(out, { force, inputs, names: STUDY_FILES });
  const lock = lockFolder(out);
  if (lock.note !== undefined) remark(`note: ${lock.note}`, surroundings);
  try {
    await runLocked(read, surroundings);
  } finally {
    lock.release();
  }
}

async function runLocked(
  read: () => Promise<StudyJob>,
  { out = 'tvinesynth-out', force = false, inputs, signal, ...shell }: StudyIO,
): Promise<void> {
  const begun = performance.now();
  const folder = { force, inputs, names: STUDY_FILES };
  const { table, settings } = await read();
  signal.throwIfAborted();
  const finished = openFinished(out, studyKey(table, settings), { ...folder, ...shell });
  if (!shell.quiet) {
    const estimate = await estimateStudy(table, settings, signal);
    remark(`Estimate: ${estimateInWords(estimate, settings.threads ?? 1)}.`, shell);
  }
  const progress = startProgress(shell);
  const found = await study(table, {
    ...settings,
    signal,
    store: finished,
    onProgress: progress.update,
  })
    .finally(() => progress.end())
    .catch((error) => {
      // the same input would be refused again
      if (error instanceof InputError) finished.remove();
      throw error;
    });
  signal.throwIfAborted();
  const { results } = found;
  const written = await studyFiles(found, table, signal);
  const { failed } = written;
  const files = await writeFolder(out, written.files, { ...folder, signal }).catch((error) => {
    throw error instanceof InputError && finished.kept() > 0
      ? new InputError(`${error.message} ${keptIn(finished)}`)
      : error;
  });
  finished.remove();
  const seconds = (performance.now() - begun) / 1000;
  for (const note of [...results.notes, ...written.notes]) {
    remark(`note: ${note}`, shell);
  }
  const size = `${counted(table.rows, 'row')}, ${counted(table.columns.length, 'column')}`;
  const text = [
    `${size}, ${duration(1000 * seconds)}`,
    '',
    describeStudy(results),
    '',
    'Written:',
    ...files.map((file) => `  ${file}`),
  ].join('\n');
  printResult({ ...results, files, seconds }, text, shell);
  refuseUnsafe(results, failed);
}

/** The exit code says what the files say: checks that failed, or limits that no level meets. */
function refuseUnsafe({ checks, recommended }: StudyResults, failed: readonly string[]): void {
  if (failed.length > 0) {
    throw new CheckFailure(
      `${failed.length} of ${checks.length} checks on the synthetic table failed: ${failed.join(', ')}. The table was not written. Try another --seed, or use \`sample --check\` to draw from model.json at a lower truncation.`,
    );
  }
  if (!recommended.satisfied) {
    throw new CheckFailure(
      `No level meets all limits. Truncation ${recommended.truncation} comes closest, and the synthetic table was drawn there.`,
    );
  }
}

/** What an earlier run has finished of this one, and what this one finishes. */
function openFinished(
  out: string,
  key: string,
  { force, inputs, ...shell }: FolderOptions & ShellOptions,
): ResumeFile {
  const file: ResumeFile = openResumeFile(resumePath(out), key, {
    force,
    inputs,
    onRefused: (words) => remark(`note: ${words}`, shell),
    onKept: () => whenCancelled(keptIn(file)),
  });
  if (file.note !== undefined) remark(`note: ${file.note}`, shell);
  if (file.kept() > 0) whenCancelled(keptIn(file));
  return file;
}

function keptIn(file: ResumeFile): string {
  return `Finished work is saved in ${file.path}; the same command continues from there.`;
}
