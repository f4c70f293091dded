/** What `run` and `demo` share: a study, its folder of files, and what the terminal is told. */

import type { Circumstances } from '../certificate/certify.ts';
import { certifyStudy, fileEntry } from '../certificate/certify.ts';
import type { Signer } from '../certificate/keys.ts';
import { sealCertificate } from '../certificate/sealCertificate.ts';
import { InputError } from '../numerics/inputError.ts';
import type { ReportRecord } from '../report/record.ts';
import type { StudyResults } from '../study/results.ts';
import { study } from '../study/study.ts';
import { studyKey } from '../study/studyKey.ts';
import type { StudyProgress } from '../study/studyProgress.ts';
import type { AnyStudySettings } from '../study/studySettings.ts';
import { counted } from '../table/counted.ts';
import type { Table } from '../table/table.ts';
import { describeStudy } from './describeStudy.ts';
import { estimateInWords, estimateStudy } from './estimate.ts';
import { lockFolder } from './folderLock.ts';
import type { InputDigests } from './inputDigests.ts';
import { checkFolder, type FolderOptions, writeFolder } from './outputFolder.ts';
import { duration, type Progress, startProgress } from './progress.ts';
import { openResumeFile, type ResumeFile, resumePath } from './resumeFile.ts';
import { checkSalt, type StagedSalt, saltPath, stageSalt } from './saltFile.ts';
import { CheckFailure, printResult, remark, type ShellOptions, whenCancelled } from './shell.ts';
import { roleOf, STUDY_FILES, studyFiles } from './studyFiles.ts';
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
}

export interface Certified extends Pick<Circumstances, 'command' | 'options'> {
  /** Digests of what is read; nothing of data that were made on the spot. */
  readonly digests: InputDigests | undefined;
  readonly signer: Signer | undefined;
}

/** `read` gives the job; it is called once it is clear that the results can be written. */
export async function runStudy(
  read: () => Promise<StudyJob>,
  surroundings: StudyIO,
): Promise<void> {
  const { out = 'tvinesynth-out', force = false, inputs } = surroundings;
  checkFolder(out, { force, inputs, names: STUDY_FILES });
  if (surroundings.certified.digests) checkSalt(saltPath(out), force);
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
    certified,
    ...shell
  }: StudyIO,
): Promise<void> {
  const begun = performance.now();
  const folder = { force, inputs, names: STUDY_FILES };
  const { table, settings } = await read();
  signal.throwIfAborted();
  const finished = openFinished(out, studyKey(table, settings), { ...folder, ...shell });
  const progress = startProgress(shell);
  const follow = shell.quiet
    ? () => undefined
    : await openEstimate(table, settings, signal, shell, progress);
  const found = await study(table, {
    ...settings,
    signal,
    store: finished,
    onProgress: follow,
  })
    .finally(() => progress.end())
    .catch((error) => {
      // the same input would be refused again
      if (error instanceof InputError) finished.remove();
      throw error;
    });
  signal.throwIfAborted();
  const { results } = found;
  const written = await studyFiles(found, table, signal, record);
  const made = { ...written.files, 'settings.json': bytesOf(settingsFor(out)) };
  const { digests } = certified;
  const all = {
    ...made,
    'certificate.json': bytesOf(await certificateOf(results, made, certified, record)),
  };
  let salt: StagedSalt | undefined;
  const write = async () => {
    if (digests) salt = await stageSalt(saltPath(out), digests.salt);
    return writeFolder(out, all, { ...folder, signal });
  };
  const files = await write().catch((error) => {
    salt?.discard();
    throw error instanceof InputError && finished.kept() > 0
      ? new InputError(`${error.message} ${keptIn(finished)}`)
      : error;
  });
  salt?.commit();
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
    ...(salt ? [`  ${salt.path} (the salt of the certificate: keep it with the real table)`] : []),
  ].join('\n');
  printResult({ ...results, files, salt: salt?.path ?? null, seconds }, text, shell);
  refuse(results, strict);
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

/** The text of certificate.json for these files. */
function certificateOf(
  results: StudyResults,
  files: Readonly<Record<string, Uint8Array>>,
  { command, options, digests, signer }: Certified,
  record: ReportRecord | undefined,
): Promise<string> {
  const entries = Object.entries(files).map(
    ([file, bytes]) => [roleOf(file), fileEntry(file, bytes)] as const,
  );
  const content = certifyStudy(results, {
    command,
    options,
    date: record?.date ?? null,
    input: digests?.entries() ?? { table: null, test: null, schema: null },
    files: Object.fromEntries(entries),
  });
  return sealCertificate(content, signer);
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
