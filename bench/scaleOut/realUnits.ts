/**
 * Fits and draws of a membership game by one or two processes with one thread each. Where there is `taskset` each
 * process is held to a core of its own, as if it were a machine: Node compiles and collects garbage in threads
 * of its own, so that one process alone would take part of the second core as well.
 */

import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
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

/** `rows`: of the table that the game is about; units of larger tables take longer. */
export async function realUnits(
  url: string | undefined,
  processes: number,
  rows: number,
): Promise<RealUnits> {
  const home = mkdtempSync(join(tmpdir(), 'tvinesynth-bench-'));
  const keyFile = join(home, 'key');
  readRunKey({ keyFile, create: true });
  const started: ChildProcess[] = [];
  const start = (core: number | undefined, ...args: string[]) => {
    const [program, ...before] = held(core);
    const child = spawn(program, [...before, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
    started.push(child);
    return child;
  };
  const begin = Date.now() + TO_START;
  const game = (core: number | undefined, told: object) => {
    const text = JSON.stringify({ begin, rows, ...told });
    return printed(start(core, join(ROOT, 'bench/scaleOut/game.mjs'), text));
  };
  try {
    if (url === undefined) {
      const told = { folder: join(home, 'shared') };
      const all = await Promise.all(
        Array.from({ length: processes }, (_, core) => game(core, told)),
      );
      return { ...all[0], seconds: Math.max(...all.map(({ seconds }) => seconds)) };
    }
    const options = ['--queue', url, '--key-file', keyFile, '--threads', '1', '--quiet'];
    for (let k = 0; k < processes; k++) start(k, join(ROOT, 'dist/cli.js'), 'worker', ...options);
    // the process that sends units and collects results has little to do, wherever there is room
    return await game(undefined, { url, keyFile });
  } finally {
    for (const child of started) child.kill('SIGKILL');
    rmSync(home, { recursive: true, force: true });
  }
}

const canBeHeld = spawnSync('taskset', ['--version']).status === 0;

/** The command that runs Node on one core, or on any. */
function held(core: number | undefined): string[] {
  const isHeld = canBeHeld && core !== undefined;
  return isHeld ? ['taskset', '--cpu-list', String(core), process.execPath] : [process.execPath];
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
