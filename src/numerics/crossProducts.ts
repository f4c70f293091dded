import { kernel, scoped } from './kernel.ts';

/** The inner products of all pairs of columns of equal length: X'X by rows, d x d. */
export function crossProducts(columns: readonly Float64Array[]): Float64Array {
  const d = columns.length;
  const n = d === 0 ? 0 : columns[0].length;
  return scoped((scope) => {
    const table = scope.column(n * d);
    const out = scope.column(d * d);
    const view = scope.view(table, n * d);
    for (let j = 0; j < d; j++) view.set(columns[j], j * n);
    kernel().crossProducts(table, n, d, out);
    return scope.get(out, d * d);
  });
}
