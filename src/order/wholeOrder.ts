/**
 * The order of the columns for fits that may know fewer rules than the one it was made for: a generator without
 * rules, or a fit to part of the rows, models columns that are derived there. These stand right behind the
 * sensitive columns and those related to them; a fit passes over names that it does not model.
 */

import type { CovariateOrder } from './covariateOrder.ts';

export function wholeOrder(
  {
    order,
    sensitive,
    K,
    protected: cut,
  }: Pick<CovariateOrder, 'order' | 'sensitive' | 'K' | 'protected'>,
  columns: readonly { readonly name: string }[],
): string[] {
  const first = [...sensitive, ...K.map(({ name }) => name), ...cut];
  const place = Math.min(
    order.length - 1,
    1 + Math.max(-1, ...first.map((name) => order.indexOf(name))),
  );
  const others = columns.map(({ name }) => name).filter((name) => !order.includes(name));
  return [...order.slice(0, place), ...others, ...order.slice(place)];
}
