/**
 * Columns that are functions of others: copies, sums, ages, bins of a number, one category implied by another.
 * Pairs are judged on some rows first, so that a table of 500 columns is gone through in seconds, and then on
 * all. A function that chance may make is none: under independence at least `LEAST_SURPRISE` rows would have to
 * contradict it.
 */

import { fitAge } from './ages.ts';
import { fitBins, MOST_BINS, mayBeBins, sortedScreen } from './bins.ts';
import { type Derivation, sourcesOf } from './derivation.ts';
import {
  distinctValues,
  diversity,
  type Finding,
  isExact,
  NEARLY,
  screenRows,
  tested,
} from './finding.ts';
import type { RuleColumn } from './ruleColumn.ts';
import { type Equation, findEquations, solvedFor } from './sums.ts';
import { fitMap, MOST_KEYS, mayBeMap } from './valueMap.ts';

const LEAST_SURPRISE = 20;
/** Rows that must be known in all columns of a function. */
const FEWEST_ROWS = 30;

export interface DerivedSettings {
  readonly k: number;
  /** Columns that are never left to others, such as the response. */
  readonly kept: ReadonlySet<string>;
}

/** Chosen functions, so that no column follows from itself; and those that hold in nearly all rows. */
export interface DerivedColumns {
  readonly exact: readonly Finding[];
  readonly nearly: readonly Finding[];
}

export function findDerived(
  columns: readonly RuleColumn[],
  settings: DerivedSettings,
): DerivedColumns {
  const { k, kept } = settings;
  const rows = columns[0]?.values.length ?? 0;
  const screen = screenRows(rows);
  const byName = new Map(columns.map((column) => [column.name, column]));
  const found = [
    ...equations(columns, byName, screen, settings),
    ...ages(columns, byName, screen, k),
    ...functionsOfOne(columns, byName, screen, k),
  ].filter(({ name, rows: known }) => !kept.has(name) && known >= FEWEST_ROWS);
  const exact: Finding[] = [];
  const isDerived = new Map<string, Finding>();
  for (const finding of preferred(found, columns)) {
    if (!isExact(finding.exceptions, finding.rows, k)) continue;
    if (isDerived.has(finding.name) || leadsTo(finding.by, finding.name, isDerived)) continue;
    isDerived.set(finding.name, finding);
    exact.push(finding);
  }
  const nearly = found.filter(
    ({ name, exceptions, rows: known }) =>
      !isDerived.has(name) && !isExact(exceptions, known, k) && exceptions <= NEARLY * known,
  );
  const firsts = nearly.filter(
    ({ name }, i) => nearly.findIndex((other) => other.name === name) === i,
  );
  return { exact, nearly: firsts };
}

/** Whether what a function is computed from follows from the column itself. */
function leadsTo(by: Derivation, name: string, derived: ReadonlyMap<string, Finding>): boolean {
  return sourcesOf(by).some((source) => {
    if (source === name) return true;
    const own = derived.get(source);
    return own !== undefined && leadsTo(own.by, name, derived);
  });
}

/** What explains most comes first; of two columns that give each other, the number or the earlier one stays. */
function preferred(found: readonly Finding[], columns: readonly RuleColumn[]): Finding[] {
  const place = new Map(columns.map(({ name }, j) => [name, j]));
  const kindOf = new Map(columns.map(({ name, kind }) => [name, kind]));
  const rank = { linear: 0, years: 1, bins: 2, map: 3, rule: 0, part: 0 } as const;
  const isRightWay = ({ name, by, isTwoWay }: Finding) => {
    if (!isTwoWay || by.kind === 'linear') return true;
    const [source] = sourcesOf(by);
    const [own, other] = [kindOf.get(name) === 'category', kindOf.get(source) === 'category'];
    return own === other ? (place.get(source) ?? 0) < (place.get(name) ?? 0) : own;
  };
  // a day of the row itself says more than one that is the same for all
  const parts = (by: Derivation) =>
    by.kind === 'years' ? Number(typeof by.to === 'number') : sourcesOf(by).length;
  const cost = ({ by }: Finding) => 10 * rank[by.kind] + parts(by);
  const sizes = new Map<string, number>();
  const sizeOf = ({ by }: Finding) => {
    const [source] = sourcesOf(by);
    const column = columns.find(({ name }) => name === source) as RuleColumn;
    const known = sizes.get(source) ?? distinctValues(column, MOST_KEYS)?.size ?? Number.MAX_VALUE;
    sizes.set(source, known);
    return known;
  };
  // of several sources the coarsest is the nearest: an age group follows from the age, the age from the birthday
  return found
    .filter(isRightWay)
    .sort(
      (a, b) =>
        cost(a) - cost(b) ||
        (place.get(a.name) ?? 0) - (place.get(b.name) ?? 0) ||
        sizeOf(a) - sizeOf(b),
    );
}

