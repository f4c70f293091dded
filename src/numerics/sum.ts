import { kernel, scoped } from './kernel.ts';

/**
 * The compensated sum of a column: correct to the last digit unless nearly everything cancels, so
 * that it does not depend on the order of the rows (error bound in kernels/columns/sum.ts).
 */
export function sum(values: Float64Array): number {
  return scoped((scope) => kernel().sum(scope.put(values), values.length));
}
