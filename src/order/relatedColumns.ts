/** The set K of Algorithm 1: columns that tell of a sensitive one, and why, in words. */

import type { OrderTable } from './checkOrderInput.ts';
import type { RelatedColumn } from './covariateOrder.ts';
import { DETERMINING_SHARE, type FunctionOf } from './functionsOf.ts';
import {
  associationInWords,
  type Strongest,
  strongestAssociation,
} from './strongestAssociation.ts';

/**
 * K, its strongest first. A column joins by an association with a sensitive column above that one's
 * threshold, or because one of the two determines the other.
 */
export function relatedColumns(
  table: OrderTable,
  thresholds: Readonly<Record<string, number>>,
  functions: ReadonlyMap<string, FunctionOf> = new Map(),
): RelatedColumn[] {
  const { names, responseAt, sensitiveAt } = table;
  const free = [...names.keys()].filter((k) => k !== responseAt && !sensitiveAt.includes(k));
  const found = free.flatMap((k) => {
    const ties = tiesOf(table, k);
    const above = ties.filter(({ name, size }) => size > thresholds[name]);
    const own = functions.get(names[k]);
    const strongest = strongestOf(above);
    const cause = strongest ? byAssociation(names[k], strongest) : own && byFunction(table, k, own);
    if (!cause) return [];
    return [{ cause, size: Math.max(strongestOf(ties)?.size ?? 0, cause.determined?.share ?? 0) }];
  });
  return found.sort((a, b) => b.size - a.size).map(({ cause }) => cause);
}

/** What stands behind a column's place in K. */
export function relationInWords(
  table: OrderTable,
  { name, sensitive, association, within, determined }: RelatedColumn,
  thresholds: Readonly<Record<string, number>>,
): string {
  const { names, responseAt } = table;
  if (determined) {
    const what =
      determined.by === sensitive ? `${sensitive} determines it` : `it determines ${sensitive}`;
    const where = within === null ? '' : ` where ${names[responseAt]} = ${within}`;
    return `${what}: ${determined.share.toFixed(3)} of the variance of ranks${where}, above ${DETERMINING_SHARE}; association ${association.toFixed(3)}`;
  }
  const ties = tiesOf(table, names.indexOf(name));
  const own = ties.find((tie) => tie.name === sensitive) as Tie;
  const strongest = strongestOf(ties) as Tie;
  const bound = own.size > thresholds[sensitive] ? `, above ${thresholds[sensitive]}` : '';
  const said = `${associationInWords(own, sensitive, names[responseAt])}${bound}`;
  // with a threshold for each, a larger association may lie below its own
  return strongest.size > own.size ? `${said}; sorted by ${tieInWords(table, strongest)}` : said;
}

/** The strongest association of a column with a sensitive one. */
export function closestInWords(table: OrderTable, k: number): string {
  const strongest = strongestOf(tiesOf(table, k));
  return strongest ? tieInWords(table, strongest) : 'no column is sensitive';
}

/** A sensitive column and the strongest association with it. */
interface Tie extends Strongest {
  readonly name: string;
}

function tiesOf(table: OrderTable, k: number): Tie[] {
  return table.sensitiveAt.map((s) => ({
    name: table.names[s],
    ...(strongestAssociation(table, s, k) as Strongest),
  }));
}

/** The first of equals. */
function strongestOf(ties: readonly Tie[]): Tie | undefined {
  const sizes = ties.map(({ size }) => size);
  return ties[sizes.indexOf(Math.max(...sizes))];
}

function tieInWords({ names, responseAt }: OrderTable, tie: Tie): string {
  return associationInWords(tie, tie.name, names[responseAt]);
}

function byAssociation(name: string, { name: sensitive, association, within }: Tie): RelatedColumn {
  return { name, sensitive, association, within, determined: null };
}

function byFunction(
  { names, association, classes }: OrderTable,
  k: number,
  { name, sensitive, within, by, share }: FunctionOf,
): RelatedColumn {
  const s = names.indexOf(sensitive);
  const signed =
    classes.find(({ label }) => label === within)?.association(s, k) ?? association[s][k];
  return { name, sensitive, association: signed, within, determined: { by, share } };
}
