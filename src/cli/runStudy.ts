/** What `run` and `demo` share: a study, its folder of files, and what the terminal is told. */

import { InputError } from '../numerics/inputError.ts';
import type { ReportRecord } from '../report/record.ts';
import { STUDY_FILES, studyFiles } from '../report/studyFiles.ts';
import type { StudyResults } from '../study/results.ts';
import { study } from '../study/study.ts';
import { studyKey } from '../study/studyKey.ts';
import type { StudyProgress } from '../study/studyProgress.ts';
import type { AnyStudySettings } from '../study/studySettings.ts';
import { counted } from '../table/counted.ts';
import type { Table } from '../table/table.ts';
import { endRestingThreads } from '../work/pool.ts';
import { type Certified, withCertificate, writeSalted } from './certifyFiles.ts';
import { describeStudy } from './describeStudy.ts';
import { estimateInWords, estimateStudy } from './estimate.ts';
import {
  type FinishedWork,
  openFinishedWork,
  openOwnWork,
  withWords,
  writeOnce,
} from './finishedWork.ts';
import { lockFolder } from './folderLock.ts';
import { checkFolder, type FolderOptions } from './outputFolder.ts';
import { duration, type Progress, startProgress } from './progress.ts';
import { checkSalt, saltPath } from './saltFile.ts';
import type { SharedOptions } from './sharedOptions.ts';
import { CheckFailure, printResult, remark, type ShellOptions } from './shell.ts';
import { openClock } from './timeLeft.ts';

export interface StudyJob {
  readonly table: Table;
  readonly settings: AnyStudySettings;
}

export interface StudyIO extends ShellOptions {
  readonly out?: string;
  readonly force?: boolean;
  /** Whether 'release with care' is a failure. */
  readonly strict?: boolean;
  /** What is certified besides the results. */
  readonly certified: Certified;
  /** What the report says of its making. */
  readonly record?: ReportRecord;
  /** Files that are never written over. */
  readonly inputs: readonly string[];
  /** The text of settings.json, for the folder that it will lie in. */
  readonly settings: (folder: string) => string;
  readonly signal: AbortSignal;
  /** Where the work is shared with other processes. Default: it is not. */
  readonly shared?: SharedOptions;
}

/** `read` gives the job; it is called once it is clear that the results can be written. */
export async function runStudy(
  read: () => Promise<StudyJob>,
  surroundings: StudyIO,
): Promise<void> {
  const { out = 'tvinesynth-out', force = false, inputs, shared } = surroundings;
  // of many processes one will write; whether it may is known when the study is
  if (shared?.store !== undefined) return runLocked(read, surroundings);
  checkPlace(out, { force, inputs, names: STUDY_FILES }, surroundings.certified);
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
  {
    out = 'tvinesynth-out',
    force = false,
    strict = false,
    inputs,
    settings: settingsFor,
    signal,
    record,
    shared,
    certified,
    ...shell
  }: StudyIO,
): Promise<void> {
  const begun = performance.now();
  const folder = { force, inputs, names: STUDY_FILES };
  const { table, settings } = await read();
  signal.throwIfAborted();
  const key = studyKey(table, settings);
  const own = () => openOwnWork(out, key, { ...folder, ...shell });
  const { threads } = settings;
  const finished = await openFinishedWork(key, own, { threads, shared, signal, shell });
  const progress = startProgress(shell);
  try {
    if (finished.isWritten && !finished.isWritten(out)) checkPlace(out, folder, certified);
    const follow = shell.quiet
      ? () => undefined
      : await openEstimate(table, settings, signal, shell, progress);
    const found = await study(table, { ...settings, signal, store: finished, onProgress: follow })
      .finally(() => {
        progress.end();
        // they would hold their memory while the files are made
        endRestingThreads();
      })
      .catch((error) => {
        // the same input would be refused again
        if (error instanceof InputError) finished.remove();
        throw error;
      });
    signal.throwIfAborted();
    const written = await studyFiles(found, table, signal, record);
    const { results } = found;
    const made = { ...written.files, 'settings.json': bytesOf(settingsFor(out)) };
    const all = await withCertificate(results, made, certified, record);
    const place = { ...folder, signal };
    const files = await writeShared(out, all, place, finished, certified).catch((error) => {
      throw withWords(error, finished);
    });
    finished.remove();
    const seconds = (performance.now() - begun) / 1000;
    for (const note of [...results.notes, ...written.notes]) {
      remark(`note: ${note}`, shell);
    }
    const salt = certified.digests ? saltPath(out) : null;
    const size = `${counted(table.rows, 'row')}, ${counted(table.columns.length, 'column')}`;
    const text = [
      `${size}, ${duration(1000 * seconds)}`,
      '',
      describeStudy(results),
      '',
      'Written:',
      ...files.map((file) => `  ${file}`),
      ...(salt ? [`  ${salt} (the salt of the certificate: keep it with the real table)`] : []),
    ].join('\n');
    const workers = await finished.workers?.();
    const told = { ...results, files, salt, seconds, ...(workers && { workers }) };
    printResult(told, text, shell);
    refuse(results, strict);
  } finally {
    await finished.close();
  }
}

/** Of processes that share the work one writes, if it may. */
function writeShared(
  out: string,
  files: Readonly<Record<string, Uint8Array>>,
  options: FolderOptions & { readonly signal: AbortSignal },
  finished: FinishedWork,
  certified: Certified,
): Promise<string[]> {
  const write = async () => {
    // alone: that it may was looked at before the work began
    if (!finished.isWritten) return writeSalted(out, files, options, certified);
    checkPlace(out, options, certified);
    const lock = lockFolder(out);
    try {
      return await writeSalted(out, files, options, certified);
    } finally {
      lock.release();
    }
  };
  return writeOnce(finished, out, write, options.signal);
}

/** Whether the results may be written there. */
function checkPlace(out: string, folder: FolderOptions, { digests }: Certified): void {
  checkFolder(out, folder);
  if (digests) checkSalt(saltPath(out), folder.force ?? false);
}

/** Says the estimate, and keeps it up to date while the study goes on. */
async function openEstimate(
  table: Table,
  settings: AnyStudySettings,
  signal: AbortSignal,
  shell: ShellOptions,
  progress: Progress,
): Promise<(told: StudyProgress) => void> {
  const estimate = await estimateStudy(table, settings, signal);
  remark(`Estimate: ${estimateInWords(estimate, settings.threads ?? 1)}.`, shell);
  const clock = openClock(estimate.seconds);
  const begun = performance.now();
  return (told) => {
    const elapsed = (performance.now() - begun) / 1000;
    progress.update({ ...told, secondsLeft: clock.left(told.share, elapsed) });
  };
}

function bytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

/** The exit code says what the verdict says. */
function refuse({ verdict, checks }: StudyResults, isStrict: boolean): void {
  const { word, why, forced } = verdict;
  if (word === 'do-not-release') {
    const advice = checks
      .filter(({ passed, allowed }) => !passed && allowed !== null)
      .map((check) => (check.advice ? ` ${check.advice}` : ''))
      .join('');
    const left = forced
      ? 'The table and the model were written because of --force-release.'
      : 'Neither the synthetic table nor the model was written; --force-release writes them all the same.';
    throw new CheckFailure(`Do not release. ${why}${advice} ${left}`);
  }
  if (word === 'release-with-care' && isStrict) {
    throw new CheckFailure(`Release with care, which --strict does not accept. ${why}`);
  }
}
