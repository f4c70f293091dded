/** Rules that are declared in the studio, held against the table. */

import { describe, expect, test } from 'vitest';
import { declaredRules } from '../../src/studio/engine/declaredRules.ts';
import { applySchema } from '../../src/table/applySchema.ts';
import { checkSchema } from '../../src/table/schema.ts';
import { tableFromColumns } from '../../src/table/tableFromColumns.ts';

const ROWS = 60;
const column = (of: (i: number) => number) => Array.from({ length: ROWS }, (_, i) => of(i));
const table = tableFromColumns({
  low: column((i) => (i * 7) % 31),
  high: column((i) => ((i * 7) % 31) + 3 - (i < 8 ? 5 : 0)),
  near: column((i) => ((i * 7) % 31) + 3 - (i < 3 ? 5 : 0)),
  id: Array.from({ length: ROWS }, (_, i) => `person-${i}-${(i * 7919) % 1000}`),
});
const notesOf = (...constraints: readonly object[]) => {
  const schema = checkSchema({ columns: { id: { type: 'identifier' } }, constraints });
  return declaredRules(applySchema(table, schema), schema);
};

describe('declared rules', () => {
  test('how often they are broken is said, and of fewer than five rows no number', () => {
    expect(notesOf({ rule: 'low <= high' })).toEqual([
      'low <= high: 8 rows of the table break it; the synthetic table will have none.',
    ]);
    expect(notesOf({ rule: 'low <= near' })).toEqual([
      'low <= near: fewer than 5 rows of the table break it; the synthetic table will have none.',
    ]);
    expect(notesOf({ rule: 'low >= 0' })).toEqual([]);
  });

  test('what cannot be kept is said', () => {
    expect(notesOf({ together: ['low', 'id'] })).toEqual([
      'low, id missing together: cannot be kept, as id is not modelled.',
    ]);
  });

  test.each([
    ['low <= hihg', /hihg/],
    ['low + high', /states nothing/],
    ["low = 'a'", /./],
  ])('%s is refused', (rule, words) => {
    expect(() => notesOf({ rule })).toThrow(words);
  });
});
