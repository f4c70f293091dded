/** Fits and draws of a membership game by one or two processes with one thread each. */

import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readRunKey } from '../../src/store/runKey.ts';
import { ROOT } from '../../test/support/repository.ts';

export interface RealUnits {
  readonly units: number;
  readonly seconds: number;
  readonly digest: string;
  /** Bytes of the largest; nothing over a folder, where there are none. */
  readonly messages?: number;
}

/** Milliseconds that processes are given to start. */
const TO_START = 6000;

export async function realUnits(url: string | undefined, processes: number): Promise<RealUnits> {
  const home = mkdtempSync(join(tmpdir(), 'tvinesynth-bench-'));
  const keyFile = join(home, 'key');
  readRunKey({ keyFile, create: true });
  const started: ChildProcess[] = [];
  const start = (...args: string[]) => {
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    started.push(child);
    return child;
  };
  const begin = Date.now() + TO_START;
  const game = (told: object) =>
    printed(start(join(ROOT, 'bench/scaleOut/game.mjs'), JSON.stringify({ begin, ...told })));
  try {
    if (url === undefined) {
      const told = { folder: join(home, 'shared') };
      const all = await Promise.all(Array.from({ length: processes }, () => game(told)));
      return { ...all[0], seconds: Math.max(...all.map(({ seconds }) => seconds)) };
    }
    const options = ['--queue', url, '--key-file', keyFile, '--threads', '1', '--quiet'];
    for (let k = 0; k < processes; k++) start(join(ROOT, 'dist/cli.js'), 'worker', ...options);
    return await game({ url, keyFile });
  } finally {
    for (const child of started) child.kill('SIGKILL');
    rmSync(home, { recursive: true, force: true });
  }
}

function printed(child: ChildProcess): Promise<RealUnits> {
  let text = '';
  child.stdout?.on('data', (piece: Buffer) => {
    text += piece.toString();
  });
  return new Promise((resolve, reject) => {
    child.on('close', (code) => {
      if (code === 0) resolve(JSON.parse(text) as RealUnits);
      else reject(new Error(`the game ended with code ${code}`));
    });
  });
}
