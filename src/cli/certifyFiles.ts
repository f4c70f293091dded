/** A study's certificate over its files, and both on disk: the folder, and beside it the salt. */

import {
  type Circumstances,
  certifyStudy,
  fileEntry,
  NO_CIRCUMSTANCES,
} from '../certificate/certify.ts';
import type { Signer } from '../certificate/keys.ts';
import { sealCertificate } from '../certificate/sealCertificate.ts';
import type { ReportRecord } from '../report/record.ts';
import { roleOf } from '../report/studyFiles.ts';
import type { StudyResults } from '../study/results.ts';
import type { InputDigests } from './inputDigests.ts';
import { type FolderOptions, writeFolder } from './outputFolder.ts';
import { saltPath, stageSalt } from './saltFile.ts';

type Files = Readonly<Record<string, Uint8Array>>;

export interface Certified extends Pick<Circumstances, 'command' | 'options'> {
  /** Digests of what is read; nothing of data that were made on the spot. */
  readonly digests: InputDigests | undefined;
  readonly signer: Signer | undefined;
}

/** The files, and certificate.json of them. */
export async function withCertificate(
  results: StudyResults,
  files: Files,
  { command, options, digests, signer }: Certified,
  record: ReportRecord | undefined,
): Promise<Files> {
  const entries = Object.entries(files).map(
    ([file, bytes]) => [roleOf(file), fileEntry(file, bytes)] as const,
  );
  const content = certifyStudy(results, {
    command,
    options,
    date: record?.date ?? null,
    input: digests?.entries() ?? NO_CIRCUMSTANCES.input,
    files: Object.fromEntries(entries),
  });
  const text = await sealCertificate(content, signer);
  return { ...files, 'certificate.json': new TextEncoder().encode(text) };
}

/** The folder, and beside it the salt of its certificate: both or neither. */
export async function writeSalted(
  out: string,
  files: Files,
  options: FolderOptions & { readonly signal: AbortSignal },
  { digests }: Pick<Certified, 'digests'>,
): Promise<string[]> {
  const salt = digests && (await stageSalt(saltPath(out), digests.salt));
  const written = await writeFolder(out, files, options).catch((error) => {
    salt?.discard();
    throw error;
  });
  salt?.commit();
  return written;
}