function equations(
  columns: readonly RuleColumn[],
  byName: ReadonlyMap<string, RuleColumn>,
  screen: Uint32Array,
  { kept }: DerivedSettings,
): Finding[] {
  return findEquations(columns, screen).flatMap((equation) => {
    const name = solvableFor(equation, columns, kept);
    if (name === undefined) return [];
    const isTwoWay = equation.members.length === 2;
    return [tested(byName.get(name) as RuleColumn, solvedFor(equation, name), byName, isTwoWay)];
  });
}

/**
 * The member that is the sum of the others, the last of them if there are several; where there is none, the
 * last, if it may fall below 0 as a difference may. Else a draw of the others could leave less than nothing.
 */
function solvableFor(
  equation: Equation,
  columns: readonly RuleColumn[],
  kept: ReadonlySet<string>,
): string | undefined {
  const order = columns.map(({ name }) => name);
  const members = equation.members
    .map(({ name }) => name)
    .filter((name) => !kept.has(name))
    .sort((a, b) => order.indexOf(b) - order.indexOf(a));
  const termsOf = (name: string) => {
    const by = solvedFor(equation, name);
    return by.kind === 'linear' ? by.terms : [];
  };
  const isSum = (name: string) => termsOf(name).every(({ times }) => times > 0);
  const isPlain = (name: string) => termsOf(name).every(({ times }) => times === 1);
  const mayBeNegative = (name: string) => {
    const column = columns.find((each) => each.name === name) as RuleColumn;
    return column.kind === 'number' && column.values.some((value) => value < 0);
  };
  const [pair] = equation.members.length === 2 ? members : [];
  return (
    pair ??
    members.find((name) => isSum(name) && isPlain(name)) ??
    members.find(isSum) ??
    members.find(mayBeNegative)
  );
}

function ages(
  columns: readonly RuleColumn[],
  byName: ReadonlyMap<string, RuleColumn>,
  screen: Uint32Array,
  k: number,
): Finding[] {
  const dates = columns.filter(({ kind }) => kind === 'date');
  if (dates.length === 0) return [];
  return columns.flatMap((column) =>
    fitAge(column, dates, screen, k - 1).map((by) => tested(column, by, byName, false)),
  );
}

/** Bins and maps, of one source each. */
function functionsOfOne(
  columns: readonly RuleColumn[],
  byName: ReadonlyMap<string, RuleColumn>,
  screen: Uint32Array,
  k: number,
): Finding[] {
  const counts = columns.map((column) => distinctValues(column, MOST_KEYS));
  const sorted = columns.map((column) =>
    column.kind === 'category' && !column.isOrdered ? undefined : sortedScreen(column, screen),
  );
  return columns.flatMap((target, t) => {
    const own = counts[t];
    if (!own || own.size < 2 || own.size > MOST_KEYS) return [];
    const spread = diversity(own);
    return columns.flatMap((source, s): Finding[] => {
      if (s === t) return [];
      const groups = counts[s]?.size ?? Number.POSITIVE_INFINITY;
      if (groups < own.size) return [];
      const order = sorted[s];
      const isTwoWay = groups === own.size;
      let by: Derivation | undefined;
      if (order && own.size <= MOST_BINS && mayBeBins(target, source.values, order, own.size)) {
        by = fitBins(target, source, k);
      }
      if (!by && groups <= MOST_KEYS && mayBeMap(target, source, screen)) {
        by = fitMap(target, source, k);
      }
      if (!by) return [];
      const finding = tested(target, by, byName, isTwoWay);
      const redundant = finding.rows - (by.kind === 'map' ? groups : own.size);
      return redundant * spread >= LEAST_SURPRISE ? [finding] : [];
    });
  });
}
