/** A connection to a queue: jobs by BullMQ, bytes by a depot, and the key that seals both. */

import type { Job, Queue, Worker, WorkerOptions } from 'bullmq';
import { InputError } from '../numerics/inputError.ts';
import { type Sealer, sealerOf } from '../store/sealer.ts';
import type { Depot } from './depot.ts';
import { folderDepot } from './folderDepot.ts';
import { loadBullMQ, loadIORedis, loadPg } from './peers.ts';
import { postgresDepot } from './postgresDepot.ts';
import type { QueueUrl } from './queueUrl.ts';
import { redisDepot } from './redisDepot.ts';

export type Processor = (job: Job, token: string | undefined) => Promise<unknown>;

export interface Channel {
  readonly sealer: Sealer;
  /** Results and marks. */
  readonly depot: Depot;
  /** Inputs: the same place, or a folder that all see. */
  readonly blobs: Depot;
  readonly queue: Queue;
  worker(process: Processor, options: Omit<WorkerOptions, 'connection'>): Worker;
  close(): Promise<void>;
}

export interface ChannelOptions {
  readonly runKey: Uint8Array;
  /** A folder for inputs. Default: beside the queue. */
  readonly blobs?: string | undefined;
  readonly onNote: (text: string) => void;
}

/** BullMQ's, in which inputs and results lie as well. */
const SCHEMA = 'bullmq';
/**
 * To PostgreSQL, of one process: one that is told of new jobs, one for all else. With a pool for each purpose
 * 32 workers had more than the 100 that a server allows as it is installed, and waited for each other.
 */
const CONNECTIONS = 2;

/** Milliseconds to wait for the first answer. */
const PATIENCE = 10_000;

export async function openChannel(url: QueueUrl, options: ChannelOptions): Promise<Channel> {
  const sealer = sealerOf(options.runKey);
  // those who have another key do not even see the jobs
  const name = `tvinesynth-${sealer.id('queue').slice(0, 16)}`;
  const open = url.kind === 'redis' ? openRedis : openPostgres;
  const { depot, ...channel } = await open(url, name, options.onNote);
  const blobs = options.blobs === undefined ? depot : await folderDepot(options.blobs, name);
  return { ...channel, sealer, depot, blobs };
}

type Opened = Omit<Channel, 'sealer' | 'blobs'>;

async function openRedis(
  { url, shown }: QueueUrl,
  name: string,
  onNote: (text: string) => void,
): Promise<Opened> {
  const [bull, { Redis }] = [await loadBullMQ(), await loadIORedis()];
  // commands wait for a server that went away, and do not fail
  const redis = new Redis(url, { maxRetriesPerRequest: null });
  const said = oncePerMinute(onNote);
  redis.on('error', (error) => said(`${shown}: ${error.message}`));
  try {
    checkRedis(shown, await within(PATIENCE, redis.info(), shown), onNote);
  } catch (error) {
    redis.disconnect();
    throw error;
  }
  const connection = redis as never;
  const queue = new bull.Queue(name, { connection });
  queue.on('error', () => undefined);
  const depot = redisDepot(redis, name);
  return {
    depot,
    queue,
    worker: (process, more) => new bull.Worker(name, process, { ...more, connection }),
    async close() {
      await queue.close().catch(() => undefined);
      await depot.close();
    },
  };
}

async function openPostgres(
  { url, shown }: QueueUrl,
  name: string,
  onNote: (text: string) => void,
): Promise<Opened> {
  const [bull, { Pool }] = [await loadBullMQ(), await loadPg()];
  const make = bull.createPostgresBackend;
  const said = oncePerMinute(onNote);
  // BullMQ makes its tables over a connection of its own alone
  const makeTables = async (): Promise<void> => {
    const config = { connectionString: url, migrate: true, max: 1 };
    const first = new bull.Queue(name, { connection: config } as never, make as never);
    first.on('error', () => undefined);
    await first.waitUntilReady().finally(() => first.close().catch(() => undefined));
  };
  await within(PATIENCE, onceStarted(makeTables), shown);
  const options = `-c search_path=${SCHEMA}`;
  const pool = new Pool({ connectionString: url, options, max: CONNECTIONS, keepAlive: true });
  pool.on('error', (error) => said(`${shown}: ${error.message}`));
  const depot = await within(PATIENCE, postgresDepot(pool, name), shown).catch(async (error) => {
    await pool.end();
    throw error;
  });
  const connection = pool as never;
  const queue = new bull.Queue(name, { connection }, make as never) as Queue;
  queue.on('error', () => undefined);
  return {
    depot,
    queue,
    worker: (process, more) =>
      new bull.Worker(name, process, { ...more, connection }, make as never) as Worker,
    async close() {
      await queue.close().catch(() => undefined);
      await depot.close();
    },
  };
}

/** A server that has just been started answers, and says that it cannot be used yet. */
async function onceStarted<Result>(ask: () => Promise<Result>): Promise<Result> {
  const until = performance.now() + PATIENCE;
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      const isStarting = (error as NodeJS.ErrnoException).code === '57P03';
      if (!isStarting || performance.now() > until) throw error;
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  }
}

/** What a server must be for a queue that loses nothing. */
export function checkRedis(shown: string, info: string, onNote: (text: string) => void): void {
  const field = (name: string) => new RegExp(`^${name}:(.*?)\\r?$`, 'm').exec(info)?.[1];
  const version = field('redis_version') ?? field('valkey_version') ?? '0';
  const [major, minor] = version.split('.').map(Number);
  if (major < 6 || (major === 6 && minor < 2)) {
    throw new InputError(`${shown}: this is version ${version}. Redis 6.2 or later is needed.`);
  }
  const policy = field('maxmemory_policy');
  if (policy !== undefined && policy !== 'noeviction') {
    throw new InputError(
      `${shown}: when its memory is full this server drops keys (maxmemory-policy ${policy}), and work would be lost. Set it: redis-cli config set maxmemory-policy noeviction`,
    );
  }
  if (field('aof_enabled') === '0') {
    onNote(
      `${shown}: this server keeps jobs in memory alone (appendonly no). If it is started anew, units that were done meanwhile may be done again.`,
    );
  }
}

async function within<Result>(
  milliseconds: number,
  work: Promise<Result>,
  shown: string,
): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new InputError(`${shown}: no answer. Is the server running, and the address right?`));
    }, milliseconds);
  });
  try {
    return await Promise.race([work, late]);
  } catch (error) {
    if (error instanceof InputError) throw error;
    throw new InputError(`${shown}: ${(error as Error).message || 'cannot be reached'}`);
  } finally {
    clearTimeout(timer);
  }
}

/** The same words come often when a server is away. */
function oncePerMinute(say: (text: string) => void): (text: string) => void {
  const last = new Map<string, number>();
  return (text) => {
    const now = performance.now();
    if (now - (last.get(text) ?? -Infinity) < 60_000) return;
    last.set(text, now);
    say(text);
  };
}
