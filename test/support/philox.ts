/**
 * Philox4x32-10 and its inverse as the paper writes them (Salmon et al. 2011), in integers of any
 * length: slow, and written apart from the kernel.
 */

export type Block = [bigint, bigint, bigint, bigint];

const MASK = 0xffffffffn;
const M0 = 0xd2511f53n;
const M1 = 0xcd9e8d57n;
const W0 = 0x9e3779b9n;
const W1 = 0xbb67ae85n;

export function philox(counter: Block, key: [bigint, bigint]): Block {
  let [a, b, c, d] = counter;
  for (let round = 0n; round < 10n; round++) {
    const k0 = (key[0] + round * W0) & MASK;
    const k1 = (key[1] + round * W1) & MASK;
    const p = M0 * a;
    const q = M1 * c;
    [a, b, c, d] = [(q >> 32n) ^ b ^ k0, q & MASK, (p >> 32n) ^ d ^ k1, p & MASK];
  }
  return [a, b, c, d];
}

/** The counter that `philox` takes to the given words: odd multipliers can be undone. */
export function philoxInverse(words: Block, key: [bigint, bigint]): Block {
  let [a, b, c, d] = words;
  for (let round = 9n; round >= 0n; round--) {
    const k0 = (key[0] + round * W0) & MASK;
    const k1 = (key[1] + round * W1) & MASK;
    const oldA = (d * INVERSE0) & MASK;
    const oldC = (b * INVERSE1) & MASK;
    const oldB = a ^ k0 ^ ((M1 * oldC) >> 32n);
    const oldD = c ^ k1 ^ ((M0 * oldA) >> 32n);
    [a, b, c, d] = [oldA, oldB, oldC, oldD];
  }
  return [a, b, c, d];
}

const INVERSE0 = inverse(M0);
const INVERSE1 = inverse(M1);

/** Of an odd number modulo 2^32, by Newton's iteration. */
function inverse(odd: bigint): bigint {
  let x = odd;
  for (let i = 0; i < 5; i++) x = (x * (2n - odd * x)) & MASK;
  return x;
}
