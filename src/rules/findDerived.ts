/**
 * Columns that are functions of others: copies, sums, ages, formulas, bins of a number, one category implied by another.
 * Pairs are judged on some rows first, so that a table of 500 columns is gone through in seconds, and then on
 * all. A function that chance may make is none: under independence at least `LEAST_SURPRISE` rows would have to
 * contradict it.
 */

import { stepOf } from '../margins/grid.ts';
import { fitAge } from './ages.ts';
import { fitBins, MOST_BINS, mayBeBins, sortedScreen } from './bins.ts';
import { daysBetween } from './daysBetween.ts';
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
import { formulasOfOne } from './formulas.ts';
import { formulasOfTwo } from './products.ts';
import type { RuleColumn } from './ruleColumn.ts';
import { type Equation, findEquations, solvedFor } from './sums.ts';
import { fitMap, MOST_KEYS, mayBeMap } from './valueMap.ts';

const LEAST_SURPRISE = 20;
/** Rows that must be known in all columns of a function. */
const FEWEST_ROWS = 30;
/**
 * Exceptions of a function that holds, as a share of all rows and of those that do not have the usual value: mistakes,
 * where a column of its own would contradict the function in most rows.
 */
const MOST_MISTAKES = 0.005;
const MOST_MISTAKES_OF_OTHERS = 0.02;
/** Exceptions of a function that nearly holds, as a share of the rows that do not have the usual value. */
const MOST_OF_OTHERS = 0.1;

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
    ...formulas(columns, byName, screen),
    ...functionsOfOne(columns, byName, screen, k),
  ].filter(({ name, rows: known }) => !kept.has(name) && known >= FEWEST_ROWS);
  const exact: Finding[] = [];
  const isDerived = new Map<string, Finding>();
  for (const finding of preferred(found, columns)) {
    if (!holds(finding, byName)) continue;
    if (isDerived.has(finding.name) || leadsTo(finding.by, finding.name, isDerived)) continue;
    isDerived.set(finding.name, finding);
    exact.push(finding);
  }
  const nearly = found.filter(
    (each) =>
      !isDerived.has(each.name) &&
      !holds(each, byName) &&
      each.exceptions <= NEARLY * each.rows &&
      // a column that hardly varies nearly follows from any other
      each.exceptions <= MOST_OF_OTHERS * otherRows(each, byName) &&
      !leadsTo(each.by, each.name, isDerived),
  );
  const firsts = nearly.filter(
    ({ name }, i) => nearly.findIndex((other) => other.name === name) === i,
  );
  return { exact, nearly: firsts };
}

function holds(finding: Finding, byName: ReadonlyMap<string, RuleColumn>): boolean {
  const { exceptions, rows } = finding;
  if (isExact(exceptions, rows)) return true;
  return (
    exceptions <= MOST_MISTAKES * rows &&
    exceptions <= MOST_MISTAKES_OF_OTHERS * otherRows(finding, byName)
  );
}

/** Rows in which all columns of a function are known and it does not give the most frequent value. */
function otherRows({ name, by }: Finding, byName: ReadonlyMap<string, RuleColumn>): number {
  const { values } = byName.get(name) as RuleColumn;
  const sources = sourcesOf(by).map((source) => byName.get(source) as RuleColumn);
  const counts = new Map<number, number>();
  let known = 0;
  for (let row = 0; row < values.length; row++) {
    if (Number.isNaN(values[row]) || sources.some((each) => Number.isNaN(each.values[row])))
      continue;
    known++;
    counts.set(values[row], (counts.get(values[row]) ?? 0) + 1);
  }
  let most = 0;
  for (const count of counts.values()) most = Math.max(most, count);
  return known - most;
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
  const rank = { linear: 0, rule: 0.5, years: 1, bins: 2, map: 3, part: 0 } as const;
  const gapsOf = new Map(columns.map((column) => [column.name, gaps(column)]));
  const isRightWay = ({ name, by, isTwoWay }: Finding) => {
    if (!isTwoWay || by.kind === 'linear') return true;
    const [source] = sourcesOf(by);
    // the one with fewer gaps is known where the other is
    const more = (gapsOf.get(name) ?? 0) - (gapsOf.get(source) ?? 0);
    if (more !== 0) return more > 0;
    const [own, other] = [kindOf.get(name) === 'category', kindOf.get(source) === 'category'];
    return own === other ? (place.get(source) ?? 0) < (place.get(name) ?? 0) : own;
  };
  // a day of the row itself says more than one that is the same for all
  const parts = (by: Derivation) =>
    by.kind === 'years' ? Number(typeof by.to === 'number') : sourcesOf(by).length + turns(by);
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

/** A formula that is solved for one of its sources has more divisions and roots than the one that was meant. */
function turns(by: Derivation): number {
  if (by.kind !== 'rule') return 0;
  return 0.1 * (by.rule.split(' / ').length - 1) + 0.2 * (by.rule.split('sqrt(').length - 1);
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
 * A date or a number that may fall below 0, if it has gaps in more rows than the other members: they are then known
 * where it is. Else the member that is the sum of the others, the last of them if there are several; where there is
 * none, the last, if it may fall below 0 as a difference may. Else a draw of the others could leave less than nothing.
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
  const columnOf = (name: string) => columns.find((each) => each.name === name) as RuleColumn;
  const byGaps = [...equation.members]
    .map(({ name }) => ({ name, rows: gaps(columnOf(name)) }))
    .sort((a, b) => b.rows - a.rows);
  const [first, second] = byGaps;
  const isAlone = first.rows > second.rows && members.includes(first.name);
  const isFree = columnOf(first.name).kind === 'date' || mayBeNegative(first.name);
  const [pair] = equation.members.length === 2 ? members : [];
  // a sum of cents is no multiple of 25
  const step = (name: string) => stepOf(columnOf(name).grid) * (columnOf(name).days ?? 1);
  const isFine = (name: string) =>
    equation.members.every((other) => step(name) <= step(other.name) * (1 + 1e-9));
  const fine = members.filter(isFine);
  return (
    (isAlone && (pair !== undefined || isFree) ? first.name : undefined) ??
    pair ??
    fine.find((name) => isSum(name) && isPlain(name)) ??
    fine.find(isSum) ??
    fine.find(mayBeNegative) ??
    (fine.length < members.length ? fine[0] : undefined)
  );
}

/** Rows in which a column is missing. */
function gaps({ values }: RuleColumn): number {
  let rows = 0;
  for (const value of values) if (Number.isNaN(value)) rows++;
  return rows;
}

function formulas(
  columns: readonly RuleColumn[],
  byName: ReadonlyMap<string, RuleColumn>,
  screen: Uint32Array,
): Finding[] {
  const ofOne = formulasOfOne(columns, screen);
  const isTwoWay = (name: string, from: string) =>
    ofOne.some((other) => other.name === from && other.from[0] === name);
  return [...ofOne, ...formulasOfTwo(columns, screen), ...daysBetween(columns, screen)].map(
    ({ name, from, rule }) =>
      tested(
        byName.get(name) as RuleColumn,
        { kind: 'rule', rule },
        byName,
        from.length === 1 && isTwoWay(name, from[0]),
      ),
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
