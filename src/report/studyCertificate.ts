/** certificate.json of a study: what its results say, and the files that go with them. */

import { type Circumstances, certifyStudy, fileEntry } from '../certificate/certify.ts';
import type { Signer } from '../certificate/keys.ts';
import { sealCertificate } from '../certificate/sealCertificate.ts';
import type { StudyResults } from '../study/results.ts';
import { roleOf } from './studyFiles.ts';

/** Its text; `files` are all that it is about, by name. */
export function studyCertificate(
  results: StudyResults,
  files: Readonly<Record<string, Uint8Array>>,
  around: Omit<Circumstances, 'files'>,
  signer: Signer | undefined,
): Promise<string> {
  const entries = Object.entries(files).map(
    ([file, bytes]) => [roleOf(file), fileEntry(file, bytes)] as const,
  );
  return sealCertificate(
    certifyStudy(results, { ...around, files: Object.fromEntries(entries) }),
    signer,
  );
}
