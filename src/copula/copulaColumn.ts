/**
 * A variable on the copula scale. A discrete variable also has its left limits: `u` is F(y), `left`
 * is F(y-). A continuous one has none.
 */
export interface CopulaColumn {
  readonly u: Float64Array;
  readonly left?: Float64Array | undefined;
}

/** A variable whose left limits are given. */
export type DiscreteColumn = CopulaColumn & { readonly left: Float64Array };

export function isDiscrete(column: CopulaColumn): column is DiscreteColumn {
  return column.left !== undefined;
}
