/**
 * The engine behind the page, in a worker: it holds the table, the fit and what was measured, and answers with
 * plain data. Long jobs can be cancelled; a new one takes the place of what it makes out of date.
 */

import { orderTable } from '../../model/orderTable.ts';
import { FIT_DEFAULTS } from '../../model/settings.ts';
import { InputError } from '../../numerics/inputError.ts';
import { studyFiles } from '../../report/studyFiles.ts';
import { type FittedStudy, fitStudy } from '../../study/fitStudy.ts';
import { cutWords, restWords } from '../../study/levelWords.ts';
import type { Measures } from '../../study/measure.ts';
import { resolveStudy } from '../../study/resolveStudy.ts';
import { type StudyResult, study } from '../../study/study.ts';
import { openStudyProgress } from '../../study/studyProgress.ts';
import type { ResolvedStudy, StudySettings } from '../../study/studySettings.ts';
import { studyWork } from '../../study/studyWork.ts';
import { readTable } from '../../table/readTable.ts';
import type { Table } from '../../table/table.ts';
import { checkpoint } from '../../work/checkpoint.ts';
import type { WorkStore } from '../../work/store.ts';
import { columnsInfo } from './columnsInfo.ts';
import { type Looks, openLooks } from './looks.ts';
import { measuredLevels } from './measuredLevels.ts';
import type {
  DeclaredSchema,
  EngineApi,
  FitChoice,
  FitInfo,
  StudyChoice,
  StudyInfo,
  Tell,
} from './protocol.ts';
import { firstRows, tableInfo } from './tableInfo.ts';

const SHOWN_ROWS = 20;
/** Bytes of a file that are read at once: some 20 ms of work. */
const PIECE = 1 << 20;

/** A fit, and what is seen of it. */
interface Fitted {
  /** What it depends on. */
  readonly key: string;
  readonly study: ResolvedStudy;
  readonly fit: FittedStudy;
  readonly looks: Looks;
}

/** A study that has come to its end. */
interface Finished {
  readonly choice: StudyChoice;
  readonly isForced: boolean;
  readonly result: StudyResult;
}

