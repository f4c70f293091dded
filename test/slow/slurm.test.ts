/**
 * A study by an array of four tasks of SLURM over one folder: one task is taken away and comes back, one is
 * cancelled for good. Needs root and SLURM's programs; skipped elsewhere.
 */

import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { CLI } from '../cli/support.ts';
import { filesOf, sharedStudy } from '../support/sharedStudy.ts';
import { hasSlurm, type Slurm, startSlurm } from '../support/slurm.ts';

const study = sharedStudy(90, 3, ['--preset', 'quick', '--levels', '1,full']);
let slurm: Slurm | undefined;
afterAll(() => {
  slurm?.remove();
  study.remove();
});

const later = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

test.skipIf(!hasSlurm)(
  'an array of which a task is requeued and one is cancelled gives the same bytes',
  async () => {
    const { home } = study;
    const alone = await study.alone();
    slurm = await startSlurm();
    const command = [process.execPath, CLI, ...study.command, '--threads', '1', '--out', 'array'];
    const quoted = [...command, '--store', 'store'].map((word) => `'${word}'`).join(' ');
    writeFileSync(join(home, 'job.sh'), `#!/bin/sh\ncd '${home}'\n${quoted}\n`, { mode: 0o700 });
    const array = ['--array=1-4', '--requeue', '--cpus-per-task=1', '--output=/dev/null'];
    const job = slurm.command('sbatch', '--parsable', ...array, join(home, 'job.sh')).trim();
    while (!existsSync(join(home, 'store'))) await later(200);
    await later(1500);
    slurm.command('scontrol', 'requeue', `${job}_2`);
    slurm.command('scancel', `${job}_3`);
    const left = () => slurm?.command('squeue', '-h', '-o', '%T').trim() ?? '';
    while (left() !== '') await later(500);
    expect(filesOf(join(home, 'array'))).toEqual(alone);
    const state = slurm.command('scontrol', '-o', 'show', 'job', job);
    expect(state).toMatch(/ArrayTaskId=2 .*JobState=COMPLETED.*Restarts=1/);
    expect(state).toMatch(/ArrayTaskId=3 .*JobState=CANCELLED/);
  },
);
