/** The language of rules: what it says, and what it refuses with the place. */
import { describe, expect, test } from 'vitest';
import { bindRule } from '../../src/rules/bindRule.ts';
import { parseRule } from '../../src/rules/parseRule.ts';
import type { RuleColumn } from '../../src/rules/ruleColumn.ts';
import { textOf } from '../../src/rules/sortRules.ts';

const number = (name: string, values: number[], decimals = 0): RuleColumn => ({
  name,
  kind: 'number',
  values: Float64Array.from(values),
  grid: { decimals },
});
const columns = new Map(
  [
    number('a', [1, 5, Number.NaN, -2]),
    number('b', [2, 5, 3, -3]),
    number('odd name', [3, 10, 3, -5]),
    number('price', [1.2, 6, 2, 0], 1),
    {
      name: 'status',
      kind: 'category',
      values: Float64Array.from([0, 1, 1, Number.NaN]),
      levels: ['single', 'widowed'],
      grid: { decimals: 0 },
    } as RuleColumn,
  ].map((column) => [column.name, column]),
);
const held = (rule: string) => {
  const of = bindRule(rule, columns, true);
  return [0, 1, 2, 3].map(of);
};

describe('a rule', () => {
  test.each<[string, number[]]>([
    ['a <= b', [1, 1, Number.NaN, 0]],
    ['a < b', [1, 0, Number.NaN, 0]],
    ['`odd name` = a + b', [1, 1, Number.NaN, 1]],
    ['"odd name" = a + b', [1, 1, Number.NaN, 1]],
    ['price = a * 1.2', [1, 1, Number.NaN, 0]],
    ['0 <= a <= 4', [1, 0, Number.NaN, 0]],
    ["if status = 'widowed' then a >= 3", [1, 1, Number.NaN, 0 / 0]],
    ['min(a, b) >= -2 or a is missing', [1, 1, 1, 0]],
    ['not (a = b)', [1, 0, Number.NaN, 1]],
    ['round(b / 2) = floor(b / 2)', [1, 0, 0, 0]],
    ['abs(b) in (2, 3)', [1, 0, 1, 1]],
    ["status != 'widowed' and b > 0", [1, 0, 0, 0]],
    ['2 * (a + b) - 1 = a + a + b + b - 1', [1, 1, Number.NaN, 1]],
  ])('%s', (rule, expected) => {
    expect(held(rule)).toEqual(expected);
    // written out again, it says the same
    expect(held(textOf(parseRule(rule)))).toEqual(expected);
  });

  test.each([
    ['a <= ', 6, 'expected a column'],
    ['a <= bb', 6, "there is no column 'bb'"],
    ['a <= (b', 8, "expected ')'"],
    ['a ? b', 3, "found '?'"],
    ["status = 'widow", 10, 'never closed'],
    ["status = 'widowd'", 8, "no level 'widowd'; did you mean 'widowed'?"],
    ["status < 'widowed'", 8, 'have no order'],
    ["a = 'x'", 3, 'cannot be compared with a text'],
    ['a + b', 3, 'it states nothing'],
    ['sin(a) = 0', 1, "no function 'sin'"],
    ['round(a, b, b) = 0', 1, 'takes 1 to 2 parts'],
    ['status + 1 = 2', 1, 'is a category'],
    ['a = b b', 7, "found 'b' where the rule should end"],
    [`${'('.repeat(60)}a`, 52, 'brackets in each other'],
  ])('%s is refused at its place', (rule, at, what) => {
    expect(() => held(rule)).toThrow(`character ${at}: `);
    expect(() => held(rule)).toThrow(what);
  });

  test('no text makes it fail in another way, or run', () => {
    const pieces = [
      'a',
      '`',
      "'",
      '"',
      '(',
      ')',
      '<',
      '=',
      '1e5',
      'if',
      'then',
      'is',
      'in',
      ',',
      '.',
    ];
    for (let i = 0; i < 3000; i++) {
      let [x, text] = [i * 7919 + 13, ''];
      for (let p = 0; p < 6; p++) {
        text += `${pieces[x % pieces.length]} `;
        x = Math.floor(x / 3) + i;
      }
      try {
        bindRule(text, columns)(0);
      } catch (error) {
        expect((error as Error).name).toBe('InputError');
      }
    }
  });
});
