import type { KernelExports } from '../../src/numerics/kernelExports.ts';

/** What the kernel gives. A change of this text is a change of numbers: it belongs in the changelog. */
export const CHECKSUM = '28a4abf362f18f8b';

/**
 * A hash of the bits that exp, log, pow and normalCdf give at 100,000 fixed points: two engines
 * agree if and only if they give the same text. Needs nothing of Node, so that a browser can run it.
 */
export function kernelChecksum(
  k: Pick<KernelExports, 'exp' | 'log' | 'pow' | 'normalCdf'>,
): string {
  const bits = new DataView(new ArrayBuffer(8));
  // FNV-1a in two halves of 32 bits, over the two words of each double
  let low = 0x811c9dc5;
  let high = 0x9747b28c;
  const feed = (x: number): void => {
    bits.setFloat64(0, x);
    low = Math.imul(low ^ bits.getUint32(4), 0x01000193) >>> 0;
    high = Math.imul(high ^ bits.getUint32(0) ^ (low >>> 15), 0x01000193) >>> 0;
  };
  /** By its bits: engines may differ in `**`. */
  const powerOfTwo = (exponent: number): number => {
    bits.setUint32(0, (1023 + exponent) << 20);
    bits.setUint32(4, 0);
    return bits.getFloat64(0);
  };
  let state = 1;
  /** Multiplicative generator of Park and Miller (16807 modulo 2^31 - 1): exact in doubles. */
  const uniform = (): number => {
    state = (state * 16807) % 2147483647;
    return state / 2147483647;
  };
  for (let i = 0; i < 100_000; i++) {
    const u = uniform();
    const v = uniform();
    feed(k.exp(1480 * u - 745));
    feed(k.log(v * powerOfTwo(Math.floor(600 * u - 300))));
    feed(k.pow(100 * v, 200 * u - 100));
    feed(k.normalCdf(46 * u - 37.5));
  }
  return high.toString(16).padStart(8, '0') + low.toString(16).padStart(8, '0');
}
