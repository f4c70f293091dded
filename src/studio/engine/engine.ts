/**
 * The engine behind the page, in a worker: it holds the table, the fit and what was measured, and answers with
 * plain data. Long jobs can be cancelled; a new one takes the place of what it makes out of date.
 */

import { transfer } from 'comlink';
import { InputError } from '../../numerics/inputError.ts';
import type { Measures } from '../../study/measure.ts';
import { resolveStudy } from '../../study/resolveStudy.ts';
import { type AnyStudyResult, study } from '../../study/study.ts';
import { openStudyProgress } from '../../study/studyProgress.ts';
import type { ResolvedStudy, StudySettings } from '../../study/studySettings.ts';
import { studyWork } from '../../study/studyWork.ts';
import { leaveOut } from '../../table/leaveOut.ts';
import { readTable } from '../../table/readTable.ts';
import type { Table } from '../../table/table.ts';
import { checkpoint } from '../../work/checkpoint.ts';
import type { WorkStore } from '../../work/store.ts';
import { holdWhileAlive } from '../alive.ts';
import { columnsInfo } from './columnsInfo.ts';
import { estimateTimes } from './estimateTimes.ts';
import { fitAndLook } from './fitAndLook.ts';
import type { Looks } from './looks.ts';
import { makeFiles, type StudiedFile } from './makeFiles.ts';
import { measuredLevels } from './measuredLevels.ts';
import { watchedBlob } from './pieces.ts';
import { previewTable } from './previewTable.ts';
import type { EngineApi, FitInfo, StudyChoice, StudyInfo, Tell } from './protocol.ts';
import { fitKey, readingOf, settingsOf } from './settings.ts';
import { firstRows, tableInfo } from './tableInfo.ts';
import { verifyFiles } from './verifyFiles.ts';

const SHOWN_ROWS = 20;
/** Seconds. */
const SHORT = 1;

/** A fit, and what is seen of it. */
interface Fitted {
  /** What it depends on. */
  readonly key: string;
  readonly study: ResolvedStudy;
  readonly truncations: readonly number[];
  readonly looks: Looks;
  readonly info: FitInfo;
}

/** A study that has come to its end. */
interface Finished {
  readonly choice: StudyChoice;
  readonly isForced: boolean;
  readonly result: AnyStudyResult;
}

