/** Rules by what can be done for them: defined columns, bounds, ranges under a condition, all others. */

import type { Expression } from './expression.ts';
import { columnsIn } from './expression.ts';
import { nameInRule, parseRule } from './parseRule.ts';

/** `low <= high`, or < if it is strict: expressions as texts, with the column's name where one side is a column. */
export interface Bound {
  readonly low: string;
  readonly high: string;
  readonly isStrict: boolean;
  readonly lowName?: string;
  readonly highName?: string;
}

/** A column whose range a condition decides. */
export interface Conditional {
  readonly rule: string;
  readonly condition: string;
  readonly name: string;
}

/** A condition under which two expressions, bounds of each other, are equal, or are not. */
export interface ConditionalBound {
  readonly rule: string;
  readonly condition: string;
  readonly sides: readonly [string, string];
  readonly isEqual: boolean;
}

/** A condition under which a column is missing. */
export interface ConditionalGap {
  readonly rule: string;
  readonly condition: string;
  readonly name: string;
  /** Where the condition is no more than that another column is missing: its name. */
  readonly as?: string;
}

export interface SortedRules {
  /** Rules that define a column, by its name. */
  readonly defined: ReadonlyMap<string, string>;
  readonly bounds: readonly Bound[];
  readonly conditionals: readonly Conditional[];
  readonly onBound: readonly ConditionalBound[];
  readonly gaps: readonly ConditionalGap[];
}

export function sortRules(rules: readonly string[]): SortedRules {
  const defined = new Map<string, string>();
  const bounds: Bound[] = [];
  const conditionals: Conditional[] = [];
  const onBound: ConditionalBound[] = [];
  const gaps: ConditionalGap[] = [];
  for (const rule of rules) {
    const expression = parseRule(rule);
    const definition = definedBy(expression);
    if (definition !== undefined && !defined.has(definition)) defined.set(definition, rule);
    else if (expression.kind === 'if') {
      const gap = conditionalGapOf(expression);
      if (gap) gaps.push({ rule, ...gap });
      const conditional = conditionalOf(expression);
      if (conditional) conditionals.push({ rule, ...conditional });
      const equal = conditionalBoundOf(expression);
      if (equal) onBound.push({ rule, ...equal });
    } else bounds.push(...boundsIn(expression));
  }
  return { defined, bounds, conditionals, onBound, gaps };
}

/** The column that an equation defines by others. */
function definedBy(expression: Expression): string | undefined {
  if (expression.kind !== 'comparison' || expression.operator !== '=') return undefined;
  const { left, right } = expression;
  if (left.kind !== 'column' || columnsIn(right).length === 0) return undefined;
  return columnsIn(right).includes(left.name) ? undefined : left.name;
}

function boundsIn(expression: Expression): Bound[] {
  if (expression.kind === 'and') {
    return [...boundsIn(expression.left), ...boundsIn(expression.right)];
  }
  if (expression.kind !== 'comparison') return [];
  const { operator } = expression;
  if (operator === '=' || operator === '!=') return [];
  const isRising = operator === '<' || operator === '<=';
  const [low, high] = isRising
    ? [expression.left, expression.right]
    : [expression.right, expression.left];
  if (low.kind !== 'column' && high.kind !== 'column') return [];
  // a bound that is the same for all rows needs no other column
  if (columnsIn(low).length === 0 || columnsIn(high).length === 0) return [];
  if (columnsIn(low).some((name) => columnsIn(high).includes(name))) return [];
  return [
    {
      low: textOf(low),
      high: textOf(high),
      isStrict: operator === '<' || operator === '>',
      ...(low.kind === 'column' && { lowName: low.name }),
      ...(high.kind === 'column' && { highName: high.name }),
    },
  ];
}

/** A condition, and the one column that the consequence is about. */
function conditionalOf({
  left,
  right,
}: Extract<Expression, { kind: 'and' | 'or' | 'if' }>): Omit<Conditional, 'rule'> | undefined {
  const names = columnsIn(right);
  if (names.length !== 1 || columnsIn(left).includes(names[0])) return undefined;
  return { condition: textOf(left), name: names[0] };
}

function conditionalGapOf({
  left,
  right,
}: Extract<Expression, { kind: 'and' | 'or' | 'if' }>): Omit<ConditionalGap, 'rule'> | undefined {
  if (right.kind !== 'missing' || right.value.kind !== 'column') return undefined;
  const { name } = right.value;
  if (columnsIn(left).includes(name) || columnsIn(left).length === 0) return undefined;
  const as = left.kind === 'missing' && left.value.kind === 'column' ? { as: left.value.name } : {};
  return { condition: textOf(left), name, ...as };
}

function conditionalBoundOf({
  left,
  right,
}: Extract<Expression, { kind: 'and' | 'or' | 'if' }>): Omit<ConditionalBound, 'rule'> | undefined {
  if (right.kind !== 'comparison' || !['=', '<', '>'].includes(right.operator)) return undefined;
  const sides = [right.left, right.right];
  if (sides.some((side) => columnsIn(side).length === 0)) return undefined;
  if (sides.some((side) => columnsIn(left).some((name) => columnsIn(side).includes(name)))) {
    return undefined;
  }
  return {
    condition: textOf(left),
    sides: [textOf(sides[0]), textOf(sides[1])],
    isEqual: right.operator === '=',
  };
}

/** An expression as the text of a rule. */
export function textOf(expression: Expression): string {
  switch (expression.kind) {
    case 'number':
      return expression.value < 0 ? `(0 - ${-expression.value})` : String(expression.value);
    case 'text':
      return `'${expression.value.replaceAll("'", "''")}'`;
    case 'column':
      return nameInRule(expression.name);
    case 'call':
      return `${expression.name}(${expression.parts.map(textOf).join(', ')})`;
    case 'in':
      return `${textOf(expression.value)} in (${expression.among.map(textOf).join(', ')})`;
    case 'missing':
      return `${textOf(expression.value)} is missing`;
    case 'not':
      return `not (${textOf(expression.value)})`;
    case 'arithmetic':
    case 'comparison':
      return `${side(expression.left)} ${expression.operator} ${side(expression.right)}`;
    case 'and':
    case 'or':
      return `(${textOf(expression.left)}) ${expression.kind} (${textOf(expression.right)})`;
    case 'if':
      return `if ${textOf(expression.left)} then ${textOf(expression.right)}`;
  }
}

function side(expression: Expression): string {
  const text = textOf(expression);
  return expression.kind === 'arithmetic' ? `(${text})` : text;
}
