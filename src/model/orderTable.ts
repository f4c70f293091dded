/** The order of a table's columns and what it would bring, without a fit. */

import type { CovariateOrder } from '../order/covariateOrder.ts';
import type { Preview } from '../order/preview.ts';
import { previewColumns } from '../order/previewColumns.ts';
import { previewedTruncations, takesLong } from '../order/previewedTruncations.ts';
import { applySchema } from '../table/applySchema.ts';
import type { Table } from '../table/table.ts';
import { type Arranged, arrange, missingKey, valueKey, withoutOutliers } from './arrange.ts';
import { responseFor } from './chooseResponse.ts';
import { type FitSettings, type ResolvedFit, resolveFit } from './settings.ts';

export interface TableOrder {
  readonly order: CovariateOrder;
  /**
   * What a regression attacker would get at each level; null without a sensitive column that varies.
   * Its levels are those of `fit`: that a column is missing counts as a variable. The attacker has
   * columns without missing values.
   */
  readonly preview: Preview | null;
  /** What was left out or pooled. */
  readonly notes: readonly string[];
}

export interface OrderTableSettings extends FitSettings {
  /**
   * auto: of many columns the preview shows some levels only, and beyond 600 variables none, with a
   * note; beyond fewer, such as 416, if it looks at two classes of the response as well.
   * all: every level, which takes the fourth power of the number of columns. none. Default: auto.
   */
  readonly preview?: 'auto' | 'all' | 'none';
}

/**
 * Algorithm 1 on a table, with the settings of `fit`, and the preview by Theorem 2.
 *
 * const { order, preview } = await orderTable(table, { response: 'death', sensitive: ['totcst'] });
 */
export async function orderTable(table: Table, settings: OrderTableSettings): Promise<TableOrder> {
  const chosen = responseFor(table, settings);
  const resolved = resolveFit(table, { ...settings, ...chosen.settings });
  const arranged = await arrange(applySchema(table, resolved.schema), resolved);
  const { order, variables, classes } = arranged;
  const notes = [...chosen.notes, ...arranged.notes];
  const { preview = 'auto' } = settings;
  if (preview === 'none') return { order, preview: null, notes };
  const trees = variables.length - 1;
  const regressions = 1 + classes.length;
  if (preview === 'auto' && takesLong(trees, regressions) && arranged.sensitive.length > 0) {
    const note = `With ${trees} variables besides the response, what an attacker would get is not previewed: it takes long. Ask for it with --preview all (in the library, preview: 'all').`;
    return { order, preview: null, notes: [...notes, note] };
  }
  const truncations =
    preview === 'all' ? undefined : previewedTruncations(trees, order, regressions);
  const shown = previewOf(arranged, resolved, truncations);
  if (shown === null || truncations === undefined) return { order, preview: shown, notes };
  const note = `The preview shows ${truncations.length} of ${trees} levels. Ask for all with --preview all (in the library, preview: 'all').`;
  return { order, preview: { ...shown, notes: [...shown.notes, note] }, notes };
}

function previewOf(
  { variables, sensitive, prepared, fitted, order, classes }: Arranged,
  { k, margins, byClass }: ResolvedFit,
  truncations: readonly number[] | undefined,
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
  const cut = order.protected.flatMap((name) => [valueKey(name), missingKey(name)]);
  const found = previewColumns({
    names: keys,
    columns: variables.map(({ key, values }) => clipped.get(key) ?? values),
    order: keys,
    sensitive: attacked,
    hidden: keys.filter((key) => !values.includes(key)),
    rows: prepared.rows,
    ...(truncations && { levels: truncations }),
    protected: cut.filter((key) => nameOf.has(key)),
    classes,
    apart: byClass === 'always',
    discrete: variables.filter(({ encoded }) => encoded.left).map(({ key }) => key),
  });
  const named = (key: string) => nameOf.get(key) ?? key;
  return {
    ...found,
    names: found.names.map(named),
    ...(found.protected && { protected: found.protected.map(named) }),
    levels: found.levels.map((level) => ({
      ...level,
      sensitive: level.sensitive.map((attack) => ({ ...attack, name: named(attack.name) })),
    })),
  };
}
