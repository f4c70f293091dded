/** What the kernel exports (kernels/index.ts), with pointers as byte offsets. */
export interface KernelExports {
  readonly memory: WebAssembly.Memory;
  start(): void;
  heapStart(): number;

  exp(x: number): number;
  expm1(x: number): number;
  log(x: number): number;
  log1p(x: number): number;

  ranksScratch(n: number): number;
  ranks(x: number, n: number, lowest: number, highest: number, scratch: number): number;

  kendallScratch(n: number): number;
  kendallTau(x: number, y: number, n: number, scratch: number): number;
  rankedBytes(n: number): number;
  rankColumn(x: number, n: number, column: number, scratch: number): void;
  kendallOfRanked(a: number, b: number, n: number, scratch: number): number;

  sum(x: number, n: number): number;
  crossProducts(columns: number, n: number, d: number, out: number): void;

  philox(c0: number, c1: number, c2: number, c3: number, key0: number, key1: number, out: number): void;
  fillUniforms(
    out: number, n: number, offset: number,
    key0: number, key1: number, upper0: number, upper1: number,
  ): void;
  fillIntegers(
    out: number, n: number, bound: number,
    key0: number, key1: number, upper0: number, upper1: number,
  ): void;
  fillPermutation(
    out: number, n: number,
    key0: number, key1: number, upper0: number, upper1: number,
  ): void;
}
