/**
 * A mixed table, binary columns and columns of few levels among continuous ones as in medical tables: the fit
 * and the draw of a truncated C-vine beside the peer with its discrete variables on the same columns, in one
 * run. The peer draws discrete variables as latent uniforms; the engine draws their levels, and what follows
 * given the level. Usage: npm run bench:mixed -- [--rows N] [--variables N] [--truncation N] [--no-peer]
 */

import { mkdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import type * as Library from '../src/index.ts';
import { uniformStream, writeColumns } from './data.ts';
import { measure, median } from './measure.ts';
import { preparePeer } from './peer.ts';

const { values: options } = parseArgs({
  options: {
    rows: { type: 'string', default: '4000' },
    variables: { type: 'string', default: '30' },
    truncation: { type: 'string', default: '10' },
    draw: { type: 'string', default: '10000' },
    seed: { type: 'string', default: '1' },
    'no-peer': { type: 'boolean', default: false },
  },
});
const [rows, variables, truncation, draws, seed] = [
  options.rows,
  options.variables,
  options.truncation,
  options.draw,
  options.seed,
].map(Number);

/** Levels of the columns from the root on, 0 for a continuous one; repeated. */
const LEVELS = [2, 0, 2, 5, 2, 8, 2, 0, 3, 0, 2, 0, 0];
const ONCE = { repeats: 1, budgetSeconds: 0 };

const library: typeof Library = await import(pathToFileURL(resolve('dist/index.js')).href);
const { columns, left } = simulateMixed();
const settings = { structure: 'cvine', left, truncation } as const;

const fitted = await measure(() => library.fitVine(columns, settings), ONCE);
library.sampleVine(fitted.value, 100, { seed });
const drawn = await measure(
  () => library.sampleVine(fitted.value, draws, { seed, responseSampling: 'exact' }),
  ONCE,
);
const latent = await measure(
  () => library.sampleVine(fitted.value, draws, { seed, responseSampling: 'latent' }),
  ONCE,
);
const fitSeconds = median(fitted.timing.cpuSeconds);
const perRow = (seconds: readonly number[]) => (1e3 * median(seconds)) / draws;
const [exactRow, latentRow] = [perRow(drawn.timing.cpuSeconds), perRow(latent.timing.cpuSeconds)];
const discrete = left.filter(Boolean).length;
console.log(`${rows} rows, ${variables} variables (${discrete} discrete), ${truncation} trees`);
console.log(
  `engine  fit ${fitSeconds.toFixed(2)} s of CPU, AIC ${fitted.value.aic.toFixed(1)}; a row ${exactRow.toFixed(4)} ms given levels, ${latentRow.toFixed(4)} ms latent`,
);

const peer = options['no-peer'] ? { absent: 'not asked for' } : await preparePeer('bench');
if ('absent' in peer) console.log(`peer absent: ${peer.absent}`);
else {
  const folder = resolve('build/bench/data');
  await mkdir(folder, { recursive: true });
  const data = resolve(folder, 'mixed.csv');
  const model = resolve(folder, 'mixed-peer.json');
  const limits = left.flatMap((each) => each ?? []);
  const names = [...columns, ...limits].map((_, j) => `v${j + 1}`);
  await writeColumns(data, names, [...columns, ...limits]);
  const types = left.map((each) => (each ? 'd' : 'c')).join('');
  const once = { threads: 1, repeats: 1 };
  const theirs = await peer.fit({ data, model, types, truncation, ...once });
  const theirDraw = await peer.sample({ model, rows: draws, seed, ...once });
  const [theirFit, theirRow] = [
    median(theirs.timing.cpuSeconds),
    perRow(theirDraw.timing.cpuSeconds),
  ];
  console.log(
    `peer    fit ${theirFit.toFixed(2)} s of CPU, AIC ${theirs.aic.toFixed(1)}; a row ${theirRow.toFixed(4)} ms latent  (${peer.name} ${peer.version})`,
  );
  console.log(
    `peer / engine  fit ${(theirFit / fitSeconds).toFixed(1)}, draw ${(theirRow / exactRow).toFixed(1)} given levels, ${(theirRow / latentRow).toFixed(1)} latent`,
  );
}

/** Columns on the copula scale, the root last, and the left limits of the discrete ones. */
function simulateMixed() {
  const uniform = uniformStream(seed);
  const normal = () => Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform());
  const made = Array.from({ length: variables }, () => new Float64Array(rows));
  for (let i = 0; i < rows; i++) {
    const spread = 1 / Math.sqrt(-Math.log(uniform() * uniform()) / 2);
    const common = normal();
    let previous = normal();
    for (let j = 0; j < variables; j++) {
      previous = 0.6 * previous + 0.8 * normal();
      made[j][i] = (previous + 0.4 * common) * spread;
    }
  }
  const each = made.map((values, j) =>
    onCopulaScale(values, LEVELS[(variables - 1 - j) % LEVELS.length]),
  );
  return { columns: each.map(({ u }) => u), left: each.map((column) => column.left) };
}

function onCopulaScale(
  values: Float64Array,
  levels: number,
): { u: Float64Array; left: Float64Array | undefined } {
  const order = Uint32Array.from(values, (_, i) => i).sort((a, b) => values[a] - values[b]);
  const [u, left] = [new Float64Array(rows), new Float64Array(rows)];
  // levels get rarer upwards
  const end = (level: number) => Math.round(rows * (1 - (1 - level / levels) ** 1.5));
  order.forEach((row, place) => {
    if (levels === 0) {
      u[row] = (place + 1) / (rows + 1);
      return;
    }
    let level = 0;
    while (end(level + 1) <= place) level++;
    u[row] = end(level + 1) / rows;
    left[row] = end(level) / rows;
  });
  return { u, left: levels === 0 ? undefined : left };
}
