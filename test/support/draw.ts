/**
 * Random test inputs from a seed. Not the product's generator, which is itself under test: a
 * linear congruential step with a good multiplier (Steele and Vigna 2021) on 64 bits, high bits out.
 */
export class Draw {
  private state: bigint;

  constructor(seed: number) {
    this.state = BigInt.asUintN(64, BigInt(seed) * 0x9e3779b97f4a7c15n + 1n);
  }

  /** In [0, 1). */
  uniform(): number {
    this.state = BigInt.asUintN(64, this.state * 0xd1342543de82ef95n + 0x9e3779b97f4a7c15n);
    return Number(this.state >> 11n) / 2 ** 53;
  }

  /** In 0 .. bound - 1. */
  integer(bound: number): number {
    return Math.floor(this.uniform() * bound);
  }

  column(length: number, make: (draw: Draw, i: number) => number): Float64Array {
    return Float64Array.from({ length }, (_, i) => make(this, i));
  }

  shuffled(values: Float64Array): Float64Array {
    const result = values.slice();
    for (let i = result.length - 1; i > 0; i--) {
      const j = this.integer(i + 1);
      [result[i], result[j]] = [result[j], result[i]];
    }
    return result;
  }
}
