/** The classes of the response that an attacker may learn apart. */

import type { FeaturePlan } from '../../features/plan.ts';
import { classTargetOf } from '../../features/target.ts';
import type { Table } from '../../table/table.ts';

/** More classes have too few rows each. */
const MOST_CLASSES = 10;

/** The class of each row; rows without one are a class of their own, the last. */
export interface RowClasses {
  readonly codes: Int32Array;
  readonly count: number;
}

/** Nothing where there are no classes to tell apart, see `whyNotByClass`. */
export function rowClasses(
  plan: FeaturePlan,
  table: Table,
  response: string | undefined,
): RowClasses | undefined {
  if (response === undefined || whyNotByClass(plan, response)) return undefined;
  const { codes, levels } = classTargetOf(plan, table, response);
  const missing = levels.length;
  return { codes: codes.map((code) => (code < 0 ? missing : code)), count: missing + 1 };
}

/** Why nobody attacks within classes, in words; nothing if somebody does. */
export function whyNotByClass(plan: FeaturePlan, response: string | undefined): string | undefined {
  if (response === undefined) return 'no response was named';
  const planned = plan.columns.find(({ name }) => name === response);
  if (!planned) return `the response '${response}' is not modelled`;
  if (planned.levels.length === 0) return `the response '${response}' is numeric`;
  if (planned.levels.length <= MOST_CLASSES) return undefined;
  return `the response '${response}' has ${planned.levels.length} classes, more than ${MOST_CLASSES}`;
}

/** The classes of some rows. */
export function pickClasses({ codes, count }: RowClasses, rows: ArrayLike<number>): RowClasses {
  return { codes: Int32Array.from(rows, (row) => codes[row]), count };
}

/** By class, the numbers of its rows, ascending. */
export function rowsByClass({ codes, count }: RowClasses): readonly Uint32Array[] {
  const sizes = new Uint32Array(count);
  for (const code of codes) sizes[code]++;
  const rows = Array.from(sizes, (size) => new Uint32Array(size));
  const next = new Uint32Array(count);
  codes.forEach((code, row) => {
    rows[code][next[code]++] = row;
  });
  return rows;
}
