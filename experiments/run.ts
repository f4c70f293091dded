/**
 * The claims of the paper about vines, decided with its own data and parameters: expected against
 * found. `npm run experiments -- --help` lists options.
 */

import { writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { renderClaims, renderCurves } from './claim.ts';
import { loadLibrary, reader, SCALES, type Setting } from './setting.ts';
import { simulated } from './simulated.ts';
import { support2 } from './support2.ts';

const EXPERIMENTS = { simulated, support2 };

const HELP = `npm run experiments -- [simulated] [support2] [options]
  --scale quick|paper   how much work (default paper: the parameters of the paper)
  --data FOLDER         where the paper's data are (default TVINESYNTH_SHARED/data, else ../shared/data)
  --threads N           default: all cores; results do not depend on it
  --seed N              default 1
  --out FILE            results as JSON
`;

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    scale: { type: 'string', default: 'paper' },
    data: { type: 'string', default: join(process.env.TVINESYNTH_SHARED ?? '../shared', 'data') },
    threads: { type: 'string', default: String(availableParallelism()) },
    seed: { type: 'string', default: '1' },
    out: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});
const names = positionals.length > 0 ? positionals : Object.keys(EXPERIMENTS);
const unknown = names.find((name) => !Object.hasOwn(EXPERIMENTS, name));
if (options.help || unknown !== undefined || !Object.hasOwn(SCALES, options.scale)) {
  process.stdout.write(HELP);
  process.exit(options.help ? 0 : 2);
}

const library = await loadLibrary();
const setting: Setting = {
  library,
  read: reader(library, options.data),
  scale: SCALES[options.scale as keyof typeof SCALES],
  threads: Number(options.threads),
  seed: Number(options.seed),
  say: (what) => process.stderr.write(`${what}\n`),
};

const results: Record<string, unknown> = {};
for (const name of names as (keyof typeof EXPERIMENTS)[]) {
  const begun = performance.now();
  const { claims, curves } = await EXPERIMENTS[name](setting);
  const time = (performance.now() - begun) / 1000;
  process.stdout.write(
    `\n${name}, scale ${options.scale}, seed ${options.seed}, ${options.threads} threads: ${time.toFixed(0)} s\n\n` +
      `${renderClaims(claims)}\n\n${renderCurves(curves)}\n`,
  );
  results[name] = { claims, curves };
}
if (options.out) await writeFile(options.out, `${JSON.stringify(results, null, 2)}\n`);
