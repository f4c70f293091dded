/**
 * Keys of signatures: Ed25519 (RFC 8032) by the platform's own Web Crypto, the same in Node and browser. Files
 * are PEM as openssl writes them: PKCS #8 for the private key, SubjectPublicKeyInfo for the public one.
 */

import { sha256 } from '../documents/sha256.ts';
import { InputError } from '../numerics/inputError.ts';
import { fromHex, toHex } from './hex.ts';
import { fromPem, toPem } from './pem.ts';

const ALGORITHM = 'Ed25519';
const PRIVATE = 'PRIVATE KEY';
const PUBLIC = 'PUBLIC KEY';
export const PUBLIC_BYTES = 32;
export const SIGNATURE_BYTES = 64;

export interface KeyFiles {
  readonly privatePem: string;
  readonly publicPem: string;
  readonly fingerprint: string;
}

export interface Signer {
  /** 64 hexadecimal digits. */
  readonly publicKey: string;
  sign(bytes: Uint8Array): Promise<string>;
}

/** const { privatePem, publicPem } = await newKeys(); */
export async function newKeys(): Promise<KeyFiles> {
  const pair = (await crypto.subtle.generateKey({ name: ALGORITHM }, true, [
    'sign',
    'verify',
  ])) as CryptoKeyPair;
  const [own, shown, raw] = await Promise.all([
    crypto.subtle.exportKey('pkcs8', pair.privateKey),
    crypto.subtle.exportKey('spki', pair.publicKey),
    crypto.subtle.exportKey('raw', pair.publicKey),
  ]);
  return {
    privatePem: toPem(PRIVATE, new Uint8Array(own)),
    publicPem: toPem(PUBLIC, new Uint8Array(shown)),
    fingerprint: fingerprintOf(toHex(new Uint8Array(raw))),
  };
}

/** Whoever signs, from the text of a private key. */
export async function signerFromPem(text: string, name = 'key'): Promise<Signer> {
  if (text.includes('ENCRYPTED')) {
    throw new InputError(
      `${name}: this key is encrypted with a passphrase, which is not asked for here. Decrypt it with openssl pkey -in ${name} -out plain.pem, sign with that, and remove it.`,
    );
  }
  const der = fromPem(PRIVATE, text);
  if (!der) throw noKey(name, 'private', 'Make one with tvinesynth keys new.');
  let own: CryptoKey;
  let publicKey: string;
  try {
    own = await crypto.subtle.importKey('pkcs8', der, { name: ALGORITHM }, true, ['sign']);
    const { x = '' } = await crypto.subtle.exportKey('jwk', own);
    publicKey = toHex(fromBase64Url(x));
  } catch {
    throw noKey(name, 'private', 'Make one with tvinesynth keys new.');
  }
  return {
    publicKey,
    async sign(bytes) {
      return toHex(new Uint8Array(await crypto.subtle.sign(ALGORITHM, own, copied(bytes))));
    },
  };
}

/** The 64 digits of a public key, from its PEM. */
export async function publicKeyFromPem(text: string, name = 'key'): Promise<string> {
  const der = fromPem(PUBLIC, text);
  try {
    if (!der) throw new Error('no PEM');
    const key = await crypto.subtle.importKey('spki', der, { name: ALGORITHM }, true, ['verify']);
    return toHex(new Uint8Array(await crypto.subtle.exportKey('raw', key)));
  } catch {
    const isPrivate = text.includes(PRIVATE);
    throw noKey(
      name,
      'public',
      isPrivate
        ? 'This is a private key, which nobody but its owner should have: give the public one.'
        : 'Give the file ending in .public.pem that tvinesynth keys new wrote.',
    );
  }
}

/** Whether the key has signed these bytes; both in hexadecimal digits. */
export async function isSignedBy(
  publicKey: string,
  signature: string,
  bytes: Uint8Array,
): Promise<boolean> {
  const [raw, value] = [fromHex(publicKey, PUBLIC_BYTES), fromHex(signature, SIGNATURE_BYTES)];
  if (!raw || !value) return false;
  try {
    const key = await crypto.subtle.importKey('raw', raw, { name: ALGORITHM }, false, ['verify']);
    return await crypto.subtle.verify(ALGORITHM, key, value, copied(bytes));
  } catch {
    // digits that are no point of the curve
    return false;
  }
}

/** What people compare by telephone: the first 32 digits of the key's SHA-256, in groups of four. */
export function fingerprintOf(publicKey: string): string {
  const digits = sha256(fromHex(publicKey, PUBLIC_BYTES) ?? new Uint8Array()).slice(0, 32);
  return digits.match(/.{4}/g)?.join(' ') ?? '';
}

function noKey(name: string, kind: 'private' | 'public', advice: string): InputError {
  return new InputError(`${name}: found no ${kind} Ed25519 key in PEM. ${advice}`);
}

function fromBase64Url(text: string): Uint8Array {
  const plain = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(plain, (character) => character.charCodeAt(0));
}

/** In memory of its own, as Web Crypto wants it. */
function copied(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(bytes);
}
