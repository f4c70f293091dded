import { expect, test } from 'vitest';
import { codeSorter, FEW_ROWS } from '../../src/learners/distinctCodes.ts';
import { Draw } from '../support/draw.ts';

const n = 300;
const ranges = [
  [0, n],
  [5, 6],
  [9, 11],
  [10, 10 + FEW_ROWS],
  [100, 200],
  [0, n],
];

test.each([1, 31, 32, 33, 1024, 1025, 40_000])('%i codes are put in order', (maxCodes) => {
  const draw = new Draw(2);
  const codes = Int32Array.from({ length: n }, () => draw.integer(maxCodes));
  codes[7] = maxCodes - 1;
  const rows = Int32Array.from({ length: n }, (_, i) => (i * 7) % n);
  const sorter = codeSorter(n, maxCodes);
  for (const [from, to] of ranges) {
    const own = Array.from(rows.subarray(from, to), (row) => codes[row]);
    const ascending = [...own].sort((a, b) => a - b);
    const expected = [...new Set(ascending)];

    const count = sorter.collect(codes, rows, from, to);
    expect([...sorter.gathered.subarray(0, to - from)]).toEqual(own);
    expect([...sorter.distinct.subarray(0, count)]).toEqual(expected);

    if (to - from > FEW_ROWS) continue;
    const differ = sorter.arrange(codes, rows, from, to);
    expect(differ).toBe(expected.length > 1);
    expect([...sorter.arranged.subarray(0, to - from)]).toEqual(ascending);
    const places = [...sorter.places.subarray(0, to - from)];
    expect(places.map((place) => own[place])).toEqual(ascending);
    expect(new Set(places).size).toBe(to - from);
  }
});
