/**
 * The language of rules, read by hand: nothing of it is ever run as a program.
 *
 *   admitted <= discharged
 *   0 <= systolic - diastolic <= 150
 *   total = food + rent
 *   if status = 'widowed' then age >= 18
 *   ward in ('surgery', 'medicine') or cost is missing
 *
 * Numbers, texts in single quotes, names of columns (in backticks or double quotes where they hold more than
 * letters, digits, _ and .), + - * /, min, max, round, floor, abs, log (natural), exp, sqrt,
 * years(from, to), comparisons and chains of
 * them, in, is missing, is not missing, not, and, or, if ... then.
 */

import { InputError } from '../numerics/inputError.ts';
import type { Comparison, Expression, FunctionName } from './expression.ts';

/** Longer or deeper ones are no rules that a person wrote. */
const LONGEST = 2000;
const DEEPEST = 50;

interface Token {
  readonly kind: 'number' | 'text' | 'quoted' | 'word' | 'sign' | 'end';
  readonly text: string;
  readonly at: number;
}

const SIGNS = ['<=', '>=', '!=', '<>', '==', '<', '>', '=', '+', '-', '*', '/', '(', ')', ','];
const COMPARISONS: Readonly<Record<string, Comparison>> = {
  '=': '=',
  '==': '=',
  '!=': '!=',
  '<>': '!=',
  '<': '<',
  '<=': '<=',
  '>': '>',
  '>=': '>=',
};
/** By name, the least and the largest number of parts. */
const FUNCTIONS: Readonly<Record<FunctionName, readonly [number, number]>> = {
  min: [1, 100],
  max: [1, 100],
  round: [1, 2],
  floor: [1, 1],
  abs: [1, 1],
  years: [2, 2],
  log: [1, 1],
  exp: [1, 1],
  sqrt: [1, 1],
};
const WORDS = new Set(['if', 'then', 'and', 'or', 'not', 'in', 'is', 'missing']);

/** Reads a rule; what is wrong with it is said with the rule and the place. */
export function parseRule(text: string): Expression {
  if (text.length > LONGEST) {
    throw new InputError(
      `Rule ${quoted(text)}: it has ${text.length} characters. Give at most ${LONGEST}, or several rules.`,
    );
  }
  const reader = openReader(text, tokensOf(text));
  const found = reader.isWord('if') ? conditional(reader) : disjunction(reader, 0);
  const rest = reader.next();
  if (rest.kind !== 'end') {
    throw ruleError(text, rest.at, `found '${rest.text}' where the rule should end`);
  }
  return found;
}

/** An error of a rule at a place, counted from 1. */
export function ruleError(text: string, at: number, what: string): InputError {
  return new InputError(`Rule ${quoted(text)}, character ${at}: ${what}.`);
}

/** A rule on one line, cut where it is long. */
export function quoted(text: string): string {
  const line = text.replace(/[^\x20-\x7e\u00a0-\ud7ff]/g, '?');
  return line.length > 120 ? `"${line.slice(0, 119)}…"` : `"${line}"`;
}

/** A name as a rule writes it. */
export function nameInRule(name: string): string {
  const isPlain = /^[\p{L}_][\p{L}\p{N}_.]*$/u.test(name) && !WORDS.has(name.toLowerCase());
  if (isPlain && !Object.hasOwn(FUNCTIONS, name)) return name;
  return `\`${name.replaceAll('`', '``')}\``;
}

/** A text as a rule writes it. */
export function textInRule(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

function tokensOf(rule: string): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  while (at < rule.length) {
    const letter = rule[at];
    if (/\s/.test(letter)) {
      at++;
      continue;
    }
    const token = tokenAt(rule, at);
    tokens.push(token.token);
    at = token.end;
  }
  tokens.push({ kind: 'end', text: 'the end', at: rule.length + 1 });
  return tokens;
}

