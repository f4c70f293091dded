/** What a level, or another generator, gives away: the figures that limits are put on. */

import type { AttributeFindings, CategoryFindings } from '../measures/attribute/findings.ts';
import type { ControlAudit } from '../measures/membershipAudit/controls.ts';
import type { LevelAudit } from '../measures/membershipAudit/levelAudit.ts';
import type { ScoreName } from '../measures/membershipAudit/scores/score.ts';
import type { Interval } from '../numerics/intervals.ts';
import { avoidedErrors } from './judgeLevel.ts';
import type { Measures } from './measure.ts';

export interface RiskFigures {
  readonly numbers: readonly NumberRisk[];
  readonly categories: readonly CategoryRisk[];
  /** Null if the membership audit was not done. */
  readonly audit: AuditRisk | null;
  readonly copies: CopiesRisk;
}

/** Shares of variance that the best guesser explains. */
export interface NumberRisk {
  readonly name: string;
  /** Of people in the table, and of people held out. */
  readonly inTable: Interval;
  readonly heldOut: Interval;
  /** Of an attacker who learns from real rows; null if that is not known. */
  readonly real: number | null;
}

/** Shares of right guesses. */
export interface CategoryRisk {
  readonly name: string;
  readonly inTable: Interval;
  readonly heldOut: Interval;
  /** Of always guessing the most frequent level. */
  readonly baseline: number;
  /** Wrong guesses avoided by an attacker who learns from real rows; null if that is not known. */
  readonly real: number | null;
}

export interface AuditRisk {
  readonly attackers: readonly {
    readonly by: 'density' | 'nearest row';
    /** Scaled to the release. */
    readonly auc: Interval;
  }[];
  /** What the first of them has beyond independent margins of the same table; null without that control. */
  readonly beyondMargins: Interval | null;
  readonly isAnybodyRecognised: boolean;
}

export interface CopiesRisk {
  readonly found: number;
  readonly allowed: number;
  readonly rows: number;
}

/** Of the level in a place; `controls` are those of the study. */
export function riskFigures(
  { attribute, audit, fidelity }: Measures,
  place: number,
  controls: readonly ControlAudit[],
): RiskFigures {
  const found = attribute?.levels[place];
  const real = attribute?.real;
  const level = audit?.levels[place];
  const { found: copies, allowed } = fidelity[place].copiesCheck;
  return {
    numbers: Object.entries(found?.sensitive ?? {}).map(([name, own]) =>
      numberRisk(name, own, real?.sensitive[name]),
    ),
    categories: Object.entries(found?.categories ?? {}).map(([name, own]) =>
      categoryRisk(name, own, real?.categories[name]),
    ),
    audit: level ? auditRisk(level, controls) : null,
    copies: {
      found: copies,
      allowed: allowed ?? Number.POSITIVE_INFINITY,
      rows: fidelity[place].copies.synthetic.rows,
    },
  };
}

function numberRisk(
  name: string,
  { inTable, heldOut }: AttributeFindings,
  real: AttributeFindings | undefined,
): NumberRisk {
  return { name, inTable, heldOut, real: real?.strongest.mr2 ?? null };
}

function categoryRisk(
  name: string,
  found: CategoryFindings,
  real: CategoryFindings | undefined,
): CategoryRisk {
  const { inTable, heldOut, baselineOnReal } = found;
  return {
    name,
    inTable,
    heldOut,
    baseline: baselineOnReal.inTable.estimate,
    real: real ? realAvoided(real) : null,
  };
}

/** By who learns from real rows, of people who are not among them; of the targets where there are none. */
function realAvoided({ heldOut, baselineOnReal, strongest, baseline }: CategoryFindings): number {
  return Number.isFinite(heldOut.estimate) && Number.isFinite(baselineOnReal.heldOut.estimate)
    ? avoidedErrors(heldOut.estimate, baselineOnReal.heldOut.estimate)
    : avoidedErrors(strongest.rate, baseline.estimate);
}

/** The judge's figure, and that of near rows, which see copies that densities do not. */
export function auditRisk(
  { judge, scores, isAnybodySure }: LevelAudit,
  controls: readonly ControlAudit[],
): AuditRisk {
  const density = scores[judge as ScoreName];
  const margins = controls.find(({ name }) => name === 'independent')?.scores.refit;
  return {
    attackers: [
      ...(density ? [{ by: 'density' as const, auc: density.atRelease }] : []),
      ...(scores.near ? [{ by: 'nearest row' as const, auc: scores.near.atRelease }] : []),
    ],
    beyondMargins: density && margins ? difference(density.atRelease, margins.atRelease) : null,
    isAnybodyRecognised: isAnybodySure,
  };
}

/**
 * Errors added as lengths at right angles. The two share their people and coins, so that the interval is
 * rather too wide.
 */
export function difference(a: Interval, b: Interval): Interval {
  const length = (x: number, y: number) => Math.sqrt(x * x + y * y);
  const estimate = a.estimate - b.estimate;
  return {
    estimate,
    low: estimate - length(a.estimate - a.low, b.high - b.estimate),
    high: estimate + length(a.high - a.estimate, b.estimate - b.low),
    level: a.level,
  };
}
