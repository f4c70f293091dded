/** The files of a study as `run` writes them, certificate and settings among them, and the salt apart. */

import { fingerprintOf, type Signer, signerFromPem } from '../../certificate/keys.ts';
import { newSalt, openSaltedDigest, saltedDigest, saltText } from '../../certificate/salt.ts';
import { InputError } from '../../numerics/inputError.ts';
import { studyCertificate } from '../../report/studyCertificate.ts';
import { studyFiles } from '../../report/studyFiles.ts';
import type { AnyStudyResult } from '../../study/study.ts';
import type { Table } from '../../table/table.ts';
import { piecesOf } from './pieces.ts';
import type { MadeFiles, RecordChoice } from './protocol.ts';

export interface StudiedFile {
  readonly name: string;
  readonly blob: Blob;
  readonly table: Table;
}

export async function makeFiles(
  result: AnyStudyResult,
  { name, blob, table }: StudiedFile,
  record: RecordChoice,
  signal: AbortSignal,
): Promise<MadeFiles> {
  const { date, purpose, audience, command, options, settings, schema, key } = record;
  // a wrong key is refused before the report is drawn
  const signer = key === null ? undefined : await signerOf(key);
  const made = await studyFiles(result, table, signal, {
    file: name,
    date,
    ...(purpose !== '' && { purpose }),
    ...(audience !== '' && { audience }),
    command,
  });
  const files = { ...made.files, 'settings.json': bytesOf(settings) };
  const salt = newSalt();
  const whole = openSaltedDigest(salt);
  for await (const piece of piecesOf(blob, signal)) whole.update(piece);
  const input = {
    table: { file: name, hmac: whole.digest() },
    test: null,
    schema: schema && { file: schema.file, hmac: saltedDigest(salt, bytesOf(schema.text)) },
  };
  const around = { command: 'run', options, date, input } as const;
  const certificate = await studyCertificate(result.results, files, around, signer);
  return {
    files: { ...files, 'certificate.json': bytesOf(certificate) },
    salt: saltText(salt),
    fingerprint: signer ? fingerprintOf(signer.publicKey) : null,
    notes: made.notes,
  };
}

async function signerOf({ file, text }: NonNullable<RecordChoice['key']>): Promise<Signer> {
  if (!globalThis.crypto?.subtle) {
    throw new InputError(
      'This browser signs only in pages from a file, from this machine or over https. Open the page that way, or leave the key out.',
    );
  }
  return signerFromPem(text, file);
}

function bytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}
