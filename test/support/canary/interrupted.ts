/** A run that is stopped, and a command on a terminal: what they leave and show. */

import { execFileSync } from 'node:child_process';
import { stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CLI, startIn } from '../../cli/support.ts';
import { collect, inFolder, type Written } from './scenarios.ts';

/** Stopped once the file beside the folder holds more than `size` bytes. */
export function interrupted(
  table: string,
  command: readonly string[],
  { signal, size }: { readonly signal: NodeJS.Signals; readonly size: number },
): Promise<Written> {
  return inFolder(async (folder) => {
    await writeFile(join(folder, 'table.csv'), table);
    const started = startIn(folder, ...command);
    for (;;) {
      await new Promise((go) => setTimeout(go, 5));
      if (started.process.exitCode !== null) throw new Error(`ended early: ${started.stderr()}`);
      const kept = await stat(join(folder, 'out.resume')).catch(() => undefined);
      if ((kept?.size ?? 0) > size) break;
    }
    started.process.kill(signal);
    await started.ended;
    const written = new Map<string, Uint8Array>([['stderr', Buffer.from(started.stderr())]]);
    await collect(folder, new Set(['table.csv']), written);
    return written;
  });
}

/** `script` of util-linux gives a command a terminal of its own. */
export function hasTerminal(): boolean {
  try {
    return execFileSync('script', ['--version'], { stdio: 'pipe' }).includes('util-linux');
  } catch {
    return false;
  }
}

/** With its progress, which is shown on a terminal alone. */
export function onTerminal(table: string, command: readonly string[]): Promise<Written> {
  return inFolder(async (folder) => {
    await writeFile(join(folder, 'table.csv'), table);
    const line = [process.execPath, CLI, ...command].join(' ');
    const shown = execFileSync('script', ['-qec', line, '/dev/null'], { cwd: folder });
    const written = new Map<string, Uint8Array>([['terminal', shown]]);
    await collect(folder, new Set(['table.csv']), written);
    return written;
  });
}
