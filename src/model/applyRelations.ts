/** What becomes of the columns of a fit under functions and rules: what the vine has of each. */

import { ranks } from '../numerics/ranks.ts';
import type { Rng } from '../random/rng.ts';
import { chanceBroken } from '../rules/chanceBroken.ts';
import { constraintText } from '../rules/constraintText.ts';
import { sourcesOf } from '../rules/derivation.ts';
import { columnsIn } from '../rules/expression.ts';
import { type Given, neededBy } from '../rules/given.ts';
import { type Near, nearWords, sourcesOfNear } from '../rules/near.ts';
import { nameInRule, parseRule } from '../rules/parseRule.ts';
import { type PlannedBounds, planBounds } from '../rules/planBounds.ts';
import type { RuleColumn } from '../rules/ruleColumn.ts';
import { type ConditionalBound, sortRules } from '../rules/sortRules.ts';
import type { Constraint, DerivedSchema, TableSchema } from '../table/schema.ts';
import type { Runner } from '../work/runner.ts';
import { namesIn } from './checkConstraints.ts';
import type { DerivedPlan } from './derivedColumns.ts';
import { encodeBounds } from './encodeBounds.ts';
import { encodeBranches } from './encodeBranches.ts';
import { encodeDistance } from './encodeDistance.ts';
import type { EncodedGiven } from './encodedColumn.ts';
import { encodedNear } from './encodeNear.ts';
import type { TreeUnits } from './encodeTree.ts';
import { joinCategories } from './joinCategories.ts';
import { placeColumns } from './placeColumns.ts';
import type { Cells } from './placeInCells.ts';
import { plantTrees, wantTrees } from './plantTrees.ts';
import type { Prepared, PreparedColumn } from './prepareColumns.ts';
import type { ResolvedFit } from './settings.ts';
import { sharedStates } from './sharedStates.ts';

export interface Related {
  /** With what the vine has of each column; columns that it has nothing of are left out. */
  readonly prepared: Prepared;
  readonly derived: ReadonlyMap<string, DerivedPlan>;
  readonly given: ReadonlyMap<string, Given>;
  /** Whether columns are drawn by trees, of which a draft has none yet, or by what they lie close to: no truncation cuts that. */
  readonly isTied: boolean;
  /** Columns that are missing where one of others is, by name. */
  readonly missingAs: ReadonlyMap<string, readonly string[]>;
  /** Conditions under which a column is missing. */
  readonly missingIf: ReadonlyMap<string, readonly string[]>;
  /** What every row of a sample is tested for. */
  readonly constraints: readonly Constraint[];
  /** The same as a schema declares it, with all that was found: for fits to other rows. */
  readonly declared: Pick<TableSchema, 'derived' | 'constraints'>;
  /** The sensitive columns with those that tell of them by a function or a rule. */
  readonly sensitive: readonly string[];
  readonly notes: readonly string[];
}

/**
 * Rules that chance would break in a smaller share of rows are kept by drawing the few rows again that break
 * them: the vine has the columns as they are, and the distribution hardly changes.
 */
const LEAST_BROKEN = 0.02;

export interface FoundRelations {
  readonly prepared: Prepared;
  readonly columns: ReadonlyMap<string, RuleColumn>;
  readonly derived: Map<string, DerivedPlan>;
  /** By name, the expression that a column lies close to. */
  readonly near: ReadonlyMap<string, string>;
  /** Pairs of columns of which the first is nearly never above the second. */
  readonly nearly: readonly (readonly [string, string])[];
  readonly sensitive: readonly string[];
  readonly notes: string[];
  /** There are no trees, and rows are given no places in their cells. */
  readonly isDraft: boolean;
}

