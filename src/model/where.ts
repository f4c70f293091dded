/** Conditions that every row of a sample meets: `age>=65,sex=F`. */

import { stepOf } from '../margins/grid.ts';
import { type ColumnMargin, preimage } from '../margins/margin.ts';
import { rangeOfMargin } from '../margins/marginSchema.ts';
import { InputError } from '../numerics/inputError.ts';
import type { Comparison } from '../rules/expression.ts';
import type { RuleColumn } from '../rules/ruleColumn.ts';
import { columnOf, type Model } from './model.ts';
import { modelRuleColumn } from './ruleColumns.ts';

export type WhereValue = string | number | boolean;

/** As text, or a value for each column by its name. */
export type Where = string | Readonly<Record<string, WhereValue>>;

export interface Condition {
  readonly name: string;
  readonly operator: Comparison;
  /** As the column counts: a number, a date's number, a level's place. */
  readonly value: number;
}

const OPERATORS = ['<=', '>=', '!=', '<', '>', '='] as const;
/** Levels that an error names. */
const MOST_NAMED = 10;

/** The conditions, checked against the model's columns. */
export function conditionsOf(model: Model, where: Where): Condition[] {
  const given =
    typeof where === 'string'
      ? parseWhere(where, model)
      : Object.entries(where).map(([name, value]) => ({ name, operator: '=' as const, value }));
  if (given.length === 0) throw new InputError('Where: no condition. Give one such as age>=65.');
  return given.map(({ name, operator, value }) => {
    const column = columnOf(model, name);
    const { kind } = column.content;
    if (kind === 'identifier' || kind === 'missing') {
      const what = kind === 'identifier' ? 'holds identifiers' : 'is missing throughout';
      throw new InputError(`Where: '${name}' ${what}. Choose another column.`);
    }
    const own = modelRuleColumn(column, new Float64Array());
    const code = own.kind === 'category' ? levelCode(own, operator, value) : numberOf(own, value);
    return { name, operator, value: code };
  });
}

