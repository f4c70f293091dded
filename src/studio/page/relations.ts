/** What holds between columns, found or declared, and what becomes of it: as data, for the page and its tests. */

import type { FoundRelation } from '../../model/findRelations.ts';
import { checkRuleNames } from '../../rules/bindRule.ts';
import { constraintText } from '../../rules/constraintText.ts';
import { columnsIn } from '../../rules/expression.ts';
import { parseRule } from '../../rules/parseRule.ts';
import type { Constraint } from '../../table/schema.ts';
import type { DeclaredSchema } from '../engine/protocol.ts';
import type { Choices } from './choices.ts';
import { pageWords } from './pageWords.ts';

export interface RelationLine {
  readonly text: string;
  /** What a fit does with it: keeps it as it was found to hold, or because it is declared; or does not. */
  readonly state: 'kept' | 'declared' | 'refused' | 'not kept';
  /** The schema after the other choice; null where there is none. */
  readonly other: { readonly words: string; readonly schema: DeclaredSchema } | null;
}

/** What a fit goes by when it keeps rules that it finds. */
export interface FitOf {
  readonly rules: Choices['rules'];
  readonly sensitive: readonly string[];
  /** Rows of the table, of which a fifth is held out. */
  readonly rows: number;
}

/** Rows of a fit from which on it keeps rules that it finds (model/foundConstraints.ts), and its share. */
const FEWEST_ROWS = 500;
const FITTED = 0.8;

/** Those that are found, then those that are declared and not among them. */
export function relationLines(
  found: readonly FoundRelation[],
  schema: DeclaredSchema,
  fit: FitOf,
): RelationLine[] {
  const lines = found.map((each) => foundLine(each, schema, fit));
  const texts = new Set(found.flatMap(({ constraint }) => (constraint ? [key(constraint)] : [])));
  const names = new Set(found.flatMap(({ derived }) => (derived ? [derived.name] : [])));
  const declared = (schema.constraints ?? []) as readonly Constraint[];
  const state = fit.rules === 'none' ? 'not kept' : 'declared';
  return [
    ...lines,
    ...declared
      .filter((each) => !texts.has(key(each)))
      .map((each): RelationLine => {
        const without = withoutConstraint(schema, each);
        return { text: constraintText(each), state, other: { words: 'Remove', schema: without } };
      }),
    ...Object.entries(schema.derived ?? {})
      .filter(([name]) => !names.has(name))
      .map(([name, from]): RelationLine => {
        const other = { words: 'Remove', schema: withoutDerived(schema, name) };
        return from === false
          ? { text: `${name} follows from no other column`, state: 'refused', other }
          : { text: `${name} ${sourcesIn(from)}`, state, other };
      }),
  ];
}

function foundLine(
  { derived, constraint, isExact, text: whole }: FoundRelation,
  schema: DeclaredSchema,
  fit: FitOf,
): RelationLine {
  const text = pageWords(whole);
  const isKept = isExact && (derived?.near ? keepsNear(derived, fit) : keepsFound(constraint, fit));
  if (fit.rules === 'none') return { text, state: 'not kept', other: null };
  if (derived) {
    const { name, from, near } = derived;
    const now = schema.derived?.[name];
    const undo = { words: 'Undo', schema: withoutDerived(schema, name) };
    if (now === false) return { text, state: 'refused', other: undo };
    if (now !== undefined) return { text, state: 'declared', other: undo };
    const set = (value: unknown) => ({ ...schema, derived: { ...schema.derived, [name]: value } });
    return isKept
      ? { text, state: 'kept', other: { words: 'Do not keep', schema: set(false) } }
      : {
          text,
          state: 'not kept',
          other: { words: 'Keep', schema: set(near ? { near } : { from }) },
        };
  }
  const own = constraint as Constraint;
  if ((schema.constraints ?? []).some((each) => key(each) === key(own))) {
    const undo = { words: 'Undo', schema: withoutConstraint(schema, own) };
    return { text, state: 'declared', other: undo };
  }
  if (isKept) return { text, state: 'kept', other: null };
  return { text, state: 'not kept', other: { words: 'Keep', schema: withRule(schema, own) } };
}

/** Rules that are found tell of sensitive columns, and with few rows of chance. */
function keepsFound(
  constraint: Constraint | undefined,
  { rules, sensitive, rows }: FitOf,
): boolean {
  if (rules !== 'auto') return false;
  if (!constraint || !('rule' in constraint)) return true;
  const names = columnsIn(parseRule(constraint.rule));
  return FITTED * rows >= FEWEST_ROWS && !names.some((name) => sensitive.includes(name));
}

/** The same of what a column lies close to. */
function keepsNear(
  { name, from }: { readonly name: string; readonly from: readonly string[] },
  { rules, sensitive, rows }: FitOf,
): boolean {
  const isOpen = [name, ...from].every((each) => !sensitive.includes(each));
  return rules === 'auto' && FITTED * rows >= FEWEST_ROWS && isOpen;
}

/** The schema with a rule as it was typed; an error says what is wrong with it. */
export function withTypedRule(
  schema: DeclaredSchema,
  typed: string,
  names: readonly string[],
): DeclaredSchema {
  const rule = typed.trim();
  checkRuleNames(rule, parseRule(rule), names);
  const isThere = (schema.constraints ?? []).some((each) => key(each) === key({ rule }));
  return isThere ? schema : withRule(schema, { rule });
}

function withRule(schema: DeclaredSchema, constraint: Constraint): DeclaredSchema {
  return { ...schema, constraints: [...(schema.constraints ?? []), constraint] };
}

function withoutConstraint(schema: DeclaredSchema, constraint: Constraint): DeclaredSchema {
  const { constraints = [], ...rest } = schema;
  const others = constraints.filter((each) => key(each) !== key(constraint));
  return others.length > 0 ? { ...rest, constraints: others } : rest;
}

function withoutDerived(schema: DeclaredSchema, name: string): DeclaredSchema {
  const { derived = {}, ...rest } = schema;
  const { [name]: _, ...others } = derived;
  return Object.keys(others).length > 0 ? { ...rest, derived: others } : rest;
}

function key(constraint: object): string {
  return JSON.stringify(constraint);
}

function sourcesIn(declared: unknown): string {
  const { from = [], near } = declared as { from?: string | readonly string[]; near?: string };
  return near === undefined
    ? `follows from ${[from].flat().join(' and ')}`
    : `lies close to ${near}`;
}
