/**
 * Does the attack work, on this table and with these settings? It must catch a generator that releases
 * its training rows, and must not accuse one that never saw them. An attack that fails either says
 * nothing about others.
 */

import { bootstrapIndependent } from '../../generators/controls.ts';
import type { Generator } from '../../generators/generator.ts';
import { rngFromSeed } from '../../random/rng.ts';
import type { Table } from '../../table/table.ts';
import { takeRows } from '../../table/takeRows.ts';
import type { FeatureSet } from './features.ts';
import { type MembershipResult, membershipAttack } from './game.ts';
import type { MembershipOutcome } from './outcome.ts';
import { overIterations } from './scores.ts';
import { type MembershipSettings, resolveGame } from './settings.ts';

export type ControlSettings = Omit<MembershipSettings, 'generator' | 'levels' | 'onProgress'>;

/** For one feature set. */
export interface ControlOutcome {
  readonly features: FeatureSet;
  /** With copies of the training rows: privacy gain at most 0.1 and AUC at least 0.95. */
  readonly catchesCopies: boolean;
  readonly copies: MembershipOutcome;
  /**
   * Without any relation to the training rows: an advantage other than 0 though, at the level of three
   * standard errors (99.73 %, by Student's distribution, since iterations are few).
   */
  readonly accusesUnrelated: boolean;
  readonly unrelated: MembershipOutcome;
}

export interface MembershipControls {
  readonly outcomes: readonly ControlOutcome[];
  readonly failures: MembershipResult['failures'];
}

const THREE_ERRORS = 0.9973;

/** Plays the game twice, against copies and against an unrelated generator. */
export async function membershipControls(
  table: Table,
  settings: ControlSettings,
): Promise<MembershipControls> {
  const copies = await membershipAttack(table, { ...settings, generator: 'copy' });
  const unrelated = await membershipAttack(table, {
    ...settings,
    generator: await unrelatedTo(table, settings),
    // it is no plain data, and cheap
    threads: 1,
  });
  const outcomes = copies.outcomes.map((copy, at) => ({
    features: copy.features,
    catchesCopies: isCaught(copy),
    copies: copy,
    accusesUnrelated: isAccused(unrelated.outcomes[at]),
    unrelated: unrelated.outcomes[at],
  }));
  return { outcomes, failures: [...copies.failures, ...unrelated.failures] };
}

/** Whatever it is fitted to, it draws single cells from all rows that are no targets. */
async function unrelatedTo(table: Table, settings: ControlSettings): Promise<Generator> {
  const { pool, settings: settled } = await resolveGame(table, { ...settings, generator: 'copy' });
  const fitted = await bootstrapIndependent.fit(takeRows(table, pool), settled, rngFromSeed(0));
  return { fit: () => fitted };
}

function isCaught({ privacyGain, auc }: MembershipOutcome): boolean {
  return (
    privacyGain !== undefined && auc !== undefined && privacyGain.estimate <= 0.1 && auc >= 0.95
  );
}

export function isAccused({ targets }: MembershipOutcome): boolean {
  const values = targets.flatMap(({ trials }) =>
    trials.map(({ iteration, advantage }) => ({ iteration, value: advantage })),
  );
  const interval = overIterations(values, THREE_ERRORS);
  return interval !== undefined && (interval.low > 0 || interval.high < 0);
}
