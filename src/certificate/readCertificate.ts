/**
 * A certificate from its text, which may come from anybody: bounded in size, of a known version, written in the
 * one way it can be written, with the right checksum, and of the form that is published. Anything else is said.
 */

import { headed } from '../documents/sealedDocument.ts';
import { InputError } from '../numerics/inputError.ts';
import { canonicalJson } from './canonicalJson.ts';
import type { Certificate } from './certificate.ts';
import { CERTIFICATE_FORMAT, CERTIFICATE_VERSION, certificateSchema } from './certificateSchema.ts';
import { checksumOf } from './sealCertificate.ts';

/** Longer than any of a thousand sensitive columns. */
const MOST_BYTES = 4 << 20;

const HEAD = {
  what: 'Certificate',
  format: CERTIFICATE_FORMAT,
  version: CERTIFICATE_VERSION,
} as const;

export interface ReadCertificate {
  /** Nothing if it is no certificate at all. */
  readonly certificate: Certificate | undefined;
  /** Why it cannot be relied on; nothing if it can. */
  readonly fault: string | undefined;
}

export function readCertificate(bytes: Uint8Array): ReadCertificate {
  const refused = (fault: string): ReadCertificate => ({ certificate: undefined, fault });
  if (bytes.length > MOST_BYTES) return refused(`it has more than ${MOST_BYTES} bytes`);
  let value: unknown;
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    value = JSON.parse(text);
  } catch {
    return refused('it is no JSON document');
  }
  try {
    headed(HEAD, value);
    if (`${canonicalJson(value)}\n` !== text) return refused('it is not written as canonical JSON');
  } catch (error) {
    if (error instanceof InputError)
      return refused(error.message.replace(/^Certificate: |\.$/g, ''));
    throw error;
  }
  const parsed = certificateSchema.safeParse(value);
  if (!parsed.success) {
    const [{ path, message }] = parsed.error.issues;
    return refused(`${path.map(String).join('.') || 'document'}: ${message}`);
  }
  // what was read, not what the check made of it
  const certificate = value as Certificate;
  const { checksum, signature: _, ...content } = certificate;
  if (checksum !== checksumOf(content)) {
    return { certificate, fault: 'its checksum does not match what it says' };
  }
  return { certificate, fault: undefined };
}
