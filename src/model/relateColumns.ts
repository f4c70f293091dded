/**
 * What holds between the columns of a fit, and what becomes of it: derived columns leave the vine and are
 * computed from their sources; columns under a rule are drawn given the others (rules/given.ts); columns that are
 * missing together share one state. What is found in the table is kept where it holds in every row but a few that
 * nothing is told of, and where it protects no sensitive column less; what the schema declares is always kept.
 */

import { InputError } from '../numerics/inputError.ts';
import { ranks } from '../numerics/ranks.ts';
import type { Rng } from '../random/rng.ts';
import { chanceBroken } from '../rules/chanceBroken.ts';
import { constraintText } from '../rules/constraintText.ts';
import { type Derivation, sourcesOf } from '../rules/derivation.ts';
import { columnsIn } from '../rules/expression.ts';
import { findBounds } from '../rules/findBounds.ts';
import { findConditions } from '../rules/findConditions.ts';
import { findDerived } from '../rules/findDerived.ts';
import { isExact } from '../rules/finding.ts';
import { findTogether } from '../rules/findTogether.ts';
import { type Given, neededBy } from '../rules/given.ts';
import { parseRule } from '../rules/parseRule.ts';
import { planBounds } from '../rules/planBounds.ts';
import type { RuleColumn } from '../rules/ruleColumn.ts';
import { sortRules } from '../rules/sortRules.ts';
import { countBroken, ruleChecks } from '../rules/violations.ts';
import { counted } from '../table/counted.ts';
import type { Constraint, DerivedSchema, TableSchema } from '../table/schema.ts';
import { categoryTree } from './categoryTree.ts';
import { namesIn } from './checkConstraints.ts';
import { declaredDerivation } from './declaredDerivation.ts';
import { encodeBounds, encodeBranches, encodeJoint, encodeWithin } from './encodeGiven.ts';
import type { Prepared, PreparedColumn } from './prepareColumns.ts';
import { preparedRuleColumn } from './ruleColumns.ts';
import type { ResolvedFit } from './settings.ts';

export interface DerivedPlan {
  readonly by: Derivation;
  readonly levels?: readonly string[];
}

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

/** Rules that are found are kept in tables of at least so many rows. */
const FEWEST_ROWS = 500;

/**
 * Rules that chance would break in a smaller share of rows are kept by drawing the few rows again that break
 * them: the vine has the columns as they are, and the distribution hardly changes.
 */
const LEAST_BROKEN = 0.02;

/**
 * What is found, and what becomes of it where some columns are protected: `closed`, these are drawn given no
 * category, nor is another one given them, as no truncation would cut that.
 */
export function relateColumns(
  prepared: Prepared,
  settings: ResolvedFit,
  rng: Rng,
): (closed: ReadonlySet<string>) => Related {
  const notes: string[] = [];
  const columns = new Map(prepared.columns.map((each) => [each.name, preparedRuleColumn(each)]));
  const derived = derivedColumns(prepared, columns, settings, notes);
  const declared = declaredConstraints(columns, settings, notes);
  const tied = tiesOf(derived, declared);
  const sensitive = withTies(settings.sensitive, tied, notes);
  const found = foundConstraints(prepared, columns, derived, new Set(sensitive), settings, notes);
  const constraints = [...declared, ...found];
  return (closed) =>
    apply(
      { prepared, columns, derived: new Map(derived), sensitive, notes: [...notes] },
      constraints,
      new Set([...closed, ...sensitive]),
      settings,
      rng,
    );
}

/** The paper's vine has the columns as they are. */
function drawsWithin({ rules, byClass, margins }: ResolvedFit): boolean {
  return rules !== 'none' && byClass !== 'never' && margins === 'smooth';
}

