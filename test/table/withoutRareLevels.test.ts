import { expect, test } from 'vitest';
import { detectSchema, schemaOf } from '../../src/table/detectSchema.ts';
import { readTable } from '../../src/table/readTable.ts';
import { checkSchema } from '../../src/table/schema.ts';
import { withoutRareLevels } from '../../src/table/withoutRareLevels.ts';

const lines = Array.from({ length: 40 }, (_, i) =>
  [i === 7 ? 'Kuru' : ['flu', 'gout'][i % 2], ['no', 'yes'][i % 2], i < 3 ? 1 : 0].join(','),
);
const text = `illness,seen,dead\n${lines.join('\n')}\n`;

test('levels are left out where fewer than five rows have one, unless they are declared', async () => {
  const table = await readTable(new TextEncoder().encode(text));
  const found = schemaOf(detectSchema(table));
  expect(found.columns.get('illness')?.levels).toContain('Kuru');
  const { schema, left } = withoutRareLevels(found, table);
  expect(left).toEqual(['illness', 'dead']);
  expect(schema.columns.get('illness')).toEqual({ type: 'nominal' });
  expect(schema.columns.get('dead')).toEqual({ type: 'boolean' });
  expect(schema.columns.get('seen')).toEqual({ type: 'boolean', levels: ['no', 'yes'] });

  const declared = checkSchema({ columns: { illness: { levels: ['flu', 'gout', 'Kuru'] } } });
  expect(withoutRareLevels(found, table, declared).left).toEqual(['dead']);
  // what is left out is found again
  const again = schemaOf(detectSchema(table, { schema }));
  expect(again.columns.get('illness')?.levels).toContain('Kuru');
});
