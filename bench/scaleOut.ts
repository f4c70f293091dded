/**
 * Work on many processes, measured: what sharing costs (units that only wait), what it gains (units that
 * compute), how large messages are, and what large tables and results take. Starts a Redis and a PostgreSQL of
 * its own on this machine. `npm run bench:scale-out -- --help`; figures in docs/scale-out.md.
 */

import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { hasPostgres, hasRedis, startPostgres, startRedis } from '../test/support/servers.ts';
import { largeTable } from './scaleOut/largeTable.ts';
import { realUnits } from './scaleOut/realUnits.ts';
import { sleepOverFolder, sleepOverQueue } from './scaleOut/sleepingUnits.ts';

const HELP = `npm run bench:scale-out -- [options]
  --only PARTS      sleep, real, large (default: all)
  --places NAMES    folder, redis, postgres (default: all that are here)
  --workers LIST    for units that wait (default 1,2,4,8,16,32)
  --rounds N        units of a second for each worker (default 8)
  --rows N          of the table whose units are computed (default 1600)
  --megabytes N     of the large table (default 500)
`;

const { values: options } = parseArgs({
  options: {
    only: { type: 'string', default: 'sleep,real,large' },
    places: { type: 'string', default: 'folder,redis,postgres' },
    workers: { type: 'string', default: '1,2,4,8,16,32' },
    rounds: { type: 'string', default: '8' },
    rows: { type: 'string', default: '1600' },
    megabytes: { type: 'string', default: '500' },
    help: { type: 'boolean', default: false },
  },
});
if (options.help) {
  process.stdout.write(HELP);
  process.exit(0);
}
const parts = options.only.split(',');
const wanted = options.places.split(',');
const print = (text: string) => process.stdout.write(`${text}\n`);
const load = () => `load ${loadavg()[0].toFixed(1)}`;

const SERVERS = [
  ['redis', hasRedis, () => startRedis()],
  ['postgres', hasPostgres, () => startPostgres()],
] as const;

/** `work` with the address of a server, or with none: a folder. */
async function atEach(work: (place: string, url: string | undefined) => Promise<void>) {
  if (wanted.includes('folder')) await work('folder', undefined);
  for (const [place, isThere, start] of SERVERS) {
    if (!wanted.includes(place)) continue;
    if (!isThere) {
      print(`${place}: not here, left out`);
      continue;
    }
    const server = await start();
    await work(place, server.url).finally(() => server.remove());
  }
}

if (parts.includes('sleep')) {
  print(`Units that wait a second, ${options.rounds} for each worker (must: efficiency >= .95)`);
  await atEach(async (place, url) => {
    for (const count of options.workers.split(',').map(Number)) {
      const job = { workers: count, units: count * Number(options.rounds) };
      const found = url === undefined ? await sleepOverFolder(job) : await sleepOverQueue(url, job);
      const ideal = Number(options.rounds);
      const efficiency = ideal / found.seconds;
      const whole = (ideal + 1) / (found.first + found.seconds);
      const isReached = Math.min(efficiency, whole) >= 0.95;
      print(
        `${place}, ${count} workers: ${job.units} units in ${found.seconds.toFixed(2)} s, ${(job.units / found.seconds).toFixed(2)} units/s, efficiency ${efficiency.toFixed(3)}, waiting ${(100 * (1 - efficiency)).toFixed(1)} %; with the first round of ${found.first.toFixed(2)} s ${whole.toFixed(3)}${isReached ? '' : ' (not reached)'} (${load()})`,
      );
    }
  });
}

if (parts.includes('real')) {
  print(
    'Units that compute, one thread a process (must: two processes >= 1.8 x, messages < 4096 B)',
  );
  await atEach(async (place, url) => {
    const one = await realUnits(url, 1, Number(options.rows));
    const two = await realUnits(url, 2, Number(options.rows));
    const gain = one.seconds / two.seconds;
    print(
      `${place}: ${one.units} units, one process ${one.seconds.toFixed(1)} s, two ${two.seconds.toFixed(1)} s, ${gain.toFixed(2)} x${gain >= 1.8 ? '' : ' (not reached)'}; the same results: ${one.digest === two.digest}${one.messages ? `; largest message ${one.messages} B` : ''} (${load()})`,
    );
  });
}

if (parts.includes('large')) {
  const megabytes = Number(options.megabytes);
  print(`A table of ${megabytes} MB by two workers, inputs in a folder; a result of 200 MB`);
  await atEach(async (place, url) => {
    if (url === undefined) return;
    const found = await largeTable(url, megabytes);
    for (const { fetched, memory, units } of found.workers) {
      print(
        `${place}: a worker did ${units} units, fetched ${(fetched / 2 ** 20).toFixed(0)} MB, peak memory ${memory} MB${memory < megabytes + 1024 ? '' : ' (not reached: table + 1024 MB)'}`,
      );
    }
    print(
      `${place}: all in ${found.seconds.toFixed(1)} s; a result of 200 MB in ${found.resultSeconds.toFixed(1)} s (${load()})`,
    );
  });
}
