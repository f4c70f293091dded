/**
 * A mixed table, binary columns and columns of few levels among continuous ones as in medical tables: the fit
 * and the draw of a truncated C-vine beside the peer with its discrete variables on the same columns, in one
 * run. The peer draws discrete variables as latent uniforms; the engine draws their levels, and what follows
 * given the level. Usage: npm run bench:mixed -- [--rows N] [--variables N] [--truncation N] [--no-peer]
 *
 * With --data FILE the columns are those of a table instead: ranks of numbers of many values; of categories and
 * numbers of few values ranks with left limits; for what is missing an indicator, and values of other rows in
 * its place. --response NAME is the root. A column that differs in every row is left out.
 */

import { mkdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import type * as Files from '../src/node.ts';
import type { Column } from '../src/table/table.ts';
import type * as Library from '../src/vine.ts';
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
    data: { type: 'string' },
    response: { type: 'string' },
    'no-peer': { type: 'boolean', default: false },
  },
});
const [truncation, draws, seed] = [options.truncation, options.draw, options.seed].map(Number);

/** Levels of the columns from the root on, 0 for a continuous one; repeated. */
const LEVELS = [2, 0, 2, 5, 2, 8, 2, 0, 3, 0, 2, 0, 0];
const ONCE = { repeats: 1, budgetSeconds: 0 };

/** Numbers with more values than this are taken as continuous. */
const MOST_LEVELS = 30;
/** Fewer missing values than this have no indicator. */
const LEAST_MISSING = 5;

const built = (name: string) => pathToFileURL(resolve(`dist/${name}.js`)).href;
const library: typeof Library = await import(built('vine'));
const { columns, left } = options.data ? await readMixed(options.data) : simulateMixed();
const [rows, variables] = [columns[0].length, columns.length];
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

interface Mixed {
  readonly columns: Float64Array[];
  readonly left: (Float64Array | undefined)[];
}

/** A table's columns on the copula scale, the response last, and the left limits of the discrete ones. */
async function readMixed(path: string): Promise<Mixed> {
  const { readTableFile }: typeof Files = await import(built('node'));
  const table = await readTableFile(path);
  const { response = table.columns[table.columns.length - 1].name } = options;
  if (!table.columns.some(({ name }) => name === response)) {
    throw new Error(`--response: found ${response}. Give the name of a column of ${path}.`);
  }
  const mixed: Mixed = { columns: [], left: [] };
  const add = (values: Float64Array, isDiscrete: boolean) => {
    const { upper, lower } = library.discretePseudoObservations(values);
    mixed.columns.push(isDiscrete ? upper : library.pseudoObservations(values));
    mixed.left.push(isDiscrete ? lower : undefined);
  };
  const last = (column: Column) => (column.name === response ? 1 : 0);
  for (const column of [...table.columns].sort((a, b) => last(a) - last(b))) {
    const values =
      column.kind === 'numeric'
        ? column.values.slice()
        : Float64Array.from(column.codes, (code) => (code < 0 ? Number.NaN : code));
    const known = values.filter((value) => !Number.isNaN(value));
    const count = new Set(known).size;
    const isConstant = count < 2;
    const isIdentifier = count === table.rows && Number.isInteger(known[0]);
    if (values.length - known.length >= LEAST_MISSING) {
      add(
        values.map((value) => (Number.isNaN(value) ? 1 : 0)),
        true,
      );
    }
    if (isConstant || isIdentifier) continue;
    const uniform = uniformStream(seed);
    for (let i = 0; i < values.length; i++) {
      if (Number.isNaN(values[i])) values[i] = known[Math.floor(uniform() * known.length)];
    }
    add(values, column.kind === 'text' || count <= MOST_LEVELS);
  }
  return mixed;
}

/** Columns on the copula scale, the root last, and the left limits of the discrete ones. */
function simulateMixed(): Mixed {
  const [rows, variables] = [options.rows, options.variables].map(Number);
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
  const rows = values.length;
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
