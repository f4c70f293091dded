/**
 * A rule and the columns it is about, as a function of the row. What is not known, because a cell is missing,
 * is NaN, and so is what depends on it; a rule is broken only where it is known not to hold.
 */

import { stepOf } from '../margins/grid.ts';
import { didYouMean, listed } from '../numerics/checkName.ts';
import { kernel } from '../numerics/kernel.ts';
import { nearestName } from '../numerics/nearestName.ts';
import { type Comparison, type Expression, partsOf } from './expression.ts';
import { parseRule, ruleError } from './parseRule.ts';
import { levelNumbers, type RuleColumn } from './ruleColumn.ts';
import { fullYears } from './years.ts';

/** A number of the row: of a statement 1 or 0; NaN where it is not known. */
export type RowNumber = (row: number) => number;

/** Part of a rule that can be computed. */
interface Bound {
  readonly kind: 'number' | 'date' | 'category' | 'text' | 'truth';
  readonly of: RowNumber;
  readonly column?: RuleColumn;
  readonly text?: string;
}

interface Binding {
  readonly rule: string;
  readonly columns: ReadonlyMap<string, RuleColumn>;
  /** Whether a level that no row has is an error; in a model it may have been pooled. */
  readonly isReal: boolean;
}

/**
 * Whether a rule holds: 1, 0, or NaN where it is not known. `isReal`: the columns are those of a real table,
 * in which a level that a rule names must be there.
 */
export function bindRule(
  rule: string,
  columns: ReadonlyMap<string, RuleColumn>,
  isReal = false,
): RowNumber {
  const expression = parseRule(rule);
  const bound = bind(expression, { rule, columns, isReal });
  if (bound.kind !== 'truth') {
    throw ruleError(
      rule,
      expression.at,
      'it states nothing; compare two things, as in admitted <= discharged',
    );
  }
  return bound.of;
}

/** The value of an expression of numbers and dates; dates count in days. */
export function bindNumber(
  rule: string,
  expression: Expression,
  columns: ReadonlyMap<string, RuleColumn>,
): RowNumber {
  return numberOf(expression, { rule, columns, isReal: false });
}

/** Refuses names that no column has. */
export function checkRuleNames(
  rule: string,
  expression: Expression,
  names: readonly string[],
): void {
  if (expression.kind === 'column' && !names.includes(expression.name)) {
    const advice = didYouMean(expression.name, names, `There are ${listed(names)}.`);
    const found = `there is no column '${expression.name}'. ${advice.replace(/\.$/, '')}`;
    throw ruleError(rule, expression.at, found);
  }
  for (const part of partsOf(expression)) checkRuleNames(rule, part, names);
}

function bind(expression: Expression, binding: Binding): Bound {
  const { rule, columns } = binding;
  switch (expression.kind) {
    case 'number': {
      const { value } = expression;
      return { kind: 'number', of: () => value };
    }
    case 'text':
      return { kind: 'text', of: () => Number.NaN, text: expression.value };
    case 'column':
      return boundColumn(expression, binding);
    case 'arithmetic':
    case 'call':
      return { kind: 'number', of: numberOf(expression, binding) };
    case 'comparison':
      return { kind: 'truth', of: comparisonOf(expression, binding) };
    case 'in': {
      const { value, among, at } = expression;
      const each = among.map((other) =>
        comparisonOf({ kind: 'comparison', at, operator: '=', left: value, right: other }, binding),
      );
      return { kind: 'truth', of: (row) => largest(each, row) };
    }
    case 'missing': {
      const { value } = expression;
      if (value.kind !== 'column') {
        throw ruleError(rule, expression.at, `only a column can be missing`);
      }
      checkRuleNames(rule, value, [...columns.keys()]);
      const { values } = columns.get(value.name) as RuleColumn;
      return { kind: 'truth', of: (row) => (Number.isNaN(values[row]) ? 1 : 0) };
    }
    case 'not': {
      const inner = truthOf(expression.value, binding);
      return { kind: 'truth', of: (row) => 1 - inner(row) };
    }
    case 'and': {
      const both = [truthOf(expression.left, binding), truthOf(expression.right, binding)];
      return { kind: 'truth', of: (row) => 1 - largest(both.map(negated), row) };
    }
    case 'or': {
      const either = [truthOf(expression.left, binding), truthOf(expression.right, binding)];
      return { kind: 'truth', of: (row) => largest(either, row) };
    }
    case 'if': {
      const either = [
        negated(truthOf(expression.left, binding)),
        truthOf(expression.right, binding),
      ];
      return { kind: 'truth', of: (row) => largest(either, row) };
    }
  }
}

