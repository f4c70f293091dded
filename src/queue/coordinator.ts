/**
 * The process that plans a study: it sends units to the queue, some at a time, and collects their results. It
 * looks for results where workers put them, so that no message that is lost can make it wait for ever: jobs
 * that are gone are sent again, forged ones replaced, and a server that comes back empty is filled anew.
 */

import { InputError } from '../numerics/inputError.ts';
import { engineMark } from '../store/engineMark.ts';
import { type JointOutcome, type JointStore, keep, type WorkStore } from '../work/store.ts';
import type { Channel } from './channel.ts';
import { names, openAnswer, sealMessage } from './messages.ts';
import { retrying } from './retrying.ts';
import { type TaskMessage, taskMessages } from './taskMessages.ts';
import { workersAt } from './workerMarks.ts';

export interface CoordinatorOptions {
  /** Times that a job may be found dead before its unit counts as failed. Default: 3. */
  readonly tries?: number | undefined;
  readonly onNote: (text: string) => void;
}

export interface Coordinator extends WorkStore {
  readonly joint: JointStore;
  readonly study: string;
  /** Units sent, bytes of their messages, bytes of shared inputs. */
  sent(): { readonly units: number; readonly messages: number; readonly blobs: number };
  /** Workers stop at what they do for this study, and what waits is taken back. */
  cancel(): Promise<void>;
  close(): Promise<void>;
}

/** Units that are sent at a time, at least. */
const UNDER_WAY = 64;
/** Milliseconds between looks for results, and between looks after jobs. */
const [LOOK, CARE] = [50, 2000];

interface Sent extends TaskMessage {
  readonly task: number;
  deaths: number;
}

