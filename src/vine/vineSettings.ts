/** The settings of a vine's fit, as a caller gives them, and what they resolve to. */

import type { CopulaColumn } from '../copula/copulaColumn.ts';
import type { SelectionOptions } from '../copula/selectSettings.ts';
import { InputError } from '../numerics/inputError.ts';
import type { StructureChoice } from './fitColumns.ts';
import { MOST_CLASSES, type SplitChoice } from './split.ts';
import { cvine } from './structure/cvine.ts';
import { dvine } from './structure/dvine.ts';
import { truncateStructure } from './structure/truncateStructure.ts';
import { validateStructure } from './structure/validateStructure.ts';
import type { VineStructure } from './structure/vineStructure.ts';

export interface VineSettings extends SelectionOptions {
  /**
   * 'cvine' (a centre in every tree), 'dvine' (a path), 'rvine' (trees selected by Dissmann's
   * algorithm), 'star' (first tree a star, the others selected), or a structure that is given.
   */
  readonly structure: 'cvine' | 'dvine' | 'rvine' | 'star' | VineStructure;
  /**
   * C-vine and star: the centre of the first tree. D- and R-vine: the variable that is sampled first.
   * Default: the last column, or the last of `order`.
   */
  readonly root?: number;
  /** C- and D-vine: the columns in the order of the paper, the root of the first tree last. Default: as they are. */
  readonly order?: readonly number[];
  /** For each column the left limits F(y-) if it is discrete, nothing if it is continuous. Default: all continuous. */
  readonly left?: readonly (Float64Array | undefined)[];
  /** Number of trees. Default: all, one less than there are columns. */
  readonly truncation?: number;
  /**
   * C- and D-vine and given structures: for each column the last tree in which an edge is fitted for it;
   * those beyond are independence (see `truncateColumns`). Default: all trees for all columns.
   */
  readonly trees?: readonly (number | undefined)[];
  /**
   * C-vine and star with a discrete root of at most 10 levels: whether pair copulas given the root may
   * differ between its levels. 'auto': pair by pair, where the criterion gains enough by it; 'always';
   * 'never'. Levels with fewer than 50 rows have one copula together. Default: 'never'.
   */
  readonly byClass?: 'auto' | 'always' | 'never';
}

export function resolveStructure(settings: VineSettings, d: number): StructureChoice {
  const { structure, order, root } = settings;
  const truncation = resolveTruncation(settings.truncation, d, structure);
  checkVariable('Root', root, d);
  if (typeof structure === 'object') {
    if (order || root !== undefined) {
      throw new InputError('Order, root: a structure that is given has its own. Leave them out.');
    }
    return { given: truncateStructure(givenStructure(structure, d), truncation) };
  }
  if (order && order.length !== d) {
    throw new InputError(`Order: found ${order.length} columns of ${d}. Name each column once.`);
  }
  const columns = Array.from({ length: d }, (_, j) => j);
  switch (structure) {
    case 'cvine': {
      if (order && root !== undefined && order[d - 1] !== root) {
        throw new InputError(
          `Root: found ${root}, but the order ends with ${order[d - 1]}. Give one of the two.`,
        );
      }
      const rootLast = root === undefined ? columns : [...columns.filter((j) => j !== root), root];
      return { given: cvine(order ?? rootLast, truncation) };
    }
    case 'dvine':
      return { given: dvine(order ?? columns, truncation, root) };
    case 'rvine':
    case 'star':
      if (order) throw new InputError(`Order: only C- and D-vines have one, not '${structure}'.`);
      return structure === 'star'
        ? { truncation, star: root ?? d - 1 }
        : { truncation, first: root ?? d - 1 };
    default:
      throw new InputError(
        `Structure: found '${structure}'. Give cvine, dvine, rvine, star or a structure.`,
      );
  }
}

function resolveTruncation(
  truncation: number | undefined,
  d: number,
  structure: VineSettings['structure'],
): number {
  const most = typeof structure === 'object' ? structure.truncation : d - 1;
  if (truncation === undefined) return most;
  if (Number.isInteger(truncation) && truncation >= 0 && truncation <= most) return truncation;
  throw new InputError(`Truncation: found ${truncation}. Give a whole number from 0 to ${most}.`);
}

function givenStructure(structure: VineStructure, d: number): VineStructure {
  validateStructure(structure);
  if (structure.order.length === d) return structure;
  throw new InputError(
    `Structure: it is for ${structure.order.length} variables, but there are ${d} columns.`,
  );
}

function checkVariable(what: string, variable: number | undefined, d: number): void {
  if (variable === undefined) return;
  if (Number.isInteger(variable) && variable >= 0 && variable < d) return;
  throw new InputError(`${what}: found ${variable}. Columns are counted from 0 to ${d - 1}.`);
}

/** Whether classes are told apart, and how; refused where there are none. */
export function resolveByClass(
  { byClass = 'never', structure }: VineSettings,
  choice: StructureChoice,
  columns: readonly CopulaColumn[],
): SplitChoice | undefined {
  if (!['auto', 'always', 'never'].includes(byClass)) {
    throw new InputError(`By class: found '${byClass}'. Give auto, always or never.`);
  }
  if (byClass === 'never') return undefined;
  const root = 'given' in choice ? rootOf(choice.given) : choice.star;
  if (root === undefined) {
    const found = typeof structure === 'string' ? `'${structure}'` : 'the given structure';
    throw new InputError(
      `By class: in ${found} not every variable is joined with the root in the first tree. Use a C-vine or a star, or 'never'.`,
    );
  }
  const { left, u } = columns[root];
  if (!left || new Set(u).size > MOST_CLASSES) {
    throw new InputError(
      `By class: the root, column ${root}, is continuous or has more than ${MOST_CLASSES} levels. Give its left limits, choose another root, or 'never'.`,
    );
  }
  return byClass;
}

/** The centre of a star as first tree; nothing if the first tree is another. */
function rootOf({ order, partners, truncation }: VineStructure): number | undefined {
  const isStar = truncation === 0 || partners[0].subarray(1).every((partner) => partner === 0);
  return isStar ? order[0] : undefined;
}
