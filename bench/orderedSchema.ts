/** A schema that declares nominal columns as ordered ones, their levels in the order of the mean response. */

import { orderByMean } from '../src/margins/nominalOrder.ts';
import { ranks } from '../src/numerics/ranks.ts';
import { applySchema } from '../src/table/applySchema.ts';
import type { Table } from '../src/table/table.ts';

export function orderedSchema(table: Table, response: string): object {
  const { columns } = applySchema(table, { columns: new Map() });
  const target = columns.find(({ name }) => name === response);
  const numbers =
    target && 'codes' in target
      ? Float64Array.from(target.codes, (code) => (code < 0 ? Number.NaN : code))
      : target && 'values' in target
        ? target.values
        : new Float64Array(table.rows);
  const score = ranks(numbers, 'average');
  return {
    columns: Object.fromEntries(
      columns.flatMap((column) => {
        if (
          column.name === response ||
          column.type !== 'nominal' ||
          !('codes' in column) ||
          column.levels.length < 2
        )
          return [];
        const { levels, codes, name } = column;
        const order = orderByMean(codes, levels.length, score);
        return [[name, { type: 'ordered', levels: order.map((level) => levels[level]) }]];
      }),
    ),
  };
}
