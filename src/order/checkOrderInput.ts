/** Checks what is given for an order, and turns names into indices of columns. */

import { checkColumnName, listed } from '../numerics/checkName.ts';
import { InputError } from '../numerics/inputError.ts';
import type { ClassAssociations } from './classAssociations.ts';
import type { Associations } from './strongestAssociation.ts';

/** A table as the order sees it: associations between named columns. */
export interface OrderTable extends Associations {
  readonly names: readonly string[];
  readonly responseAt: number;
  readonly sensitiveAt: readonly number[];
}

export function checkOrderTable(given: {
  readonly names: readonly string[];
  readonly association: readonly Float64Array[];
  readonly response: string;
  readonly sensitive: readonly string[];
  readonly classes?: readonly ClassAssociations[];
}): OrderTable {
  const { names, association, response, sensitive, classes = [] } = given;
  if (names.length < 2) {
    throw new InputError(`Columns: found ${names.length}. Give a response and at least one other.`);
  }
  refuseDuplicates(names, 'Columns');
  const responseAt = indexOfName(response, names, 'Response');
  const sensitiveAt = sensitive.map((name) => indexOfName(name, names, 'Sensitive columns'));
  refuseDuplicates(sensitive, 'Sensitive columns');
  if (sensitive.includes(response)) {
    throw new InputError(
      `Sensitive columns: '${response}' is the response, which is the centre of tree 1 and cannot be protected by truncation. Leave it out, or choose another response.`,
    );
  }
  checkMatrix(association, names);
  return { names, association, classes, responseAt, sensitiveAt };
}

/** The threshold of each sensitive column. */
export function checkThreshold(
  threshold: number | Readonly<Record<string, number>>,
  sensitive: readonly string[],
): Readonly<Record<string, number>> {
  const each = typeof threshold === 'number' ? undefined : threshold;
  if (each) {
    for (const name of Object.keys(each)) indexOfName(name, sensitive, 'Thresholds');
    const missing = sensitive.find((name) => !Object.hasOwn(each, name));
    if (missing !== undefined) {
      throw new InputError(
        `Thresholds: none for the sensitive column '${missing}'. Give one number for all, or one for each.`,
      );
    }
  }
  for (const value of typeof threshold === 'number' ? [threshold] : Object.values(threshold)) {
    if (value >= 0 && value <= 1) continue;
    throw new InputError(`Threshold: found ${value}. Give a number from 0 to 1.`);
  }
  return Object.fromEntries(
    sensitive.map((name) => [name, typeof threshold === 'number' ? threshold : threshold[name]]),
  );
}

/** An order by names as indices: every column once, the response last. */
export function checkGivenOrder(order: readonly string[], table: OrderTable): number[] {
  const { names, responseAt } = table;
  const indices = order.map((name) => indexOfName(name, names, 'Order'));
  refuseDuplicates(order, 'Order');
  const missing = names.filter((name) => !order.includes(name));
  if (missing.length > 0) {
    throw new InputError(`Order: ${listed(missing)} missing. Name every column once.`);
  }
  if (indices[indices.length - 1] !== responseAt) {
    throw new InputError(
      `Order: the last column is '${order[order.length - 1]}', not the response '${names[responseAt]}'. Put the response last: it is the centre of tree 1.`,
    );
  }
  return indices;
}

export function indexOfName(name: string, names: readonly string[], what: string): number {
  checkColumnName(name, names, what);
  return names.indexOf(name);
}

function refuseDuplicates(names: readonly string[], what: string): void {
  const twice = names.find((name, i) => names.indexOf(name) !== i);
  if (twice === undefined) return;
  throw new InputError(`${what}: '${twice}' is named twice. Name each column once.`);
}

/** A matrix of the right size with entries in [-1, 1]; which of its two triangles is read is not told. */
function checkMatrix(association: readonly Float64Array[], names: readonly string[]): void {
  const n = names.length;
  if (association.length !== n || association.some((row) => row.length !== n)) {
    throw new InputError(`Association: not a matrix of ${n} x ${n}. Give one for all columns.`);
  }
  association.forEach((row, j) => {
    const k = row.findIndex((value) => !(value >= -1 && value <= 1));
    if (k < 0) return;
    throw new InputError(
      `Association: found ${row[k]} for '${names[j]}' and '${names[k]}'. Give numbers from -1 to 1.`,
    );
  });
}
