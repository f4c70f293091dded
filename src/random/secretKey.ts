/** Keys that nobody knows, and those that somebody gives: the one place that asks the machine for chance. */

import { InputError } from '../numerics/inputError.ts';
import { KEY_WORDS, type SecretKey } from './chacha.ts';

/** 256 bits from the operating system or the browser. */
export function drawSecretKey(): SecretKey {
  return Array.from(crypto.getRandomValues(new Uint32Array(KEY_WORDS)));
}

/** The key of a seed, a whole number from 0 to 2^53 - 1: as secret as the seed, and no more. */
export function keyOfNoiseSeed(seed: number): SecretKey {
  if (!Number.isSafeInteger(seed) || seed < 0) {
    throw new InputError(`Noise seed: found ${String(seed)}. Give a whole number of at least 0.`);
  }
  return [seed >>> 0, Math.floor(seed / 0x100000000), 0, 0, 0, 0, 0, 0];
}
