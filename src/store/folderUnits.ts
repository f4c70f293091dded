/**
 * The units of one stage as one process does them with others over a folder. A free slot first takes a unit
 * that nobody has; what others have finished is read beside the units that are under way, so that reading the
 * results of many processes does not keep this one from its own work.
 */

import type { JointOutcome, JointWork } from '../work/store.ts';
import { openTurns } from '../work/turns.ts';
import { isUnitFailure } from '../work/units.ts';
import { yieldToEvents } from '../work/yieldToEvents.ts';
import type { Leases } from './leases.ts';
import { openLooks } from './looks.ts';
import type { Records } from './records.ts';
import type { StudyFolder } from './storeFolder.ts';
import { fromOwnPlace, openListing } from './unitList.ts';
import type { OwnNote } from './workerNote.ts';

export interface UnitPlace {
  readonly folder: StudyFolder;
  readonly leases: Leases;
  readonly records: Records;
  readonly note: OwnNote;
}

/** Milliseconds until a unit that another process has is asked for again. */
const TAKEN = 250;
/** Milliseconds that the list of what is finished serves for choosing a unit. */
const FRESH = 100;

export async function doUnits(place: UnitPlace, work: JointWork): Promise<void> {
  const { folder, leases, records, note } = place;
  const ids = Array.from({ length: work.tasks }, (_, task) => records.id(work.keyOf(task)));
  writePlan(place, work);
  const before = new Set(folder.list('unit'));
  const open = new Set(fromOwnPlace(work.tasks));
  const busy = new Set<number>();
  const taken = new Map<number, number>();
  const seen = openListing(() => folder.list('unit'), before);
  const turns = openTurns();
  const looks = openLooks(work.signal);
  let isStopped = false;
  let running = 0;
  // results on their way to the disk
  const writing = new Set<Promise<void>>();

  const settle = (task: number, outcome: JointOutcome): void => {
    open.delete(task);
    work.finished(task, outcome, before.has(ids[task]));
  };
  /** One that is now ours, or was given up; nothing if all are done or being done. */
  const claimNext = (): NextUnit | undefined => {
    seen.look(FRESH);
    const now = performance.now();
    for (const task of open) {
      if (busy.has(task) || seen.has(ids[task]) || now < (taken.get(task) ?? 0)) continue;
      const claim = leases.claim(ids[task]);
      if (claim === 'mine' || claim === 'suspect') return { task, isAlone: claim === 'suspect' };
      if (claim === 'given up') {
        return { task, outcome: records.read('unit', work.keyOf(task)) ?? giveUp(task) };
      }
      taken.set(task, now + TAKEN);
    }
    return undefined;
  };
  const giveUp = (task: number): JointOutcome => {
    const outcome = { reason: `Unit of work '${work.unit}' ended each process that did it.` };
    records.write('unit', work.keyOf(task), outcome);
    folder.note('failed', ids[task], '');
    return outcome;
  };
  /** Reads what others have finished until all is there. */
  const collect = async (): Promise<void> => {
    while (open.size > 0 && !isStopped) {
      work.signal?.throwIfAborted();
      seen.look();
      for (const task of open) {
        if (busy.has(task) || !seen.has(ids[task])) continue;
        const found = records.read('unit', work.keyOf(task));
        // one that is damaged is done again
        if (found) settle(task, found);
        else seen.ignore(ids[task]);
        await yieldToEvents();
        if (isStopped) return;
      }
      // nothing here waits for it while there is own work
      if (open.size > 0) await looks.next(running > 0);
    }
    looks.again();
  };
  /** Work on a unit of ours; if it fails the unit is free again. */
  const holding = async <Result>(task: number, doIt: () => Promise<Result>): Promise<Result> => {
    try {
      return await doIt();
    } catch (error) {
      busy.delete(task);
      if (work.signal?.aborted) leases.release(ids[task]);
      else leases.abandon(ids[task]);
      throw error;
    }
  };
  const slot = async (): Promise<void> => {
    let isIdle = false;
    // what came before, on its way to the disk while the next unit is under way
    let kept: Promise<void> = Promise.resolve();
    while (open.size > busy.size && !isStopped) {
      work.signal?.throwIfAborted();
      const next = claimNext();
      if (!next) {
        if (!isIdle) looks.again();
        isIdle = true;
        await looks.next();
        continue;
      }
      isIdle = false;
      const { task, isAlone = false } = next;
      if (next.outcome) {
        settle(task, next.outcome);
        continue;
      }
      busy.add(task);
      running++;
      const done = await holding(task, () =>
        turns.take(isAlone, async () => {
          // if it ends the process, nothing else must be lost with it
          if (isAlone) await Promise.all(writing);
          return doUnit(place, work, task);
        }),
      ).finally(() => running--);
      await holding(task, () => kept);
      const own = holding(task, async () => {
        await done.keep();
        busy.delete(task);
        settle(task, done.outcome);
        leases.release(ids[task]);
      });
      writing.add(own);
      kept = own.finally(() => writing.delete(own));
      // it is awaited, but not yet
      kept.catch(() => undefined);
      if (isAlone) await kept;
    }
    await kept;
    // nothing is left to take
    looks.again();
  };
  const slots = Array.from({ length: Math.max(1, work.size) }, slot);
  await Promise.all([...slots, collect()]).finally(() => {
    isStopped = true;
    looks.again();
    note.write();
  });
}

interface DoneUnit {
  readonly outcome: JointOutcome;
  /** Writes it down for all. */
  readonly keep: () => Promise<void>;
}

/** Does the unit under a lease of ours, unless it was done in the meantime. */
async function doUnit(
  { folder, records, note }: UnitPlace,
  work: JointWork,
  task: number,
): Promise<DoneUnit> {
  const [key, begun] = [work.keyOf(task), performance.now()];
  const there = records.read('unit', key);
  if (there) return { outcome: there, keep: () => Promise.resolve() };
  work.signal?.throwIfAborted();
  const outcome = await outcomeOf(work, task);
  const seconds = (performance.now() - begun) / 1000;
  const isFailed = 'reason' in outcome;
  return {
    outcome,
    async keep() {
      await records.writeAside('unit', key, outcome);
      if (isFailed) folder.note('failed', records.id(key), '');
      note.add(seconds, isFailed);
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

interface NextUnit {
  readonly task: number;
  /** It was given up. */
  readonly outcome?: JointOutcome;
  /** To be done with nothing beside it. */
  readonly isAlone?: boolean;
}

/** In the clear, for `status`: the name of a stage and its number of units. */
function writePlan({ folder, records }: UnitPlace, { unit, tasks, keyOf }: JointWork): void {
  if (tasks === 0) return;
  const stage = keyOf(0).replace(/ 0$/, '');
  const plan = { stage, unit, units: tasks };
  folder.note('plan', records.id(`plan ${stage}`), `${JSON.stringify(plan)}\n`);
}
