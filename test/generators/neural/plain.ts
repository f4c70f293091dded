/** The networks' formulas in plain float64, row by row: what the kernel's values and gradients must be. */

import type { KernelMemory } from '../../../src/numerics/kernelMemory.ts';
import type { Draw } from '../../support/draw.ts';

export type Rows = number[][];

export function randomRows(draw: Draw, m: number, n: number, size = 1): Rows {
  return Array.from({ length: m }, () =>
    Array.from({ length: n }, () => Math.fround(size * (2 * draw.uniform() - 1))),
  );
}

export function put(memory: KernelMemory, rows: Rows, stride = rows[0].length): number {
  const at = memory.floats(rows.length * stride);
  const view = memory.view(at, rows.length * stride);
  rows.forEach((row, i) => {
    view.set(row, i * stride);
  });
  return at;
}

export function get(memory: KernelMemory, at: number, m: number, n: number, stride = n): Rows {
  const view = memory.view(at, m * stride);
  return Array.from({ length: m }, (_, i) => Array.from(view.subarray(i * stride, i * stride + n)));
}

export function times(a: Rows, b: Rows): Rows {
  return a.map((row) => b[0].map((_, j) => row.reduce((sum, x, p) => sum + x * b[p][j], 0)));
}

export function transposed(a: Rows): Rows {
  return a[0].map((_, j) => a.map((row) => row[j]));
}

export function linear(x: Rows, weight: Rows, bias: number[]): Rows {
  return times(x, weight).map((row) => row.map((value, j) => value + bias[j]));
}

export function relu(x: Rows): Rows {
  return x.map((row) => row.map((value) => Math.max(0, value)));
}

export function batchNorm(z: Rows, weight: number[], bias: number[]): Rows {
  const m = z.length;
  const columns = transposed(z).map((column, j) => {
    const mean = column.reduce((sum, value) => sum + value, 0) / m;
    const variance = column.reduce((sum, value) => sum + (value - mean) ** 2, 0) / m;
    return column.map(
      (value) => (weight[j] * (value - mean)) / Math.sqrt(variance + 1e-5) + bias[j],
    );
  });
  return transposed(columns);
}

export interface PlainSpan {
  readonly begin: number;
  readonly length: number;
  readonly kind: 'tanh' | 'softmax';
}

export function softmax(values: number[]): number[] {
  const highest = Math.max(...values);
  const exps = values.map((value) => Math.exp(value - highest));
  const sum = exps.reduce((total, value) => total + value, 0);
  return exps.map((value) => value / sum);
}

/** Activations of the spans; noise is added before the softmax. */
export function activate(
  raw: Rows,
  spans: readonly PlainSpan[],
  noise?: Rows,
  sharpness = 1,
): Rows {
  return raw.map((row, i) =>
    spans.flatMap(({ begin, length, kind }) => {
      const part = row.slice(begin, begin + length);
      if (kind === 'tanh') return part.map(Math.tanh);
      return softmax(part.map((value, j) => (value + (noise?.[i][begin + j] ?? 0)) * sharpness));
    }),
  );
}

/** Derivatives of a function by every number of `at`, by central differences. */
export function slopes(at: Rows, value: () => number, step = 1e-5): Rows {
  return at.map((row) =>
    row.map((original, j) => {
      row[j] = original + step;
      const above = value();
      row[j] = original - step;
      const below = value();
      row[j] = original;
      return (above - below) / (2 * step);
    }),
  );
}

/** The largest difference between two matrices, by the largest number in the second. */
export function farthest(found: Rows, expected: Rows): number {
  let most = 0;
  let scale = 0;
  if (found.length !== expected.length || found[0].length !== expected[0].length) return Infinity;
  expected.forEach((row, i) => {
    row.forEach((value, j) => {
      scale = Math.max(scale, Math.abs(value));
      const apart = Math.abs(value - found[i][j]);
      most = Number.isNaN(apart) ? Infinity : Math.max(most, apart);
    });
  });
  return most / Math.max(scale, 1e-30);
}

export function inner(a: Rows, b: Rows): number {
  return a.reduce((sum, row, i) => sum + row.reduce((part, x, j) => part + x * b[i][j], 0), 0);
}
