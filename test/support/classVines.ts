/** C-vines whose edges differ between the classes of a discrete root, for tests. */

import type { PairCopula } from '../../src/copula/evaluate.ts';
import type { FamilyName } from '../../src/copula/family.ts';
import { vineOfGroup } from '../../src/vine/groups.ts';
import type { Shares } from '../../src/vine/shares.ts';
import { cvine } from '../../src/vine/structure/cvine.ts';
import type { VineStructure } from '../../src/vine/structure/vineStructure.ts';
import {
  type AnyEdge,
  type Atoms,
  type EdgeCopula,
  type GroupEdge,
  makeVine,
  type Vine,
} from '../../src/vine/vine.ts';
import type { Draw } from './draw.ts';
import { atomsWith, randomCopula } from './vines.ts';

/** One copula for all classes. */
export function shared(copula: PairCopula): AnyEdge {
  return { ...copula, logLik: 0 };
}

/** One copula, or shares, for each group of classes. */
export function split(...own: readonly (PairCopula | Shares)[]): AnyEdge {
  const classes = own.map((each): GroupEdge => ({ ...each, logLik: 0 }));
  return { classes, logLik: 0, sharedLogLik: 0 };
}

export function gaussian(rho: number): PairCopula {
  return { family: 'gaussian', rotation: 0, parameters: [rho] };
}

/** Shares of equal cells. */
export function sharesWith(shares: readonly number[]): Shares {
  let sum = 0;
  const below = shares.map((share) => {
    sum += share;
    return sum;
  });
  return {
    cuts: shares.map((_, c) => (c + 1) / shares.length),
    below: below.map((each) => each / sum),
  };
}

export interface ClassVineParts {
  readonly structure: VineStructure;
  /** By variable; the root, the first in the order of sampling, has some. */
  readonly atoms: readonly (Atoms | undefined)[];
  /** By level of the root its group. */
  readonly groups: readonly number[];
}

/** A vine with an edge from `choose` at every place. */
export function classVineWith(
  { structure, atoms, groups }: ClassVineParts,
  choose: (k: number, i: number) => AnyEdge,
): Vine {
  const copulas = structure.partners.map((row, k) =>
    Array.from(row, (partner, i) => (partner < 0 ? undefined : choose(k, i))),
  );
  return makeVine({ structure, copulas, atoms, groups, rows: 1000 });
}

export interface RandomClassVine {
  readonly d: number;
  /** By level of the root its group. */
  readonly groups: readonly number[];
  /** Whether the variable at a position after the first is discrete. */
  readonly isDiscrete?: (position: number) => boolean;
  readonly families?: readonly FamilyName[];
}

/**
 * A C-vine in a random order. Of its edges a third is shared; those of the first tree that are by class are
 * shares, but a copula in the last group of every other, as where small classes keep theirs.
 */
export function randomClassVine(
  draw: Draw,
  { d, groups, isDiscrete = () => false, families }: RandomClassVine,
): Vine {
  const order = Array.from(draw.shuffled(Float64Array.from({ length: d }, (_, j) => j)));
  const structure = cvine(order);
  const atoms: (Atoms | undefined)[] = order.map(() => undefined);
  atoms[structure.order[0]] = atomsWith(groups.map(() => 1 / groups.length));
  structure.order.slice(1).forEach((variable, i) => {
    if (isDiscrete(i + 1)) atoms[variable] = randomAtoms(draw);
  });
  const count = Math.max(...groups) + 1;
  const copula = () => randomCopula(draw, families);
  return classVineWith({ structure, atoms, groups }, (k, i) => {
    if (draw.uniform() < 1 / 3) return shared(copula());
    const own = Array.from({ length: count }, (_, group) => {
      const keeps = k > 0 || (i % 2 === 0 && group === count - 1);
      return keeps
        ? copula()
        : sharesWith(Array.from(draw.column(2 + draw.integer(5), () => 0.2 + draw.uniform())));
    });
    return split(...own);
  });
}

function randomAtoms(draw: Draw): Atoms {
  const first = 0.2 + 0.4 * draw.uniform();
  return atomsWith(draw.uniform() < 0.5 ? [first, 1 - first] : [first, 0.25, 0.75 - first]);
}

/** The vine of one group as a vine by itself; it must have no shares. */
export function plainVine(vine: Vine, group: number): Vine {
  const { copulas } = vineOfGroup(vine, group);
  const { structure, atoms, rows } = vine;
  return makeVine({
    structure,
    atoms,
    rows,
    copulas: copulas as readonly (readonly (EdgeCopula | undefined)[])[],
  });
}

/** The group of every row, by counting the levels of the root below it. */
export function groupsOfRows(vine: Vine, root: Float64Array): number[] {
  const { u } = vine.atoms[vine.structure.order[0]] as Atoms;
  const groups = vine.groups as readonly number[];
  return Array.from(root, (value) => groups[Array.from(u).filter((upper) => upper < value).length]);
}