export function openEngine(threads: number, begin: (program: string) => void): EngineApi {
  let table: Table | undefined;
  let name = '';
  let fitted: Fitted | undefined;
  let finished: Finished | undefined;
  /** Finished parts of studies of this fit, so that none is done twice. */
  let store = memoryStore();
  let job = new AbortController();

  const startJob = (): AbortSignal => {
    job.abort(cancelled());
    job = new AbortController();
    return job.signal;
  };
  const theTable = (): Table => {
    if (!table) throw new InputError('There is no table yet. Choose a file first.');
    return table;
  };
  const fitTo = async (choice: StudyChoice, signal: AbortSignal, tell: Tell): Promise<Fitted> => {
    const key = JSON.stringify(fitOf(choice));
    if (fitted?.key === key) return fitted;
    const own = memoryStore();
    const resolved = resolveStudy(theTable(), settingsOf(choice));
    const plan = studyWork(resolved).filter(({ stage }) => stage === 'order' || stage === 'fit');
    const controls = { threads, signal, tell: openStudyProgress(plan, tell), store: own };
    const fit = await fitStudy(resolved, controls);
    fitted = { key, study: resolved, fit, looks: openLooks(resolved, fit) };
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
    const result = await study(theTable(), {
      ...settingsOf(choice),
      forceRelease: isForced,
      threads,
      signal,
      store: partOf(store, choice.preset),
      onProgress: tell,
      fewerTrees,
      ...(onMeasured && { onMeasured }),
    });
    finished = { choice, isForced, result };
    return { results: result.results, tableFile: tableFileOf(theTable()) };
  };
  const theStudy = (): Finished => {
    if (!finished) throw new InputError('Nothing has been measured yet.');
    return finished;
  };

  return {
    begin,
    async read(source, given, declared, tell) {
      const signal = startJob();
      const read = await readTable(watchedBlob(source, signal, tell), {
        name: given,
        ...readingOf(declared),
        signal,
      });
      // whoever has cancelled by now keeps the table from before
      await checkpoint(signal);
      if (read.rows === 0) {
        throw new InputError(
          `${given}: the table has no rows. Choose a file with a line of names and at least some rows.`,
        );
      }
      [table, name] = [read, given];
      fitted = undefined;
      finished = undefined;
      return tableInfo(read, given, source.size);
    },
    firstRows: () => firstRows(theTable(), SHOWN_ROWS),
    columns: (declared) => columnsInfo(theTable(), declared),
    async order(choice) {
      const { order, preview, notes } = await orderTable(theTable(), {
        ...fitSettings(choice),
        signal: startJob(),
      });
      return { order, preview, notes };
    },
    async fit(choice, tell): Promise<FitInfo> {
      const { study: resolved, fit, looks } = await fitTo(choice, startJob(), tell);
      const { tMax, truncations, model, order } = fit;
      const data = {
        protected: model.protected?.map((column) => column.name) ?? null,
        sensitive: model.sensitive,
        K: order.order.K.map((column) => column.name),
      };
      const cut = cutWords(data);
      return {
        tMax,
        truncations,
        levels: looks.levels,
        variables: model.order,
        columns: looks.columns,
        cuts:
          cut === undefined
            ? 'A level cuts the pairs of all columns after that tree.'
            : `A level cuts ${cut}. ${restWords({ settings: {} })}`,
        rows: { train: resolved.train.rows, test: resolved.test.rows, shown: looks.rows },
        realTau: looks.realTau,
        notes: [...resolved.notes, ...order.notes],
      };
    },
    async look(first, found) {
      const { signal } = job;
      const own = fitted;
      if (!own) throw new InputError('There is no fit yet.');
      const near = (level: number) => Math.abs(level - first);
      const inTurn = [...own.looks.levels].sort((a, b) => near(a) - near(b));
      for (const level of inTurn) {
        await checkpoint(signal);
        found(own.looks.at(level));
      }
    },
    pair(x, y) {
      if (!fitted) throw new InputError('There is no fit yet.');
      return fitted.looks.pair(x, y);
    },
    async study(choice, tell, found) {
      const signal = startJob();
      const { study: resolved, fit } = await fitTo(choice, signal, tell);
      let known: Partial<Measures> = {};
      const onMeasured = (part: Partial<Measures>) => {
        known = { ...known, ...part };
        found(measuredLevels(known, fit.truncations, resolved.score));
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
      const { files, notes } = await studyFiles(theStudy().result, theTable(), signal, {
        file: name,
        date: record.date,
        ...(record.purpose !== '' && { purpose: record.purpose }),
        ...(record.audience !== '' && { audience: record.audience }),
        command: record.command,
      });
      return { files, notes };
    },
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

/** What the model depends on. */
function fitOf({ response, sensitive, schema, seed, order, protect }: FitChoice): FitChoice {
  return { response, sensitive, schema, seed, order, protect };
}

function fitSettings({ response, sensitive, schema, seed, order, protect }: FitChoice) {
  return {
    response,
    sensitive,
    schema,
    seed,
    // without a sensitive column there is nothing to protect, unless it was asked for
    ...(protect !== FIT_DEFAULTS.protect && { protect }),
    ...(order && { order }),
  };
}

export function settingsOf(choice: StudyChoice): StudySettings {
  const { preset, compare, constraints } = choice;
  return { ...fitSettings(choice), preset, compare, constraints };
}

/** What of a schema has to be known before a file is read. */
function readingOf({ columns = {}, missing = [] }: DeclaredSchema) {
  const text = Object.entries(columns).flatMap(([each, { type }]) =>
    type === 'text' ? [each] : [],
  );
  return { text, ...(missing.length > 0 && { missing }) };
}

function tableFileOf({ format: { kind } }: Table): string {
  return `synthetic.${kind === 'parquet' || kind === 'xlsx' ? kind : 'csv'}`;
}

/** A file whose reading is told of, and can be cancelled between two pieces. */
function watchedBlob(blob: Blob, signal: AbortSignal, tell: Tell) {
  const size = Math.max(1, blob.size);
  return {
    byteLength: blob.size,
    slice: async (start: number, end: number) =>
      new Uint8Array(await blob.slice(start, end).arrayBuffer()),
    async *open() {
      let told = 0;
      for (let at = 0; at < blob.size; at += PIECE) {
        await checkpoint(signal);
        const piece = await blob.slice(at, at + PIECE).arrayBuffer();
        yield new Uint8Array(piece);
        const share = Math.min(1, (at + PIECE) / size);
        if (share - told >= 0.01) {
          told = share;
          tell({ stage: 'read', share, secondsLeft: Number.POSITIVE_INFINITY });
        }
      }
    },
  };
}
