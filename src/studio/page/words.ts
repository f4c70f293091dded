/** Numbers and durations as people read them. */

import type { UsedRows } from '../engine/protocol.ts';
import type { Job } from './state.ts';

export function count(value: number): string {
  return String(Math.round(value)).replace(/\B(?=(\d{3})+$)/g, '\u202f');
}

/** ' in 5,000 of 200,000 rows' after its first words; nothing where it is all of them. */
export function ofRows({ used, all }: UsedRows, before: string): string {
  return used < all ? `${before}${count(used)} of ${count(all)} rows` : '';
}

export function bytes(value: number): string {
  if (value < 1000) return `${value} B`;
  if (value < 1e6) return `${(value / 1e3).toFixed(value < 1e4 ? 1 : 0)} kB`;
  if (value < 1e9) return `${(value / 1e6).toFixed(value < 1e7 ? 1 : 0)} MB`;
  return `${(value / 1e9).toFixed(1)} GB`;
}

export function seconds(value: number): string {
  if (!Number.isFinite(value)) return '';
  if (value < 60) return `about ${Math.max(1, Math.round(value))} s left`;
  if (value < 3600) return `about ${Math.round(value / 60)} min left`;
  return `about ${(value / 3600).toFixed(1)} h left`;
}

/** 'about 20 s', beforehand. */
export function duration(value: number): string {
  if (value < 10) return 'a few seconds';
  if (value < 55) return `about ${5 * Math.round(value / 5)} s`;
  if (value < 3300) return `about ${Math.max(1, Math.round(value / 60))} min`;
  return `about ${(value / 3600).toFixed(1)} h`;
}

export function percent(share: number): string {
  return Number.isFinite(share) ? `${Math.round(100 * share)} %` : 'unknown';
}

export function decimals(value: number, digits = 2): string {
  return Number.isFinite(value) ? value.toFixed(digits) : 'unknown';
}

const STAGES: Readonly<Record<string, string>> = {
  read: 'Reading the file',
  order: 'Ordering the columns',
  fit: 'Fitting the vine',
  attribute: 'Guessing sensitive values',
  membership: 'Looking for members',
  'membership audit': 'Looking for members',
  utility: 'Training models on synthetic tables',
  fidelity: 'Comparing with the real table',
  sample: 'Drawing the synthetic table',
  checks: 'Checking the synthetic table',
};

/** What a job begins with, before there is word of its progress. */
export function jobWords(job: Job): string {
  if (job === 'columns') return 'Looking at the columns';
  return job === 'order' ? `${STAGES.order}` : 'Starting';
}

/** A stage of a study; that of another generator after its name. */
export function stageWords(stage: string): string {
  const [own, generator] = stage.split(': ').reverse();
  const words = STAGES[own] ?? own;
  return generator === undefined ? words : `${generator}: ${words.toLowerCase()}`;
}
