/**
 * SHA-256 (FIPS 180-4) of bytes, as 64 hexadecimal digits. Own, because the browser's is asynchronous
 * and missing where a page is opened from a file. Checked against the standard's vectors.
 */

const ROUND_CONSTANTS = roundConstants();

export function sha256(bytes: Uint8Array): string {
  return openSha256().update(bytes).digest();
}

/** Bytes that come in pieces. */
export interface Sha256 {
  update(piece: Uint8Array): Sha256;
  /** 64 hexadecimal digits; nothing may follow. */
  digest(): string;
}

const BLOCK = 64;

export function openSha256(): Sha256 {
  const state = Uint32Array.from(START);
  const words = new Uint32Array(64);
  /** What does not fill a block yet. */
  const rest = new Uint8Array(BLOCK);
  let [filled, total] = [0, 0];
  const blocks = (bytes: Uint8Array): number => {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    let at = 0;
    for (; at + BLOCK <= bytes.length; at += BLOCK) {
      for (let i = 0; i < 16; i++) words[i] = view.getUint32(at + i * 4);
      expand(words);
      compress(state, words);
    }
    return at;
  };
  const open: Sha256 = {
    update(piece) {
      total += piece.length;
      let from = 0;
      if (filled > 0) {
        from = Math.min(BLOCK - filled, piece.length);
        rest.set(piece.subarray(0, from), filled);
        filled += from;
        if (filled < BLOCK) return open;
        blocks(rest);
      }
      const whole = blocks(piece.subarray(from));
      filled = piece.length - from - whole;
      rest.set(piece.subarray(from + whole));
      return open;
    },
    digest() {
      const last = new Uint8Array(filled + 9 > BLOCK ? 2 * BLOCK : BLOCK);
      last.set(rest.subarray(0, filled));
      last[filled] = 0x80;
      const view = new DataView(last.buffer);
      view.setUint32(last.length - 8, Math.floor(total / 0x20000000));
      view.setUint32(last.length - 4, (total << 3) >>> 0);
      blocks(last);
      return Array.from(state, (word) => word.toString(16).padStart(8, '0')).join('');
    },
  };
  return open;
}

function expand(words: Uint32Array): void {
  for (let i = 16; i < 64; i++) {
    const a = words[i - 15];
    const b = words[i - 2];
    const s0 = turned(a, 7) ^ turned(a, 18) ^ (a >>> 3);
    const s1 = turned(b, 17) ^ turned(b, 19) ^ (b >>> 10);
    words[i] = words[i - 16] + s0 + words[i - 7] + s1;
  }
}

function compress(state: Uint32Array, words: Uint32Array): void {
  let [a, b, c, d, e, f, g, h] = state;
  for (let i = 0; i < 64; i++) {
    const s1 = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25);
    const choice = (e & f) ^ (~e & g);
    const first = (h + s1 + choice + ROUND_CONSTANTS[i] + words[i]) | 0;
    const s0 = turned(a, 2) ^ turned(a, 13) ^ turned(a, 22);
    const majority = (a & b) ^ (a & c) ^ (b & c);
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + s0 + majority) | 0];
  }
  [a, b, c, d, e, f, g, h].forEach((word, i) => {
    state[i] += word;
  });
}

function turned(word: number, bits: number): number {
  return (word >>> bits) | (word << (32 - bits));
}

const START = [
  0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
];

/** The first 32 bits of the fractions of the cube roots of the first 64 primes, by whole numbers. */
function roundConstants(): Uint32Array {
  const constants = new Uint32Array(64);
  let found = 0;
  for (let n = 2; found < 64; n++) {
    let isPrime = true;
    for (let f = 2; f * f <= n; f++) if (n % f === 0) isPrime = false;
    if (isPrime) constants[found++] = cubeRootFraction(n);
  }
  return constants;
}

/** floor(2^32 cbrt(n)) mod 2^32: the largest r with r^3 <= n 2^96. */
function cubeRootFraction(n: number): number {
  const target = BigInt(n) << 96n;
  let root = 0n;
  for (let bit = 1n << 35n; bit > 0n; bit >>= 1n) {
    const next = root | bit;
    if (next * next * next <= target) root = next;
  }
  return Number(root & 0xffffffffn);
}
