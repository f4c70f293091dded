import { PLAIN_CSV, type Table } from '../../src/table/table.ts';

/** A table of numbers. */
export function numericTable(
  columns: Readonly<Record<string, Float64Array>>,
  decimals = 12,
): Table {
  const entries = Object.entries(columns);
  return {
    rows: entries[0][1].length,
    format: PLAIN_CSV,
    columns: entries.map(([name, values]) => ({
      kind: 'numeric',
      name,
      values,
      missing: values.some(Number.isNaN)
        ? Uint8Array.from(values, (value) => (Number.isNaN(value) ? 1 : 0))
        : undefined,
      decimals: values.every((value) => Number.isNaN(value) || Number.isInteger(value))
        ? 0
        : decimals,
    })),
  };
}
