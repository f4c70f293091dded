/**
 * The order of the columns, by Algorithm 1 on noisy correlations or as public knowledge has it. The
 * associations are functions of what was measured, so that they cost no budget; with much noise K is as
 * noisy as they are.
 */

import { kernel } from '../../numerics/kernel.ts';
import type { AssociationName } from '../../order/association.ts';
import { type CovariateOrder, covariateOrder, givenOrder } from '../../order/covariateOrder.ts';
import { type Plan, valueCells } from './plan.ts';

export interface OrderRequest {
  readonly order: 'noisy' | 'asis' | readonly string[];
  readonly sensitive: readonly string[];
  readonly association: AssociationName;
  readonly threshold?: number | Readonly<Record<string, number>>;
}

export interface NoisyOrder {
  readonly columns: CovariateOrder;
  /** Latent variables, a numeric response first, in the order in which they become centres. */
  readonly order: readonly number[];
}

export function noisyOrder(
  plan: Plan,
  { order, sensitive, association: kind, threshold }: OrderRequest,
  found: { readonly pairs: Float64Array; readonly response: Float64Array },
): NoisyOrder {
  const names = plan.columns.map(({ name }) => name);
  const isNumeric = plan.classes === 0;
  const offset = isNumeric ? 1 : 0;
  const n = plan.variables.length + offset;
  const places = plan.columns.map((_, column) =>
    column === plan.response && isNumeric
      ? 0
      : plan.variables.findIndex((own) => own.column === column && own.kind === 'value') +
        (plan.variables.some((own) => own.column === column && own.kind === 'value') ? offset : 0),
  );
  const isThere = (column: number) =>
    (column === plan.response && isNumeric) ||
    plan.variables.some((own) => own.column === column && own.kind === 'value');
  const between = (a: number, b: number) => {
    if (a === b) return 1;
    if (!isNumeric && (a === plan.response || b === plan.response)) {
      const other = a === plan.response ? b : a;
      return isThere(other) ? found.response[places[other]] : 0;
    }
    return isThere(a) && isThere(b) ? found.pairs[places[a] * n + places[b]] : 0;
  };
  const base = {
    names,
    association: names.map((_, a) =>
      Float64Array.from(names, (_, b) => associationOf(between(a, b), kind)),
    ),
    response: names[plan.response],
    sensitive,
    variables: new Map(
      plan.columns.map((column, j) => [
        column.name,
        {
          value: j === plan.response || valueCells(column) > 1,
          missing: column.missing && (isNumeric || j !== plan.response),
        },
      ]),
    ),
    protect: 'table' as const,
    ...(threshold !== undefined && { threshold }),
  };
  const columns =
    order === 'noisy'
      ? covariateOrder(base)
      : givenOrder(order === 'asis' ? base : { ...base, order });
  return { columns, order: centreOrder(plan, columns.order) };
}

/** The last column becomes a centre first, and of a column first that it is missing, then its value. */
function centreOrder(plan: Plan, order: readonly string[]): number[] {
  const offset = plan.classes === 0 ? 1 : 0;
  const places = [...order].reverse().flatMap((name) => {
    const own = (kind: 'value' | 'missing') =>
      plan.variables.findIndex(
        (variable) => plan.columns[variable.column].name === name && variable.kind === kind,
      );
    return [own('missing'), own('value')].filter((place) => place >= 0);
  });
  return [...(offset ? [0] : []), ...places.map((place) => place + offset)];
}

/** Kendall's or another association of two normal variables with this correlation. */
function associationOf(r: number, kind: AssociationName): number {
  const { asin } = kernel();
  if (kind === 'kendall') return (2 / Math.PI) * asin(r);
  return kind === 'spearman' ? (6 / Math.PI) * asin(r / 2) : r;
}
