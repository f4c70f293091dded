/** A certificate and files that were dropped together: what a stranger can check of them, as `verify` does. */

import type { FileRole } from '../../certificate/certificate.ts';
import { CERTIFICATE_FORMAT } from '../../certificate/certificateSchema.ts';
import { publicKeyFromPem } from '../../certificate/keys.ts';
import { readCertificate } from '../../certificate/readCertificate.ts';
import { type FileDigest, verifyCertificate } from '../../certificate/verifyCertificate.ts';
import { openSha256 } from '../../documents/sha256.ts';
import { InputError } from '../../numerics/inputError.ts';
import { piecesOf } from './pieces.ts';
import type { VerifyInfo } from './protocol.ts';

export interface NamedFile {
  readonly name: string;
  readonly blob: Blob;
}

/** Larger than a certificate may be. */
const MOST_BYTES = 8 << 20;

export async function verifyFiles(
  files: readonly NamedFile[],
  signal: AbortSignal,
): Promise<VerifyInfo> {
  const own = await certificateAmong(files);
  const bytes = new Uint8Array(await own.blob.arrayBuffer());
  const { certificate } = readCertificate(bytes);
  const entries = Object.entries(certificate?.files ?? {}) as [FileRole, { file: string }][];
  const digests: Partial<Record<FileRole, FileDigest>> = {};
  const unknown: string[] = [];
  let [publicKey, results]: [string | undefined, unknown] = [undefined, undefined];
  for (const file of files) {
    if (file === own) continue;
    const { name, blob } = file;
    if (/\.pem$/i.test(name)) {
      publicKey = await publicKeyFromPem(await blob.text(), name);
      continue;
    }
    const role = entries.find((entry) => entry[1].file === name)?.[0] ?? tableRole(name);
    if (role === undefined || digests[role]) {
      unknown.push(name);
      continue;
    }
    digests[role] = await digestOf(blob, signal);
    if (role === 'results') results = documentOf(await blob.text());
  }
  const found = await verifyCertificate({
    certificate: bytes,
    files: digests,
    publicKey,
    ...(results !== undefined && { results }),
  });
  const isSound = found.findings[0]?.outcome === 'passed';
  return {
    file: own.name,
    passed: found.passed,
    findings: found.findings,
    verdict: isSound && found.certificate ? wordsOf(found.certificate.verdict) : null,
    unknown,
  };
}

const wordsOf = ({ word, why }: { readonly word: string; readonly why: string }) => ({ word, why });

/** A table under whatever name is taken for the synthetic one. */
function tableRole(name: string): FileRole | undefined {
  return /\.(csv|tsv|txt|parquet|xlsx)$/i.test(name) ? 'synthetic' : undefined;
}

async function certificateAmong(files: readonly NamedFile[]): Promise<NamedFile> {
  for (const file of files) {
    if (!/\.json$/i.test(file.name) || file.blob.size > MOST_BYTES) continue;
    const document = documentOf(await file.blob.text()) as { readonly format?: unknown } | null;
    if (document?.format === CERTIFICATE_FORMAT) return file;
  }
  const named = files.find(({ name }) => name === 'certificate.json');
  if (named && named.blob.size <= MOST_BYTES) return named;
  throw new InputError(
    `There is no certificate among ${files.map(({ name }) => name).join(', ')}. Give the certificate.json of a run together with the files that came with it.`,
  );
}

function documentOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // null is no document either, and is said to be none
    return null;
  }
}

async function digestOf(blob: Blob, signal: AbortSignal): Promise<FileDigest> {
  const open = openSha256();
  for await (const piece of piecesOf(blob, signal)) open.update(piece);
  return { bytes: blob.size, sha256: open.digest() };
}
