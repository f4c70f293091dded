/**
 * What dependence by class costs: CPU of fits and draws beside the same vine with one copula for all
 * classes, in turns. Usage: node build/bench/byClass.js [--data FOLDER]
 */

import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import type * as Library from '../src/index.ts';
import { measure, median } from './measure.ts';

const { values } = parseArgs({
  options: {
    data: { type: 'string', default: join(process.env.TVINESYNTH_SHARED ?? '../shared', 'data') },
  },
});
const library: typeof Library = await import(pathToFileURL(resolve('dist/index.js')).href);

const ROUNDS = 5;
const ROWS = 20_000;
const ONCE = { repeats: 1, budgetSeconds: 0 };

for (const [file, sensitive] of [
  ['real_data_I_d20.csv', ['X1']],
  ['real_support2_small.csv', ['totcst', 'crea']],
] as const) {
  const table = await library.readTable(new Uint8Array(await readFile(join(values.data, file))));
  const settings = { response: 'Y', sensitive, protect: 'table' } as const;
  const seconds = { fit: { never: [], auto: [] }, draw: { never: [], auto: [] } } as {
    readonly [Work in 'fit' | 'draw']: { readonly [Kind in 'never' | 'auto']: number[] };
  };
  for (let round = 0; round < ROUNDS; round++) {
    for (const byClass of ['never', 'auto'] as const) {
      const fitted = await measure(() => library.fit(table, { ...settings, byClass }), ONCE);
      seconds.fit[byClass].push(...fitted.timing.cpuSeconds);
      library.sample(fitted.value, 100);
      const drawn = await measure(() => library.sample(fitted.value, ROWS), ONCE);
      seconds.draw[byClass].push(...drawn.timing.cpuSeconds);
    }
  }
  for (const [what, { never, auto }] of Object.entries(seconds)) {
    const ratio = median(auto) / median(never);
    console.log(
      `${file}  ${what.padEnd(4)}  shared ${median(never).toFixed(2)} s, by class ${median(auto).toFixed(2)} s of CPU: ${ratio.toFixed(2)} times`,
    );
  }
}