const negated =
  (of: RowNumber): RowNumber =>
  (row) =>
    1 - of(row);

/** 1 if any is 1; else NaN if any is not known; else 0. */
function largest(parts: readonly RowNumber[], row: number): number {
  let found = 0;
  for (const part of parts) {
    const value = part(row);
    if (value === 1) return 1;
    if (Number.isNaN(value)) found = Number.NaN;
  }
  return found;
}

function boundColumn(
  expression: Extract<Expression, { kind: 'column' }>,
  { rule, columns }: Binding,
): Bound {
  checkRuleNames(rule, expression, [...columns.keys()]);
  const column = columns.get(expression.name) as RuleColumn;
  const { values, days = 1, kind } = column;
  if (kind === 'date') return { kind, column, of: (row) => values[row] * days };
  return { kind, column, of: (row) => values[row] };
}

function truthOf(expression: Expression, binding: Binding): RowNumber {
  const bound = bind(expression, binding);
  if (bound.kind === 'truth') return bound.of;
  throw ruleError(
    binding.rule,
    expression.at,
    'this is no statement; compare it with something, as in age >= 18',
  );
}

function numberOf(expression: Expression, binding: Binding): RowNumber {
  const { rule } = binding;
  if (expression.kind === 'arithmetic') {
    const { operator, at } = expression;
    const left = numberOf(expression.left, binding);
    const right = numberOf(expression.right, binding);
    switch (operator) {
      case '+':
        return (row) => left(row) + right(row);
      case '-':
        return (row) => left(row) - right(row);
      case '*':
        return (row) => left(row) * right(row);
      case '/':
        return (row) => finite(left(row) / right(row));
      default:
        throw ruleError(rule, at, `unknown sign '${operator}'`);
    }
  }
  if (expression.kind === 'call') return callOf(expression, binding);
  const bound = bind(expression, binding);
  if (bound.kind === 'number' || bound.kind === 'date') return bound.of;
  const numbers = bound.column && levelNumbers(bound.column);
  if (numbers) {
    const { of } = bound;
    return (row) => (Number.isNaN(of(row)) ? Number.NaN : numbers[of(row)]);
  }
  const what = bound.column ? `'${bound.column.name}' is a category` : `this is a ${bound.kind}`;
  throw ruleError(rule, expression.at, `${what}, and a number is needed here`);
}

const finite = (value: number) => (Number.isFinite(value) ? value : Number.NaN);

function callOf(expression: Extract<Expression, { kind: 'call' }>, binding: Binding): RowNumber {
  const parts = expression.parts.map((part) => numberOf(part, binding));
  const [first, second] = parts;
  switch (expression.name) {
    case 'min':
      return (row) => Math.min(...parts.map((part) => part(row)));
    case 'max':
      return (row) => Math.max(...parts.map((part) => part(row)));
    case 'abs':
      return (row) => Math.abs(first(row));
    case 'floor':
      return (row) => Math.floor(first(row));
    case 'round':
      return (row) => rounded(first(row), second ? second(row) : 0);
    case 'years':
      return (row) => fullYears(first(row), second(row));
    // the kernel's, as those of JavaScript differ between engines
    case 'log':
      return (row) => finite(kernel().log(first(row)));
    case 'exp':
      return (row) => finite(kernel().exp(first(row)));
    case 'sqrt':
      return (row) => Math.sqrt(first(row));
  }
}

function rounded(value: number, decimals: number): number {
  const scale = Number(`1e${Math.min(Math.max(Math.trunc(decimals), 0), 15) || 0}`);
  return Math.round(value * scale) / scale + 0;
}

