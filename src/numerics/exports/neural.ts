/** What the kernel exports of kernels/neural, with pointers as byte offsets. */
export interface NeuralExports {
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
