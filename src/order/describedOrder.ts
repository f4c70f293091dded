/** An order with all that follows from it: the trees of its columns, bounds, blocks. Plain data. */

import type { OrderTable } from './checkOrderInput.ts';
import type { ColumnVariables, CovariateOrder, RelatedColumn, Relation } from './covariateOrder.ts';
import { type Strongest, strongestAssociation } from './strongestAssociation.ts';

interface Decided {
  readonly table: OrderTable;
  /** Indices of columns, the response last. */
  readonly order: readonly number[];
  /** Why each stands there, in this order. */
  readonly reasons: readonly string[];
  readonly K: readonly RelatedColumn[];
  readonly protectedColumns: readonly string[];
  /** Null if the order was given. */
  readonly thresholds: Readonly<Record<string, number>> | null;
  readonly variables: ReadonlyMap<string, ColumnVariables> | undefined;
}

export function describedOrder(decided: Decided): CovariateOrder {
  const { table, order, reasons, K, protectedColumns, thresholds, variables } = decided;
  const { names, responseAt, sensitiveAt } = table;
  const { places, count } = placesOf(order, (k) => variables?.get(names[k]));
  const d = count - 1;
  const centre = (place: number | undefined) =>
    place === undefined || place === 1 ? null : d + 2 - place;
  const inK = K.map(({ name }) => names.indexOf(name));
  const roleOf = (k: number) => {
    if (k === responseAt) return 'response';
    if (sensitiveAt.includes(k)) return 'sensitive';
    return inK.includes(k) ? 'related' : 'other';
  };
  const lastOf = (k: number) => Math.max(places[k].value ?? 1, places[k].missing ?? 1);
  const lastSensitive = Math.max(1, ...sensitiveAt.map(lastOf));
  const block = order.filter((k) => sensitiveAt.includes(k) || inK.includes(k));
  const blockVariables = block.reduce((sum, k) => sum + places[k].count, 0);
  const others = order.filter((k) => !block.includes(k));
  return {
    order: order.map((k) => names[k]),
    columns: order.map((k, i) => ({
      name: names[k],
      column: k,
      position: i + 1,
      role: roleOf(k),
      centreOfTree: centre(places[k].value),
      ...(places[k].missing !== undefined && { gapsCentreOfTree: centre(places[k].missing) }),
      reason: reasons[i],
    })),
    response: names[responseAt],
    sensitive: sensitiveAt.map((k) => names[k]),
    K,
    protected: protectedColumns,
    thresholds,
    trees: d,
    tMax: truncationBeforeCentre(d, lastSensitive),
    blockBound:
      thresholds === null || sensitiveAt.length === 0
        ? null
        : truncationBeforeCentre(d, blockVariables),
    blocks: {
      sensitive: block.map((k) => names[k]),
      others: others.map((k) => names[k]),
      strongestAcross: strongestAcross(table, block, others),
    },
  };
}

/** The largest truncation at which the column at `position`, counted from 1, is not yet a centre. */
export function truncationBeforeCentre(covariates: number, position: number): number {
  return covariates + 1 - position;
}

/** Where the variables of each column stand, counted from 1. */
interface Places {
  readonly value: number | undefined;
  readonly missing: number | undefined;
  readonly count: number;
}

function placesOf(
  order: readonly number[],
  variablesOf: (column: number) => ColumnVariables | undefined,
): { places: Places[]; count: number } {
  const places: Places[] = [];
  let count = 0;
  for (const k of order) {
    const { value, missing } = variablesOf(k) ?? { value: true, missing: false };
    const before = count;
    const own = { value: value ? ++count : undefined, missing: missing ? ++count : undefined };
    places[k] = { ...own, count: count - before };
  }
  return { places, count };
}

/** With the response, which is constant within a class, in the whole table alone. */
function strongestAcross(
  table: OrderTable,
  block: readonly number[],
  others: readonly number[],
): Relation | null {
  const { names } = table;
  let strongest: Strongest | undefined;
  let found: Relation | null = null;
  for (const j of block) {
    for (const k of others) {
      const next = strongestAssociation(table, j, k, strongest?.size);
      if (!next) continue;
      strongest = next;
      found = { a: names[j], b: names[k], association: next.association, within: next.within };
    }
  }
  return found;
}
