/** Small tables for tests of learners. */

import type { TestContext } from 'vitest';
import type { Features } from '../../src/features/features.ts';
import type { ClassTarget } from '../../src/features/target.ts';
import type { Draw } from '../support/draw.ts';
import { readSharedColumns } from '../support/shared.ts';

export interface ClassTable {
  readonly features: Features;
  readonly target: ClassTarget;
}

export function featuresOf(...columns: ArrayLike<number>[]): Features {
  return {
    names: columns.map((_, j) => `x${j + 1}`),
    columns: columns.map((column) => Float64Array.from(column)),
  };
}

export function classesOf(codes: ArrayLike<number>, levels: readonly string[] = ['0', '1']) {
  return { kind: 'classes', codes: Int32Array.from(codes), levels } as const;
}

export function numbersOf(values: ArrayLike<number>) {
  return { kind: 'numeric', values: Float64Array.from(values) } as const;
}

/** A sum of twelve uniforms less six: close enough to normal for data. */
export function normal(draw: Draw): number {
  let sum = -6;
  for (let i = 0; i < 12; i++) sum += draw.uniform();
  return sum;
}

/** Classes that depend on the first two of d columns; the second is rounded, so it has ties. */
export function drawClasses(draw: Draw, n: number, d: number, classes = 2): ClassTable {
  const columns = Array.from({ length: d }, (_, j) =>
    draw.column(n, () => (j === 1 ? Math.round(2 * normal(draw)) : normal(draw))),
  );
  const codes = Int32Array.from({ length: n }, (_, i) => {
    const score = columns[0][i] + 0.5 * columns[1][i] + normal(draw);
    return Math.max(0, Math.min(classes - 1, Math.floor(score + classes / 2)));
  });
  const levels = Array.from({ length: classes }, (_, k) => `level ${k}`);
  return { features: featuresOf(...columns), target: classesOf(codes, levels) };
}

/** A shared file of numbers whose last column is a class, 0 or 1. */
export function readClasses(name: string, context: TestContext): ClassTable {
  const columns = readSharedColumns(name, context);
  return { features: featuresOf(...columns.slice(0, -1)), target: classesOf(columns.at(-1) ?? []) };
}
