import { expect, test } from 'vitest';
import { codeSorter } from '../../src/utility/distinctCodes.ts';
import { Draw } from '../support/draw.ts';

test('few and many rows, few and many codes: as sorting and leaving out repeats gives', () => {
  const draw = new Draw(2);
  for (const maxCodes of [1, 31, 32, 33, 1024, 1025, 40_000]) {
    const n = 300;
    const codes = Int32Array.from({ length: n }, () => draw.integer(maxCodes));
    codes[7] = maxCodes - 1;
    const rows = Int32Array.from({ length: n }, (_, i) => (i * 7) % n);
    const sorter = codeSorter(n, maxCodes);
    for (const [from, to] of [
      [0, n],
      [5, 6],
      [10, 26],
      [10, 27],
      [100, 200],
      [0, n],
    ]) {
      const count = sorter.collect(codes, rows, from, to);
      const gathered = [...rows.subarray(from, to)].map((row) => codes[row]);
      expect([...sorter.gathered.subarray(0, to - from)]).toEqual(gathered);
      const expected = [...new Set(gathered)].sort((a, b) => a - b);
      expect([...sorter.distinct.subarray(0, count)]).toEqual(expected);
    }
  }
});
