/** Progress on standard error: the stage, a bar, and the time left. */

import { isatty } from 'node:tty';
import type { ShellOptions } from './shell.ts';

/** How far a command is. */
export interface Told {
  readonly stage: string;
  /** Within the stage. */
  readonly done: number;
  readonly total: number;
  /** Of the whole command, from 0 to 1. Default: that of the stage. */
  readonly share?: number;
  /** Of the whole command. Default: of the stage, at its pace. */
  readonly secondsLeft?: number;
}

export interface Progress {
  update(told: Told): void;
  /** Clears the line. */
  end(): void;
}

const WIDTH = 24;
/** Milliseconds between two lines: more often is not seen. */
const PAUSE = 100;
/** Where standard error is no terminal but a file or a pipe: a line of its own, now and then. */
const PIPED_PAUSE = 30_000;

/** Nothing is shown when nothing is wanted. */
export function startProgress({ quiet }: ShellOptions): Progress {
  const { stderr } = process;
  if (quiet) return { update() {}, end() {} };
  // asked of the descriptor: a thread's own stream does not know
  if (!isatty(2))
    return pipedProgress(
      (line) => stderr.write(`${line}\n`),
      () => performance.now(),
    );
  let stage = '';
  let begun = 0;
  let shown = 0;
  return {
    update(told) {
      const now = performance.now();
      if (told.stage !== stage) {
        stage = told.stage;
        begun = now;
      } else if (now - shown < PAUSE && told.done < told.total) return;
      shown = now;
      stderr.write(`\r\x1b[K${progressLine(told, now - begun)}`);
    },
    end() {
      if (shown > 0) stderr.write('\r\x1b[K');
    },
  };
}

/** A job that is over within the first pause says nothing. */
export function pipedProgress(write: (line: string) => void, now: () => number): Progress {
  let said = now();
  return {
    update(told) {
      if (now() - said < PIPED_PAUSE) return;
      said = now();
      const { stage, done, total, share, secondsLeft = Infinity } = told;
      const part = share === undefined ? '' : `${Math.floor(100 * share)} %, `;
      const left = Number.isFinite(secondsLeft) ? `, ${duration(1000 * secondsLeft)} left` : '';
      write(`${part}${stage} ${Math.floor(done)} of ${total}${left}`);
    },
    end() {},
  };
}

/** `elapsed`: milliseconds since the stage began. */
export function progressLine(
  { stage, done, total, share, secondsLeft }: Told,
  elapsed: number,
): string {
  const own = total > 0 ? done / total : 0;
  const filled = Math.round((share ?? own) * WIDTH);
  const bar = '#'.repeat(filled) + '-'.repeat(WIDTH - filled);
  const pace = done > 0 ? (elapsed / done) * (total - done) : Infinity;
  const left = secondsLeft === undefined ? pace : 1000 * secondsLeft;
  const time = left > 0 && Number.isFinite(left) ? `, ${duration(left)} left` : '';
  return `${stage} [${bar}] ${Math.floor(done)} of ${total}${time}`;
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