/** `own` keeps what this process finishes by itself. */
export function openCoordinator(
  channel: Channel,
  studyKey: string,
  own: WorkStore,
  { tries = 3, onNote }: CoordinatorOptions,
): Coordinator {
  const { sealer, depot, queue } = channel;
  const engine = engineMark();
  const study = sealer.id('study', studyKey);
  const messageOf = taskMessages(sealer, engine, study);
  const there = new Set<string>();
  const sentAll = { units: 0, messages: 0, blobs: 0 };
  let underWay = new Map<string, Sent>();

  const send = async (batch: ReadonlyMap<string, Sent>): Promise<void> => {
    const blobs = new Map([...batch.values()].flatMap((sent) => [...sent.blobs]));
    for (const [address, bytes] of blobs) {
      if (there.has(address)) continue;
      const name = names.blob(study, address);
      if ((await retrying(() => channel.blobs.has([name]))).size === 0) {
        sentAll.blobs += bytes.length;
        await retrying(() => channel.blobs.put(name, sealer.seal(bytes, name)));
      }
      there.add(address);
    }
    const jobs = [...batch].map(([id, { message }]) => {
      const data = sealMessage(sealer, id, message);
      sentAll.messages = Math.max(sentAll.messages, data.sealed.length + data.study.length + 40);
      return {
        name: 'unit',
        data,
        opts: {
          jobId: id,
          attempts: 3,
          backoff: { type: 'fixed', delay: 1000 },
          removeOnComplete: true,
          removeOnFail: { age: 24 * 3600 },
        },
      };
    });
    await retrying(() => queue.addBulk(jobs));
  };

  /** What is there for a job; what was not made by a worker with the key is removed, and the job sent anew. */
  const collect = async (id: string, sent: Sent): Promise<JointOutcome | undefined> => {
    const name = names.result(study, id);
    const sealed = await retrying(() => depot.get(name));
    const answer = sealed && openAnswer(sealer, study, id, sealed);
    if (answer?.engine === engine) return answer.outcome;
    if (sealed) {
      const why = answer
        ? `A result is of engine ${answer.engine} (${answer.by}), and this is ${engine}.`
        : 'A result was not made by a worker with the run key.';
      onNote(`${why} It is refused and done again.`);
      await retrying(() => depot.remove([name]));
      await replace(id, sent);
    }
    return undefined;
  };
  const replace = async (id: string, sent: Sent): Promise<void> => {
    await retrying(() => queue.remove(id)).catch(() => undefined);
    await send(new Map([[id, sent]]));
  };

  /** Jobs that are gone or dead, a server that has lost all, machines that differ. */
  const care = async (
    settle: (id: string, sent: Sent, outcome: JointOutcome) => void,
  ): Promise<void> => {
    const conflict = await retrying(() => depot.get(names.conflict(study)));
    const words = conflict && sealer.unseal(conflict, names.conflict(study));
    if (words) {
      throw new InputError(
        `Results differ between machines: ${Buffer.from(words).toString()}. One of them computes wrongly (memory, another build). Find out which, run "tvinesynth clean", and start again without it.`,
      );
    }
    const marks = await retrying(() => depot.has([names.mark(study)]));
    if (marks.size === 0) {
      onNote('The queue has lost what was sent; it is sent again.');
      there.clear();
      await setMark();
    }
    // asked for all at once: one after the other they held up results for a quarter of a second
    const jobs = await Promise.all(
      [...underWay.keys()].map((id) => retrying(() => queue.getJob(id))),
    );
    for (const [at, [id, sent]] of [...underWay].entries()) {
      const job = jobs[at];
      if (!job) {
        // done at this moment, or gone
        const found = await collect(id, sent);
        if (found) settle(id, sent, found);
        else await send(new Map([[id, sent]]));
        continue;
      }
      if (!job.failedReason || !(await retrying(() => job.isFailed()))) continue;
      const isDead = /stalled/.test(job.failedReason);
      if (isDead && !sent.message.alone) {
        // what ended the workers may have been beside it
        sent.message = { ...sent.message, alone: true };
        await replace(id, sent);
        continue;
      }
      if (isDead || ++sent.deaths >= tries) {
        const reason = isDead
          ? `Unit of work '${sent.message.unit}' ended each process that did it.`
          : `Unit of work '${sent.message.unit}' could not be done: ${job.failedReason}`;
        settle(id, sent, { reason });
        continue;
      }
      onNote(`A job was refused (${job.failedReason}) and is sent again.`);
      // an input may have been lost
      there.clear();
      await replace(id, sent);
    }
  };
  const setMark = () =>
    retrying(() => depot.put(names.mark(study), new TextEncoder().encode(engine)));

  const joint: JointStore = {
    async doAll(work) {
      await retrying(() => depot.remove([names.cancelled(study), names.conflict(study)]));
      await setMark();
      underWay = new Map();
      let [next, settled, cared, limit] = [0, 0, performance.now(), UNDER_WAY];
      let isLonely = false;
      const settle = (id: string, sent: Sent, outcome: JointOutcome, isKept = false): void => {
        if (!underWay.delete(id) && !isKept) return;
        settled++;
        work.finished(sent.task, outcome, isKept);
      };
      while (settled < work.tasks) {
        work.signal?.throwIfAborted();
        if (next < work.tasks && underWay.size < limit) {
          const batch = new Map<string, Sent>();
          while (next < work.tasks && underWay.size + batch.size < limit) {
            const task = next++;
            const { id, ...message } = messageOf(work.unit, work.inputOf(task));
            batch.set(id, { ...message, task, deaths: 0 });
          }
          const ids = [...batch.keys()];
          const done = await retrying(() => depot.has(ids.map((id) => names.result(study, id))));
          for (const id of ids) {
            const sent = batch.get(id) as Sent;
            if (!done.has(names.result(study, id))) continue;
            const outcome = await collect(id, sent);
            if (!outcome) continue;
            batch.delete(id);
            settle(id, sent, outcome, true);
          }
          for (const [id, sent] of batch) underWay.set(id, sent);
          sentAll.units += batch.size;
          if (batch.size > 0) await send(batch);
        }
        const ids = [...underWay.keys()];
        const done = await retrying(() => depot.has(ids.map((id) => names.result(study, id))));
        for (const id of ids) {
          const sent = underWay.get(id);
          if (!sent || !done.has(names.result(study, id))) continue;
          const outcome = await collect(id, sent);
          if (outcome) settle(id, sent, outcome);
        }
        if (performance.now() - cared > CARE) {
          await care(settle);
          const workers = await retrying(() => workersAt(depot));
          limit = Math.max(UNDER_WAY, 2 * workers.reduce((sum, { threads }) => sum + threads, 0));
          if (workers.length === 0 && !isLonely) {
            onNote(
              'No worker is connected. Start some: tvinesynth worker --queue ... --key-file ...',
            );
          }
          isLonely = workers.length === 0;
          cared = performance.now();
        }
        if (settled < work.tasks) await new Promise((resolve) => setTimeout(resolve, LOOK));
      }
    },
    once: (key, work) => keep(own, key, work),
  };
  return {
    joint,
    study,
    get: (key) => own.get(key),
    put: (key, value) => own.put(key, value),
    sent: () => sentAll,
    async cancel() {
      await depot.put(names.cancelled(study), new Uint8Array(1), 3600);
      await Promise.all([...underWay.keys()].map((id) => queue.remove(id).catch(() => undefined)));
    },
    close: () => channel.close(),
  };
}
