/** A Redis and a PostgreSQL of the tests' own: on this machine alone, with their own ports and folders. */

import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

export interface Server {
  readonly url: string;
  /** Where it keeps its data and its log. */
  readonly folder: string;
  /** Ends it; the next `start` finds its data. */
  stop(signal: 'SIGTERM' | 'SIGKILL' | 'SIGQUIT'): Promise<void>;
  start(): Promise<void>;
  /** Ends it and removes its folder. */
  remove(): Promise<void>;
}

const redisProgram = onPath('redis-server') ?? onPath('valkey-server');
const postgresHome = findPostgres();
export const hasRedis = redisProgram !== undefined;
export const hasPostgres =
  postgresHome !== undefined && (!isRoot() || onPath('runuser') !== undefined);

export async function startRedis(more: readonly string[] = []): Promise<Server> {
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), 'tvinesynth-redis-'));
  const args = ['--port', port, '--bind', '127.0.0.1', '--dir', folder, '--save', ''];
  const all = [...args, '--appendonly', 'yes', '--logfile', join(folder, 'log'), ...more];
  return serverOf(`redis://127.0.0.1:${port}`, folder, port, () =>
    spawn(redisProgram as string, all.map(String), { stdio: 'ignore' }),
  );
}

export async function startPostgres(): Promise<Server> {
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), 'tvinesynth-postgres-'));
  const data = join(folder, 'data');
  // it refuses to run as root
  const user = isRoot() ? ['runuser', '-u', 'postgres', '--'] : [];
  if (isRoot()) {
    const [uid, gid] = ['-u', '-g'].map((which) => Number(execFileSync('id', [which, 'postgres'])));
    chownSync(folder, uid, gid);
  }
  chmodSync(folder, 0o755);
  const run = (name: string, ...args: string[]) => [
    ...user,
    join(postgresHome as string, name),
    ...args,
  ];
  const [first, ...rest] = run('initdb', '-D', data, '-U', 'tv', '-A', 'trust', '-E', 'UTF8', '-N');
  execFileSync(first, rest, { stdio: 'ignore', cwd: folder });
  const options = ['-D', data, '-p', port, '-h', '127.0.0.1', '-k', folder];
  const settings = [
    '-c',
    'log_statement=all',
    '-c',
    'logging_collector=on',
    '-c',
    'log_directory=..',
  ];
  const [program, ...args] = run('postgres', ...options.map(String), ...settings);
  return serverOf(`postgres://tv@127.0.0.1:${port}/postgres`, folder, port, () =>
    spawn(program, args, { stdio: 'ignore', cwd: folder }),
  );
}

/** A program of PostgreSQL. */
export function postgresProgram(name: string): string {
  return join(postgresHome as string, name);
}

async function serverOf(
  url: string,
  folder: string,
  port: number,
  spawnIt: () => ChildProcess,
): Promise<Server> {
  let child: ChildProcess | undefined;
  const server: Server = {
    url,
    folder,
    async start() {
      // that of a server that is just ending
      const lock = join(folder, 'data/postmaster.pid');
      for (let turn = 0; turn < 100 && existsSync(lock); turn++) await pause(100);
      child = spawnIt();
      await untilOpen(port);
    },
    async stop(signal) {
      const ending = child;
      if (!ending || ending.exitCode !== null || ending.signalCode !== null) return;
      const ended = new Promise((resolve) => ending.on('exit', resolve));
      // of runuser and of the server itself, which is its child
      for (const pid of [ending.pid as number, ...childrenOf(ending.pid as number)]) {
        try {
          process.kill(pid, signal);
        } catch {
          // it is gone
        }
      }
      await ended;
      await untilClosed(port);
    },
    async remove() {
      await server.stop(url.startsWith('postgres') ? 'SIGTERM' : 'SIGKILL');
      rmSync(folder, { recursive: true, force: true });
    },
  };
  await server.start();
  return server;
}

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

function childrenOf(pid: number): number[] {
  const found = execFileSync('ps', ['-e', '-o', 'pid=,ppid='], { encoding: 'utf8' });
  return found
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
    .filter(([, parent]) => parent === pid)
    .map(([child]) => child);
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
}

async function answers(port: number): Promise<boolean> {
  const { connect } = await import('node:net');
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.on('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.on('error', () => resolve(false));
  });
}

async function untilOpen(port: number, isOpen = true): Promise<void> {
  for (let turn = 0; turn < 300; turn++) {
    if ((await answers(port)) === isOpen) return;
    await pause(100);
  }
  throw new Error(`the server on port ${port} ${isOpen ? 'did not start' : 'goes on'}`);
}

const untilClosed = (port: number) => untilOpen(port, false);

function onPath(name: string): string | undefined {
  return (process.env.PATH ?? '')
    .split(':')
    .map((folder) => join(folder, name))
    .find((path) => existsSync(path));
}

function findPostgres(): string | undefined {
  const home = '/usr/lib/postgresql';
  const [newest] = existsSync(home) ? readdirSync(home).sort((a, b) => Number(b) - Number(a)) : [];
  if (newest !== undefined) return join(home, newest, 'bin');
  const program = onPath('postgres');
  return program && dirname(realpathSync(program));
}

function isRoot(): boolean {
  return process.getuid?.() === 0;
}
