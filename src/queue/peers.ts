/** The packages behind a queue, which are installed beside this one by whoever wants a queue. */

import { InputError } from '../numerics/inputError.ts';

export type BullMQ = typeof import('bullmq');
export type IORedis = Pick<typeof import('ioredis'), 'Redis'>;

/** What is used of a `pg.Pool`. */
export interface PgPool {
  readonly ending: boolean;
  query(text: string, values?: readonly unknown[]): Promise<{ rows: unknown[] }>;
  end(): Promise<void>;
  on(event: 'error', listener: (error: Error) => void): this;
}

export interface Pg {
  readonly Pool: new (config: object) => PgPool;
}

export async function loadBullMQ(): Promise<BullMQ> {
  return load(() => import('bullmq'), 'bullmq');
}

export async function loadIORedis(): Promise<IORedis> {
  return load(() => import('ioredis'), 'ioredis');
}

export async function loadPg(): Promise<Pg> {
  const { default: pg } = await load(() => import('pg'), 'pg');
  return pg as unknown as Pg;
}

async function load<Module>(get: () => Promise<Module>, name: string): Promise<Module> {
  try {
    return await get();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'ERR_MODULE_NOT_FOUND' && code !== 'MODULE_NOT_FOUND') throw error;
    throw new InputError(
      `--queue needs the package '${name}'. Install bullmq and ioredis (or pg) beside tvinesynth: npm install bullmq@6 ${name === 'pg' ? 'pg' : 'ioredis@5'}`,
    );
  }
}
