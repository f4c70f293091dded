import { expect, test } from 'vitest';
import { leaveOut, leaveOutOfSchema } from '../../src/table/leaveOut.ts';
import { readTable } from '../../src/table/readTable.ts';
import { checkSchema } from '../../src/table/schema.ts';

const TEXT = new TextEncoder().encode('age,cost,sex\n1,2,f\n3,4,m\n');

test('the columns that stay are as they were', async () => {
  const table = await readTable(TEXT);
  const left = leaveOut(table, ['cost']);
  expect(left.columns).toEqual([table.columns[0], table.columns[2]]);
  expect(left.rows).toBe(2);
  expect(leaveOut(table, [])).toBe(table);
  expect(table.columns).toHaveLength(3);
});

test('a name that the table does not have is refused, and so is leaving out everything', async () => {
  const table = await readTable(TEXT);
  expect(() => leaveOut(table, ['costs'])).toThrow(
    "Leave out: the table has no column 'costs'. Did you mean 'cost'?",
  );
  expect(() => leaveOut(table, ['age', 'cost', 'sex'])).toThrow('this leaves no column');
});

test('nothing is declared of a column that is left out', () => {
  const schema = checkSchema({ columns: { age: { type: 'count' }, cost: { type: 'count' } } });
  expect([...leaveOutOfSchema(schema, ['cost']).columns.keys()]).toEqual(['age']);
});