/** Functions that the schema declares, defines by rules, or that are found. */
function derivedColumns(
  { columns: all, response }: Prepared,
  columns: ReadonlyMap<string, RuleColumn>,
  { schema, rules, k }: ResolvedFit,
  notes: string[],
): Map<string, DerivedPlan> {
  const derived = new Map<string, DerivedPlan>();
  if (rules === 'none') return derived;
  const add = (name: string, by: Derivation) => {
    const levels = columns.get(name)?.levels;
    derived.set(name, { by, ...(levels && { levels }) });
  };
  const leadsTo = (name: string, to: string): boolean =>
    name === to ||
    (derived.has(name) &&
      sourcesOf(derived.get(name)?.by as Derivation).some((source) => leadsTo(source, to)));
  const declare = (name: string, by: Derivation, what: string) => {
    if (name === response.name) {
      notes.push(`${name}: ${what}, but it is the response, which is modelled itself.`);
      return;
    }
    if (sourcesOf(by).some((source) => leadsTo(source, name))) {
      throw new InputError(`Derived columns: '${name}' follows from itself. Take out ${what}.`);
    }
    add(name, by);
    notes.push(`${name}: computed from ${sourcesOf(by).join(', ')}, as declared.`);
  };
  for (const [name, from] of schema.derived ?? []) {
    if (from === false || !columns.has(name)) continue;
    const by = declaredDerivation(name, from.from, columns, k, notes);
    if (by) declare(name, by, 'its entry under derived');
  }
  const texts = (schema.constraints ?? []).flatMap((each) => ('rule' in each ? [each.rule] : []));
  for (const [name, rule] of sortRules(texts).defined) {
    const target = columns.get(name);
    const isThere = columnsIn(parseRule(rule)).every((each) => columns.has(each));
    if (!target || !isThere || derived.has(name)) continue;
    if (target.kind === 'category') {
      const [source] = columnsIn(parseRule(rule)).filter((each) => each !== name);
      const by = declaredDerivation(name, source, columns, k, notes);
      if (by) declare(name, by, `the rule "${rule}"`);
    } else declare(name, { kind: 'rule', rule }, `the rule "${rule}"`);
  }
  if (rules !== 'auto') return derived;
  const refused = [...(schema.derived ?? [])].flatMap(([name, from]) => (from ? [] : [name]));
  const free = all
    .filter(({ name }) => !derived.has(name))
    .map(({ name }) => columns.get(name) as RuleColumn);
  const kept = new Set([
    response.name,
    ...refused,
    ...[...derived.values()].flatMap(({ by }) => sourcesOf(by)),
  ]);
  for (const { name, by } of findDerived(free, { k, kept }).exact) {
    add(name, by);
    notes.push(
      `${name}: found to follow from ${sourcesOf(by).join(', ')}, and computed from it. If this is chance, declare it in the schema: "derived": {${JSON.stringify(name)}: false}.`,
    );
  }
  return derived;
}

/** The constraints of the schema whose columns are all modelled; how well they hold is noted. */
function declaredConstraints(
  columns: ReadonlyMap<string, RuleColumn>,
  { schema, rules, k }: ResolvedFit,
  notes: string[],
): Constraint[] {
  if (rules === 'none') return [];
  return (schema.constraints ?? []).filter((constraint) => {
    const lacking = namesIn(constraint).filter((name) => !columns.has(name));
    if (lacking.length > 0) {
      notes.push(
        `Rule "${constraintText(constraint)}": not kept, as ${lacking.join(', ')} is not modelled.`,
      );
      return false;
    }
    const rows = [...columns.values()][0].values.length;
    for (const check of ruleChecks([constraint], columns)) {
      const broken = countBroken(check, rows);
      if (broken === 0) continue;
      const many = broken < k ? `fewer than ${k} rows` : counted(broken, 'row');
      notes.push(
        `Rule "${check.text}": ${many} of the table break it; the synthetic table has none.`,
      );
    }
    return true;
  });
}

/** Pairs of columns of which one tells of the other: a derived one of its sources, those under one rule. */
function tiesOf(
  derived: ReadonlyMap<string, DerivedPlan>,
  constraints: readonly Constraint[],
): ReadonlyMap<string, ReadonlySet<string>> {
  const ties = new Map<string, Set<string>>();
  const tie = (a: string, b: string) => ties.set(a, (ties.get(a) ?? new Set()).add(b));
  for (const [name, { by }] of derived) for (const source of sourcesOf(by)) tie(name, source);
  for (const constraint of constraints) {
    if ('together' in constraint) continue;
    for (const a of namesIn(constraint))
      for (const b of namesIn(constraint)) if (a !== b) tie(a, b);
  }
  return ties;
}

/** Sensitive columns, and right behind each those that it is computed from or that a rule ties to it. */
function withTies(
  sensitive: readonly string[],
  ties: ReadonlyMap<string, ReadonlySet<string>>,
  notes: string[],
): string[] {
  const all: string[] = [];
  const visit = (name: string, because?: string) => {
    if (all.includes(name)) return;
    all.push(name);
    if (because !== undefined) notes.push(`${name}: protected like ${because}, which it tells of.`);
    for (const other of ties.get(name) ?? []) visit(other, name);
  };
  for (const name of sensitive) visit(name);
  return all;
}

/** Rules that hold in the table and are kept: none of a sensitive column, which they would tell of. */
function foundConstraints(
  { rows, response }: Prepared,
  columns: ReadonlyMap<string, RuleColumn>,
  derived: ReadonlyMap<string, DerivedPlan>,
  sensitive: ReadonlySet<string>,
  { rules, k }: ResolvedFit,
  notes: string[],
): Constraint[] {
  if (rules !== 'auto') return [];
  const own = [...columns.values()].filter(({ name }) => !derived.has(name));
  const together = findTogether([...columns.values()], k).map(
    (names): Constraint => ({ together: names }),
  );
  if (rows < FEWEST_ROWS) return together;
  const free = own.filter(({ name }) => !sensitive.has(name));
  const bounds = findBounds(free, k).filter((each) => isExact(each.exceptions, each.rows, k));
  const conditions = findConditions(free, { k, response: response.name });
  const found = [...bounds, ...conditions].map(({ rule }) => ({ rule }));
  if (found.length > 0) {
    const shown = found.slice(0, 8).map(({ rule }) => rule);
    const more = found.length - shown.length;
    notes.push(
      `${counted(found.length, 'rule')} found to hold in every row and kept: ${shown.join('; ')}${more > 0 ? `; and ${more} more` : ''}. To keep those of the schema alone, give --rules schema (in the library, rules: 'schema').`,
    );
  }
  return [...together, ...found];
}

