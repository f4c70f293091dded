/** The order of a table's columns, without a fit. */

import { associationMatrix } from '../order/association.ts';
import { type CovariateOrder, covariateOrder, givenOrder } from '../order/covariateOrder.ts';
import { applySchema } from '../table/applySchema.ts';
import type { Table } from '../table/table.ts';
import { prepareColumns } from './prepareColumns.ts';
import { type FitSettings, resolveFit } from './settings.ts';

export interface TableOrder {
  readonly order: CovariateOrder;
  /** What was left out or pooled. */
  readonly notes: readonly string[];
}

/** Algorithm 1 on a table, with the settings of `fit`. */
export function orderTable(table: Table, settings: FitSettings): TableOrder {
  const resolved = resolveFit(table, settings);
  const prepared = prepareColumns(applySchema(table, resolved.schema), resolved);
  const names = prepared.columns.map(({ name }) => name);
  const association = associationMatrix(
    prepared.columns.map(({ values }) => values),
    resolved.association ?? 'kendall',
  );
  const sensitive = resolved.sensitive.filter((name) => names.includes(name));
  const base = { names, association, response: prepared.response.name, sensitive };
  const { order, threshold } = resolved;
  return {
    order:
      order === 'auto'
        ? covariateOrder({ ...base, ...(threshold !== undefined && { threshold }) })
        : givenOrder(
            order === 'asis'
              ? base
              : { ...base, order: order.filter((name) => names.includes(name)) },
          ),
    notes: prepared.notes,
  };
}
