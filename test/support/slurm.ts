/**
 * A SLURM of a test's own on this machine: a controller and one node, with folders, ports and a key of their
 * own, on 127.0.0.1. Needs root, and the programs of slurmctld, slurmd, slurm-client and munge.
 */

import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, hostname, tmpdir } from 'node:os';
import { join } from 'node:path';

const PROGRAMS = ['slurmctld', 'slurmd', 'munged'].map((name) => `/usr/sbin/${name}`);
export const hasSlurm = PROGRAMS.every((path) => existsSync(path)) && process.getuid?.() === 0;

export interface Slurm {
  /** Runs one of its commands and gives what it prints. */
  command(name: string, ...args: string[]): string;
  remove(): void;
}

/** Rejects, with the end of its logs, if it does not start. */
export async function startSlurm(): Promise<Slurm> {
  const home = mkdtempSync(join(tmpdir(), 'tvinesynth-slurm-'));
  const socket = join(home, 'munge.socket');
  const started: ChildProcess[] = [];
  const start = (program: string, ...args: string[]) => {
    const env = { ...process.env, SLURM_CONF: join(home, 'slurm.conf') };
    started.push(spawn(program, args, { stdio: 'ignore', env }));
  };
  const remove = () => {
    for (const child of started.reverse()) child.kill('SIGKILL');
    rmSync(home, { recursive: true, force: true });
  };
  for (const folder of ['state', 'spool']) mkdirSync(join(home, folder));
  writeFileSync(join(home, 'munge.key'), randomBytes(128), { mode: 0o600 });
  writeFileSync(join(home, 'slurm.conf'), configuration(home, socket));
  start(
    '/usr/sbin/munged',
    ...['--foreground', '--force', `--socket=${socket}`, `--key-file=${join(home, 'munge.key')}`],
    ...[`--pid-file=${join(home, 'munge.pid')}`, `--log-file=${join(home, 'munge.log')}`],
    `--seed-file=${join(home, 'munge.seed')}`,
  );
  await until(() => existsSync(socket));
  start('/usr/sbin/slurmctld', '-D');
  start('/usr/sbin/slurmd', '-D', '-N', hostname());
  const env = { ...process.env, SLURM_CONF: join(home, 'slurm.conf') };
  const isIdle = () =>
    spawnSync('sinfo', ['-h', '-o', '%T'], { env, encoding: 'utf8' }).stdout?.startsWith('idle');
  try {
    await until(() => isIdle() === true);
  } catch {
    const logs = ['munge', 'ctld', 'slurmd'].map((name) => tail(join(home, `${name}.log`)));
    remove();
    throw new Error(`SLURM did not start: ${logs.join('\n')}`);
  }
  return {
    command: (name, ...args) => execFileSync(name, args, { env, encoding: 'utf8' }),
    remove,
  };
}

/** No cgroups and no other users: all that a container may lack. */
function configuration(home: string, socket: string): string {
  return `ClusterName=own
SlurmctldHost=${hostname()}(127.0.0.1)
SlurmUser=root
SlurmdUser=root
SlurmctldPort=16817
SlurmdPort=16818
AuthType=auth/munge
AuthInfo=socket=${socket}
CredType=cred/munge
StateSaveLocation=${join(home, 'state')}
SlurmdSpoolDir=${join(home, 'spool')}
SlurmctldPidFile=${join(home, 'ctld.pid')}
SlurmdPidFile=${join(home, 'slurmd.pid')}
SlurmctldLogFile=${join(home, 'ctld.log')}
SlurmdLogFile=${join(home, 'slurmd.log')}
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
SchedulerParameters=sched_interval=2
ReturnToService=2
SlurmdParameters=config_overrides
MailProg=/bin/true
NodeName=${hostname()} NodeAddr=127.0.0.1 CPUs=4 RealMemory=1000 State=UNKNOWN
PartitionName=own Nodes=ALL Default=YES State=UP
# the machine has ${cpus().length}
`;
}

function tail(path: string): string {
  return existsSync(path) ? execFileSync('tail', ['-n', '5', path], { encoding: 'utf8' }) : '';
}

async function until(isTrue: () => boolean): Promise<void> {
  for (let turn = 0; turn < 300; turn++) {
    if (isTrue()) return;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error('it did not happen');
}