export function openEngine(threads: number, useProgram: (text: string) => void): EngineApi {
  let read: StudiedFile | undefined;
  let fitted: Fitted | undefined;
  let finished: Finished | undefined;
  /** Finished parts of studies of this fit, so that none is done twice. */
  let store = memoryStore();
  let job = new AbortController();
  /** What a fit has taken here, in parts of what it usually does. */
  let pace = 1;

  const startJob = (): AbortSignal => {
    job.abort(cancelled());
    job = new AbortController();
    return job.signal;
  };
  const theFile = (): StudiedFile => {
    if (!read) throw new InputError('There is no table yet. Choose a file first.');
    return read;
  };
  const theTable = (left: readonly string[]): Table => leaveOut(theFile().table, left);
  const fitTo = async (choice: StudyChoice, signal: AbortSignal, tell: Tell): Promise<Fitted> => {
    const key = fitKey(choice);
    if (fitted?.key === key) return fitted;
    const own = memoryStore();
    const resolved = resolveStudy(theTable(choice.leaveOut), settingsOf(choice));
    const plan = studyWork(resolved).filter(({ stage }) => stage === 'order' || stage === 'fit');
    const controls = { threads, signal, tell: openStudyProgress(plan, tell), store: own };
    const begun = performance.now();
    const made = await fitAndLook(resolved, controls);
    const took = (performance.now() - begun) / 1000;
    // whoever has cancelled by now keeps the fit from before
    await checkpoint(signal);
    const usual = estimateTimes(theTable(choice.leaveOut), choice, { threads, pace: 1 }).fit;
    // of a short fit most is not work
    if (took > SHORT && usual > 0) pace = took / usual;
    fitted = { key, study: resolved, ...made };
    store = own;
    finished = undefined;
    return fitted;
  };
  const finish = async (
    choice: StudyChoice,
    isForced: boolean,
    watch: Pick<StudySettings, 'onMeasured' | 'fewerTrees'> & {
      readonly tell: Tell;
      readonly signal: AbortSignal;
    },
  ): Promise<StudyInfo> => {
    const { tell, signal, onMeasured, fewerTrees = true } = watch;
    const result = await study(theTable(choice.leaveOut), {
      ...settingsOf(choice),
      forceRelease: isForced,
      threads,
      signal,
      store: partOf(store, choice.preset),
      onProgress: tell,
      fewerTrees,
      ...(onMeasured && { onMeasured }),
    });
    await checkpoint(signal);
    finished = { choice, isForced, result };
    return { results: result.results, tableFile: tableFileOf(theFile().table) };
  };
  const theStudy = (): Finished => {
    if (!finished) throw new InputError('Nothing has been measured yet.');
    return finished;
  };

  return {
    begin: (program, lock) => {
      useProgram(program);
      return holdWhileAlive(lock);
    },
    async read(source, given, declared, tell) {
      const signal = startJob();
      const table = await readTable(watchedBlob(source, signal, tell), {
        name: given,
        ...readingOf(declared),
        signal,
      });
      // whoever has cancelled by now keeps the table from before
      await checkpoint(signal);
      if (table.rows === 0) {
        throw new InputError(
          `${given}: the table has no rows. Choose a file with a line of names and at least some rows.`,
        );
      }
      read = { table, name: given, blob: source };
      fitted = undefined;
      finished = undefined;
      return tableInfo(table, given, source.size);
    },
    firstRows: () => firstRows(theFile().table, SHOWN_ROWS),
    columns: (declared, left) => columnsInfo(theFile().table, declared, left, startJob()),
    order: (choice) => previewTable(theTable(choice.leaveOut), choice, startJob()),
    times: (choice) => estimateTimes(theTable(choice.leaveOut), choice, { threads, pace }),
    fit: async (choice, tell) => (await fitTo(choice, startJob(), tell)).info,
    async look(first, found) {
      const own = fitted;
      if (!own) throw new InputError('There is no fit yet.');
      const near = (level: number) => Math.abs(level - first);
      const inTurn = [...own.looks.levels].sort((a, b) => near(a) - near(b));
      for (const level of inTurn) {
        await checkpoint();
        // other jobs may run in between; with another fit there is nothing to be seen of this one
        if (fitted !== own) return;
        found(own.looks.at(level));
      }
    },
    pair(x, y) {
      if (!fitted) throw new InputError('There is no fit yet.');
      return fitted.looks.pair(x, y);
    },
    async study(choice, tell, found) {
      const signal = startJob();
      const { study: resolved, truncations } = await fitTo(choice, signal, tell);
      let known: Partial<Measures> = {};
      const onMeasured = (part: Partial<Measures>) => {
        known = { ...known, ...part };
        found(measuredLevels(known, truncations, resolved.score));
      };
      return finish(choice, false, { tell, signal, onMeasured });
    },
    async judge(constraints, tell, found) {
      const { choice, isForced } = theStudy();
      const signal = startJob();
      const next = { ...choice, constraints };
      found(await finish(next, isForced, { tell: () => undefined, signal, fewerTrees: false }));
      return finish(next, isForced, { tell, signal });
    },
    async files(record, force) {
      const { choice, isForced } = theStudy();
      const signal = startJob();
      if (isForced !== force) await finish(choice, force, { tell: () => undefined, signal });
      const table = theTable(choice.leaveOut);
      const made = await makeFiles(theStudy().result, { ...theFile(), table }, record, signal);
      // handed over, not copied: a table may be large
      return transfer(
        made,
        Object.values(made.files).map(({ buffer }) => buffer as ArrayBuffer),
      );
    },
    verify: (files) => verifyFiles(files, startJob()),
    cancel: () => job.abort(cancelled()),
  };
}

function cancelled(): DOMException {
  return new DOMException('Cancelled.', 'AbortError');
}

function memoryStore(): WorkStore {
  const kept = new Map<string, unknown>();
  return { get: (key) => kept.get(key), put: (key, value) => void kept.set(key, value) };
}

/** Measures are of a preset; the fit is the same for all. */
function partOf(store: WorkStore, preset: string): WorkStore {
  const keyOf = (key: string) => (key === 'fit' ? key : `${preset}/${key}`);
  return {
    get: (key) => store.get(keyOf(key)),
    put: (key, value) => store.put(keyOf(key), value),
  };
}

function tableFileOf({ format: { kind } }: Table): string {
  return `synthetic.${kind === 'parquet' || kind === 'xlsx' ? kind : 'csv'}`;
}
