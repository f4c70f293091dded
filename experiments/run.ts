/**
 * The claims of the paper, decided with its own data and parameters: claim, expected,
 * found, verdict; the figures; all of it as JSON and as one page. `npm run experiments -- --help`.
 */

import { mkdir, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { renderClaims, renderCurves } from './claim.ts';
import { COMPETITORS, type CompetitorName } from './competitors.ts';
import { EXPERIMENTS, type ExperimentName, experiment } from './experiments.ts';
import { BEYOND, FURTHER, PAPER, page } from './page.ts';
import { openParts, partsWritten } from './parts.ts';
import { dataIn, loadLibrary, SCALES } from './setting.ts';
import { alone, byQueue, overFolder } from './sharing.ts';

const HELP = `npm run experiments -- [simulated] [support2] [theory] [beyond] [further] [options]
  --scale quick|paper   how much work (default paper: the parameters of the paper)
  --data FOLDER         where the paper's data are (default TVINESYNTH_SHARED/data, else ../shared/data)
  --threads N           default: all cores; results do not depend on it
  --seed N              default 1
  --competitors NAMES   generators beside the vines, or none (default all:
                        ${COMPETITORS.join(',')})
  --keep FOLDER         parts that are finished are kept here and not computed again
                        (default build/kept)
  --from FOLDER         also takes parts from the documents that an earlier run wrote with --out
  --fresh               compute all parts anew
  --store FOLDER        share units of the games with all processes that run the same
                        command with this folder; give --out to one of them
  --queue URL           send them to workers by a queue (docs/scale-out.md)
  --key-file FILE       the key under which shared units are sealed
  --out FOLDER          writes NAME.json (claims) and NAME.findings.json for each
                        experiment, index.html for what the paper says, and
                        beyond.html and further.html for what goes beyond it
`;

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    scale: { type: 'string', default: 'paper' },
    data: { type: 'string', default: join(process.env.TVINESYNTH_SHARED ?? '../shared', 'data') },
    threads: { type: 'string', default: String(availableParallelism()) },
    seed: { type: 'string', default: '1' },
    competitors: { type: 'string', default: COMPETITORS.join(',') },
    keep: { type: 'string', default: 'build/kept' },
    from: { type: 'string' },
    fresh: { type: 'boolean', default: false },
    store: { type: 'string' },
    queue: { type: 'string' },
    'key-file': { type: 'string' },
    out: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});
const names = positionals.length > 0 ? positionals : Object.keys(EXPERIMENTS);
const unknown = names.find((name) => !Object.hasOwn(EXPERIMENTS, name));
if (options.help || unknown !== undefined || !Object.hasOwn(SCALES, options.scale)) {
  if (unknown !== undefined) process.stderr.write(`There is no experiment '${unknown}'.\n`);
  process.stdout.write(HELP);
  process.exit(options.help ? 0 : 2);
}

const competitors = options.competitors === 'none' ? [] : options.competitors.split(',');
const stranger = competitors.find((name) => !(COMPETITORS as readonly string[]).includes(name));
if (stranger !== undefined) {
  process.stderr.write(`There is no generator '${stranger}' to run beside the vines.\n${HELP}`);
  process.exit(2);
}

if (options.store !== undefined && options.queue !== undefined) {
  process.stderr.write('--store and --queue: give one of them.\n');
  process.exit(2);
}

const library = await loadLibrary();
const keyFile = options['key-file'];
const queue = options.queue === undefined ? undefined : await byQueue(options.queue, keyFile);
const share =
  options.store === undefined ? (queue?.share ?? alone) : await overFolder(options.store, keyFile);
const scale = options.scale as keyof typeof SCALES;
const seed = Number(options.seed);
const results = [];
for (const name of names as ExperimentName[]) {
  const folder = join(options.keep, `${name}-${scale}-${seed}`);
  const result = await experiment(name, {
    library,
    seed,
    threads: Number(options.threads),
    scale: SCALES[scale],
    share,
    ...dataIn(library, options.data),
    competitors: competitors as CompetitorName[],
    parts: openParts(
      options.fresh ? undefined : folder,
      (what) => process.stderr.write(`${name}, ${what}\n`),
      options.from === undefined ? {} : partsWritten(options.from, name, { scale, seed }),
    ),
  });
  results.push({ ...result, scale });
  process.stdout.write(
    `\n${name}, scale ${scale}, seed ${seed}: ${result.seconds.toFixed(0)} s, checksum ${result.checksum.slice(0, 16)}\n\n` +
      `${renderClaims(result.claims)}\n\n${renderCurves(result.curves)}\n`,
  );
}
if (options.out !== undefined) {
  await mkdir(options.out, { recursive: true });
  for (const { figures: _, findings, ...result } of results) {
    const path = join(options.out, result.name);
    await writeFile(`${path}.json`, `${JSON.stringify(result, null, 1)}\n`);
    await writeFile(`${path}.findings.json`, `${JSON.stringify(findings)}\n`);
  }
  // what the paper says, and what goes beyond it, each on a page of its own
  const pages = { 'index.html': PAPER, 'beyond.html': BEYOND, 'further.html': FURTHER };
  for (const [file, { title, lead, names: shown }] of Object.entries(pages)) {
    const own = results.filter(({ name }) => shown.includes(name));
    if (own.length > 0) await writeFile(join(options.out, file), page(title, lead, own));
  }
}
await queue?.close();
