/** What the kernel exports of kernels/slices, with pointers as byte offsets. */
export interface SliceExports {
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
}
