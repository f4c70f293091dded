import { expect, test } from 'vitest';
import { resolveStudy } from '../../src/study/resolveStudy.ts';
import type { StudySettings } from '../../src/study/studySettings.ts';
import { Draw } from '../support/draw.ts';
import { numericTable } from '../support/numericTable.ts';

const draw = new Draw(2);
const long = numericTable({
  a: draw.column(6250, () => draw.uniform()),
  b: draw.column(6250, () => draw.uniform()),
  y: draw.column(6250, () => draw.integer(2)),
});
const sizesOf = (more: Partial<StudySettings>, table = long) =>
  resolveStudy(table, { response: 'y', sensitive: ['b'], ...more });

test('a long table has fewer sets for the utility, and a note', () => {
  // 5000 training rows: four sets have 20,000
  const { sizes, notes } = sizesOf({});
  expect(sizes.utility).toEqual({ sets: 4, trees: 200 });
  expect(notes).toEqual([
    "Utility: 4 synthetic sets instead of the preset's 10, because each has 5000 rows.",
  ]);
});

test('never fewer than three, and as asked for where it is', () => {
  expect(sizesOf({ holdout: 0.001 }).sizes.utility.sets).toBe(3);
  expect(sizesOf({ sizes: { utility: { sets: 7 } } })).toMatchObject({
    sizes: { utility: { sets: 7 } },
    notes: [],
  });
  expect(sizesOf({ preset: 'paper' }).sizes.utility.sets).toBe(50);
});

test('many discrete variables take long to draw: fewer sets for the attribute attack', () => {
  const columns = Object.fromEntries(
    Array.from({ length: 120 }, (_, j) => [`x${j}`, draw.column(1000, () => draw.integer(6))]),
  );
  const wide = numericTable({
    ...columns,
    b: draw.column(1000, () => draw.uniform()),
    y: draw.column(1000, () => draw.integer(2)),
  });
  const { sizes, notes } = sizesOf({ protect: 'table' }, wide);
  expect(sizes.attribute.sets).toBeLessThan(8);
  expect(sizes.attribute.sets).toBeGreaterThanOrEqual(4);
  expect(notes[0]).toContain(`Attribute attack: ${sizes.attribute.sets} synthetic sets`);
  const latent = { protect: 'table', responseSampling: 'latent' } as const;
  expect(sizesOf(latent, wide).sizes.attribute.sets).toBe(10);
  // where a truncation cuts one column, the others are drawn once for all levels
  expect(sizesOf({}, wide).sizes.attribute.sets).toBe(10);
});

test('a vine of many pairs takes long to fit: the audit fits fewer rows, and still scores as many people', () => {
  const columns = Object.fromEntries(
    Array.from({ length: 75 }, (_, j) => [`x${j}`, draw.column(6250, () => draw.uniform())]),
  );
  const wide = numericTable({
    ...columns,
    b: draw.column(6250, () => draw.uniform()),
    y: draw.column(6250, () => draw.integer(2)),
  });
  const { sizes, notes } = sizesOf({}, wide);
  const { mostRows = 0 } = sizes.audit;
  // people are scored whether or not they were fitted to: all of them are among the rows
  expect(mostRows).toBeGreaterThanOrEqual(2000);
  expect(mostRows).toBeLessThan(3000);
  expect(notes).toContain(
    `Membership audit: fits to ${mostRows >> 1} rows instead of 2500, because vines of so many pairs are slow to fit.`,
  );
  // a first look has fewer fits, a narrow table fewer pairs; what was asked for, and the paper's, stays
  const { mostRows: ofFew = 5000 } = sizesOf({ preset: 'quick' }, wide).sizes.audit;
  expect(ofFew).toBeGreaterThan(2 * mostRows - 1);
  expect(sizesOf({}).sizes.audit.mostRows).toBeUndefined();
  expect(sizesOf({ preset: 'paper' }, wide).sizes.audit.mostRows).toBeUndefined();
  const asked = sizesOf({ sizes: { audit: { mostRows: 4000 } } }, wide);
  expect(asked.sizes.audit.mostRows).toBe(4000);
  expect(asked.notes.join(' ')).not.toContain('Membership audit');
  // where it is not played there is nothing to bound
  const none = sizesOf({ membership: 'none' }, wide);
  expect(none.sizes.audit.mostRows).toBeUndefined();
  expect(none.notes.join(' ')).not.toContain('Membership audit');
});
