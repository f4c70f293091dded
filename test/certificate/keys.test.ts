import { createPrivateKey, generateKeyPairSync, verify } from 'node:crypto';
import { expect, test } from 'vitest';
import { fromHex } from '../../src/certificate/hex.ts';
import {
  fingerprintOf,
  isSignedBy,
  newKeys,
  publicKeyFromPem,
  signerFromPem,
} from '../../src/certificate/keys.ts';
import { toPem } from '../../src/certificate/pem.ts';

/** RFC 8032, section 7.1, tests 1 and 2: secret, public, message, signature. */
const VECTORS = [
  [
    '9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60',
    'd75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a',
    '',
    'e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b',
  ],
  [
    '4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb',
    '3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c',
    '72',
    '92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00',
  ],
] as const;

const bytes = (digits: string) => fromHex(digits, digits.length / 2) ?? new Uint8Array();

test.each(VECTORS)('signs as RFC 8032 has it: %s', async (secret, shown, message, signature) => {
  const der = bytes(`302e020100300506032b657004220420${secret}`);
  const signer = await signerFromPem(toPem('PRIVATE KEY', der));
  expect(signer.publicKey).toBe(shown);
  expect(await signer.sign(bytes(message))).toBe(signature);
  expect(await isSignedBy(shown, signature, bytes(message))).toBe(true);
  expect(await isSignedBy(shown, signature, bytes(`${message}00`))).toBe(false);
});

test('reads keys of Node and openssl, and they read ours', async () => {
  const made = generateKeyPairSync('ed25519', {
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  const signer = await signerFromPem(made.privateKey);
  expect(await publicKeyFromPem(made.publicKey)).toBe(signer.publicKey);
  const own = await newKeys();
  const message = new TextEncoder().encode('x');
  const signature = await (await signerFromPem(own.privatePem)).sign(message);
  expect(createPrivateKey(own.privatePem).asymmetricKeyType).toBe('ed25519');
  expect(verify(null, message, own.publicPem, Buffer.from(signature, 'hex'))).toBe(true);
  expect(fingerprintOf(await publicKeyFromPem(own.publicPem))).toBe(own.fingerprint);
  expect(own.fingerprint).toMatch(/^([0-9a-f]{4} ){7}[0-9a-f]{4}$/);
});

test('says what is wrong with a key', async () => {
  const { privatePem, publicPem } = await newKeys();
  await expect(signerFromPem(publicPem, 'k.pem')).rejects.toThrow('k.pem: found no private');
  await expect(publicKeyFromPem(privatePem, 'k.pem')).rejects.toThrow('This is a private key');
  await expect(publicKeyFromPem('nonsense', 'k.pem')).rejects.toThrow('.public.pem');
  await expect(signerFromPem(`${privatePem}${privatePem}`)).rejects.toThrow('found no private');
  const locked = privatePem.replaceAll('PRIVATE', 'ENCRYPTED PRIVATE');
  await expect(signerFromPem(locked)).rejects.toThrow('openssl pkey');
  const rsa = generateKeyPairSync('rsa', {
    modulusLength: 1024,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  await expect(signerFromPem(rsa.privateKey)).rejects.toThrow('Ed25519');
  await expect(publicKeyFromPem(rsa.publicKey)).rejects.toThrow('Ed25519');
});

test('digits that are no key or signature sign nothing', async () => {
  expect(await isSignedBy('zz', '', new Uint8Array())).toBe(false);
  expect(await isSignedBy('ff'.repeat(32), '00'.repeat(64), new Uint8Array())).toBe(false);
});
