/** The Python peer: an environment of its own below bench/, and calls of bench/peers/vines.py. */

import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Timing } from './measure.ts';

const run = promisify(execFile);

export interface Peer {
  readonly name: string;
  readonly version: string;
  fit(options: PeerOptions): Promise<{ timing: Timing; logLik: number; aic: number }>;
  sample(options: PeerOptions): Promise<{ timing: Timing }>;
  hinv(options: PeerOptions): Promise<{ timing: Timing; residual: number }>;
}

/** Options of vines.py, by their names there. */
export type PeerOptions = Readonly<Record<string, string | number>>;

/** Finds or installs the peer; when that is not possible, says why. */
export async function preparePeer(benchFolder: string): Promise<Peer | { absent: string }> {
  const environment = join(benchFolder, '.venv');
  const python = join(environment, 'bin', 'python');
  const peers = join(benchFolder, 'peers');
  async function call<T>(command: string, options: PeerOptions = {}): Promise<T> {
    const args = Object.entries(options).flatMap(([name, value]) => [`--${name}`, String(value)]);
    const { stdout } = await run(python, [join(peers, 'vines.py'), command, ...args]);
    return JSON.parse(stdout) as T;
  }
  try {
    if (!existsSync(python)) await run('python3', ['-m', 'venv', environment]);
    const requirements = join(peers, 'requirements.txt');
    await run(python, ['-m', 'pip', 'install', '--quiet', '--requirement', requirements]);
    const { name, version } = await call<{ name: string; version: string }>('version');
    return {
      name,
      version,
      fit: (options) => call('fit', options),
      sample: (options) => call('sample', options),
      hinv: (options) => call('hinv', options),
    };
  } catch (error) {
    return { absent: error instanceof Error ? error.message.trim() : String(error) };
  }
}
