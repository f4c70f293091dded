#!/usr/bin/env node
/**
 * The command line: `tvinesynth`. Commands are carried out in a thread (command.ts), so that this one,
 * which does next to nothing, hears Ctrl-C within a moment whatever the other computes. It gives the
 * other some time to end by itself, and then ends it and removes what is half written. It also owns
 * standard output and error, where a reader may be gone or a disk full.
 */

import { rmdirSync, rmSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import type { Message, Terminal } from './messages.ts';

/** Milliseconds that a command has to stop by itself, and then to be stopped. */
const PATIENCE = 300;
/** As in shell.ts, which is not loaded here: the sooner signals are listened to, the better. */
const [DONE, INTERNAL, INPUT, CANCELLED] = [0, 1, 2, 130];

let isCancelled = false;
let isReported = false;
let worker: Worker | undefined;
let words = 'No file was written.';
const leftovers = new Set<string>();

for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, cancel);
// nobody can be told that standard error is closed or full, and the work goes on
process.stderr.on('error', () => undefined);
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  // a reader of our output that goes away, such as `head`, is no error
  if (error.code === 'EPIPE') end(DONE);
  else {
    process.stderr.write(
      `error: standard output: cannot be written (${error.code}). Free some space, or write to another place.\n`,
    );
    end(INPUT);
  }
});

// a signal may have come while this file was read
setImmediate(start);

function start(): void {
  if (isCancelled) return;
  const terminal: Terminal = { columns: process.stdout.columns };
  worker = new Worker(new URL('./command.js', import.meta.url), {
    argv: process.argv.slice(2),
    workerData: terminal,
    stdout: true,
    stderr: true,
  });
  const { stdout, stderr } = worker;
  stdout.on('data', (piece: Uint8Array) => {
    if (process.stdout.write(piece)) return;
    stdout.pause();
    process.stdout.once('drain', () => stdout.resume());
  });
  stderr.on('data', (piece: Uint8Array) => process.stderr.write(piece));
  worker.on('message', (message: Message) => {
    if (message.kind === 'words') words = message.words;
    else if (message.isThere) leftovers.add(message.path);
    else leftovers.delete(message.path);
  });
  worker.on('error', (error) => {
    if (isCancelled) return;
    const isDebug = process.argv.includes('--debug');
    const text = isDebug ? (error.stack ?? error.message) : error.message;
    process.stderr.write(`internal error: ${text}\n`);
    if (!isDebug) process.stderr.write('Run it again with --debug and report what it prints.\n');
    process.exitCode = INTERNAL;
  });
  worker.on('exit', (code) => {
    removeLeftovers();
    if (isCancelled && code === CANCELLED) reportCancelled();
    // no process.exit, so that what is still to be written to standard output is
    process.exitCode ??= code;
  });
}

function cancel(): void {
  if (isCancelled) return;
  isCancelled = true;
  if (!worker) {
    reportCancelled();
    process.exit(CANCELLED);
  }
  worker.postMessage('cancel');
  setTimeout(() => {
    reportCancelled();
    end(CANCELLED);
  }, PATIENCE).unref();
}

/** Ends whatever is under way. */
function end(code: number): void {
  const exit = () => {
    removeLeftovers();
    process.exit(code);
  };
  worker?.removeAllListeners('exit');
  worker?.terminate().then(exit, exit);
  setTimeout(exit, worker ? PATIENCE : 0);
}

/** Once: a command may end by itself at the moment at which it would be ended. */
function reportCancelled(): void {
  if (isReported) return;
  isReported = true;
  // over a line of progress, if there is one
  const start = process.stderr.isTTY ? '\r\x1b[K' : '';
  process.stderr.write(`${start}Cancelled. ${words}\n`);
}

function removeLeftovers(): void {
  for (const path of leftovers) {
    try {
      // with a slash at its end: a folder that goes if nothing is in it, such as finished work
      if (path.endsWith('/')) rmdirSync(path);
      else rmSync(path, { recursive: true, force: true });
    } catch {
      // a disk that refuses even this, or a folder that is in use
    }
  }
  leftovers.clear();
}
