/** How far the studies in a shared folder are. Needs no key: numbers of files and notes without data. */

import { closeSync, fstatSync, openSync, readFileSync } from 'node:fs';
import { readHeader, type StudyFolder, studiesIn, studyFolder } from './storeFolder.ts';
import type { WorkerNote } from './workerNote.ts';

export interface StoreStatus {
  readonly engine: string;
  readonly studies: readonly StudyStatus[];
}

export interface StudyStatus {
  /** The name of its folder. */
  readonly study: string;
  /** Units done, those being done, those that failed, and all that are planned so far. */
  readonly done: number;
  readonly working: number;
  readonly failed: number;
  readonly planned: number;
  /** Units in the last minute, and seconds to the end of what is planned at this pace; null without one. */
  readonly lastMinute: number;
  readonly secondsLeft: number | null;
  readonly workers: readonly (WorkerNote & { readonly alive: boolean })[];
  readonly stages: readonly { readonly stage: string; readonly units: number }[];
}

/** A note that was not touched for this long is of a process that ended without saying so. */
const SILENT = 60_000;

export function storeStatus(store: string): StoreStatus {
  const { engine } = readHeader(store);
  return { engine, studies: studiesIn(store).map((study) => studyStatus(store, study)) };
}

export function studyStatus(store: string, study: string): StudyStatus {
  const folder = studyFolder(store, study);
  const now = folder.now();
  const units = folder.list('unit');
  const times = units.map((name) => timeOf(folder.of('unit', name)));
  const lastMinute = times.filter((time) => now - time < 60_000).length;
  const stages = folder.list('plan').flatMap((name) => documentAt<Plan>(folder.of('plan', name)));
  const planned = stages.reduce((sum, { units: some }) => sum + some, 0);
  const left = planned - units.length;
  // a study that is younger than a minute has been at it for less
  const age = Math.min(60, Math.max(1, (now - Math.min(now, ...times)) / 1000));
  return {
    study,
    done: units.length,
    working: folder.list('lease').length,
    failed: folder.list('failed').length,
    planned,
    lastMinute,
    secondsLeft: left <= 0 ? 0 : lastMinute > 0 ? (left * age) / lastMinute : null,
    workers: workersIn(folder, now),
    stages: stages.map(({ stage, units: some }) => ({ stage, units: some })),
  };
}

interface Plan {
  readonly stage: string;
  readonly units: number;
}

export function workersIn(folder: StudyFolder, now: number): StudyStatus['workers'] {
  return folder.list('worker').flatMap((name) => {
    const path = folder.of('worker', name);
    const isFresh = now - timeOf(path) < SILENT;
    return documentAt<WorkerNote>(path).map((note) => ({
      ...note,
      alive: !note.ended && isFresh,
    }));
  });
}

/** Nothing if it is gone or no document. */
function documentAt<Document>(path: string): Document[] {
  try {
    return [JSON.parse(readFileSync(path, 'utf8')) as Document];
  } catch {
    return [];
  }
}

/** Long ago if it is gone. */
function timeOf(path: string): number {
  try {
    const file = openSync(path, 'r');
    const { mtimeMs } = fstatSync(file);
    closeSync(file);
    return mtimeMs;
  } catch {
    return -Infinity;
  }
}
