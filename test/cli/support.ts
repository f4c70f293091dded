/** The built command line, run as a user would; needs `npm run build`. */

import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { join } from 'node:path';
import { rngFromSeed } from '../../src/random/rng.ts';
import { ROOT } from '../support/repository.ts';

export const CLI = join(ROOT, 'dist/cli.js');

export interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Without colours, which some machines ask for and others do not. */
export function runIn(folder: string, ...args: string[]): Promise<Ended> {
  const options = { cwd: folder, env: { ...process.env, NO_COLOR: '1' } };
  return new Promise((resolve) => {
    execFile(process.execPath, [CLI, ...args], options, (error, stdout, stderr) => {
      resolve({ code: error ? Number(error.code) : 0, stdout, stderr });
    });
  });
}

export interface Started {
  readonly process: ChildProcess;
  /** What it wrote to standard error so far. */
  readonly stderr: () => string;
  readonly ended: Promise<{ code: number | null; signal: string | null }>;
}

export function startIn(folder: string, ...args: string[]): Started {
  const child = spawn(process.execPath, [CLI, ...args], { cwd: folder });
  let stderr = '';
  child.stderr.on('data', (piece: Buffer) => {
    stderr += piece.toString();
  });
  child.stdout.resume();
  const ended = new Promise<{ code: number | null; signal: string | null }>((resolve) => {
    child.on('close', (code, signal) => resolve({ code, signal }));
  });
  return { process: child, stderr: () => stderr, ended };
}

/** A CSV of uniforms and a response y of 0 and 1, all dependent on each other. */
export function dependentTable(rows: number, columns: number): string {
  const rng = rngFromSeed(11);
  const common = rng.split('common').uniforms(rows);
  const own = Array.from({ length: columns }, (_, j) => rng.split(j).uniforms(rows));
  const lines = [[...own.map((_, j) => `x${j}`), 'y'].join(',')];
  for (let i = 0; i < rows; i++) {
    const cells = own.map((column) => (common[i] + column[i]).toFixed(6));
    lines.push([...cells, common[i] > 0.5 ? 1 : 0].join(','));
  }
  return `${lines.join('\n')}\n`;
}
