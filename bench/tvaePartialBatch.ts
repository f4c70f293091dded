/**
 * Runs experiments/tvaePartialBatch.ts on the simulated table with the paper's batch and code, and appends
 * the result to bench/results/tvaePartialBatch.md. Options: --replicates (8), --epochs (1500).
 */

import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { tvaePartialBatch } from '../experiments/tvaePartialBatch.ts';
import { tvae } from '../src/generators/neural/tvae.ts';
import { rngFromSeed } from '../src/random/rng.ts';
import { readTable } from '../src/table/readTable.ts';
import { takeRows } from '../src/table/takeRows.ts';

const { values: options } = parseArgs({
  options: {
    replicates: { type: 'string', default: '8' },
    epochs: { type: 'string', default: '1500' },
  },
});
const shared = resolve(process.env.TVINESYNTH_SHARED ?? '../shared', 'data');
const table = await readTable(new Uint8Array(await readFile(join(shared, 'real_data_I_d20.csv'))));
const columns = Object.fromEntries(
  table.columns.map(({ name }) => [name, { type: name === 'Y' ? 'nominal' : 'continuous' }]),
);
const [replicates, epochs] = [Number(options.replicates), Number(options.epochs)];
const begun = performance.now();
const results = await tvaePartialBatch(
  table,
  { generator: tvae, rngFromSeed, takeRows },
  {
    settings: {
      response: 'Y',
      schema: { columns },
      tvae: { preset: 'paper-simulated', epochs },
    },
    // ID202 of the paper
    target: 201,
    base: 400,
    replicates,
    seed: 1,
    say: (what) =>
      process.stderr.write(`${what}, ${Math.round((performance.now() - begun) / 1000)} s\n`),
  },
);
const text = [
  '# TVAE: 400 against 401 rows',
  '',
  `Simulated table, batch 400, code of 2 numbers, ${epochs} epochs, ${replicates} replicates; samples told apart by the nearer centroid of their correlations, of ${2 * replicates} (half by chance).`,
  '',
  '| last partial batch | out against in | out against placebo |',
  '|---|---|---|',
  ...results.map(
    ({ lastBatch, outAgainstIn, outAgainstPlacebo, of }) =>
      `| ${lastBatch} | ${outAgainstIn} of ${of} | ${outAgainstPlacebo} of ${of} |`,
  ),
  '',
].join('\n');
await mkdir('bench/results', { recursive: true });
await writeFile('bench/results/tvaePartialBatch.md', text);
process.stdout.write(text);
