/** What the engine says, as the studio says it: no option of a command line that is not there. */

import { describe, expect, test } from 'vitest';
import { findRelations } from '../../src/model/findRelations.ts';
import { fit as fitModel } from '../../src/model/fit.ts';
import { orderTable } from '../../src/model/orderTable.ts';
import { rngFromSeed } from '../../src/random/rng.ts';
import { pageWords } from '../../src/studio/page/pageWords.ts';
import { describeTable } from '../../src/table/describeTable.ts';
import { detectSchema } from '../../src/table/detectSchema.ts';
import { tableFromColumns } from '../../src/table/tableFromColumns.ts';

const ROWS = 600;
const random = rngFromSeed(3);
const of = (name: string) => random.split(name).uniforms(ROWS);
const [u, v, w] = ['u', 'v', 'w'].map(of);
const table = tableFromColumns({
  age: Array.from(u, (x) => 20 + Math.floor(60 * x)),
  group: Array.from(u, (x) => (x < 0.4 ? 'young' : 'old')),
  low: Array.from(v, (x) => Math.round(1000 * x) / 10),
  high: Array.from(v, (x, i) => Math.round(1000 * x + 300 * w[i] + 1) / 10),
  most: Array.from(v, (x, i) => Math.round(1000 * x + (i < 9 ? -20 : 300 * w[i])) / 10),
  birthDate: Array.from(u, (x, i) => `19${30 + Math.floor(60 * x)}-0${1 + (i % 9)}-1${i % 10}`),
  email: Array.from(u, (x, i) => `person${i}.${Math.floor(1e6 * x)}@example.org`),
  y: Array.from(w, (x) => (x < 0.5 ? 0 : 1)),
});

describe('what the engine says of a table', () => {
  test('names no option, no library and no file of the command line', async () => {
    const settings = { response: 'y', sensitive: ['age'], seed: 1 };
    const described = describeTable(detectSchema(table), { table }).data;
    const said = [
      ...described.warnings,
      ...described.columns.flatMap(({ warnings }) => warnings),
      ...findRelations(table).map(({ text }) => text),
      ...(await orderTable(table, settings)).notes,
      ...(await fitModel(table, { ...settings, truncation: 2 })).notes,
    ];
    // there is something to be said otherwise
    expect(said.filter((words) => pageWords(words) !== words).length).toBeGreaterThan(2);
    for (const words of said) {
      expect(pageWords(words)).not.toMatch(/ --[a-z]|in the library|in the schema: /);
    }
  });

  test.each([
    [
      'A quick study is too small for a verdict; level 1 is the most promising. Run it with --preset standard for one.',
      'A quick study is too small for a verdict; level 1 is the most promising. Attack with the standard effort for one.',
    ],
    [
      'group: found to follow from age, and computed from it. If this is chance, declare it in the schema: "derived": {"group": false}.',
      'group: found to follow from age, and computed from it. If this is chance, say so under “Between columns” in step 2.',
    ],
    [
      "The preview shows 10 of 90 levels. Ask for all with --preview all (in the library, preview: 'all').",
      'The preview shows 10 of 90 levels.',
    ],
    [
      'They are cut after tree 3 (--truncate-rest 3), where a level keeps them.',
      'They are cut after tree 3, where a level keeps them.',
    ],
    ['A plain sentence (with an aside).', 'A plain sentence (with an aside).'],
  ])('%s', (from, to) => {
    expect(pageWords(from)).toBe(to);
  });
});
