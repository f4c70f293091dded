/** How much work the membership audit of a generator is, from sizes alone; `studyWork` adds it up. */

import { NEAREST_ROWS } from '../measures/membershipAudit/scores/distanceScores.ts';
import { auditSizes } from './auditMembership.ts';
import type { ResolvedStudy } from './studySettings.ts';
import type { VineShape } from './vineShape.ts';

export interface AuditWork {
  readonly fits: number;
  /** Rows of a training table, and synthetic rows drawn at each truncation. */
  readonly trained: number;
  readonly rows: number;
  /** Seconds of one core for the scores and statistics. */
  readonly other: number;
}

/** Seconds of one core: a feature of a person beside a synthetic row, on both scales and with the kernel. */
const NEAR = 3e-9;
/** A variable of a person or synthetic row under a refitted or released model, for each tree. */
const DENSITY = 1e-8;
/** A person in a fit whose coins are thrown again. */
const REDRAW = 5e-6;

/** `truncations`: those of a vine, or one for what is none. */
export function auditWork(
  study: ResolvedStudy,
  { variables, features }: VineShape,
  truncations: readonly number[],
  isVine: boolean,
): AuditWork {
  const { fits, controls, mostPeople, mostRows } = auditSizes(study, isVine);
  const all = study.train.rows;
  const people = Math.min(all, mostPeople);
  const trained = Math.min(all, mostRows) >> 1;
  const rows = Math.round((trained * study.rows) / all);
  const near = NEAR * people * Math.min(rows, NEAREST_ROWS) * features;
  const density = (trees: number) => DENSITY * (people + rows) * variables * (10 + trees);
  const scored = truncations.reduce((sum, trees) => sum + near + 2 * density(trees), 0);
  const controlled = controls.length * (near + density(1));
  const other = fits * (scored + controlled + truncations.length * REDRAW * people);
  return { fits, trained, rows, other };
}