function tokenAt(rule: string, at: number): { token: Token; end: number } {
  const rest = rule.slice(at);
  const number = /^(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?/.exec(rest)?.[0];
  if (number !== undefined && !/^[\p{L}_]/u.test(rest.slice(number.length))) {
    return { token: { kind: 'number', text: number, at: at + 1 }, end: at + number.length };
  }
  const word = /^[\p{L}_][\p{L}\p{N}_.]*/u.exec(rest)?.[0];
  if (word !== undefined) {
    return { token: { kind: 'word', text: word, at: at + 1 }, end: at + word.length };
  }
  const quote = rest[0];
  if (quote === "'" || quote === '"' || quote === '`') return quotedToken(rule, at, quote);
  const sign = SIGNS.find((each) => rest.startsWith(each));
  if (sign !== undefined) {
    return { token: { kind: 'sign', text: sign, at: at + 1 }, end: at + sign.length };
  }
  throw ruleError(rule, at + 1, `found '${rest[0]}', which no rule has`);
}

/** A text, or a name; a quote within it is written twice. */
function quotedToken(rule: string, at: number, quote: string): { token: Token; end: number } {
  let text = '';
  for (let i = at + 1; i < rule.length; i++) {
    if (rule[i] !== quote) text += rule[i];
    else if (rule[i + 1] === quote) text += rule[i++];
    else {
      const kind = quote === "'" ? 'text' : 'quoted';
      return { token: { kind, text, at: at + 1 }, end: i + 1 };
    }
  }
  throw ruleError(rule, at + 1, `the quote ${quote} is never closed`);
}

interface Reader {
  readonly rule: string;
  peek(): Token;
  next(): Token;
  isWord(word: string, ahead?: number): boolean;
  isSign(sign: string): boolean;
  /** Takes a token that must be there. */
  take(text: string): Token;
}

function openReader(rule: string, tokens: readonly Token[]): Reader {
  let at = 0;
  const last = tokens.length - 1;
  const ahead = (steps: number) => tokens[Math.min(at + steps, last)];
  const reader: Reader = {
    rule,
    peek: () => ahead(0),
    next: () => tokens[at < last ? at++ : last],
    isWord: (word, steps = 0) => {
      const { kind, text } = ahead(steps);
      return kind === 'word' && text.toLowerCase() === word;
    },
    isSign: (sign) => ahead(0).kind === 'sign' && ahead(0).text === sign,
    take: (text) => {
      const token = reader.next();
      const isThere = (token.kind === 'sign' || token.kind === 'word') && token.text === text;
      if (!isThere) throw ruleError(rule, token.at, `expected '${text}', found '${token.text}'`);
      return token;
    },
  };
  return reader;
}

function conditional(reader: Reader): Expression {
  const { at } = reader.next();
  const left = disjunction(reader, 0);
  reader.take('then');
  return { kind: 'if', at, left, right: disjunction(reader, 0) };
}

function disjunction(reader: Reader, depth: number): Expression {
  let left = conjunction(reader, depth);
  while (reader.isWord('or')) {
    const { at } = reader.next();
    left = { kind: 'or', at, left, right: conjunction(reader, depth) };
  }
  return left;
}

function conjunction(reader: Reader, depth: number): Expression {
  let left = negation(reader, depth);
  while (reader.isWord('and')) {
    const { at } = reader.next();
    left = { kind: 'and', at, left, right: negation(reader, depth) };
  }
  return left;
}

function negation(reader: Reader, depth: number): Expression {
  if (depth > DEEPEST) {
    throw ruleError(reader.rule, reader.peek().at, `more than ${DEEPEST} brackets in each other`);
  }
  if (!reader.isWord('not')) return comparison(reader, depth);
  const { at } = reader.next();
  return { kind: 'not', at, value: negation(reader, depth + 1) };
}

function comparison(reader: Reader, depth: number): Expression {
  const first = sum(reader, depth);
  if (reader.isWord('in')) return membership(reader, first, depth);
  if (reader.isWord('is')) return missing(reader, first);
  let left = first;
  let found: Expression | undefined;
  while (reader.peek().kind === 'sign' && COMPARISONS[reader.peek().text]) {
    const { at, text } = reader.next();
    const right = sum(reader, depth);
    const own: Expression = { kind: 'comparison', at, operator: COMPARISONS[text], left, right };
    found = found ? { kind: 'and', at, left: found, right: own } : own;
    left = right;
  }
  return found ?? first;
}

function membership(reader: Reader, value: Expression, depth: number): Expression {
  const { at } = reader.next();
  reader.take('(');
  const among = [sum(reader, depth + 1)];
  while (reader.isSign(',')) {
    reader.next();
    among.push(sum(reader, depth + 1));
  }
  reader.take(')');
  return { kind: 'in', at, value, among };
}

function missing(reader: Reader, value: Expression): Expression {
  const { at } = reader.next();
  const isNegated = reader.isWord('not');
  if (isNegated) reader.next();
  reader.take('missing');
  const found: Expression = { kind: 'missing', at, value };
  return isNegated ? { kind: 'not', at, value: found } : found;
}

function sum(reader: Reader, depth: number): Expression {
  let left = product(reader, depth);
  while (reader.isSign('+') || reader.isSign('-')) {
    const { at, text } = reader.next();
    const right = product(reader, depth);
    left = { kind: 'arithmetic', at, operator: text as '+' | '-', left, right };
  }
  return left;
}

function product(reader: Reader, depth: number): Expression {
  let left = unary(reader, depth);
  while (reader.isSign('*') || reader.isSign('/')) {
    const { at, text } = reader.next();
    const right = unary(reader, depth);
    left = { kind: 'arithmetic', at, operator: text as '*' | '/', left, right };
  }
  return left;
}

function unary(reader: Reader, depth: number): Expression {
  if (!reader.isSign('-')) return primary(reader, depth);
  const { at } = reader.next();
  if (depth > DEEPEST) throw ruleError(reader.rule, at, 'too many signs in a row');
  const value = unary(reader, depth + 1);
  if (value.kind === 'number') return { ...value, at, value: -value.value };
  const zero: Expression = { kind: 'number', at, value: 0 };
  return { kind: 'arithmetic', at, operator: '-', left: zero, right: value };
}

function primary(reader: Reader, depth: number): Expression {
  const token = reader.next();
  const { at, text, kind } = token;
  if (kind === 'number') return { kind, at, value: Number(text) };
  if (kind === 'text') return { kind, at, value: text };
  if (kind === 'quoted') return { kind: 'column', at, name: text };
  if (kind === 'sign' && text === '(') {
    const inner = disjunction(reader, depth + 1);
    reader.take(')');
    return inner;
  }
  if (kind === 'word' && reader.isSign('(')) return call(reader, token, depth);
  if (kind === 'word' && !WORDS.has(text.toLowerCase())) return { kind: 'column', at, name: text };
  throw ruleError(reader.rule, at, `expected a column, a number or a text, found '${text}'`);
}

function call(reader: Reader, { at, text }: Token, depth: number): Expression {
  const name = text.toLowerCase();
  if (!Object.hasOwn(FUNCTIONS, name)) {
    const known = Object.keys(FUNCTIONS).join(', ');
    throw ruleError(reader.rule, at, `there is no function '${text}'; there are ${known}`);
  }
  reader.take('(');
  const parts = [sum(reader, depth + 1)];
  while (reader.isSign(',')) {
    reader.next();
    parts.push(sum(reader, depth + 1));
  }
  reader.take(')');
  const [least, most] = FUNCTIONS[name as FunctionName];
  if (parts.length < least || parts.length > most) {
    const wanted = least === most ? `${least}` : `${least} to ${most}`;
    throw ruleError(reader.rule, at, `${name} takes ${wanted} parts, found ${parts.length}`);
  }
  return { kind: 'call', at, name: name as FunctionName, parts };
}
