/** All that the page shows, as signals; components read them, actions (actions.ts) alone write them. */

import { computed, signal } from '@preact/signals';
import type {
  ColumnsInfo,
  FitInfo,
  LevelLook,
  MadeFiles,
  MeasuredLevel,
  OrderInfo,
  PairGrid,
  StudyInfo,
  TableInfo,
  TimesInfo,
  Told,
  VerifyInfo,
} from '../engine/protocol.ts';
import { type Choices, NO_CHOICES } from './choices.ts';

/** What is under way. */
export type Job = ('read' | 'columns' | 'order' | 'fit') | ('study' | 'judge' | 'files' | 'verify');

export interface Busy {
  readonly job: Job;
  readonly told: Told | null;
}

export type StepName = 'table' | 'columns' | 'preview' | 'look' | 'release' | 'verify';

/** Said at the step where it happened. */
export interface Failure {
  readonly step: StepName;
  readonly message: string;
}

/** The file that the table was read from. */
export const source = signal<{ readonly blob: Blob; readonly name: string } | null>(null);
export const table = signal<TableInfo | null>(null);
export const head = signal<readonly (readonly string[])[] | null>(null);
export const columns = signal<ColumnsInfo | null>(null);
export const choices = signal<Choices>(NO_CHOICES);
export const order = signal<OrderInfo | null>(null);
export const fitted = signal<FitInfo | null>(null);
/** Whether what was chosen has changed since the fit. */
export const isFitOld = signal(false);
export const looks = signal<ReadonlyMap<number, LevelLook>>(new Map());
export const level = signal(0);
/** A level to compare with. */
export const pinned = signal<number | null>(null);
export const pair = signal<PairGrid | null>(null);
/** Columns whose margins are shown. */
export const shown = signal<readonly string[]>([]);
export const partial = signal<readonly MeasuredLevel[] | null>(null);
export const study = signal<StudyInfo | null>(null);
/** How long work is likely to take; null while nothing is known. */
export const times = signal<TimesInfo | null>(null);
export const files = signal<MadeFiles | null>(null);
/** The private key that is to sign the certificate. */
export const signingKey = signal<{ readonly file: string; readonly text: string } | null>(null);
/** What was found of a certificate that somebody brought. */
export const verified = signal<VerifyInfo | null>(null);
/** A table that was pasted: its text, so that it can be kept as a file. */
export const pasted = signal<Uint8Array | null>(null);
export const isForced = signal(false);
export const busy = signal<Busy | null>(null);
export const failure = signal<Failure | null>(null);
/** For the one polite live region. */
export const announced = signal('');
/** The folder that `tvinesynth studio --out` writes into; null without one. */
export const saveFolder = signal<string | null>(null);
/** Whether the page comes from `tvinesynth studio`. */
export const isServed = signal(false);
export const remember = signal(false);

export const look = computed(() => looks.value.get(level.value) ?? null);
export const isReady = computed(() => choices.value.response !== null && columns.value !== null);

/** Which steps are done. */
export const done = computed<Readonly<Record<StepName, boolean>>>(() => ({
  table: table.value !== null,
  columns: choices.value.response !== null && choices.value.sensitive.length > 0,
  preview: order.value !== null,
  look: fitted.value !== null && !isFitOld.value,
  release: study.value !== null,
  verify: verified.value !== null,
}));
