import { expect, test } from 'vitest';
import { drawTask } from '../../src/model/drawTask.ts';
import { fit as fitTable } from '../../src/model/fit.ts';
import { sample } from '../../src/model/sample.ts';
import { takeRows } from '../../src/table/takeRows.ts';
import { writeTable } from '../../src/table/writeTable.ts';
import { hospital } from './tables.ts';

test('rows of a longer sample are the same, wherever they begin', async () => {
  const model = await fitTable(await hospital(150), { response: 'died', sensitive: ['cost'] });
  const whole = sample(model, 40, { seed: 3, truncation: 2 });
  const base = { model, responseSampling: 'exact' as const, truncation: 2, seed: 3 };
  for (const [first, rows] of [
    [0, 40],
    [1, 5],
    [17, 23],
  ]) {
    const part = drawTask({ ...base, first, rows });
    const cut = takeRows(
      whole,
      Array.from({ length: rows }, (_, i) => first + i),
    );
    expect((await writeTable(part)).bytes).toEqual((await writeTable(cut)).bytes);
  }
});
