import { describe, expect, test } from 'vitest';
import { featuresOf, sliceFeatures } from '../../src/features/features.ts';
import { planFeatures } from '../../src/features/plan.ts';
import { targetOf } from '../../src/features/target.ts';
import { applySchema } from '../../src/table/applySchema.ts';
import { readTable } from '../../src/table/readTable.ts';
import { checkSchema } from '../../src/table/schema.ts';

const read = (text: string) => readTable(new TextEncoder().encode(text));
const schema = checkSchema({
  columns: {
    size: { type: 'continuous' },
    seen: { type: 'date' },
    stage: { type: 'ordered', levels: ['I', 'II', 'III'] },
    colour: { type: 'nominal' },
    note: { type: 'text' },
    ill: { type: 'boolean' },
  },
});
const real = await read(
  `size,seen,stage,colour,note,ill
1,1970-01-02,I,red,x,0
3,1970-01-05,II,red,y,1
,1970-01-03,II,blue,z,1
5,1970-01-01,,green,w,0
`,
);
const plan = planFeatures(applySchema(real, schema));

describe('features of a table', () => {
  const features = featuresOf(plan, real);
  const column = (name: string) => Array.from(features.columns[features.names.indexOf(name)]);

  test('numbers as they are, gaps filled by the mean and marked', () => {
    expect(column('size')).toEqual([1, 3, 3, 5]);
    expect(column('size is missing')).toEqual([0, 0, 1, 0]);
    expect(column('seen')).toEqual([1, 4, 2, 0]);
  });

  test('ordered levels by their place, gaps filled by the most frequent level', () => {
    expect(column('stage')).toEqual([0, 1, 1, 1]);
    expect(column('stage is missing')).toEqual([0, 0, 0, 1]);
  });

  test('a feature for each nominal level but the most frequent', () => {
    expect(features.names.filter((name) => name.startsWith('colour'))).toEqual([
      'colour = blue',
      'colour = green',
    ]);
    expect(column('colour = green')).toEqual([0, 0, 0, 1]);
  });

  test('know where they come from; text has none', () => {
    expect(new Set(features.sources)).toEqual(new Set(['size', 'seen', 'stage', 'colour', 'ill']));
    expect(features.names.filter((_, j) => features.isNumber[j])).toEqual(['size', 'seen']);
    expect(featuresOf(plan, real, ['ill']).names).toEqual(['ill']);
  });

  test('of some rows', () => {
    expect(Array.from(sliceFeatures(features, 1, 3).columns[0])).toEqual([3, 3]);
  });
});

describe('another table', () => {
  test('has the same features, its unknown levels counted as none', async () => {
    const other = await read(
      'ill,colour,stage,seen,size\n1,pink,I,1970-01-01,2\n0,blue,IV,1970-01-02,4\n',
    );
    const features = featuresOf(plan, other);
    expect(features.names).toEqual(featuresOf(plan, real).names);
    expect(features.unknownLevels).toBe(2);
    const row = (r: number) => features.columns.map((column) => column[r]);
    expect(row(0)).toEqual([2, 0, 0, 0, 0, 0, 0, 1]);
    expect(row(1)).toEqual([4, 0, 1, 1, 0, 1, 0, 0]);
  });

  test('that lacks a column is refused', async () => {
    const other = await read('size,seen\n1,1970-01-01\n');
    expect(() => featuresOf(plan, other)).toThrow("the table has none called 'stage'");
  });
});

describe('what is to be predicted', () => {
  test('classes by level, numbers as numbers', () => {
    const stage = targetOf(plan, real, 'stage');
    expect(stage).toEqual({
      kind: 'classes',
      codes: Int32Array.of(0, 1, 1, -1),
      levels: ['I', 'II', 'III'],
    });
    expect(targetOf(plan, real, 'size')).toEqual({
      kind: 'numeric',
      values: Float64Array.of(1, 3, Number.NaN, 5),
    });
    expect(() => targetOf(plan, real, 'note')).toThrow("'note' is not one that can be predicted");
  });
});
