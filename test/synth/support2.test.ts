import { readFileSync } from 'node:fs';
import { test } from 'vitest';
import { fit } from '../../src/synth/fit.ts';
import { modelFromText, modelToText } from '../../src/synth/modelFile.ts';
import { sample } from '../../src/synth/sample.ts';
import { readTable } from '../../src/table/readTable.ts';
import { countMissing } from '../../src/table/table.ts';
import { sharedPath } from '../support/shared.ts';

test('all of it', async () => {
  const table = await readTable(
    new Uint8Array(readFileSync(sharedPath('data', 'raw_support2.csv') as string)),
  );
  const n = Number(process.env.N ?? 9105);
  const small = {
    ...table,
    rows: n,
    columns: table.columns.map((c) =>
      c.kind === 'text'
        ? { ...c, codes: c.codes.slice(0, n) }
        : { ...c, values: c.values.slice(0, n), missing: c.missing?.slice(0, n) },
    ),
  };
  const t0 = performance.now();
  let last = '';
  const model = await fit(small, {
    response: 'death',
    sensitive: ['totcst', 'crea'],
    truncation: Number(process.env.T ?? 2),
    threads: 1,
    families: (process.env.F ?? 'parametric') as 'onepar',
    onProgress: ({ stage }) => {
      if (stage !== last) {
        console.log(stage, Math.round(performance.now() - t0));
        last = stage;
      }
    },
  });
  const t1 = performance.now();
  console.log('fit', t1 - t0, model.order.length, model.vine.logLik, model.notes);
  const s = sample(model, n);
  console.log('sample', performance.now() - t1);
  const text = modelToText(model);
  console.log(text.length, modelToText(modelFromText(text)) === text);
  console.log(
    small.columns
      .map((c, j) => `${c.name} ${countMissing(c)} ${countMissing(s.columns[j])}`)
      .join('\n'),
  );
}, 600000);
