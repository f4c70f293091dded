/** Vines with random structures and pair copulas, for tests of identities. */

import type { PairCopula } from '../../src/copula/evaluate.ts';
import { families, familyNames } from '../../src/copula/families/index.ts';
import type { FamilyName } from '../../src/copula/family.ts';
import type { Rotation } from '../../src/copula/rotation.ts';
import { cvine } from '../../src/vine/structure/cvine.ts';
import { dvine } from '../../src/vine/structure/dvine.ts';
import { arrange } from '../../src/vine/structure/structureFromTrees.ts';
import type { VineStructure } from '../../src/vine/structure/vineStructure.ts';
import { type Atoms, type EdgeCopula, makeVine, type Vine } from '../../src/vine/vine.ts';
import { randomVine } from '../vine/structure/randomVine.ts';
import type { Draw } from './draw.ts';

export const shapes = ['C-vine', 'D-vine', 'R-vine'] as const;
export type Shape = (typeof shapes)[number];

/** A C- or D-vine in a random order, or a random R-vine. */
export function randomStructure(shape: Shape, d: number, draw: Draw): VineStructure {
  if (shape === 'R-vine') return arrange(randomVine(d, d - 1, draw.integer(2 ** 31))).structure;
  const order = Array.from(draw.shuffled(Float64Array.from({ length: d }, (_, j) => j)));
  return shape === 'C-vine' ? cvine(order) : dvine(order);
}

/** Ranges of parameters that give weak to strong, not extreme, dependence: |tau| up to about 0.6. */
const moderate: Readonly<Record<FamilyName, readonly (readonly [number, number])[]>> = {
  independence: [],
  gaussian: [[-0.8, 0.8]],
  student: [
    [-0.8, 0.8],
    [2.5, 15],
  ],
  clayton: [[0.2, 3]],
  gumbel: [[1.1, 2.5]],
  frank: [[-8, 8]],
  joe: [[1.1, 3.5]],
  bb1: [
    [0.2, 1.5],
    [1.1, 1.6],
  ],
  bb6: [
    [1.1, 2],
    [1.1, 1.5],
  ],
  bb7: [
    [1.1, 2],
    [0.2, 1.5],
  ],
  bb8: [
    [1.2, 5],
    [0.3, 0.9],
  ],
};

/** A pair copula of a random family, rotation and moderate parameters. */
export function randomCopula(draw: Draw, names: readonly FamilyName[] = familyNames): PairCopula {
  const family = names[draw.integer(names.length)];
  const rotation = (families[family].rotates ? 90 * draw.integer(4) : 0) as Rotation;
  const parameters = moderate[family].map(([low, high]) => low + (high - low) * draw.uniform());
  return { family, rotation, parameters };
}

/** A vine of the given structure with a pair copula from `choose` on every edge. */
export function vineWith(
  structure: VineStructure,
  choose: (k: number, i: number) => PairCopula,
  atoms: readonly (Atoms | undefined)[] = structure.order.map(() => undefined),
): Vine {
  const copulas = structure.partners.map((row, k) =>
    Array.from(row, (partner, i): EdgeCopula | undefined =>
      partner < 0 ? undefined : { ...choose(k, i), logLik: 0 },
    ),
  );
  return makeVine({ structure, copulas, atoms, rows: 1000 });
}

/** Levels with the given probabilities, which sum to 1. */
export function atomsWith(probabilities: readonly number[]): Atoms {
  let sum = 0;
  const upper = probabilities.map((p) => {
    sum += p;
    return sum;
  });
  upper[upper.length - 1] = 1;
  return { left: Float64Array.of(0, ...upper.slice(0, -1)), u: Float64Array.from(upper) };
}

/** The left limits of a column of upper limits of levels. */
export function leftLimits(column: Float64Array, { left, u }: Atoms): Float64Array {
  return column.map((value) => left[u.indexOf(value)]);
}
