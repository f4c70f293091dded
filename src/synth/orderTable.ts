/** The order of a table's columns and what it would bring, without a fit. */

import type { CovariateOrder } from '../order/covariateOrder.ts';
import type { Preview } from '../order/preview.ts';
import { previewColumns } from '../order/previewColumns.ts';
import { applySchema } from '../table/applySchema.ts';
import type { Table } from '../table/table.ts';
import { type Arranged, arrange, valueKey, withoutOutliers } from './arrange.ts';
import { inTurns } from './inTurns.ts';
import { type FitSettings, type ResolvedFit, resolveFit } from './settings.ts';

export interface TableOrder {
  readonly order: CovariateOrder;
  /**
   * What a regression attacker would get at each level; null without a sensitive column that varies.
   * Its levels are those of `fit`: that a column is missing counts as a variable. The attacker has
   * columns without gaps.
   */
  readonly preview: Preview | null;
  /** What was left out or pooled. */
  readonly notes: readonly string[];
}

/**
 * Algorithm 1 on a table, with the settings of `fit`, and the preview by Theorem 2.
 *
 * const { order, preview } = await orderTable(table, { response: 'death', sensitive: ['totcst'] });
 */
export async function orderTable(table: Table, settings: FitSettings): Promise<TableOrder> {
  const resolved = resolveFit(table, settings);
  const arranged = await inTurns(arrange(applySchema(table, resolved.schema), resolved), resolved);
  const { order, notes } = arranged;
  return { order, preview: previewOf(arranged, resolved), notes };
}

function previewOf(
  { variables, sensitive, prepared, fitted }: Arranged,
  { k, margins }: ResolvedFit,
): Preview | null {
  // by keys, since a column may be called as another's state
  const nameOf = new Map(variables.map(({ key, name }) => [key, name]));
  const attacked = sensitive.map(valueKey).filter((key) => nameOf.has(key));
  if (attacked.length === 0) return null;
  const keys = variables.map(({ key }) => key);
  const values = prepared.columns.map(({ name }) => valueKey(name));
  // what one outlier would move is computed of clipped values, as the synthetic table will have them
  const clipped = new Map(
    fitted.map(({ column, filled }) => [
      valueKey(column.name),
      margins === 'smooth' ? withoutOutliers({ ...column, values: filled }, k) : filled,
    ]),
  );
  const found = previewColumns({
    names: keys,
    columns: variables.map(({ key, values }) => clipped.get(key) ?? values),
    order: keys,
    sensitive: attacked,
    hidden: keys.filter((key) => !values.includes(key)),
    rows: prepared.rows,
    discrete: variables.filter(({ encoded }) => encoded.left).map(({ key }) => key),
  });
  const named = (key: string) => nameOf.get(key) ?? key;
  return {
    ...found,
    names: found.names.map(named),
    levels: found.levels.map((level) => ({
      ...level,
      sensitive: level.sensitive.map((attack) => ({ ...attack, name: named(attack.name) })),
    })),
  };
}
