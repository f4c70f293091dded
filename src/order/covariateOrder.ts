/**
 * Algorithm 1 of the paper: the order in which columns enter the C-vine. Sensitive columns come
 * first, then the set K of columns that are strongly associated with one of them, then all others,
 * and the response last. The response is the centre of tree 1 and the centres move towards the
 * front from tree to tree, so that truncation takes away first what tells of the sensitive columns.
 */

import { checkGivenOrder, checkOrderTable, checkThreshold } from './checkOrderInput.ts';
import type { ClassAssociations } from './classAssociations.ts';
import { describedOrder } from './describedOrder.ts';
import type { FunctionOf } from './functionsOf.ts';
import { closestInWords, relatedColumns, relationInWords } from './relatedColumns.ts';

export { truncationBeforeCentre } from './describedOrder.ts';

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
  /** Associations within classes of the response, which count too. Default: none, as in the paper. */
  readonly classes?: readonly ClassAssociations[];
  /** Columns that join K for another reason than an association, by name. Default: none, as in the paper. */
  readonly functions?: ReadonlyMap<string, FunctionOf>;
  /** Which columns truncation cuts. Default: 'table', all of them, as in the paper. */
  readonly protect?: Protect;
}

/** All columns, the sensitive ones and K, the sensitive ones, or those of a list. */
export type Protect = 'table' | 'related' | 'sensitive' | readonly string[];

/** What stands for a column in the vine. */
export interface ColumnVariables {
  /** Its value; no if it has a single one. */
  readonly value: boolean;
  /** Whether it is missing, right behind its value. */
  readonly missing: boolean;
}

export interface GivenOrderSettings extends OrderSettings {
  /** Every column once, the response last. Default: as in `names`, with the response last. */
  readonly order?: readonly string[];
}

/** Two columns and how strongly they go together. */
export interface Relation {
  readonly a: string;
  readonly b: string;
  /** Signed, in [-1, 1]. */
  readonly association: number;
  /** The class of the response in which it was found; null: in the whole table. */
  readonly within: string | null;
}

/** A column of K and what put it there: its strongest association above a threshold, or another tie. */
export interface RelatedColumn {
  readonly name: string;
  readonly sensitive: string;
  /** Signed, in [-1, 1]. */
  readonly association: number;
  /** The class of the response in which it was found; null: in the whole table. */
  readonly within: string | null;
  /**
   * Which of the two columns determines the other and the share of its variance that it explains, if
   * this and not an association put the column into K; else null.
   */
  readonly determined: { readonly by: string; readonly share: number } | null;
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
  /**
   * The columns that truncation cuts, first in the order, while all others keep their trees; none where
   * it cuts the whole table.
   */
  readonly protected: readonly string[];
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

/** Associations above it join a column to the sensitive ones, unless another is given. */
export const DEFAULT_THRESHOLD = 0.6;

/**
 * Algorithm 1. Where the paper leaves a choice: sensitive columns stand in the order given; K is
 * sorted by the largest size of an association with any sensitive column, falling; ties and all
 * others keep their original order; an association that equals the threshold does not count.
 */
export function covariateOrder(settings: OrderSettings): CovariateOrder {
  const table = checkOrderTable(settings);
  const thresholds = checkThreshold(settings.threshold ?? DEFAULT_THRESHOLD, settings.sensitive);
  const { names, responseAt, sensitiveAt } = table;
  const { protect = 'table' } = settings;

  const K = relatedColumns(table, thresholds, settings.functions);
  const related = K.map(({ name }) => names.indexOf(name));
  const first = [...sensitiveAt, ...related];
  const others = [...names.keys()].filter((k) => k !== responseAt && !first.includes(k));

  const reasons = [
    ...sensitiveAt.map(() => 'sensitive'),
    ...K.map((each) => relationInWords(table, each, thresholds)),
    ...others.map((column) => `original order; ${closestInWords(table, column)}`),
    'response',
  ];
  const order = [...first, ...others, responseAt];
  const inOrder = order.map((column) => names[column]);
  return describedOrder({
    table,
    order,
    reasons,
    K,
    protectedColumns: leading(protectedOf(protect, settings.sensitive, K), inOrder),
    thresholds,
    variables: settings.variables,
  });
}

/**
 * An order that the user chose, described in the same way. It has a K only where this is to be
 * protected. Columns are protected only where they stand first, sensitive ones and K in any order.
 */
export function givenOrder(settings: GivenOrderSettings): CovariateOrder {
  const table = checkOrderTable(settings);
  const { names, response, sensitive, protect = 'table' } = settings;
  const thresholds = checkThreshold(settings.threshold ?? DEFAULT_THRESHOLD, sensitive);
  const order = settings.order ?? [...names.filter((name) => name !== response), response];
  const at = checkGivenOrder(order, table);
  const K = protect === 'related' ? relatedColumns(table, thresholds, settings.functions) : [];
  const reasons = order.map((name) => {
    if (name === response) return 'response';
    if (sensitive.includes(name)) return 'sensitive, as given';
    const own = K.find((each) => each.name === name);
    return own ? `as given; ${relationInWords(table, own, thresholds)}` : 'as given';
  });
  return describedOrder({
    table,
    order: at,
    reasons,
    K,
    protectedColumns: leading(protectedOf(protect, sensitive, K), order),
    thresholds: null,
    variables: settings.variables,
  });
}

function protectedOf(
  protect: Protect,
  sensitive: readonly string[],
  K: readonly RelatedColumn[],
): readonly string[] {
  if (typeof protect !== 'string') return protect;
  if (protect === 'table' || sensitive.length === 0) return [];
  return protect === 'sensitive' ? sensitive : [...sensitive, ...K.map(({ name }) => name)];
}

/** These columns in the order they stand in, if they stand first; none if they do not. */
function leading(wanted: readonly string[], order: readonly string[]): readonly string[] {
  const there = wanted.filter((name) => order.includes(name));
  const first = order.slice(0, there.length);
  return there.every((name) => first.includes(name)) ? first : [];
}