export async function applyRelations(
  { prepared, columns, derived, near, nearly, sensitive, notes, isDraft }: FoundRelations,
  constraints: readonly Constraint[],
  closed: ReadonlySet<string>,
  settings: ResolvedFit,
  rng: Rng,
  runner: Runner<TreeUnits>,
): Promise<Related> {
  const { response, rows } = prepared;
  const byName = new Map(prepared.columns.map((each) => [each.name, each]));
  const given = new Map<string, Given>();
  let kept: Constraint[] = [];
  const score = ranks(response.values, 'average');
  for (const constraint of constraints) {
    if ('together' in constraint) continue;
    if ('combinations' in constraint) {
      const why = joinCategories(
        constraint.combinations,
        { byName, columns, derived, given, response, score },
        settings.k,
      );
      if (why === undefined) continue;
      notes.push(`Rule "${constraintText(constraint)}": not kept, as ${why}.`);
    } else kept.push(constraint);
  }
  const texts = kept.flatMap((each) => ('rule' in each ? [each.rule] : []));
  const { bounds, conditionals, onBound, gaps: conditionalGaps } = sortRules(texts);
  const isOften = (rule: string, name: string) => chanceBroken(rule, name, columns) >= LEAST_BROKEN;
  const oftenBound = bounds.filter(
    ({ low, high, lowName, highName, isStrict }) =>
      onBound.some(({ sides }) => sides.includes(low) && sides.includes(high)) ||
      isOften(`${low} ${isStrict ? '<' : '<='} ${high}`, (lowName ?? highName) as string),
  );
  // of columns that bounds tie to others as well, a bound that nearly holds is one
  const isTied = (name: string) =>
    oftenBound.some(({ lowName, highName }) => name === lowName || name === highName);
  for (const [lowName, highName] of nearly) {
    if (!isTied(lowName) || !isTied(highName)) continue;
    const [low, high] = [lowName, highName].map(nameInRule);
    oftenBound.push({ low, high, lowName, highName, isStrict: false });
  }
  // what the response decides the vine has already, but for a few rows
  const oftenBroken = conditionals.filter(
    ({ rule, name, condition }) =>
      !columnsIn(parseRule(condition)).includes(response.name) && isOften(rule, name),
  );
  const isFree = (name: string) =>
    name !== response.name && !derived.has(name) && !given.has(name) && byName.has(name);
  const gaps = (name: string) => byName.get(name)?.missing?.reduce((sum, is) => sum + is, 0) ?? 0;
  const isNumber = (name: string) => columns.get(name)?.kind !== 'category';
  const depends = () =>
    new Map([
      ...[...derived].map(([name, { by }]) => [name, sourcesOf(by)] as const),
      ...[...given].map(([name, own]) => [name, neededBy(own)] as const),
    ]);
  const cells = new Map<string, Cells>();
  const close = new Set<string>();
  const bringClose = (isAsked: (sources: readonly string[]) => boolean) => {
    for (const [name, to] of near) {
      const sources = sourcesOfNear(to);
      if (!isAsked(sources) || !isFree(name)) continue;
      if ([name, ...sources].some((each) => closed.has(each))) {
        notes.push(
          `${name}: lies close to ${to}, but is not drawn by it: of these columns some are sensitive or cut with sensitive ones, and no truncation would cut that.`,
        );
        continue;
      }
      if (sources.some((each) => reaches(depends(), each, name))) continue;
      const made = encodedNear(byName.get(name) as PreparedColumn, to, columns, settings);
      if (!made) continue;
      close.add(name);
      given.set(name, made.given);
      byName.set(name, made.column);
    }
  };
  bringClose((sources) => sources.length > 1);
  // those without gaps first: what is missing bounds nothing
  const inOrder = prepared.columns
    .map(({ name }) => name)
    .filter((name) => isFree(name) && isNumber(name))
    .sort((a, b) => gaps(a) - gaps(b));
  const built = new Set<string>();
  for (const plan of planBounds(oftenBound, [response.name], inOrder, depends())) {
    const own = conditionsOn(plan, onBound).filter(({ condition }) =>
      columnsIn(parseRule(condition)).every((each) => !reaches(depends(), each, plan.name)),
    );
    const column = byName.get(plan.name) as PreparedColumn;
    const made = encodeBounds(column, plan, own, columns, settings, rng);
    if (!made) continue;
    for (const { rule } of own) built.add(rule);
    given.set(plan.name, made.given);
    byName.set(plan.name, made.column);
    if (made.cells) cells.set(plan.name, { name: plan.name, ...made.cells });
  }
  for (const [low, high] of nearly) {
    // the later one given the earlier
    const [own, other] = inOrder.indexOf(low) < inOrder.indexOf(high) ? [high, low] : [low, high];
    if ([own, other].some((name) => closed.has(name)) || !isFree(own)) continue;
    if (reaches(depends(), other, own)) continue;
    const from = { name: other, isBelow: other === low };
    const made = encodeDistance(byName.get(own) as PreparedColumn, from, columns, settings);
    if (!made) continue;
    given.set(own, made.given);
    byName.set(own, made.column);
  }
  // of a column that mostly equals another a bound says more
  bringClose((sources) => sources.length === 1);
  kept = kept.filter((each) => {
    const isLost = onBound.some(
      ({ rule, isEqual }) => isEqual && 'rule' in each && each.rule === rule && !built.has(rule),
    );
    if (isLost && !onlyCategories(each, columns)) {
      // next to no row would be drawn so that numbers are equal
      notes.push(`Rule "${constraintText(each)}": not kept, as no column can be drawn by it.`);
      return false;
    }
    return true;
  });
  const shared = sharedStates({
    constraints,
    gaps: conditionalGaps,
    byName,
    columns,
    derived,
    sensitive: new Set(sensitive),
    k: settings.k,
  });
  const take = (name: string, made: EncodedGiven<Given>) => {
    given.set(name, made.given);
    byName.set(name, made.column);
    cells.delete(name);
    if (made.cells) cells.set(name, { name, ...made.cells });
  };
  const classesFor = (name: string) =>
    drawsWithin(settings) && ![name, response.name].some((each) => closed.has(each))
      ? response
      : undefined;
  const isTiedTo = ({ name }: PreparedColumn) =>
    ['near', 'bounded'].includes(given.get(name)?.kind ?? '');
  const open = prepared.columns.filter(({ name }) => isFree(name) && !closed.has(name));
  const ties = prepared.columns.filter((each) => isTiedTo(each) && !closed.has(each.name));
  const hasTrees = drawsWithin(settings) && wantTrees(open);
  if (hasTrees && !isDraft) {
    const root = closed.has(response.name) ? undefined : response;
    const inTurn = [...open, ...sourcesFirst(ties, depends())];
    const tied = new Map(
      ties.map(({ name }) => [name, byName.get(name) as PreparedColumn] as const),
    );
    const { values, states } = await plantTrees(inTurn, root, shared, settings, rng, runner, tied);
    for (const [name, { given: tree, ...made }] of values) {
      const own = given.get(name);
      const isTied = own?.kind === 'near' || own?.kind === 'bounded';
      take(name, { ...made, given: isTied ? { ...own, tree } : tree });
    }
    for (const [name, stateTree] of states) {
      byName.set(name, { ...(byName.get(name) as PreparedColumn), stateTree });
    }
  }
  for (const [name, conditions] of grouped(oftenBroken)) {
    if (!isFree(name)) continue;
    const usable = conditions.filter((condition) =>
      columnsIn(parseRule(condition)).every((each) => !reaches(depends(), each, name)),
    );
    const made = encodeBranches(
      byName.get(name) as PreparedColumn,
      usable,
      columns,
      classesFor(name),
      settings,
      rng,
    );
    if (made) take(name, made);
  }
  if (!isDraft) placeColumns(prepared, byName, [...cells.values()], rng);
  const own = prepared.columns.flatMap(({ name }): PreparedColumn[] => {
    const column = byName.get(name) as PreparedColumn;
    const keepsMissing = column.keepsMissing && !shared.decided.has(name);
    if (!derived.has(name)) return [{ ...column, keepsMissing }];
    return keepsMissing ? [{ ...column, isDerived: true }] : [];
  });
  for (const name of close) {
    const { to, scale } = given.get(name) as Near;
    notes.push(
      `${name}: lies close to ${to}, and is drawn as that ${nearWords[scale]}. If this is chance, declare it in the schema: "derived": {${JSON.stringify(name)}: false}.`,
    );
  }
  return {
    prepared: { ...prepared, rows, columns: own, response },
    derived,
    given,
    isTied: hasTrees || close.size > 0,
    missingAs: shared.missingAs,
    missingIf: shared.missingIf,
    constraints: kept,
    declared: { derived: declaredIn(derived, near), constraints },
    sensitive,
    notes,
  };
}

