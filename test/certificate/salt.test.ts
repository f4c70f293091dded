import { createHash, createHmac } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  newSalt,
  openSaltedDigest,
  saltedDigest,
  saltFromText,
  saltText,
} from '../../src/certificate/salt.ts';
import { openSha256, sha256 } from '../../src/documents/sha256.ts';

const pieces = fc.array(fc.uint8Array({ maxLength: 200 }), { maxLength: 8 });

test("SHA-256 in pieces of any sizes is Node's", () => {
  fc.assert(
    fc.property(pieces, (parts) => {
      const open = openSha256();
      for (const part of parts) open.update(part);
      const whole = Buffer.concat(parts);
      const expected = createHash('sha256').update(whole).digest('hex');
      expect(open.digest()).toBe(expected);
      expect(sha256(whole)).toBe(expected);
    }),
  );
});

test("the salted digest in pieces is Node's HMAC", () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), pieces, (salt, parts) => {
      const open = openSaltedDigest(salt);
      for (const part of parts) open.update(part);
      const whole = Buffer.concat(parts);
      const expected = createHmac('sha256', salt).update(whole).digest('hex');
      expect(open.digest()).toBe(expected);
      expect(saltedDigest(salt, whole)).toBe(expected);
    }),
  );
});

test('RFC 4231, test case 2 with its key padded by zeros, as HMAC pads it', () => {
  const salt = new Uint8Array(32);
  salt.set(new TextEncoder().encode('Jefe'));
  expect(saltedDigest(salt, new TextEncoder().encode('what do ya want for nothing?'))).toBe(
    '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
  );
});

test('a salt is 256 fresh bits, and its file reads back', () => {
  const salt = newSalt();
  expect(salt).toHaveLength(32);
  expect(saltText(newSalt())).not.toBe(saltText(salt));
  expect(saltFromText(saltText(salt))).toEqual(salt);
  for (const text of ['', 'ab', saltText(salt).toUpperCase(), ` ${saltText(salt)}`]) {
    expect(() => saltFromText(text, 'my.salt')).toThrow('my.salt: found no salt');
  }
});
