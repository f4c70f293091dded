/**
 * Processes that do the same job over one shared folder, without a server: each runs the same command, and
 * before each unit asks whether it is done or being done. All have all results in the end, and the same.
 */

import { existsSync } from 'node:fs';
import { hostname } from 'node:os';
import type { JointOutcome, JointStore, WorkStore } from '../work/store.ts';
import { doUnits } from './folderUnits.ts';
import { type LeaseSettings, openLeases } from './leases.ts';
import { openLooks } from './looks.ts';
import { openRecords } from './records.ts';
import { sealerOf, studySecret } from './sealer.ts';
import { openStoreFolder, studyFolder } from './storeFolder.ts';
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

  const joint: JointStore = {
    doAll: (work) => doUnits({ folder, leases, records, note }, work),

    async once(key, work, signal) {
      const looks = openLooks(signal);
      for (;;) {
        signal?.throwIfAborted();
        const found = records.read('part', key);
        if (found) return given(found);
        const id = records.id(key);
        const claim = leases.claim(id);
        if (claim === 'taken') {
          await looks.next();
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

function given<Result>(outcome: JointOutcome): Result {
  if ('reason' in outcome) throw new Error(outcome.reason);
  return outcome.result as Result;
}
