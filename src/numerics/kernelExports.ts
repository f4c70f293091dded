/** What the kernel exports (kernels/index.ts), with pointers as byte offsets. */
export interface KernelExports {
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
}
