/** What becomes of the columns of a fit under functions and rules: what the vine has of each. */

import { ranks } from '../numerics/ranks.ts';
import type { Rng } from '../random/rng.ts';
import { chanceBroken } from '../rules/chanceBroken.ts';
import { constraintText } from '../rules/constraintText.ts';
import { sourcesOf } from '../rules/derivation.ts';
import { columnsIn } from '../rules/expression.ts';
import { type Given, neededBy } from '../rules/given.ts';
import { parseRule } from '../rules/parseRule.ts';
import { planBounds } from '../rules/planBounds.ts';
import type { RuleColumn } from '../rules/ruleColumn.ts';
import { sortRules } from '../rules/sortRules.ts';
import type { Constraint, DerivedSchema, TableSchema } from '../table/schema.ts';
import { categoryTree } from './categoryTree.ts';
import type { DerivedPlan } from './derivedColumns.ts';
import { encodeBounds } from './encodeBounds.ts';
import { encodeBranches } from './encodeBranches.ts';
import type { EncodedGiven } from './encodedColumn.ts';
import { encodeWithin } from './encodeWithin.ts';
import { joinCategories } from './joinCategories.ts';
import { placeColumns } from './placeColumns.ts';
import type { Cells } from './placeInCells.ts';
import type { Prepared, PreparedColumn } from './prepareColumns.ts';
import type { ResolvedFit } from './settings.ts';
import { sharedStates } from './sharedStates.ts';

export interface Related {
  /** With what the vine has of each column; columns that it has nothing of are left out. */
  readonly prepared: Prepared;
  readonly derived: ReadonlyMap<string, DerivedPlan>;
  readonly given: ReadonlyMap<string, Given>;
  /** Columns that are missing where one of others is, by name. */
  readonly missingAs: ReadonlyMap<string, readonly string[]>;
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
  readonly sensitive: readonly string[];
  readonly notes: string[];
}

export function applyRelations(
  { prepared, columns, derived, sensitive, notes }: FoundRelations,
  constraints: readonly Constraint[],
  closed: ReadonlySet<string>,
  settings: ResolvedFit,
  rng: Rng,
): Related {
  const { response, rows } = prepared;
  const byName = new Map(prepared.columns.map((each) => [each.name, each]));
  const given = new Map<string, Given>();
  const kept: Constraint[] = [];
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
  const { bounds, conditionals } = sortRules(texts);
  const isOften = (rule: string, name: string) => chanceBroken(rule, name, columns) >= LEAST_BROKEN;
  const oftenBound = bounds.filter(({ low, high, lowName, highName, isStrict }) =>
    isOften(`${low} ${isStrict ? '<' : '<='} ${high}`, (lowName ?? highName) as string),
  );
  const oftenBroken = conditionals.filter(({ rule, name }) => isOften(rule, name));
  const isFree = (name: string) =>
    name !== response.name && !derived.has(name) && !given.has(name) && byName.has(name);
  const gaps = (name: string) => byName.get(name)?.missing?.reduce((sum, is) => sum + is, 0) ?? 0;
  const isNumber = (name: string) => columns.get(name)?.kind !== 'category';
  const depends = () =>
    new Map([
      ...[...derived].map(([name, { by }]) => [name, sourcesOf(by)] as const),
      ...[...given].map(([name, own]) => [name, neededBy(own)] as const),
    ]);
  // those without gaps first: what is missing bounds nothing
  const inOrder = prepared.columns
    .map(({ name }) => name)
    .filter((name) => isFree(name) && isNumber(name))
    .sort((a, b) => gaps(a) - gaps(b));
  for (const plan of planBounds(oftenBound, [response.name], inOrder, depends())) {
    const made = encodeBounds(byName.get(plan.name) as PreparedColumn, plan, columns, settings);
    if (!made) continue;
    given.set(plan.name, made.given);
    byName.set(plan.name, made.column);
  }
  const cells: Cells[] = [];
  const take = (name: string, made: EncodedGiven<Given>) => {
    given.set(name, made.given);
    byName.set(name, made.column);
    if (made.cells) cells.push({ name, ...made.cells });
  };
  const classesFor = (name: string) =>
    drawsWithin(settings) && ![name, response.name].some((each) => closed.has(each))
      ? response
      : undefined;
  const isOpen = (name: string) => isFree(name) && !closed.has(name);
  for (const { name, parent, byClass } of drawsWithin(settings)
    ? categoryTree(
        prepared.columns.filter((each) => isOpen(each.name)),
        response,
        (from, to) => reaches(depends(), from, to),
      )
    : []) {
    const [child, other] = [name, parent].map((each) => byName.get(each) as PreparedColumn);
    const made = encodeWithin(child, other, byClass ? classesFor(name) : undefined, settings, rng);
    if (made) take(name, made);
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
  placeColumns(prepared, byName, cells, rng);
  const missingAs = sharedStates(constraints, byName, derived, new Set(sensitive), settings.k);
  const own = prepared.columns.flatMap(({ name }): PreparedColumn[] => {
    const column = byName.get(name) as PreparedColumn;
    const keepsMissing = column.keepsMissing && !missingAs.has(name);
    if (!derived.has(name)) return [{ ...column, keepsMissing }];
    return keepsMissing ? [{ ...column, isDerived: true }] : [];
  });
  return {
    prepared: { ...prepared, rows, columns: own, response },
    derived,
    given,
    missingAs,
    constraints: kept,
    declared: { derived: declaredIn(derived), constraints },
    sensitive,
    notes,
  };
}

/** The paper's vine has the columns as they are. */
function drawsWithin({ rules, byClass, margins }: ResolvedFit): boolean {
  return rules !== 'none' && byClass !== 'never' && margins === 'smooth';
}

/** Combinations and rules say themselves which columns follow from others. */
function declaredIn(derived: ReadonlyMap<string, DerivedPlan>): Map<string, DerivedSchema> {
  return new Map(
    [...derived].flatMap(([name, { by }]) =>
      by.kind === 'part' || by.kind === 'rule' ? [] : [[name, { from: [...sourcesOf(by)] }]],
    ),
  );
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
