/**
 * Algorithm 1 of the paper: the order in which columns enter the C-vine. Sensitive columns come
 * first, then the set K of columns that are strongly associated with one of them, then all others,
 * and the response last. The response is the centre of tree 1 and the centres move towards the
 * front from tree to tree, so that truncation takes away first what tells of the sensitive columns.
 */

import {
  checkGivenOrder,
  checkOrderTable,
  checkThreshold,
  type OrderTable,
} from './checkOrderInput.ts';

export interface OrderSettings {
  /** All columns of the table in their original order, the response among them. */
  readonly names: readonly string[];
  /** `associationMatrix` of these columns. */
  readonly association: readonly Float64Array[];
  readonly response: string;
  /** In the order they shall have; may be empty. */
  readonly sensitive: readonly string[];
  /**
   * A column joins K if its association with a sensitive column is larger than this in size. One
   * number from 0 to 1 for all, or one for each sensitive column by its name. Default: 0.6.
   */
  readonly threshold?: number | Readonly<Record<string, number>>;
}

export interface GivenOrderSettings extends Omit<OrderSettings, 'threshold'> {
  /** Every column once, the response last. Default: as in `names`, with the response last. */
  readonly order?: readonly string[];
}

/** Two columns and how strongly they go together. */
export interface Relation {
  readonly a: string;
  readonly b: string;
  /** Signed, in [-1, 1]. */
  readonly association: number;
}

/** A column of K and the association that put it there: its strongest above a threshold. */
export interface RelatedColumn {
  readonly name: string;
  readonly sensitive: string;
  /** Signed, in [-1, 1]. */
  readonly association: number;
}

export interface OrderedColumn {
  readonly name: string;
  /** Its index in `names`. */
  readonly column: number;
  /** 1 to d + 1, where d counts the columns without the response. */
  readonly position: number;
  readonly role: 'sensitive' | 'related' | 'other' | 'response';
  /** The tree whose centre it is, d + 2 - position; null at position 1, which never is one. */
  readonly centreOfTree: number | null;
  /** Why it stands here, in words. */
  readonly reason: string;
}

/** Plain data, ready for JSON. */
export interface CovariateOrder {
  /** The names as the paper orders them: the response, centre of tree 1, is last. */
  readonly order: readonly string[];
  readonly columns: readonly OrderedColumn[];
  readonly response: string;
  readonly sensitive: readonly string[];
  readonly K: readonly RelatedColumn[];
  /** The threshold of each sensitive column; null if the order was given. */
  readonly thresholds: Readonly<Record<string, number>> | null;
  /**
   * The largest truncation at which no sensitive column is the centre of a tree: d + 1 - j, where j
   * is the last position that a sensitive column has.
   */
  readonly tMax: number;
  /**
   * The largest truncation at which an attacker's coefficients are all zero if the two blocks are
   * independent: d + 1 - |K| - |S| (the paper's theorem on block structure). Null if there are no
   * sensitive columns or the order was given.
   */
  readonly blockBound: number | null;
  readonly blocks: {
    /** Sensitive columns and K. */
    readonly sensitive: readonly string[];
    /** Other columns and the response. */
    readonly others: readonly string[];
    /** The strongest association across, which the theorem wants to be 0; null if a block is empty. */
    readonly strongestAcross: Relation | null;
  };
}

/**
 * Algorithm 1. Where the paper leaves a choice: sensitive columns stand in the order given; K is
 * sorted by the largest size of an association with any sensitive column, falling; ties and all
 * others keep their original order; an association that equals the threshold does not count.
 */
export function covariateOrder(settings: OrderSettings): CovariateOrder {
  const table = checkOrderTable(settings);
  const thresholds = checkThreshold(settings.threshold ?? 0.6, settings.sensitive);
  const { names, responseAt, sensitiveAt } = table;
  const free = indices(names).filter((k) => k !== responseAt && !sensitiveAt.includes(k));

  const causes = free.map((k) => causeOf(table, k, thresholds));
  const related = free
    .filter((_, i) => causes[i] !== undefined)
    .sort((a, b) => largest(table, b) - largest(table, a));
  const others = free.filter((k) => !related.includes(k));

  const K = related.map((k) => causes[free.indexOf(k)] as RelatedColumn);
  const reasons = [
    ...sensitiveAt.map(() => 'sensitive'),
    ...related.map((k, i) => reasonInWords(table, k, K[i], thresholds)),
    ...others.map((k) => `original order; ${closestInWords(table, k)}`),
    'response',
  ];
  const order = [...sensitiveAt, ...related, ...others, responseAt];
  return described(table, order, reasons, K, thresholds);
}

