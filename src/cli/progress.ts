/** Progress on standard error: the stage, a bar, and the time left. */

import type { ShellOptions } from './shell.ts';

export interface Progress {
  update(stage: string, done: number, total: number): void;
  /** Clears the line. */
  end(): void;
}

const WIDTH = 24;
/** Milliseconds between two lines: more often is not seen. */
const PAUSE = 100;

/** Nothing is shown when standard error is no terminal, or when nothing is wanted. */
export function startProgress({ quiet }: ShellOptions): Progress {
  const { stderr } = process;
  if (quiet || !stderr.isTTY) return { update() {}, end() {} };
  let stage = '';
  let begun = 0;
  let shown = 0;
  return {
    update(name, done, total) {
      const now = performance.now();
      if (name !== stage) {
        stage = name;
        begun = now;
      } else if (now - shown < PAUSE && done < total) return;
      shown = now;
      stderr.write(`\r\x1b[K${progressLine(name, done, total, now - begun)}`);
    },
    end() {
      if (shown > 0) stderr.write('\r\x1b[K');
    },
  };
}

export function progressLine(stage: string, done: number, total: number, elapsed: number): string {
  const share = total > 0 ? done / total : 0;
  const filled = Math.round(share * WIDTH);
  const bar = '#'.repeat(filled) + '-'.repeat(WIDTH - filled);
  const left =
    done > 0 && done < total ? `, ${duration((elapsed / done) * (total - done))} left` : '';
  return `${stage} [${bar}] ${done} of ${total}${left}`;
}

/** Milliseconds in words: 0.4 s, 12 s, 3 min 05 s, 2 h 10 min. */
export function duration(milliseconds: number): string {
  const seconds = milliseconds / 1000;
  if (seconds < 10) return `${seconds.toFixed(1)} s`;
  const whole = Math.round(seconds);
  if (whole < 60) return `${whole} s`;
  const two = (n: number) => String(n).padStart(2, '0');
  if (whole < 3600) return `${Math.floor(whole / 60)} min ${two(whole % 60)} s`;
  return `${Math.floor(whole / 3600)} h ${two(Math.floor((whole % 3600) / 60))} min`;
}
