/**
 * What threads gain from inputs that are sent once: a membership game and a study on two threads by this build
 * and by one from before, in turn, each in a process of its own. Make the other with
 *   git worktree add ../before 9c3331a^ && cd ../before && npm ci && npm run build
 * and then npm run bench:shared-inputs -- --before ../before
 */

import { spawnSync } from 'node:child_process';
import { loadavg } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { ROOT } from '../test/support/repository.ts';
import { median } from './measure.ts';

const { values: options } = parseArgs({
  options: {
    before: { type: 'string' },
    repeats: { type: 'string', default: '5' },
    rows: { type: 'string', default: '2000' },
    threads: { type: 'string', default: '2' },
  },
});
if (options.before === undefined) {
  process.stderr.write('--before FOLDER: a built checkout of the commit to compare with\n');
  process.exit(2);
}

interface Cost {
  readonly cpu: number;
  readonly wall: number;
}

const builds = { before: resolve(options.before), now: ROOT };
for (const job of ['game', 'study'] as const) {
  const costs: Record<keyof typeof builds, Cost[]> = { before: [], now: [] };
  for (let turn = 0; turn < Number(options.repeats); turn++) {
    for (const which of ['before', 'now'] as const) costs[which].push(costOf(job, builds[which]));
  }
  const [old, own] = [middle(costs.before), middle(costs.now)];
  process.stdout.write(
    `${job}: before ${old.cpu.toFixed(2)} s CPU, ${old.wall.toFixed(2)} s wall; now ${own.cpu.toFixed(2)} s CPU, ${own.wall.toFixed(2)} s wall; CPU ${(own.cpu / old.cpu).toFixed(3)} x, wall ${(own.wall / old.wall).toFixed(3)} x (medians of ${options.repeats}, load ${loadavg()[0].toFixed(1)})\n`,
  );
}

function costOf(job: string, build: string): Cost {
  const told = JSON.stringify({ job, build, rows: options.rows, threads: options.threads });
  const program = join(ROOT, 'bench/scaleOut/threadsCase.mjs');
  const { stdout, status } = spawnSync(process.execPath, [program, told], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (status !== 0) throw new Error(`${job} by ${build} ended with code ${status}`);
  return JSON.parse(stdout) as Cost;
}

function middle(costs: readonly Cost[]): Cost {
  return {
    cpu: median(costs.map(({ cpu }) => cpu)),
    wall: median(costs.map(({ wall }) => wall)),
  };
}
