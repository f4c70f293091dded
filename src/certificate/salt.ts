/**
 * The salt of a certificate: 256 bits that stay with the data holder. A digest under it (HMAC-SHA-256, RFC
 * 2104) binds the certificate to the input, and whoever does not have the salt cannot test guesses of the
 * input against it. `openssl dgst -sha256 -mac HMAC -macopt hexkey:SALT FILE` gives the same digits.
 */

import { openSha256, sha256 } from '../documents/sha256.ts';
import { InputError } from '../numerics/inputError.ts';
import { fromHex, toHex } from './hex.ts';

const SALT_BYTES = 32;
const BLOCK = 64;

export type Salt = Uint8Array;

export function newSalt(): Salt {
  return crypto.getRandomValues(new Uint8Array(SALT_BYTES));
}

/** What the file of a salt holds. */
export function saltText(salt: Salt): string {
  return `${toHex(salt)}\n`;
}

export function saltFromText(text: string, name = 'salt'): Salt {
  const salt = fromHex(text.replace(/\r?\n$/, ''), SALT_BYTES);
  if (salt) return salt;
  throw new InputError(
    `${name}: found no salt, which is ${2 * SALT_BYTES} hexadecimal digits. Give the file ending in .salt that was written with the certificate.`,
  );
}

export interface SaltedDigest {
  update(piece: Uint8Array): void;
  digest(): string;
}

export function openSaltedDigest(salt: Salt): SaltedDigest {
  const padded = (mask: number) =>
    Uint8Array.from({ length: BLOCK }, (_, i) => (salt[i] ?? 0) ^ mask);
  const inner = openSha256().update(padded(0x36));
  return {
    update(piece) {
      inner.update(piece);
    },
    digest() {
      const own = fromHex(inner.digest(), 32) ?? new Uint8Array();
      return sha256(Uint8Array.from([...padded(0x5c), ...own]));
    },
  };
}

export function saltedDigest(salt: Salt, bytes: Uint8Array): string {
  const open = openSaltedDigest(salt);
  open.update(bytes);
  return open.digest();
}
