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

  /** `prepare.ts`: `columns` is a sum of the bits there, `Columns` in src/copula/family.ts. */
  loadColumn(source: number, n: number, block: number, stride: number, margin: number): void;
  prepare(block: number, stride: number, columns: number): void;

  /** `families.ts`: the blocks are prepared variables; strides are in bytes. */
  logPdf(
    family: number,
    block1: number,
    block2: number,
    stride: number,
    flips: number,
    theta: number,
    delta: number,
    out: number,
    score: number,
  ): void;
  hfunc(
    family: number,
    block1: number,
    block2: number,
    stride: number,
    flips: number,
    theta: number,
    delta: number,
    out: number,
    score: number,
  ): void;
  hinv(
    family: number,
    block1: number,
    block2: number,
    stride: number,
    flips: number,
    theta: number,
    delta: number,
    out: number,
  ): void;
  cdf(
    family: number,
    block1: number,
    block2: number,
    stride: number,
    flips: number,
    theta: number,
    delta: number,
    out: number,
    score: number,
  ): void;

  /** `studentCdf.ts`: C and its derivatives by rho and nu; `space` begins with 0 before its first use. */
  studentCdfBytes(): number;
  studentCdfColumn(
    block1: number,
    block2: number,
    stride: number,
    rho: number,
    nu: number,
    out: number,
    space: number,
  ): void;

  /** `cells.ts`: a discrete variable; its limits stand in columns 21 and 22 before `prepareCells`. */
  cellsBytes(stride: number): number;
  prepareCells(cells: number, n: number, stride: number, columns: number): void;

  /** `discrete.ts`: scratch of six, seven, two and nine columns; `work` begins with a start for each row. */
  mixedLogPdf(
    family: number,
    block1: number,
    cells2: number,
    stride: number,
    flips: number,
    theta: number,
    delta: number,
    out: number,
    score: number,
    scratch: number,
  ): void;
  discreteLogPdf(
    family: number,
    cells1: number,
    cells2: number,
    stride: number,
    flips: number,
    theta: number,
    delta: number,
    out: number,
    scratch: number,
  ): void;
  hfuncGivenDiscrete(
    family: number,
    block1: number,
    limit1: number,
    cells2: number,
    stride: number,
    flips: number,
    theta: number,
    delta: number,
    out: number,
    scratch: number,
  ): void;
  hinvGivenDiscrete(
    family: number,
    p: number,
    work: number,
    cells2: number,
    stride: number,
    columns: number,
    flips: number,
    theta: number,
    delta: number,
    out: number,
    scratch: number,
  ): void;

  /** `levelInverse.ts`: `density` is the number of nodes for a unit of score; gives bytes, or 0. */
  levelTableBytes(density: number): number;
  levelScratchBytes(density: number): number;
  fillLevelTable(
    family: number,
    low: number,
    high: number,
    density: number,
    columns1: number,
    columns2: number,
    flips: number,
    theta: number,
    delta: number,
    settle: number,
    table: number,
    scratch: number,
  ): number;
  inverseByLevel(p: number, levels: number, tables: number, n: number, out: number): void;

  /** `likelihood.ts`: log-densities of cells from the values at their corners. */
  cellLogPdf(
    points: number,
    pointStride: number,
    last: number,
    index: number,
    base: number,
    logArea: number,
    stride: number,
    parameters: number,
    out: number,
  ): void;

  /** `likelihood.ts`: writes the sum, two scores and three sums of score products to `result`. */
  accumulate(
    values: number,
    stride: number,
    n: number,
    parameters: number,
    weights: number,
    result: number,
  ): void;

  /** `tau.ts`: Kendall's tau of an unrotated family. */
  tau(family: number, theta: number, delta: number): number;
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

  sum(x: number, n: number): number;
  crossProducts(columns: number, n: number, d: number, out: number): void;

  /** `slices/projection.ts`: `state` is seven arrays of cells x 8 floats. */
  projectionStep(
    state: number,
    cells: number,
    orders: number,
    gaps: number,
    chosen: number,
    directions: number,
    rate: number,
    correction: number,
  ): void;
  /** `slices/particles.ts`: columns of floats, padded to four. */
  slicedScratch(n: number, buckets: number): number;
  slicedGradient(
    xa: number,
    xb: number,
    ga: number,
    gb: number,
    n: number,
    wa: number,
    wb: number,
    low: number,
    scale: number,
    buckets: number,
    order: number,
    z: number,
    cells: number,
    counts: number,
    scratch: number,
  ): void;
  maskedAdam(
    x: number,
    m: number,
    v: number,
    g: number,
    n: number,
    share: number,
    weight: number,
    rate: number,
    correction: number,
    column: number,
    key0: number,
    key1: number,
    upper0: number,
    upper1: number,
  ): void;

  philox(
    c0: number,
    c1: number,
    c2: number,
    c3: number,
    key0: number,
    key1: number,
    out: number,
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

  /** `neural/`: float32 matrices, stored by rows; distances between rows count floats. */
  multiply(
    a: number,
    lda: number,
    flipA: boolean,
    b: number,
    ldb: number,
    flipB: boolean,
    c: number,
    ldc: number,
    m: number,
    n: number,
    k: number,
    accumulate: boolean,
  ): void;
  copyRows(
    from: number,
    fromStride: number,
    to: number,
    toStride: number,
    m: number,
    n: number,
  ): void;
  fillRows(row: number, c: number, ldc: number, m: number, n: number): void;
  columnSums(x: number, ldx: number, m: number, n: number, out: number): void;
  columnProducts(x: number, y: number, m: number, n: number, out: number): void;
  relu(x: number, n: number): void;
  reluBack(y: number, gradient: number, n: number): void;
  leakyDropout(x: number, bits: number, slope: number, factor: number, n: number): void;
  multiplyBy(x: number, y: number, n: number): void;
  scaledRows(row: number, factor: number, scale: number, out: number, m: number, n: number): void;
  mixRows(x: number, y: number, share: number, out: number, m: number, n: number): void;
  penalise(g: number, m: number, n: number, weight: number): number;
  adam(
    x: number,
    gradient: number,
    mean: number,
    square: number,
    n: number,
    rate: number,
    beta1: number,
    beta2: number,
    decay: number,
    root: number,
  ): void;
  clamp(x: number, n: number, low: number, high: number): void;
  batchNormRelu(
    z: number,
    m: number,
    n: number,
    weight: number,
    bias: number,
    scale: number,
    out: number,
    ldo: number,
  ): void;
  batchNormReluBack(
    h: number,
    m: number,
    n: number,
    weight: number,
    scale: number,
    y: number,
    gradient: number,
    ldy: number,
    weightGradient: number,
    biasGradient: number,
  ): void;

  /** `neural/spans.ts`: three words (i32) for each span; `noise` may be 0. */
  activate(
    raw: number,
    noise: number,
    sharpness: number,
    out: number,
    ldo: number,
    m: number,
    d: number,
    spans: number,
    count: number,
  ): void;
  activateBack(
    out: number,
    gradient: number,
    ldo: number,
    sharpness: number,
    rawGradient: number,
    m: number,
    d: number,
    spans: number,
    count: number,
  ): void;
  chosenEntropy(
    raw: number,
    choices: number,
    weight: number,
    rawGradient: number,
    m: number,
    d: number,
  ): number;
  reconstruction(
    x: number,
    out: number,
    sigma: number,
    weight: number,
    rawGradient: number,
    sigmaGradient: number,
    m: number,
    d: number,
    spans: number,
    count: number,
  ): number;
  drawCode(mean: number, logVariance: number, noise: number, z: number, n: number): number;
  drawCodeBack(
    mean: number,
    logVariance: number,
    noise: number,
    gradient: number,
    weight: number,
    meanGradient: number,
    logVarianceGradient: number,
    n: number,
  ): void;

  /** `neural/noise.ts`: 32 floats, or 1024 bits, for each group. */
  uniforms32: FillSingles;
  normals32: FillSingles;
  gumbels32: FillSingles;
  bits32: FillSingles;

  mixtureSums(
    x: number,
    weights: number,
    n: number,
    parameters: number,
    components: number,
    sums: number,
  ): void;
}

type FillSingles = (
  out: number,
  groups: number,
  first: number,
  key0: number,
  key1: number,
  upper0: number,
  upper1: number,
) => void;
