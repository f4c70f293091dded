/** A model with fewer trees: all of them, or those of the columns that are to be protected. */

import { checkColumnName } from '../numerics/checkName.ts';
import { InputError } from '../numerics/inputError.ts';
import { truncateVine } from '../vine/truncate.ts';
import { truncateColumns } from '../vine/truncateColumns.ts';
import { columnOf, type Model, variablesOf } from './model.ts';
import type { ProtectedColumn } from './protection.ts';

/**
 * Where a model is cut: after so many trees, or after so many for each protected column by its name.
 * Protected columns that are not named stay as they are.
 */
export type ModelTruncation = number | Readonly<Record<string, number>>;

/** The last tree in which any column that a truncation cuts has an edge. */
export function truncationOf({ vine, protected: columns }: Model): number {
  if (!columns) return vine.truncation;
  return Math.max(...columns.map(({ truncation }) => truncation));
}

/**
 * The model cut after `truncation` trees. Where it protects columns, theirs are cut and the trees of all
 * others stay; `rest` cuts these as well.
 *
 * truncate(model, 5); truncate(model, { totcst: 1, crea: 5 });
 */
export function truncate(model: Model, truncation: ModelTruncation, rest?: number): Model {
  const { protected: own, vine } = model;
  if (!own) {
    if (typeof truncation !== 'number' || rest !== undefined) {
      throw new InputError(
        'Truncation: this model is cut as a whole. Give one number of trees, or fit it with columns to protect.',
      );
    }
    return { ...model, vine: truncateVine(vine, truncation) };
  }
  if (rest !== undefined) checkTrees(rest, vine.truncation, 'the rest');
  const columns = truncatedColumns(own, truncation);
  const trees = vine.structure.order.map((): number | undefined => rest);
  for (const column of columns) {
    for (const variable of variablesOf(columnOf(model, column.name).content)) {
      trees[variable] = column.truncation;
    }
  }
  return { ...model, vine: truncateColumns(vine, trees), protected: columns };
}

function truncatedColumns(
  columns: readonly ProtectedColumn[],
  truncation: ModelTruncation,
): readonly ProtectedColumn[] {
  if (typeof truncation === 'number') {
    const most = Math.max(...columns.map((each) => each.truncation));
    checkTrees(truncation, most, 'the protected columns');
    return columns.map(({ name, truncation: own }) => ({
      name,
      truncation: Math.min(own, truncation),
    }));
  }
  const names = columns.map(({ name }) => name);
  for (const name of Object.keys(truncation)) checkColumnName(name, names, 'Truncation');
  return columns.map(({ name, truncation: own }) => {
    if (!Object.hasOwn(truncation, name)) return { name, truncation: own };
    checkTrees(truncation[name], own, `'${name}'`);
    return { name, truncation: truncation[name] };
  });
}

function checkTrees(trees: number, most: number, what: string): void {
  if (Number.isInteger(trees) && trees >= 0 && trees <= most) return;
  throw new InputError(
    `Truncation: found ${trees} for ${what}, which this model has ${most} trees of. Give a whole number from 0 to ${most}.`,
  );
}
