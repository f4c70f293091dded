/**
 * Processes that do the same job over one shared folder, without a server: each runs the same command, and
 * before each unit asks whether it is done or being done. All have all results in the end, and the same.
 */

import { existsSync } from 'node:fs';
import { hostname } from 'node:os';
import { pause } from '../work/pause.ts';
import type { JointOutcome, JointStore, JointWork, WorkStore } from '../work/store.ts';
import { openTurns } from '../work/turns.ts';
import { isUnitFailure } from '../work/units.ts';
import { yieldToEvents } from '../work/yieldToEvents.ts';
import { type LeaseSettings, openLeases } from './leases.ts';
import { openRecords } from './records.ts';
import { sealerOf, studySecret } from './sealer.ts';
import { openStoreFolder, studyFolder } from './storeFolder.ts';
import { fromOwnPlace, openListing } from './unitList.ts';
import { openWorkerNote } from './workerNote.ts';

export interface FolderStoreSettings extends LeaseSettings {
  /** Beside the table, what one must have to read the results. Default: the table alone. */
  readonly runKey?: Uint8Array | undefined;
  readonly threads?: number | undefined;
}

export interface FolderStore extends WorkStore {
  readonly joint: JointStore;
  /** The folder of the study. */
  readonly path: string;
  /** Units and stages that are finished. */
  kept(): number;
  /** Whether some process is at work on the key at this moment. */
  isClaimed(key: string): boolean;
  /** Leases end, the note says so. What is finished stays. */
  close(): void;
}

/** Milliseconds between two looks at what others have finished. */
const LOOK = 250;

/** `studyKey` says which study it is, follows from table and settings, and is never written. */
export function openFolderStore(
  store: string,
  studyKey: string,
  settings: FolderStoreSettings = {},
): FolderStore {
  const salt = openStoreFolder(store);
  const sealer = sealerOf(studySecret(studyKey, salt, settings.runKey));
  const folder = studyFolder(store, sealer.id('study'));
  const leases = openLeases(folder, settings);
  const records = openRecords(folder, sealer, `${hostname()}, process ${process.pid}`);
  const note = openWorkerNote(folder, settings.threads ?? 1, leases.takenOver);
  leases.touch(note.path);

  /** Does the unit under a lease of ours, unless it was done in the meantime. */
  const doUnit = async (work: JointWork, task: number): Promise<JointOutcome> => {
    const [key, begun] = [work.keyOf(task), performance.now()];
    const there = records.read('unit', key);
    if (there) return there;
    work.signal?.throwIfAborted();
    const outcome = await outcomeOf(work, task);
    records.write('unit', key, outcome);
    const isFailed = 'reason' in outcome;
    if (isFailed) folder.write('failed', records.id(key), '');
    note.add((performance.now() - begun) / 1000, isFailed);
    return outcome;
  };

  const joint: JointStore = {
    async doAll(work) {
      const ids = Array.from({ length: work.tasks }, (_, task) => records.id(work.keyOf(task)));
      planOf(folder.write, records.id, work);
      const before = new Set(folder.list('unit'));
      const open = new Set(fromOwnPlace(work.tasks));
      const busy = new Set<number>();
      const taken = new Map<number, number>();
      const seen = openListing(() => folder.list('unit'), before, LOOK);
      const turns = openTurns();
      let isStopped = false;

      const settle = (task: number, outcome: JointOutcome): void => {
        open.delete(task);
        work.finished(task, outcome, before.has(ids[task]));
      };
      /** One that others have finished, or one that is now ours; nothing if all are being done. */
      const nextOf = (): NextUnit | undefined => {
        const now = performance.now();
        for (const task of open) {
          if (busy.has(task)) continue;
          const found = seen.has(ids[task]) ? records.read('unit', work.keyOf(task)) : undefined;
          if (found) return { task, outcome: found };
          if (now < (taken.get(task) ?? 0)) continue;
          const claim = leases.claim(ids[task]);
          if (claim === 'mine' || claim === 'suspect')
            return { task, isAlone: claim === 'suspect' };
          if (claim === 'given up') {
            const outcome = records.read('unit', work.keyOf(task)) ?? givenUp(task);
            return { task, outcome };
          }
          taken.set(task, now + LOOK);
        }
        return undefined;
      };
      const givenUp = (task: number): JointOutcome => {
        const outcome = { reason: `Unit of work '${work.unit}' ended each process that did it.` };
        records.write('unit', work.keyOf(task), outcome);
        folder.write('failed', ids[task], '');
        return outcome;
      };
      const slot = async (): Promise<void> => {
        while (open.size > busy.size && !isStopped) {
          work.signal?.throwIfAborted();
          const next = nextOf();
          if (!next) {
            await pause(LOOK, work.signal);
            continue;
          }
          const { task } = next;
          if (next.outcome) {
            settle(task, next.outcome);
            await yieldToEvents();
            continue;
          }
          busy.add(task);
          try {
            settle(task, await turns.take(next.isAlone ?? false, () => doUnit(work, task)));
            leases.release(ids[task]);
          } catch (error) {
            if (work.signal?.aborted) leases.release(ids[task]);
            else leases.abandon(ids[task]);
            throw error;
          } finally {
            busy.delete(task);
          }
        }
      };
      const slots = Array.from({ length: Math.max(1, work.size) }, slot);
      await Promise.all(slots).finally(() => {
        isStopped = true;
        note.write();
      });
    },

    async once(key, work, signal) {
      for (;;) {
        signal?.throwIfAborted();
        const found = records.read('part', key);
        if (found) return given(found);
        const id = records.id(key);
        const claim = leases.claim(id);
        if (claim === 'taken') {
          await pause(LOOK, signal);
          continue;
        }
        if (claim === 'given up') throw new Error(`'${key}' ended each process that did it`);
        try {
          const again = records.read('part', key);
          if (again) return given(again);
          const result = await work();
          records.write('part', key, { result });
          return result;
        } finally {
          leases.release(id);
        }
      }
    },
  };
  return {
    joint,
    path: folder.path,
    get(key) {
      const found = records.read('part', key);
      return found && 'result' in found ? found.result : undefined;
    },
    put: (key, value) => records.write('part', key, { result: value }),
    kept: () => folder.list('unit').length + folder.list('part').length,
    isClaimed: (key) => existsSync(folder.of('lease', records.id(key))),
    close() {
      leases.close();
      note.end();
    },
  };
}

async function outcomeOf({ run, signal }: JointWork, task: number): Promise<JointOutcome> {
  try {
    return { result: await run(task) };
  } catch (error) {
    // a cancelled run is no failure of a unit, and neither is a thread that ended
    signal?.throwIfAborted();
    if (!isUnitFailure(error)) throw error;
    return { reason: error.message };
  }
}

function given<Result>(outcome: JointOutcome): Result {
  if ('reason' in outcome) throw new Error(outcome.reason);
  return outcome.result as Result;
}

interface NextUnit {
  readonly task: number;
  /** Finished elsewhere. */
  readonly outcome?: JointOutcome;
  /** To be done with nothing beside it. */
  readonly isAlone?: boolean;
}

/** In the clear, for `status`: the name of a stage and its number of units. */
function planOf(
  write: (part: 'plan', name: string, text: string) => void,
  idOf: (key: string) => string,
  { unit, tasks, keyOf }: JointWork,
): void {
  const stage = keyOf(0).replace(/ 0$/, '');
  const plan = { stage, unit, units: tasks };
  if (tasks > 0) write('plan', idOf(`plan ${stage}`), `${JSON.stringify(plan)}\n`);
}
