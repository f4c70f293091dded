/** From what is certified to the text of certificate.json: canonical, with its checksum, signed if asked. */

import { sha256 } from '../documents/sha256.ts';
import { canonicalBytes, canonicalJson } from './canonicalJson.ts';
import type { Certificate, CertificateContent } from './certificate.ts';
import type { Signer } from './keys.ts';

/** const text = await sealCertificate(content, await signerFromPem(pem)); */
export async function sealCertificate(
  content: CertificateContent,
  signer?: Signer,
): Promise<string> {
  const summed = { ...content, checksum: checksumOf(content) };
  const signature = signer
    ? ({
        algorithm: 'Ed25519',
        publicKey: signer.publicKey,
        value: await signer.sign(signedBytes(summed)),
      } as const)
    : null;
  return textOf({ ...summed, signature });
}

export function textOf(certificate: Certificate): string {
  return `${canonicalJson(certificate)}\n`;
}

export function checksumOf(content: CertificateContent): string {
  return sha256(canonicalBytes(content));
}

/** What is signed: everything but the signature. */
export function signedBytes(summed: Omit<Certificate, 'signature'>): Uint8Array {
  return canonicalBytes(summed);
}
