/** The searches find what is planted before them, and keep silent about what is not. */

import { describe, expect, test } from 'vitest';
import { rngFromSeed } from '../../src/random/rng.ts';
import { recover, type Secret } from '../support/canary/arithmetic.ts';
import { differences } from '../support/canary/moved.ts';
import { MOVED, numbersOf, PLANTED, plantedTable } from '../support/canary/plantedTable.ts';
import { refused, search } from '../support/canary/search.ts';
import { smallCounts } from '../support/canary/smallCounts.ts';

const table = plantedTable(PLANTED);

function found(bytes: string | Uint8Array): string[] {
  return search(PLANTED, new Map([['file', Buffer.from(bytes)]])).map(({ canary }) => canary);
}

test('canaries are cells of fewer than five rows, and others take their places alone', () => {
  const moved = plantedTable(MOVED);
  const changed = table.cells.flatMap((line, i) =>
    line.filter((cell, j) => cell !== moved.cells[i][j]),
  );
  expect([...new Set(changed)].sort()).toEqual([...new Set(Object.values(PLANTED))].sort());
  for (const value of Object.values(PLANTED)) {
    expect(table.cells.flat().filter((cell) => cell === value).length, value).toBeLessThan(5);
  }
});

describe('forms', () => {
  const float = (value: number, little: boolean) => {
    const view = new DataView(new ArrayBuffer(11));
    view.setFloat64(3, value, little);
    return new Uint8Array(view.buffer);
  };
  test.each<[string, string | Uint8Array, string]>([
    ['another case', 'zebedee QUILLFEATHER', 'person'],
    ['a part', 'Mr Quillfeather', 'person'],
    ['base64', Buffer.from('He is Zebedee Quillfeather.').toString('base64'), 'person'],
    ['hexadecimal', Buffer.from('MRN-7719-0042').toString('hex').toUpperCase(), 'identifier'],
    ['UTF-16', Buffer.from('Kuru variant', 'utf16le'), 'diagnosis'],
    ['HTML', '&lt;img src=x onerror=gnurfle(1)&gt;', 'html'],
    ['a URL', 'ward=Quarantine%20Zulu', 'wardOfOne'],
    ['thousands', 'up to 9,876,543.21 a year', 'income'],
    ['thousands in blanks', 'up to 9\u202f876\u202f543 a year', 'income'],
    ['an exponent', '[9.87654321e+6]', 'income'],
    ['a decimal comma', '9876543,21;', 'income'],
    ['a float', float(9876543.21, true), 'income'],
    ['a float, high byte first', float(-7654.321, false), 'balance'],
    ['a sign of its own', '\u22127654.32', 'balance'],
    ['all digits', '0.000000000000000032178', 'tiny'],
    ['days', '"x":[-25169]', 'born'],
    ['another order', 'on 3.2.1901', 'born'],
    ['milliseconds', `${Date.parse('1987-06-05T04:03:21Z')}`, 'seen'],
  ])('%s', (_, bytes, canary) => {
    expect(found(bytes)).toContain(canary);
  });

  test('nothing in what others have', () => {
    const others = table.cells.filter((line) => !line.some((cell) => isCanary(cell)));
    expect(others.length).toBeGreaterThan(50);
    expect(found(JSON.stringify(others))).toEqual([]);
  });

  test('what is allowed is let pass, in that file alone', () => {
    const finds = [
      { canary: 'person', file: 'a', form: 'text' },
      { canary: 'person', file: 'b', form: 'text' },
    ];
    expect(refused(finds, [{ file: /^a$/, canary: /person/, why: 'a test' }])).toEqual([
      'person in b, as text',
    ]);
  });
});

describe('arithmetic', () => {
  const others = numbersOf(table, 'income').filter((value) => value !== 9876543.21);
  const secret: Secret = { value: 9876543.21, others, decimals: 2 };
  const all = [...others, secret.value];
  const n = all.length;
  const mean = all.reduce((sum, x) => sum + x, 0) / n;
  const deviation = Math.sqrt(all.reduce((sum, x) => sum + (x - mean) ** 2, 0) / n);
  const outermost = [...all].sort((a, b) => b - a).slice(0, 5);
  const noise = (seed: number) =>
    Array.from(rngFromSeed(seed).split('noise').uniforms(1500), (u, i) =>
      i % 3 === 0 ? 1e5 * u : i % 3 === 1 ? u : Math.round(1e7 * u) / 10,
    );
  const families = (numbers: readonly number[]) =>
    recover(numbers, secret).map(({ family }) => family);

  test.each<[string, number]>([
    ['multiples', secret.value / 80],
    ['mean less the others', mean],
    ['outermost less the others', Math.round(20 * outermost.reduce((a, b) => a + b)) / 100],
    ['spread', deviation],
    [
      'scale of others',
      (Math.max(...others) - Math.min(...others)) / (secret.value - Math.min(...others)),
    ],
    ['standardised', ((secret.value - mean) / deviation) ** 2],
  ])('%s, among a thousand other numbers', (family, number) => {
    expect(families([...noise(1), number])).toContain(family);
  });

  test('decoys keep it silent where there is chance alone', () => {
    const alarms = Array.from({ length: 10 }, (_, i) => families(noise(100 + i))).flat();
    expect(alarms).toEqual([]);
  });
});

test('small counts, plain and as shares', () => {
  expect(smallCounts({ a: { counts: [40, 4] } }, [80])).toEqual(['.a.counts[1]: 4 rows']);
  expect(smallCounts({ p: [0.5, 0.4875, 0.0125] }, [80])).toEqual(['.p: 1 of 80 rows']);
  expect(smallCounts({ cdf: [0.5, 0.9625, 1] }, [80])).toEqual(['.cdf: 3 of 80 rows']);
  expect(smallCounts({ cdf: [0.5, 0.9375, 1], missing: 0, counts: [5] }, [80])).toEqual([]);
});

test('bytes that differ are named, times are not', () => {
  const of = (text: string) => new Map([['f', Buffer.from(text)]]);
  expect(differences(of('a\n"seconds": 1.5'), of('a\n"seconds": 2'))).toEqual([]);
  expect(
    differences(of('80 rows, 3 columns, 1.2 s\n'), of('80 rows, 3 columns, 980 ms\n')),
  ).toEqual([]);
  expect(differences(of('a\nb'), of('a\nc'))).toHaveLength(1);
  expect(differences(of('a'), of('a\nb'))).toHaveLength(1);
  expect(differences(of('a'), new Map())).toHaveLength(1);
});

function isCanary(cell: string): boolean {
  return Object.values(PLANTED).includes(cell);
}
