/**
 * A worker: takes jobs from a queue and does their units on its threads. This thread never computes, so that
 * it can renew the locks of its jobs; who does not renew them is taken for dead, and others do the work.
 */

import { hostname } from 'node:os';
import type { Job } from 'bullmq';
import { engineMark } from '../store/engineMark.ts';
import { encode } from '../work/codec.ts';
import { openPool, type Pool } from '../work/pool.ts';
import type { JointOutcome } from '../work/store.ts';
import { isUnitFailure } from '../work/units.ts';
import type { Channel } from './channel.ts';
import { openInputs } from './inputs.ts';
import {
  type Answer,
  type JobData,
  type Message,
  names,
  openAnswer,
  openMessage,
  type Part,
  sealAnswer,
} from './messages.ts';
import { loadBullMQ } from './peers.ts';
import { retrying } from './retrying.ts';
import { MARK_LASTS, type WorkerMark } from './workerMarks.ts';

export interface WorkerSettings {
  readonly threads: number;
  /** Bytes of inputs to keep. Default: 1 GB. */
  readonly memory?: number | undefined;
  /** Seconds after which a worker that does not renew its locks is taken for dead. Default: 60. */
  readonly lease?: number | undefined;
  /** Workers that a unit may end before it is given up. Default: 3. */
  readonly tries?: number | undefined;
  /** End when nothing waits. */
  readonly once?: boolean | undefined;
  /** End after so many seconds without a unit. Default: never. */
  readonly idle?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly onNote: (text: string) => void;
  /** What threads run. Default: the bundle beside the library. */
  readonly program?: URL | undefined;
}

export interface WorkerTotals extends WorkerMark {
  /** Bytes of inputs that were fetched. */
  readonly fetched: number;
}

const CANCELLED = 'the study was cancelled';
/** Milliseconds until a job that was put back is looked at again. */
const [SOON, LATER] = [700, 5000];

