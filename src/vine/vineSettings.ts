/** The settings of a vine's fit, as a caller gives them, and what they resolve to. */

import type { SelectionOptions } from '../copula/selectSettings.ts';
import { InputError } from '../numerics/inputError.ts';
import type { StructureChoice } from './fitColumns.ts';
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
