import { expect, test } from 'vitest';
import { cutWords, levelWords } from '../../src/study/levelWords.ts';
import type { StudyData } from '../../src/study/results.ts';

function words(
  columns: readonly string[] | null,
  { sensitive = ['cost'], K = [] as string[], ...settings }: Record<string, unknown> = {},
): string {
  const data = { protected: columns, sensitive, K } as unknown as StudyData;
  return levelWords({ data, settings });
}

test('the whole table', () => {
  expect(words(null)).toBe(
    'Truncation at level t keeps the pairs of the first t trees and treats all later pairs as conditionally independent.',
  );
});

test('the sensitive columns, and those related to them', () => {
  expect(words(['cost'])).toBe(
    'Truncation at level t cuts only the sensitive column cost: it keeps its pairs in the first t trees, and its later pairs are treated as conditionally independent. All other columns keep all their trees at every level.',
  );
  expect(words(['cost', 'days', 'beds'], { K: ['days', 'beds'] })).toContain(
    'cuts only the sensitive column cost and the columns related to it (days, beds): they keep their pairs',
  );
  expect(words(['cost', 'crea', 'days'], { sensitive: ['cost', 'crea'], K: ['days'] })).toContain(
    'cuts only the sensitive columns cost, crea and the column related to them (days):',
  );
});

test('other columns by their names, and the trees of the rest', () => {
  const found = words(['cost', 'age'], { truncateRest: 3 });
  expect(found).toContain('cuts only cost, age:');
  expect(found).toContain('All other columns keep their first 3 trees at every level.');
});

test('of many columns the first are named', () => {
  const K = Array.from({ length: 12 }, (_, i) => `x${i}`);
  const data = { protected: ['cost', ...K], sensitive: ['cost'], K } as unknown as StudyData;
  expect(cutWords(data)).toMatch(/\(x0, x1, .*x7 and 4 more\)$/);
});
