/** What the kernel exports of kernels/copula, with pointers as byte offsets. */
export interface CopulaExports {
  /** `prepare.ts`: `columns` is a sum of the bits there, `Columns` in src/copula/preparedColumns.ts. */
  loadColumn(source: number, n: number, block: number, stride: number, clip: number): void;
  prepare(block: number, stride: number, columns: number): void;
  probabilitiesOf(z: number, stride: number, out: number): void;
  scoresOf(p: number, stride: number, out: number): void;

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
  hfuncScores(
    family: number,
    x: number,
    block2: number,
    stride: number,
    theta: number,
    delta: number,
    out: number,
  ): void;
  hinvScores(
    family: number,
    p: number,
    block2: number,
    stride: number,
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
  studentCdfUsed(space: number): number;
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

  /** `discrete.ts`: scratch of six, seven and two columns. */
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
  /** `cells.ts`: what searches begin from; the blocks must have their scores. */
  cellMoments(cells: number, stride: number): void;

  /** `halfCells.ts`: limits stand in columns 7 and 8 before `prepareHalfCells`. */
  halfCellsBytes(stride: number): number;
  prepareHalfCells(cells: number, n: number, stride: number, columns: number): void;
  hfuncGivenHalf(
    family: number,
    block1: number,
    cells: number,
    stride: number,
    flips: number,
    theta: number,
    delta: number,
    out: number,
    scratch: number,
  ): void;

  /** `cornerInverse.ts`: the block is prepared at the inner end of a first or last cell. */
  hasCornerInverse(isFirst: number, family: number, flips: number, theta: number): number;
  cornerInverse(
    isFirst: number,
    family: number,
    p: number,
    block: number,
    stride: number,
    flips: number,
    theta: number,
    delta: number,
    out: number,
  ): void;

  /** `cellInverse.ts`: from p and its scores to scores; `columns` are those that the family reads of them. */
  hinvGivenCellsBytes(stride: number): number;
  hinvGivenCells(
    isHalf: number,
    family: number,
    p: number,
    scores: number,
    cells: number,
    n: number,
    stride: number,
    columns: number,
    flips: number,
    theta: number,
    delta: number,
    out: number,
    scratch: number,
  ): void;

  /** `studentCdf.ts`: a table for nu, read by `cdf` after it has been named; 0 names none. */
  studentExcessBytes(nu: number): number;
  fillStudentExcess(nu: number, space: number): void;
  useStudentExcess(space: number): void;

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
  inverseByLevel(scores: number, levels: number, tables: number, n: number, out: number): void;

  /** `studentLimit.ts`: values with derivatives by rho and 1/nu behind them, at 1/nu = 0. */
  studentLimitCdf(block1: number, block2: number, stride: number, rho: number, out: number): void;
  studentLimitH(block1: number, block2: number, stride: number, rho: number, out: number): void;

  /** `likelihood.ts`: the same where row i has one corner, point i, that counts with a sign. */
  oneCornerLogPdf(
    points: number,
    sign: number,
    base: number,
    logArea: number,
    stride: number,
    parameters: number,
    out: number,
  ): void;
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
}
