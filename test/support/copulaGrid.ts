/** Pair copulas to test: every family and rotation over a grid of parameters that holds the bounds. */

import type { PairCopula } from '../../src/copula/evaluate.ts';
import { families, familyNames } from '../../src/copula/families/index.ts';
import type { FamilyName } from '../../src/copula/family.ts';
import type { Rotation } from '../../src/copula/rotation.ts';

const axes: Readonly<Record<FamilyName, readonly (readonly number[])[]>> = {
  independence: [],
  gaussian: [[-1, -0.95, -0.3, 0, 0.5, 0.99, 1]],
  student: [
    [-1, -0.5, 0, 0.6, 0.97, 1],
    [2, 2.7, 9, 50],
  ],
  clayton: [[1e-10, 0.05, 0.7, 3, 12, 28]],
  gumbel: [[1, 1.05, 1.7, 4, 15, 50]],
  frank: [[-35, -5, -1e-6, 0, 0.5, 6, 35]],
  joe: [[1, 1.05, 1.8, 5, 15, 30]],
  bb1: [
    [0, 0.3, 2, 7],
    [1, 1.3, 3, 7],
  ],
  bb6: [
    [1, 1.3, 3, 6],
    [1, 1.3, 3, 8],
  ],
  bb7: [
    [1, 1.3, 3, 6],
    [0.01, 0.5, 4, 25],
  ],
  bb8: [
    [1, 1.5, 4, 8],
    [1e-4, 0.4, 0.9, 1],
  ],
};

export function rotationsOf(family: FamilyName): readonly Rotation[] {
  return families[family].rotates ? [0, 90, 180, 270] : [0];
}

export function parameterGrid(family: FamilyName): number[][] {
  return axes[family].reduce<number[][]>(
    (points, axis) => points.flatMap((point) => axis.map((value) => [...point, value])),
    [[]],
  );
}

/** All copulas of a family's grid, with all rotations. */
export function copulaGrid(family: FamilyName): PairCopula[] {
  return rotationsOf(family).flatMap((rotation) =>
    parameterGrid(family).map((parameters) => ({ family, rotation, parameters })),
  );
}

export const wholeGrid: readonly PairCopula[] = familyNames.flatMap(copulaGrid);

/** Where all mass lies on a diagonal there is no density to check. */
export function isSingular({ family, parameters }: PairCopula): boolean {
  return (family === 'gaussian' || family === 'student') && Math.abs(parameters[0]) === 1;
}

export function inWords({ family, rotation, parameters }: PairCopula): string {
  return `${family} ${rotation} (${parameters.join(', ')})`;
}
