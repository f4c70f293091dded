/**
 * How the resume file keeps its records from others: AES-256-GCM under a key that follows from the
 * study key, a digest of the whole real table and all settings. Whoever starts the same run again has
 * it, so that nothing need be stored or typed; whoever finds the file alone has not.
 *
 * What it does not do: someone who holds the table can read the file, and someone who knows all of it
 * but a few cells can try values for these. scrypt with a salt of the file's own makes each try take
 * some hundredths of a second and 16 MB, and none serves for two files. Sizes and number of records can be seen.
 */

import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  randomBytes,
  scryptSync,
  timingSafeEqual,
} from 'node:crypto';

export const SALT_BYTES = 16;
/** What a sealed record is longer by: nonce and tag. */
export const SEAL_BYTES = 12 + 16;

const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** 128 N r bytes of memory. */
const COST = { N: 1 << 14, r: 8, p: 1, maxmem: 1 << 26 };

export interface ResumeCipher {
  readonly salt: Uint8Array;
  /** Says that text was written under this key; 64 hexadecimal digits. */
  sign(text: string): string;
  isSigned(text: string, signature: string): boolean;
  /** Nonce, ciphertext and tag; a record belongs to its place in the file. */
  seal(plain: Uint8Array, place: number): Uint8Array;
  /** Nothing if it is not what was sealed under this key at this place. */
  unseal(sealed: Uint8Array, place: number): Buffer | undefined;
}

/** `secret` is what only the holder of the table can compute. */
export function resumeCipher(secret: string, salt: Uint8Array = randomBytes(SALT_BYTES)) {
  const keys = scryptSync(secret, salt, 64, COST);
  const [sealing, signing] = [keys.subarray(0, 32), keys.subarray(32)];
  const sign = (text: string) => createHmac('sha256', signing).update(text).digest('hex');
  const cipher: ResumeCipher = {
    salt,
    sign,
    isSigned(text, signature) {
      const [one, other] = [Buffer.from(sign(text)), Buffer.from(signature, 'latin1')];
      return one.length === other.length && timingSafeEqual(one, other);
    },
    seal(plain, place) {
      const nonce = randomBytes(NONCE_BYTES);
      const sealed = createCipheriv('aes-256-gcm', sealing, nonce).setAAD(placeBytes(place));
      return Buffer.concat([nonce, sealed.update(plain), sealed.final(), sealed.getAuthTag()]);
    },
    unseal(sealed, place) {
      if (sealed.length < SEAL_BYTES) return undefined;
      const nonce = sealed.subarray(0, NONCE_BYTES);
      const opened = createDecipheriv('aes-256-gcm', sealing, nonce, { authTagLength: TAG_BYTES });
      opened.setAAD(placeBytes(place)).setAuthTag(sealed.subarray(sealed.length - TAG_BYTES));
      const plain = opened.update(sealed.subarray(NONCE_BYTES, sealed.length - TAG_BYTES));
      try {
        return Buffer.concat([plain, opened.final()]);
      } catch {
        return undefined;
      }
    },
  };
  return cipher;
}

function placeBytes(place: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(BigInt(place));
  return bytes;
}
