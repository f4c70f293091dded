/**
 * The paper's full evaluation of one sensitive column of SUPPORT2: attribute and membership attack with
 * its parameters at its six truncation levels, on all cores; how the time divides into fits, sampling
 * and attackers; and the paper's own times for the same games. `npm run bench:attacks -- --help`.
 */

import { readFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import type * as Library from '../src/index.ts';

const HELP = `npm run bench:attacks -- [options]
  --data FILE       default real_support2_small.csv of TVINESYNTH_SHARED/data, else ../shared/data
  --threads N       default: all cores
  --iterations N    default 10, as in the paper
  --sampling MODE   exact or latent (default exact)
`;

const { values: options } = parseArgs({
  options: {
    data: { type: 'string' },
    threads: { type: 'string', default: String(availableParallelism()) },
    iterations: { type: 'string', default: '10' },
    sampling: { type: 'string', default: 'exact' },
    help: { type: 'boolean', default: false },
  },
});
if (options.help) {
  process.stdout.write(HELP);
  process.exit(0);
}

/** User seconds that the authors report, summed over the six levels (their Table of times). */
const PAPER_SECONDS = { attribute: 11_860, membership: 29_970 };
const LEVELS = [1, 5, 10, 15, 20, 26];
const TARGETS: readonly Library.AttackTarget[] = [
  ...[806, 823, 31, 41].map((row) => ({ row, kind: 'outlying' as const, sensitive: 'totcst' })),
  ...[123, 507, 589, 740].map((row) => ({ row, kind: 'random' as const })),
];

const library: typeof Library = await import(pathToFileURL(resolve('dist/index.js')).href);
const folder = join(process.env.TVINESYNTH_SHARED ?? '../shared', 'data');
const file = options.data ?? join(folder, 'real_support2_small.csv');
const table = await library.readTable(new Uint8Array(await readFile(file)));
// as the paper has it: all covariates are continuous
const covariates = table.columns.map(({ name }) => name).filter((name) => name !== 'Y');
const settings: Library.GeneratorSettings = {
  response: 'Y',
  schema: { columns: Object.fromEntries(covariates.map((name) => [name, { type: 'continuous' }])) },
  sensitive: ['totcst'],
  margins: 'empirical',
  order: 'asis',
  responseSampling: options.sampling === 'latent' ? 'latent' : 'exact',
};
const iterations = Number(options.iterations);
const threads = Number(options.threads);
const common = { fit: settings, targets: TARGETS, levels: LEVELS, iterations };

const games = {
  attribute: (more: object) => library.attributeAttack(table, { ...common, ...more }),
  membership: (more: object) =>
    library.membershipAttack(table, { ...common, features: 'correlation', ...more }),
};

for (const name of ['attribute', 'membership'] as const) {
  const begun = performance.now();
  const before = process.cpuUsage();
  const { failures } = await games[name]({ generator: 'cvine', threads });
  const wall = (performance.now() - begun) / 1000;
  const { user, system } = process.cpuUsage(before);
  const cpu = (user + system) / 1e6;
  const share = await division(name);
  process.stdout.write(
    `${name}: ${wall.toFixed(1)} s wall, ${cpu.toFixed(1)} s CPU on ${threads} threads, ${failures.length} failures; ` +
      `the paper's ${PAPER_SECONDS[name]} s CPU are ${(PAPER_SECONDS[name] / cpu).toFixed(0)} x as much\n` +
      `  of one iteration on one thread: fits ${percent(share.fits)}, sampling ${percent(share.sampling)}, attackers and the rest ${percent(share.rest)}\n`,
  );
}

/** Shares of the time of one iteration, with a generator that looks at the clock. */
async function division(name: keyof typeof games) {
  const inner = library.generatorOf('cvine');
  let fits = 0;
  let sampling = 0;
  const onTheClock = <T>(work: () => T): T => {
    const begun = performance.now();
    const result = work();
    sampling += performance.now() - begun;
    return result;
  };
  const timed = (fitted: Library.FittedGenerator): Library.FittedGenerator => {
    const { levels } = fitted;
    const each = levels?.sampleEach;
    if (!levels || !each) throw new Error('a vine was expected');
    return {
      ...fitted,
      levels: {
        ...levels,
        sampleEach: (truncations, rows, rng) => onTheClock(() => each(truncations, rows, rng)),
      },
    };
  };
  const generator: Library.Generator = {
    async fit(training, given, rng) {
      const begun = performance.now();
      const fitted = await inner.fit(training, given, rng);
      fits += performance.now() - begun;
      return timed(fitted);
    },
  };
  const begun = performance.now();
  await games[name]({ generator, iterations: 1, shadows: 1 });
  const total = performance.now() - begun;
  return { fits: fits / total, sampling: sampling / total, rest: 1 - (fits + sampling) / total };
}

function percent(share: number): string {
  return `${(100 * share).toFixed(0)} %`;
}
