/** The results of an audit in a file, with their certificate and its salt beside it: all of them, or none. */

import { rmSync } from 'node:fs';
import { basename } from 'node:path';
import type { Audit } from '../audit/audit.ts';
import { type Circumstances, certifyAudit, fileEntry } from '../certificate/certify.ts';
import type { Signer } from '../certificate/keys.ts';
import { sealCertificate } from '../certificate/sealCertificate.ts';
import { writeFileWhole } from '../table/files.ts';
import type { InputDigests } from './inputDigests.ts';
import { saltPath, stageSalt } from './saltFile.ts';

export interface WriteAuditOptions extends Pick<Circumstances, 'options' | 'date'> {
  readonly synthetic: NonNullable<Circumstances['files']['synthetic']>;
  readonly digests: InputDigests;
  readonly signer: Signer | undefined;
  readonly force: boolean;
  readonly inputs: readonly string[];
}

/** 'audit.certificate.json' of audit.json. */
function certificatePath(out: string): string {
  return `${out.replace(/\.json$/i, '')}.certificate.json`;
}

/** The paths that were written. */
export async function writeAudit(
  found: Audit,
  out: string,
  { options, date, synthetic, digests, signer, force, inputs }: WriteAuditOptions,
): Promise<string[]> {
  const bytes = auditBytes(found);
  const content = certifyAudit(found, {
    command: 'audit',
    date,
    options,
    input: digests.entries(),
    files: { synthetic, results: fileEntry(basename(out), bytes) },
  });
  const text = await sealCertificate(content, signer);
  const certificate = certificatePath(out);
  const salt = await stageSalt(saltPath(out), digests.salt);
  const written: string[] = [];
  try {
    for (const [path, own] of [
      [certificate, new TextEncoder().encode(text)],
      [out, bytes],
    ] as const) {
      await writeFileWhole(path, [own], { force, inputs });
      written.push(path);
    }
  } catch (error) {
    salt.discard();
    for (const path of written) rmSync(path, { force: true });
    throw error;
  }
  salt.commit();
  return [out, certificate, salt.path];
}

export function auditBytes(found: Audit): Uint8Array {
  return new TextEncoder().encode(`${JSON.stringify(found, null, 2)}\n`);
}