function comparisonOf(
  expression: Extract<Expression, { kind: 'comparison' }>,
  binding: Binding,
): RowNumber {
  const { operator } = expression;
  const left = sideOf(expression.left, binding);
  const right = sideOf(expression.right, binding);
  if (left.text !== undefined && right.text !== undefined) {
    throw ruleError(binding.rule, expression.at, 'it compares two texts; one side is a column');
  }
  if (right.text !== undefined) return withText(left, right.text, operator, expression, binding);
  if (left.text !== undefined) {
    return withText(right, left.text, mirrored(operator), expression, binding);
  }
  if (left.kind === 'category' && right.kind === 'category') {
    return ofCategories(left, right, operator, expression, binding);
  }
  const a = numberOf(expression.left, binding);
  const b = numberOf(expression.right, binding);
  const slack = operator === '=' || operator === '!=' ? halfStep(left, right) : 0;
  return (row) => compared(a(row), b(row), operator, slack);
}

/** A side that is a column or a text as it is; anything else as a number. */
function sideOf(expression: Expression, binding: Binding): Bound {
  const bound = bind(expression, binding);
  if (bound.kind === 'truth') {
    throw ruleError(binding.rule, expression.at, 'a statement cannot be compared');
  }
  return bound;
}

/** What a column on one side of an equation was rounded by, and floating point on top. */
function halfStep(left: Bound, right: Bound): number {
  const steps = [left, right].flatMap(({ column }) =>
    column && column.kind !== 'category' ? [stepOf(column.grid) * (column.days ?? 1)] : [],
  );
  return steps.length === 0 ? 0 : Math.max(...steps) / 2;
}

function compared(a: number, b: number, operator: Comparison, slack: number): number {
  if (Number.isNaN(a) || Number.isNaN(b)) return Number.NaN;
  const room = slack + 1e-9 * Math.max(1, Math.abs(a), Math.abs(b));
  switch (operator) {
    case '=':
      return Math.abs(a - b) <= room ? 1 : 0;
    case '!=':
      return Math.abs(a - b) <= room ? 0 : 1;
    case '<':
      return a < b ? 1 : 0;
    case '<=':
      return a <= b ? 1 : 0;
    case '>':
      return a > b ? 1 : 0;
    case '>=':
      return a >= b ? 1 : 0;
  }
}

function mirrored(operator: Comparison): Comparison {
  const others: Partial<Record<Comparison, Comparison>> = {
    '<': '>',
    '<=': '>=',
    '>': '<',
    '>=': '<=',
  };
  return others[operator] ?? operator;
}

function withText(
  { kind, column, of }: Bound,
  text: string,
  operator: Comparison,
  expression: Expression,
  { rule, isReal }: Binding,
): RowNumber {
  if (kind === 'date' && column?.parse) {
    const day = column.parse(text) * (column.days ?? 1);
    if (Number.isNaN(day)) {
      throw ruleError(rule, expression.at, `'${text}' is no date as '${column.name}' writes it`);
    }
    return (row) => compared(of(row), day, operator, 0);
  }
  if (kind !== 'category' || !column) {
    const what = column ? `'${column.name}' holds numbers` : 'this is a number';
    throw ruleError(rule, expression.at, `${what}, which cannot be compared with a text`);
  }
  const isOrder = operator !== '=' && operator !== '!=';
  if (isOrder && !column.isOrdered) {
    throw ruleError(rule, expression.at, `the levels of '${column.name}' have no order`);
  }
  const place = column.levels?.indexOf(text) ?? -1;
  if (place < 0 && (isOrder || isReal)) {
    const advice = nearestName(text, column.levels ?? []);
    const hint = advice === undefined ? '' : `; did you mean '${advice}'?`;
    throw ruleError(rule, expression.at, `'${column.name}' has no level '${text}'${hint}`);
  }
  return (row) => compared(of(row), place, operator, 0);
}

function ofCategories(
  left: Bound,
  right: Bound,
  operator: Comparison,
  expression: Expression,
  { rule }: Binding,
): RowNumber {
  if (operator !== '=' && operator !== '!=') {
    throw ruleError(rule, expression.at, 'two categories can be compared by = and != alone');
  }
  const names = right.column?.levels ?? [];
  const places = (left.column?.levels ?? []).map((level) => names.indexOf(level));
  return (row) => {
    const code = left.of(row);
    return compared(Number.isNaN(code) ? code : places[code], right.of(row), operator, 0);
  };
}