interface Found {
  readonly prepared: Prepared;
  readonly columns: ReadonlyMap<string, RuleColumn>;
  readonly derived: Map<string, DerivedPlan>;
  readonly sensitive: readonly string[];
  readonly notes: string[];
}

function apply(
  { prepared, columns, derived, sensitive, notes }: Found,
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
      const why = join(
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
  const isOpen = (name: string) => isFree(name) && !closed.has(name);
  for (const { name, parent, byClass } of drawsWithin(settings)
    ? categoryTree(
        prepared.columns.filter((each) => isOpen(each.name)),
        response,
        (from, to) => reaches(depends(), from, to),
      )
    : []) {
    const [child, other] = [name, parent].map((each) => byName.get(each) as PreparedColumn);
    const classes = byClass && !closed.has(response.name) ? response : undefined;
    const made = encodeWithin(child, other, classes, settings, rng);
    if (!made) continue;
    given.set(name, made.given);
    byName.set(name, made.column);
  }
  for (const [name, conditions] of grouped(oftenBroken)) {
    if (!isFree(name)) continue;
    const usable = conditions.filter((condition) =>
      columnsIn(parseRule(condition)).every((each) => !reaches(depends(), each, name)),
    );
    const made = encodeBranches(byName.get(name) as PreparedColumn, usable, columns, settings, rng);
    if (!made) continue;
    given.set(name, made.given);
    byName.set(name, made.column);
  }
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

interface Joining {
  readonly byName: Map<string, PreparedColumn>;
  readonly columns: ReadonlyMap<string, RuleColumn>;
  readonly derived: Map<string, DerivedPlan>;
  readonly given: Map<string, Given>;
  readonly response: PreparedColumn;
  readonly score: Float64Array;
}

/** Makes one column of several categories; the reason why this cannot be. */
function join(
  names: readonly string[],
  { byName, columns, derived, given, response, score }: Joining,
  k: number,
): string | undefined {
  const wrong = names.find((name) => columns.get(name)?.kind !== 'category');
  if (wrong !== undefined) return `${wrong} is no category`;
  if (names.includes(response.name)) return `${response.name} is the response`;
  const taken = names.find((name) => derived.has(name) || given.has(name));
  if (taken !== undefined) return `${taken} follows from others already`;
  const made = encodeJoint(
    names.map((name) => byName.get(name) as PreparedColumn),
    score,
    k,
  );
  if (!made) return `fewer than two combinations have ${k} rows`;
  byName.set(names[0], made.column);
  given.set(names[0], made.given);
  made.parts.forEach((by, m) => {
    const name = names[m + 1];
    derived.set(name, { by, levels: columns.get(name)?.levels ?? [] });
  });
  return undefined;
}

/**
 * Whose missing state stands for others: in a group that is missing together, that of a sensitive column, or of
 * the first. A derived column is missing where a source is, unless the table says otherwise.
 */
function sharedStates(
  constraints: readonly Constraint[],
  byName: ReadonlyMap<string, PreparedColumn>,
  derived: ReadonlyMap<string, DerivedPlan>,
  sensitive: ReadonlySet<string>,
  k: number,
): Map<string, readonly string[]> {
  const missingAs = new Map<string, readonly string[]>();
  for (const constraint of constraints) {
    if (!('together' in constraint)) continue;
    const names = constraint.together.filter((name) => byName.get(name)?.keepsMissing);
    const first =
      names.find((name) => sensitive.has(name)) ??
      names.find((name) => !derived.has(name)) ??
      names[0];
    for (const name of names) {
      if (name !== first && !missingAs.has(name)) missingAs.set(name, [first]);
    }
  }
  const maskOf = (name: string) => byName.get(name)?.state ?? byName.get(name)?.missing;
  for (const [name, { by }] of derived) {
    const own = maskOf(name);
    // a column that stands for others has a state, and must keep it
    if ([...missingAs.values()].some((others) => others.includes(name))) continue;
    const sources = sourcesOf(by);
    const masks = sources.flatMap((source) => maskOf(source) ?? []);
    if (masks.length === 0) continue;
    const rows = masks[0].length;
    let differing = 0;
    for (let row = 0; row < rows; row++) {
      const isMissing = masks.some((mask) => mask[row] === 1);
      if (isMissing !== (own?.[row] === 1)) differing++;
    }
    if (differing < k) missingAs.set(name, sources);
  }
  return missingAs;
}
