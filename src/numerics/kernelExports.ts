/** What the kernel exports (kernels/index.ts), with pointers as byte offsets. */

import type { CopulaExports } from './exports/copula.ts';
import type { NeuralExports } from './exports/neural.ts';
import type { SliceExports } from './exports/slices.ts';

export interface KernelExports extends CopulaExports, NeuralExports, SliceExports {
  readonly memory: WebAssembly.Memory;
  start(): void;
  heapStart(): number;
  exp(x: number): number;
  expm1(x: number): number;
  log(x: number): number;
  log1p(x: number): number;
  pow(x: number, y: number): number;
  erf(x: number): number;
  erfc(x: number): number;
  logGamma(x: number): number;
  digamma(x: number): number;
  trigamma(x: number): number;
  betaCdf(x: number, a: number, b: number): number;
  gammaCdf(x: number, a: number): number;
  normalCdf(x: number): number;
  normalQuantile(p: number): number;
  normalCdfColumn(from: number, to: number, n: number): void;
  normalQuantileColumn(from: number, to: number, n: number): void;
  asin(x: number): number;
  sinQuarterTurns(t: number): number;
  ranksScratch(n: number): number;
  ranks(x: number, n: number, lowest: number, highest: number, scratch: number): number;
  kendallScratch(n: number): number;
  kendallTau(x: number, y: number, n: number, scratch: number): number;
  rankedBytes(n: number): number;
  rankColumn(x: number, n: number, column: number, scratch: number): void;
  kendallOfRanked(a: number, b: number, n: number, scratch: number): number;
  studentCdf(t: number, nu: number): number;
  studentLogPdf(t: number, nu: number): number;
  studentQuantile(p: number, nu: number): number;
  studentSlice(slot: number, nu: number): void;
  studentOfScore(slot: number, z: number): number;
  studentOfScoreNu(slot: number, z: number): number;
  scoreOfStudent(slot: number, t: number): number;
  studentCdfNu(slot: number, t: number): number;
  studentOfScoreColumn(slot: number, from: number, to: number, n: number): void;
  scoreOfStudentColumn(slot: number, from: number, to: number, n: number): void;
  squaredDistances(point: number, width: number, block: number, n: number, out: number): void;
  addGower(sums: number, values: number, n: number, own: number, scale: number): void;
  sum(x: number, n: number): number;
  crossProducts(columns: number, n: number, d: number, out: number): void;
  philox(
    c0: number,
    c1: number,
    c2: number,
    c3: number,
    key0: number,
    key1: number,
    out: number,
  ): void;
  /** `places`: their numbers, as doubles. */
  fillUniformsAt(
    out: number,
    places: number,
    n: number,
    key0: number,
    key1: number,
    upper0: number,
    upper1: number,
  ): void;
  fillUniforms(
    out: number,
    n: number,
    offset: number,
    key0: number,
    key1: number,
    upper0: number,
    upper1: number,
  ): void;
  fillIntegers(
    out: number,
    n: number,
    bound: number,
    key0: number,
    key1: number,
    upper0: number,
    upper1: number,
  ): void;
  fillPermutation(
    out: number,
    n: number,
    key0: number,
    key1: number,
    upper0: number,
    upper1: number,
  ): void;
}