/** The paper's vine has the columns as they are. */
function drawsWithin({ rules, byClass, margins }: ResolvedFit): boolean {
  return rules !== 'none' && byClass !== 'never' && margins === 'smooth';
}

/** The conditions that put a column on one of its bounds, or beyond them. */
function conditionsOn(
  { name, lower, upper }: PlannedBounds,
  conditions: readonly ConditionalBound[],
): ConditionalBound[] {
  const own = nameInRule(name);
  return conditions.filter(({ sides }) => {
    const other = sides[0] === own ? sides[1] : sides[1] === own ? sides[0] : undefined;
    return other !== undefined && [...lower, ...upper].includes(other);
  });
}

function onlyCategories(constraint: Constraint, columns: ReadonlyMap<string, RuleColumn>): boolean {
  return namesIn(constraint).every((name) => columns.get(name)?.kind === 'category');
}

/** Combinations and rules say themselves which columns follow from others. */
function declaredIn(
  derived: ReadonlyMap<string, DerivedPlan>,
  near: ReadonlyMap<string, string>,
): Map<string, DerivedSchema> {
  return new Map<string, DerivedSchema>([
    ...[...derived].flatMap(([name, { by }]): [string, DerivedSchema][] =>
      by.kind === 'part' || by.kind === 'rule' ? [] : [[name, { from: [...sourcesOf(by)] }]],
    ),
    ...[...near].map(([name, to]): [string, DerivedSchema] => [name, { near: to }]),
  ]);
}

/** Columns in an order in which none needs a later one. */
function sourcesFirst(
  columns: readonly PreparedColumn[],
  depends: ReadonlyMap<string, readonly string[]>,
): PreparedColumn[] {
  const ordered: PreparedColumn[] = [];
  const visit = (column: PreparedColumn) => {
    if (ordered.includes(column)) return;
    for (const other of columns) {
      if (other !== column && reaches(depends, column.name, other.name)) visit(other);
    }
    ordered.push(column);
  };
  for (const column of columns) visit(column);
  return ordered;
}

function reaches(
  depends: ReadonlyMap<string, readonly string[]>,
  from: string,
  to: string,
): boolean {
  return from === to || (depends.get(from) ?? []).some((next) => reaches(depends, next, to));
}

/** Conditions by the column whose range they decide; those about missing cells are not known before it is drawn. */
function grouped(
  conditionals: readonly { readonly condition: string; readonly name: string }[],
): Map<string, string[]> {
  const byColumn = new Map<string, string[]>();
  for (const { condition, name } of conditionals) {
    if (/\bmissing\b/i.test(condition)) continue;
    const own = byColumn.get(name) ?? [];
    if (!own.includes(condition)) byColumn.set(name, [...own, condition]);
  }
  return byColumn;
}