/** An order that the user chose, described in the same way; it has no K. */
export function givenOrder(settings: GivenOrderSettings): CovariateOrder {
  const table = checkOrderTable(settings);
  const { names, response, sensitive } = settings;
  const order = settings.order ?? [...names.filter((name) => name !== response), response];
  const at = checkGivenOrder(order, table);
  const reasons = order.map((name) => {
    if (name === response) return 'response';
    return sensitive.includes(name) ? 'sensitive, as given' : 'as given';
  });
  return described(table, at, reasons, [], null);
}

/** The largest truncation at which the column at `position`, counted from 1, is not yet a centre. */
export function truncationBeforeCentre(covariates: number, position: number): number {
  return covariates + 1 - position;
}

function described(
  table: OrderTable,
  order: readonly number[],
  reasons: readonly string[],
  K: readonly RelatedColumn[],
  thresholds: Readonly<Record<string, number>> | null,
): CovariateOrder {
  const { names, responseAt, sensitiveAt } = table;
  const d = names.length - 1;
  const inK = K.map(({ name }) => names.indexOf(name));
  const roleOf = (k: number) => {
    if (k === responseAt) return 'response';
    if (sensitiveAt.includes(k)) return 'sensitive';
    return inK.includes(k) ? 'related' : 'other';
  };
  const lastSensitive = order.reduce((last, k, i) => (sensitiveAt.includes(k) ? i + 1 : last), 1);
  const block = order.filter((k) => sensitiveAt.includes(k) || inK.includes(k));
  const others = order.filter((k) => !block.includes(k));
  return {
    order: order.map((k) => names[k]),
    columns: order.map((k, i) => ({
      name: names[k],
      column: k,
      position: i + 1,
      role: roleOf(k),
      centreOfTree: i === 0 ? null : d + 1 - i,
      reason: reasons[i],
    })),
    response: names[responseAt],
    sensitive: sensitiveAt.map((k) => names[k]),
    K,
    thresholds,
    tMax: truncationBeforeCentre(d, lastSensitive),
    blockBound:
      thresholds === null || sensitiveAt.length === 0
        ? null
        : truncationBeforeCentre(d, block.length),
    blocks: {
      sensitive: block.map((k) => names[k]),
      others: others.map((k) => names[k]),
      strongestAcross: strongestAcross(table, block, others),
    },
  };
}

/** The strongest association of column k with a sensitive column that is above its threshold. */
function causeOf(
  { names, association, sensitiveAt }: OrderTable,
  k: number,
  thresholds: Readonly<Record<string, number>>,
): RelatedColumn | undefined {
  const above = sensitiveAt.filter((s) => Math.abs(association[s][k]) > thresholds[names[s]]);
  const strongest = strongestOf(association, k, above);
  if (strongest === undefined) return undefined;
  return { name: names[k], sensitive: names[strongest], association: association[strongest][k] };
}

/** The index in `rows` of the association with column k that is largest in size; the first of equals. */
function strongestOf(
  association: readonly Float64Array[],
  k: number,
  rows: readonly number[],
): number | undefined {
  const sizes = rows.map((s) => Math.abs(association[s][k]));
  return rows[sizes.indexOf(Math.max(...sizes))];
}

/** The size of column k's strongest association with a sensitive column. */
function largest({ association, sensitiveAt }: OrderTable, k: number): number {
  return Math.max(...sensitiveAt.map((s) => Math.abs(association[s][k])));
}

function strongestAcross(
  { names, association }: OrderTable,
  block: readonly number[],
  others: readonly number[],
): Relation | null {
  let found: Relation | null = null;
  for (const j of block) {
    for (const k of others) {
      if (found && Math.abs(association[j][k]) <= Math.abs(found.association)) continue;
      found = { a: names[j], b: names[k], association: association[j][k] };
    }
  }
  return found;
}

function reasonInWords(
  table: OrderTable,
  k: number,
  cause: RelatedColumn,
  thresholds: Readonly<Record<string, number>>,
): string {
  const { association, sensitive } = cause;
  const said = `${association.toFixed(3)} with ${sensitive}, above ${thresholds[sensitive]}`;
  // with a threshold for each, a larger association may lie below its own
  return largest(table, k) > Math.abs(association)
    ? `${said}; sorted by ${closestInWords(table, k)}`
    : said;
}

function closestInWords({ names, association, sensitiveAt }: OrderTable, k: number): string {
  const s = strongestOf(association, k, sensitiveAt);
  return s === undefined
    ? 'no column is sensitive'
    : `${association[s][k].toFixed(3)} with ${names[s]}`;
}

function indices(values: readonly unknown[]): number[] {
  return values.map((_, i) => i);
}
