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

export const DEFAULT_THRESHOLD = 0.6;

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
  /** The variables of the vine that stand for columns, by their names. Default: the value of each. */
  readonly variables?: ReadonlyMap<string, ColumnVariables>;
}

/** What stands for a column in the vine. */
export interface ColumnVariables {
  /** Its value; no if it has a single one. */
  readonly value: boolean;
  /** Whether it is missing, right behind its value. */
  readonly gaps: boolean;
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
  /** Its place among the columns, from 1 on. */
  readonly position: number;
  readonly role: 'sensitive' | 'related' | 'other' | 'response';
  /**
   * The tree whose centre its value is: d + 2 - j, where j is its place among the variables and d the
   * number of all others than the response; null at place 1, which never is one, and for a column
   * with a single value, which is not in the vine.
   */
  readonly centreOfTree: number | null;
  /** The tree whose centre it is that the column is missing; left out where this is no variable. */
  readonly gapsCentreOfTree?: number | null;
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
  /** d, the trees of the whole vine: its variables without the response. */
  readonly trees: number;
  /**
   * The largest truncation at which no sensitive column, nor that it is missing, is the centre of a
   * tree: d + 1 - j, where j is the last place that one of these has among the variables.
   */
  readonly tMax: number;
  /**
   * The largest truncation at which an attacker's coefficients are all zero if the two blocks are
   * independent: d + 1 - |K| - |S| (the paper's theorem on block structure), counted in variables.
   * Null if there are no sensitive columns or the order was given.
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
  const thresholds = checkThreshold(settings.threshold ?? DEFAULT_THRESHOLD, settings.sensitive);
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
  return described(table, order, reasons, K, thresholds, settings.variables);
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
  return described(table, at, reasons, [], null, settings.variables);
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
  variables: ReadonlyMap<string, ColumnVariables> | undefined,
): CovariateOrder {
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
  const lastOf = (k: number) => Math.max(places[k].value ?? 1, places[k].gaps ?? 1);
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
      ...(places[k].gaps !== undefined && { gapsCentreOfTree: centre(places[k].gaps) }),
      reason: reasons[i],
    })),
    response: names[responseAt],
    sensitive: sensitiveAt.map((k) => names[k]),
    K,
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

/** Where the variables of each column stand, counted from 1. */
interface Places {
  readonly value: number | undefined;
  readonly gaps: number | undefined;
  readonly count: number;
}

function placesOf(
  order: readonly number[],
  variablesOf: (column: number) => ColumnVariables | undefined,
): { places: Places[]; count: number } {
  const places: Places[] = [];
  let count = 0;
  for (const k of order) {
    const { value, gaps } = variablesOf(k) ?? { value: true, gaps: false };
    const before = count;
    const own = { value: value ? ++count : undefined, gaps: gaps ? ++count : undefined };
    places[k] = { ...own, count: count - before };
  }
  return { places, count };
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
