/**
 * How long a study will take, and how much memory, said before it starts. The work is known from the
 * sizes (src/study/studyWork.ts); a rehearsal on few rows shows what fits and draws of this table cost on
 * this machine. Results do not depend on it.
 */

import { membershipDefaults } from '../measures/membership/settings.ts';
import { fit } from '../model/fit.ts';
import { sample } from '../model/sample.ts';
import { FIT } from '../study/fitCost.ts';
import { resolveStudy } from '../study/resolveStudy.ts';
import type { AnyStudySettings, ResolvedStudy } from '../study/studySettings.ts';
import { fitSize, type StageWork, studyWork } from '../study/studyWork.ts';
import { rowDrawSeconds, vineShape } from '../study/vineShape.ts';
import type { Table } from '../table/table.ts';
import { takeRows } from '../table/takeRows.ts';
import { duration } from './progress.ts';

export interface Estimate {
  readonly seconds: number;
  /** The same if membership has to be attacked at lower levels too. */
  readonly most: number;
  readonly megabytes: number;
}

/** What work costs here, in parts of its usual cost. */
export interface Costs {
  readonly fits: number;
  readonly draws: number;
  readonly other: number;
}

/** Rows of the rehearsal. */
const REHEARSED = 150;
/** Seconds that drawing may take in it, at usual costs; fewer rows would tell of calls, not of rows. */
const DRAWING = 0.1;
/** How much more a row costs where there are so few. */
const FEW = 1.35;
/** A rehearsal shorter than this (seconds) is mostly about starting up, and is repeated. */
const WARM = 1;
/** Seconds until threads are there and up to speed, and for the report at the end. */
const START = 3;

export async function estimateStudy(
  table: Table,
  settings: AnyStudySettings,
  signal: AbortSignal,
): Promise<Estimate> {
  const study = resolveStudy(table, settings);
  const plan = studyWork(study);
  // of a private vine nothing takes long that a rehearsal would show
  const isVine = study.generator === 'cvine';
  let costs = isVine ? await rehearse(study, signal) : USUAL;
  if (isVine && costs.seconds < WARM) costs = await rehearse(study, signal);
  const { threads = 1 } = settings;
  const certain = plan.filter((stage) => stage.certain);
  return {
    seconds: secondsOf(certain, costs, threads),
    most: secondsOf(plan, costs, threads),
    megabytes: memoryOf(table, vineShape(study).features, study.sizes, threads),
  };
}

export function secondsOf(plan: readonly StageWork[], costs: Costs, threads: number): number {
  return plan.reduce((sum, { fitted, drawn, other, shared }) => {
    const work = costs.fits * FIT * fitted + costs.draws * drawn + costs.other * other;
    return sum + work / (shared ? threads : 1);
  }, START);
}

const USUAL = { fits: 1, draws: 1, other: 1, seconds: Number.POSITIVE_INFINITY };

/** Fits and draws once, with all trees, on few rows. */
async function rehearse(
  study: ResolvedStudy,
  signal: AbortSignal,
): Promise<Costs & { readonly seconds: number }> {
  const { train, fit: settings, responseSampling } = study;
  const rows = Math.min(REHEARSED, train.rows);
  const some = takeRows(
    train,
    Uint32Array.from({ length: rows }, (_, i) => Math.floor((i * train.rows) / rows)),
  );
  const shape = vineShape({ ...study, train: some });
  const begun = performance.now();
  try {
    const model = await fit(some, { ...settings, signal });
    const fitted = (performance.now() - begun) / 1000;
    // a first draw makes tables that all others use
    sample(model, 1, { responseSampling });
    const prepared = performance.now();
    const row = rowDrawSeconds(shape, shape.trees, responseSampling === 'exact');
    const length = Math.ceil(DRAWING / row);
    sample(model, length, { responseSampling });
    const drawn = (performance.now() - prepared) / 1000;
    const fits = fitted / (FEW * FIT * fitSize(rows, shape.pairs));
    const draws = drawn / (FEW * length * row);
    return { fits, draws, other: fits, seconds: fitted + drawn };
  } catch (error) {
    if (signal.aborted) throw error;
    // so few rows may be no table that can be fitted; the whole one is checked by the study itself
    return USUAL;
  }
}

/**
 * Megabytes of a process that has loaded the kernel, of each thread, and of each feature in a thread: sets are drawn
 * at all levels at once, and attackers learn from them.
 */
const PROCESS = 130;
const THREAD = 60;
const FEATURE = 2;

/** Tables are there several times, in messages and as features; summaries of sets once. */
function memoryOf(
  table: Table,
  features: number,
  { membership }: ResolvedStudy['sizes'],
  threads: number,
): number {
  const cells = table.rows * table.columns.length;
  const { iterations, shadows, setsPerShadow, sets } = { ...membershipDefaults, ...membership };
  const summaries = (shadows * setsPerShadow + iterations * sets) * features * features * 4;
  const perThread = THREAD + FEATURE * features;
  return PROCESS + perThread * threads + (8 * cells * (3 + 2 * threads) + 8 * summaries) / 1e6;
}

/** 'about 2 min on 2 threads and 300 MB of memory'. */
export function estimateInWords({ seconds, most, megabytes }: Estimate, threads: number): string {
  const on = threads === 1 ? '1 thread' : `${threads} threads`;
  const longer =
    most > 1.3 * seconds ? ` (${roughly(most)} if lower levels must be attacked too)` : '';
  const memory =
    megabytes < 1000
      ? `${50 * Math.ceil(megabytes / 50)} MB`
      : `${(megabytes / 1000).toFixed(1)} GB`;
  return `about ${roughly(seconds)} on ${on}${longer}, about ${memory} of memory`;
}

/** To one or two digits: 20 s, 2 min, 1 h 30 min. */
function roughly(seconds: number): string {
  const step = seconds < 60 ? 5 : seconds < 600 ? 30 : seconds < 3600 ? 300 : 1800;
  const rounded = Math.max(step, step * Math.round(seconds / step));
  return duration(1000 * rounded)
    .replace(/\.0 s$/, ' s')
    .replace(/ 00 s$/, '')
    .replace(/ 00 min$/, '');
}
