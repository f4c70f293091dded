/**
 * How what leaves a process is kept from others: AES-256-GCM with a random nonce, bound to what it is
 * about, and names by HMAC-SHA-256, so that a name tells nothing and cannot be guessed from a guess at
 * the content. The keys of both follow from one secret by HKDF.
 */

import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  type DecipherGCM,
  hkdfSync,
  randomBytes,
  scryptSync,
} from 'node:crypto';

const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** Bytes that are opened at a time. */
const PIECE = 1 << 22;
/** Of scrypt: 128 N r bytes of memory, some hundredths of a second. */
const COST = { N: 1 << 14, r: 8, p: 1, maxmem: 1 << 26 };

export interface Sealer {
  /** 40 hexadecimal digits for what is named or held by the parts. */
  id(...parts: readonly (string | Uint8Array)[]): string;
  /** Nonce, ciphertext and tag; it can be opened only as what it is about. */
  seal(plain: Uint8Array, about: string): Uint8Array;
  /** Nothing if it is not what was sealed under this secret about this. */
  unseal(sealed: Uint8Array, about: string): Uint8Array | undefined;
  /** The same in memory that threads have in common: for what is large and given to many. */
  unsealShared(sealed: Uint8Array, about: string): Uint8Array | undefined;
}

export function sealerOf(secret: Uint8Array): Sealer {
  const [sealing, naming] = ['seal', 'name'].map((use) =>
    Buffer.from(hkdfSync('sha256', secret, new Uint8Array(), `tvinesynth ${use}`, 32)),
  );
  const opened = (sealed: Uint8Array, about: string): DecipherGCM => {
    const nonce = Buffer.from(sealed.subarray(0, NONCE_BYTES));
    const tag = Buffer.from(sealed.subarray(sealed.length - TAG_BYTES));
    return createDecipheriv('aes-256-gcm', sealing, nonce, { authTagLength: TAG_BYTES })
      .setAAD(Buffer.from(about))
      .setAuthTag(tag);
  };
  return {
    id(...parts) {
      const digest = createHmac('sha256', naming);
      for (const part of parts) {
        const bytes = typeof part === 'string' ? Buffer.from(part) : part;
        // the length first, so that parts cannot run into each other
        const length = Buffer.alloc(8);
        length.writeBigUInt64LE(BigInt(bytes.length));
        digest.update(length).update(bytes);
      }
      return digest.digest('hex').slice(0, 40);
    },
    seal(plain, about) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', sealing, nonce).setAAD(Buffer.from(about));
      return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
    },
    unseal(sealed, about) {
      if (sealed.length < NONCE_BYTES + TAG_BYTES) return undefined;
      const cipher = opened(sealed, about);
      const plain = cipher.update(sealed.subarray(NONCE_BYTES, sealed.length - TAG_BYTES));
      return isGenuine(cipher) ? plain : undefined;
    },
    unsealShared(sealed, about) {
      if (sealed.length < NONCE_BYTES + TAG_BYTES) return undefined;
      const cipher = opened(sealed, about);
      const end = sealed.length - TAG_BYTES;
      const plain = new Uint8Array(new SharedArrayBuffer(end - NONCE_BYTES));
      for (let at = NONCE_BYTES; at < end; at += PIECE) {
        plain.set(cipher.update(sealed.subarray(at, Math.min(end, at + PIECE))), at - NONCE_BYTES);
      }
      return isGenuine(cipher) ? plain : undefined;
    },
  };
}

function isGenuine(cipher: DecipherGCM): boolean {
  try {
    cipher.final();
    return true;
  } catch {
    return false;
  }
}

/**
 * For processes that all hold the table: the secret follows from the study, which only a holder of the
 * table can compute, and from the run key where there is one. Guesses at a table cost scrypt each.
 */
export function studySecret(studyKey: string, salt: Uint8Array, runKey?: Uint8Array): Uint8Array {
  const key = runKey ? Buffer.from(runKey).toString('hex') : '';
  return scryptSync(`${studyKey} ${key}`, salt, 32, COST);
}