export async function runWorker(channel: Channel, settings: WorkerSettings): Promise<WorkerTotals> {
  const { threads, memory = 1 << 30, lease = 60, tries = 3, signal, onNote, program } = settings;
  const { sealer, depot } = channel;
  const { DelayedError, UnrecoverableError } = await loadBullMQ();
  const engine = engineMark();
  const by = `${hostname()}, process ${process.pid}`;
  const totals = { units: 0, seconds: 0, failures: 0 };
  const studies = new Map<string, number>();
  const refused = new Set<string>();
  // a job that was under way when a worker ended is done with nothing beside it
  let isAlone = false;
  let pool: Pool = await openPool(threads, program);
  let lastUnit = performance.now();
  const inputs = openInputs(sealer, channel.blobs, memory, (value) => pool.unshare(value));

  /** New threads in place of those that died or were ended. */
  const renew = async (ended: Pool, reason: Error): Promise<void> => {
    if (pool !== ended) return;
    pool = await openPool(threads, program);
    ended.close(reason);
  };
  const taskOf = async ({ study, task, form }: Message): Promise<unknown> => {
    const partOf = async (part: Part): Promise<unknown> =>
      'at' in part ? pool.share(await inputs.at(study, part.at)) : part.v;
    if (form === 'value') return 'at' in task ? inputs.at(study, task.at as string) : task.v;
    const parts = (form === 'record' ? task : await elsewhere(study, task)) as Record<string, Part>;
    const entries = Object.entries(parts).map(
      async ([name, part]) => [name, await partOf(part)] as const,
    );
    return Object.fromEntries(await Promise.all(entries));
  };
  const elsewhere = (study: string, task: Message['task']) =>
    inputs.at(study, (task as { at: string }).at);

  const answerTo = async (message: Message): Promise<Answer> => {
    const begun = performance.now();
    const task = await taskOf(message);
    const used = pool;
    const outcome: JointOutcome = await used.run(message.unit, task).then(
      (result) => ({ result }),
      async (error) => {
        if (isUnitFailure(error)) return { reason: error.message };
        await renew(used, error);
        throw error;
      },
    );
    return { by, engine, seconds: (performance.now() - begun) / 1000, outcome };
  };

  /** Two machines that give different results for one unit: the run must not go on. */
  const deliver = async (study: string, id: string, answer: Answer): Promise<void> => {
    const name = names.result(study, id);
    const sealed = await retrying(() => depot.get(name), { signal });
    const there = sealed && openAnswer(sealer, study, id, sealed);
    if (there && !isSame(there.outcome, answer.outcome)) {
      const words = Buffer.from(`${id} by ${there.by} and by ${answer.by}`);
      const about = names.conflict(study);
      await retrying(() => depot.put(about, sealer.seal(words, about)), { signal });
      return;
    }
    if (there) return;
    await retrying(() => depot.put(name, sealAnswer(sealer, study, id, answer)), { signal });
  };

  const isAnswered = async (study: string, id: string): Promise<boolean> => {
    const sealed = await depot.get(names.result(study, id));
    return sealed !== undefined && openAnswer(sealer, study, id, sealed)?.engine === engine;
  };

  const doJob = async (job: Job, token: string | undefined): Promise<unknown> => {
    const id = String(job.id);
    const later = async (milliseconds: number): Promise<never> => {
      await job.moveToDelayed(Date.now() + milliseconds, token);
      throw new DelayedError();
    };
    const message = openMessage(sealer, id, job.data as JobData);
    if (!message) throw new UnrecoverableError('it is not sealed with the run key');
    if (message.engine !== engine) {
      if (!refused.has(message.engine)) {
        refused.add(message.engine);
        onNote(
          `Work of engine ${message.engine} is left to others: this is ${engine}, and results would not be the same.`,
        );
      }
      return later(LATER);
    }
    const { study } = message;
    const [cancelled, result] = [names.cancelled(study), names.result(study, id)];
    const there = await depot.has([cancelled, result]);
    if (there.has(cancelled)) throw new UnrecoverableError(CANCELLED);
    // finished at the moment when it was sent again, or by one who was taken for dead
    if (there.has(result) && (await isAnswered(study, id))) return { at: id };
    const isSuspect = message.alone === true || (job.stalledCounter ?? 0) > 0;
    // put back and not held: what is held when a worker ends is a suspect too
    if (isAlone || (isSuspect && studies.size > 0)) return later(SOON);
    isAlone = isSuspect;
    studies.set(study, (studies.get(study) ?? 0) + 1);
    try {
      // until the others are put back
      if (isSuspect) await new Promise((resolve) => setTimeout(resolve, SOON));
      const answer = await answerTo(message);
      await deliver(study, id, answer);
      totals.units++;
      totals.seconds += answer.seconds;
      if ('reason' in answer.outcome) totals.failures++;
      lastUnit = performance.now();
      return { at: id };
    } catch (error) {
      if (signal?.aborted) return later(0);
      if (error instanceof Error && error.message === CANCELLED) {
        throw new UnrecoverableError(CANCELLED);
      }
      throw error;
    } finally {
      if (isSuspect) isAlone = false;
      const left = (studies.get(study) ?? 1) - 1;
      if (left > 0) studies.set(study, left);
      else studies.delete(study);
    }
  };

  const worker = channel.worker(doJob, {
    concurrency: threads,
    lockDuration: 1000 * lease,
    stalledInterval: 250 * lease,
    maxStalledCount: tries,
    drainDelay: 1,
  });
  worker.on('error', () => undefined);

  const mark = (): WorkerMark => ({
    host: hostname(),
    pid: process.pid,
    threads,
    engine,
    units: totals.units,
    seconds: Math.round(1000 * totals.seconds) / 1000,
    failures: totals.failures,
  });
  const markName = names.worker(`${hostname()}-${process.pid}`);
  const tell = () => depot.put(markName, Buffer.from(JSON.stringify(mark())), MARK_LASTS);
  const watch = async (): Promise<void> => {
    const own = [...studies.keys()];
    const found = await depot.has(own.map(names.cancelled));
    if (found.size > 0) await renew(pool, new Error(CANCELLED));
  };

  await tell().catch(() => undefined);
  let told = performance.now();
  try {
    while (!signal?.aborted) {
      await new Promise((resolve) => setTimeout(resolve, 500));
      await watch().catch(() => undefined);
      if (performance.now() - told > 3000) {
        told = performance.now();
        await tell().catch(() => undefined);
      }
      if (studies.size > 0) lastUnit = performance.now();
      const quiet = (performance.now() - lastUnit) / 1000;
      if (settings.idle !== undefined && quiet > settings.idle) break;
      if (settings.once && quiet > 1 && (await isEmpty(channel))) break;
    }
  } finally {
    if (signal?.aborted) pool.close(new Error('the worker ends'));
    await worker.close().catch(() => undefined);
    pool.close();
    await depot.remove([markName]).catch(() => undefined);
  }
  return { ...mark(), fetched: inputs.fetched() };
}

async function isEmpty({ queue }: Channel): Promise<boolean> {
  const counts = await queue.getJobCounts('waiting', 'active', 'delayed', 'prioritized');
  return Object.values(counts).every((count) => count === 0);
}

function isSame(one: JointOutcome, other: JointOutcome): boolean {
  if ('reason' in one || 'reason' in other) return 'reason' in one && 'reason' in other;
  return Buffer.compare(encode(one.result), encode(other.result)) === 0;
}
