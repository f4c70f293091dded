/** Columns that the kernel prepares of a variable u (kernels/copula/prepare.ts): bits to be added. */
export const Columns = {
  /** log u */
  log: 1,
  /** log(-log u) */
  logLog: 2,
  /** log(1 - u) */
  complementLog: 4,
  /** log(-log(1 - u)) */
  complementLogLog: 8,
  /** the normal quantile of u */
  score: 16,
  all: 31,
} as const;

/** The columns to prepare for an argument, which a rotation may turn around. */
export function turnedColumns(columns: number, turned: boolean): number {
  if (!turned) return columns;
  const sides = columns & 15;
  return (columns & Columns.score) | ((sides << 2) & 15) | (sides >> 2);
}
