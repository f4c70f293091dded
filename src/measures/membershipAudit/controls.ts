/**
 * Generators of known leakage under the same coins and scores: an audit that does not see copies, or that
 * accuses a table which has nothing to do with the coins, proves nothing.
 */

import type { Truncation } from '../../generators/generator.ts';
import type { Interval } from '../../numerics/intervals.ts';
import type { ScoreAudits } from './scoreAudit.ts';

export const CONTROL_NAMES = ['copy', 'partial-copy', 'unrelated', 'independent'] as const;

/**
 * 'copy' releases the training rows, 'partial-copy' a tenth of them among rows of independent cells.
 * 'unrelated' draws cells of other rows (those held out, or else all rows), whatever the coins say.
 * 'independent' draws every cell from the training cells of its column: what margins alone give away.
 */
export type ControlName = (typeof CONTROL_NAMES)[number];

export interface ControlAudit {
  readonly name: ControlName;
  /** The trees of the judge. */
  readonly truncation: Truncation;
  readonly fits: number;
  readonly scores: ScoreAudits;
  /** Whether the audit saw what it must see, and no more; nothing where neither is known beforehand. */
  readonly passed?: boolean;
}

/** The generator of each, by its name in the catalogue. */
export const CONTROL_GENERATORS = {
  copy: 'copy',
  'partial-copy': 'partial-copy',
  unrelated: 'bootstrap-independent',
  independent: 'bootstrap-independent',
} as const satisfies Record<ControlName, string>;

/** An unrelated table is accused where chance would do so in one of a thousand audits. */
const ACCUSED = 0.001;

/** Copies have an AUC of at least .95 for somebody who looks for near rows; a tenth of them is seen at all. */
export function isPassed(name: ControlName, scores: ScoreAudits): boolean | undefined {
  const found = Object.values(scores);
  if (name === 'independent' || found.length === 0) return undefined;
  if (name === 'unrelated') return found.every(({ pairs }) => pairs.adjusted > ACCUSED);
  const { near = found[0] } = scores;
  return name === 'copy' ? near.auc.estimate >= 0.95 : isAbove(near.uncalibrated, 0.5);
}

function isAbove({ estimate, low }: Interval, value: number): boolean {
  return (Number.isNaN(low) ? estimate : low) > value;
}