/** Parts between commas, a comma in quotes apart; a name may hold a sign if a column has this name. */
function parseWhere(text: string, model: Model) {
  const parts = text.match(/(?:'[^']*'|"[^"]*"|[^,'"])+/g) ?? [];
  return parts.map((part) => {
    const places = OPERATORS.flatMap((operator) => {
      const found: { at: number; operator: (typeof OPERATORS)[number] }[] = [];
      for (let at = part.indexOf(operator); at > 0; at = part.indexOf(operator, at + 1)) {
        found.push({ at, operator });
      }
      return found;
    }).sort((a, b) => a.at - b.at || b.operator.length - a.operator.length);
    const isColumn = (at: number) =>
      model.columns.some(({ name }) => name === unquoted(part.slice(0, at)));
    const sign = places.find(({ at }) => isColumn(at)) ?? places[0];
    if (!sign) {
      throw new InputError(
        `Where: found '${part.trim()}'. Give conditions such as age>=65,sex=F, with one of ${OPERATORS.join(' ')}.`,
      );
    }
    return {
      name: unquoted(part.slice(0, sign.at)),
      operator: sign.operator,
      value: unquoted(part.slice(sign.at + sign.operator.length)),
    };
  });
}

function unquoted(text: string): string {
  const trimmed = text.trim();
  return /^'.*'$|^".*"$/s.test(trimmed) ? trimmed.slice(1, -1) : trimmed;
}

function levelCode(
  { name, levels = [], isOrdered }: RuleColumn,
  operator: Comparison,
  value: WhereValue,
): number {
  if (operator !== '=' && operator !== '!=' && !isOrdered) {
    throw new InputError(`Where: the levels of '${name}' have no order. Use = or !=.`);
  }
  const place = levels.indexOf(String(value));
  const isSame = (level: string) => level.trim() !== '' && Number(level) === Number(value);
  const found = place >= 0 || String(value).trim() === '' ? place : levels.findIndex(isSame);
  if (found >= 0) return found;
  const shown = levels.slice(0, MOST_NAMED).join(', ');
  const more = levels.length > MOST_NAMED ? ', ...' : '';
  throw new InputError(`Where: '${name}' cannot have this value. Give one of ${shown}${more}.`);
}

function numberOf({ name, kind, parse }: RuleColumn, value: WhereValue): number {
  const isText = typeof value === 'string';
  if (kind === 'date' && isText) {
    const day = parse?.(value) ?? Number.NaN;
    if (!Number.isNaN(day)) return day;
    throw new InputError(`Where: '${value}' is no date as '${name}' writes it.`);
  }
  const number = isText && value.trim() === '' ? Number.NaN : Number(value);
  if (Number.isFinite(number)) return number;
  throw new InputError(`Where: '${name}' holds numbers, found '${value}'. Give a number.`);
}

/** Whether a cell meets a condition; a missing one meets none. */
export function meets(
  { operator, value: wanted }: Condition,
  value: number,
  step: number,
): boolean {
  if (Number.isNaN(value)) return false;
  const isSame = Math.abs(value - wanted) <= 1e-9 * Math.max(step, Math.abs(wanted));
  switch (operator) {
    case '=':
      return isSame;
    case '!=':
      return !isSame;
    case '<':
      return value < wanted && !isSame;
    case '<=':
      return value <= wanted || isSame;
    case '>':
      return value > wanted && !isSame;
    case '>=':
      return value >= wanted || isSame;
  }
}

/** Just inside (0, 1), for values at the ends of a margin. */
const INSIDE = 1e-9;

/** Where the response's own uniform lies, and the value that its cells then have, if it is one. */
export interface RootInterval {
  readonly variable: number;
  readonly low: number;
  readonly high: number;
  readonly value?: number;
}

/**
 * Conditions on the response, which is drawn first: they bound its uniform, so that nothing is drawn in vain.
 * Nothing where it has no condition, or is not drawn first.
 */
export function rootInterval(
  model: Model,
  conditions: readonly Condition[],
): RootInterval | undefined {
  const { content } = columnOf(model, model.response);
  if (content.kind !== 'modelled' || content.given || content.missing) return undefined;
  const { variable, margin } = content;
  const own = conditions.filter(
    ({ name, operator }) => name === model.response && operator !== '!=',
  );
  if (own.length === 0 || variable === null || variable !== model.vine.structure.order[0]) {
    return undefined;
  }
  let [low, high] = [0, 1];
  let value: number | undefined;
  for (const condition of own) {
    const [from, to] = intervalOf(margin, condition);
    [low, high] = [Math.max(low, from), Math.min(high, to)];
    if (condition.operator === '=') value = condition.value;
  }
  if (!(low <= high)) throw impossible(model.response);
  const clip = (p: number) => Math.min(Math.max(p, INSIDE), 1 - INSIDE);
  return { variable, low: clip(low), high: clip(high), ...(value !== undefined && { value }) };
}

function intervalOf(
  margin: ColumnMargin,
  { name, operator, value }: Condition,
): readonly [number, number] {
  if (operator === '=') {
    const found = preimage(margin, value);
    if (!found) throw impossible(name);
    return found;
  }
  if (margin.kind === 'levels') {
    const last = margin.upper.length - 1;
    const at = (place: number) => (place < 0 ? 0 : place >= last ? 1 : margin.upper[place]);
    const isBelow = operator === '<' || operator === '<=';
    return isBelow ? [0, at(value)] : [at(value - 1), 1];
  }
  // a step beyond: what rounding brings in is judged when it is drawn
  const [least, largest] = rangeOfMargin(margin);
  const step = stepOf(margin.grid);
  const isBelow = operator === '<' || operator === '<=';
  const end = isBelow ? value + step : value - step;
  if (end >= largest) {
    if (!isBelow && value > largest) throw impossible(name);
    return isBelow ? [0, 1] : [preimage(margin, largest)?.[0] ?? 0, 1];
  }
  if (end <= least) {
    if (isBelow && value < least) throw impossible(name);
    return isBelow ? [0, preimage(margin, least)?.[1] ?? 1] : [0, 1];
  }
  if (margin.kind === 'discrete') {
    const places = [...margin.values.keys()];
    const upTo = places.filter((place) => margin.values[place][0] <= end).length;
    const from = places.filter((place) => margin.values[place][1] < end).length;
    const at = (count: number) => (count === 0 ? 0 : margin.upper[count - 1]);
    return isBelow ? [0, at(upTo)] : [at(from), 1];
  }
  const p = preimage(margin, end);
  return isBelow ? [0, p?.[1] ?? 1] : [p?.[0] ?? 0, 1];
}

function impossible(name: string): InputError {
  return new InputError(
    `Where: '${name}' cannot have this value. Give a value within the range of the fit.`,
  );
}
