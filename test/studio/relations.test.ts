/** What becomes of functions and rules between columns that the studio lists. */

import { describe, expect, test } from 'vitest';
import type { FoundRelation } from '../../src/model/findRelations.ts';
import { relationLines, withTypedRule } from '../../src/studio/page/relations.ts';

const found: readonly FoundRelation[] = [
  {
    derived: { name: 'group', from: ['age'] },
    isExact: true,
    exceptions: 0,
    rows: 600,
    text: 'group follows from age: in every row',
  },
  {
    constraint: { rule: 'low <= high' },
    isExact: true,
    exceptions: 0,
    rows: 600,
    text: 'low <= high: in every row',
  },
  {
    constraint: { rule: 'a <= b' },
    isExact: false,
    exceptions: 5,
    rows: 600,
    text: 'a <= b: in all of 600 rows but 5; confirm it in the schema if it is meant to hold',
  },
];

type Rules = 'auto' | 'schema' | 'none';
const fitOf = (rules: Rules) => ({ rules, sensitive: ['cost'], rows: 1000 });
const statesOf = (schema: object, rules: Rules) =>
  relationLines(found, schema, fitOf(rules)).map(({ state }) => state);

describe('relations that were found', () => {
  test('are kept where they hold in every row, unless that is not wanted', () => {
    expect(statesOf({}, 'auto')).toEqual(['kept', 'kept', 'not kept']);
    expect(statesOf({}, 'schema')).toEqual(['not kept', 'not kept', 'not kept']);
    expect(statesOf({}, 'none')).toEqual(['not kept', 'not kept', 'not kept']);
  });

  test('are not kept of a sensitive column, nor where few rows are fitted, as in a fit', () => {
    const states = (change: object) =>
      relationLines(found, {}, { ...fitOf('auto'), ...change }).map(({ state }) => state);
    expect(states({ sensitive: ['high'] })).toEqual(['kept', 'not kept', 'not kept']);
    expect(states({ rows: 600 })).toEqual(['kept', 'not kept', 'not kept']);
  });

  test('lose the advice on a schema, which a button takes the place of', () => {
    expect(relationLines(found, {}, fitOf('auto'))[2].text).toBe(
      'a <= b: in all of 600 rows but 5',
    );
  });

  test.each(['auto', 'schema'] as const)('each choice can be undone (%s)', (rules) => {
    relationLines(found, {}, fitOf(rules)).forEach(({ other, text }, place) => {
      if (!other) return;
      const after = relationLines(found, other.schema, fitOf(rules))[place];
      expect(after.state, text).toMatch(/declared|refused/);
      expect(after.other?.words).toBe('Undo');
      expect(after.other?.schema).toEqual({});
    });
  });

  test('other things that are declared stay', () => {
    const schema = { columns: { age: { type: 'count' } }, derived: { bmi: { from: ['w', 'h'] } } };
    const [line] = relationLines(found, schema, fitOf('auto'));
    expect(line.other?.schema).toEqual({
      ...schema,
      derived: { bmi: { from: ['w', 'h'] }, group: false },
    });
  });
});

test('what is declared and was not found is listed, and can be removed', () => {
  const schema = {
    constraints: [{ rule: 'x > 0' }, { combinations: ['city', 'country'] }],
    derived: { bmi: { from: ['w', 'h'] }, z: false },
  };
  const lines = relationLines([], schema, fitOf('auto'));
  expect(lines.map(({ text, state }) => `${text}: ${state}`)).toEqual([
    'x > 0: declared',
    'combinations of city, country: declared',
    'bmi follows from w and h: declared',
    'z follows from no other column: refused',
  ]);
  expect(lines[0].other?.schema).toEqual({
    constraints: [{ combinations: ['city', 'country'] }],
    derived: schema.derived,
  });
  expect(relationLines([], schema, fitOf('none'))[0].state).toBe('not kept');
});

describe('a rule of one’s own', () => {
  test('is taken once', () => {
    const once = withTypedRule({}, ' low <= high ', ['low', 'high']);
    expect(once).toEqual({ constraints: [{ rule: 'low <= high' }] });
    expect(withTypedRule(once, 'low <= high', ['low', 'high'])).toBe(once);
  });

  test.each([
    ['low <= hihg', /there is no column 'hihg'.*high/],
    ['low <=', /./],
  ])('%s: what is wrong is said', (rule, words) => {
    expect(() => withTypedRule({}, rule, ['low', 'high'])).toThrow(words);
  });
});
