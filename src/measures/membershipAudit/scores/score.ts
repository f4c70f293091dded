/**
 * What an attacker may look at to tell who was in; higher for those who seem to have been. The judge is
 * chosen before anything is seen, and others are shown beside it: the best of many found afterwards is no
 * measurement.
 */

/** All but 'model' see the synthetic table alone. */
export const SCORE_NAMES = [
  'refit',
  'near',
  'near5',
  'nearRanks',
  'near5Ranks',
  'kernel',
  'model',
] as const;

export type ScoreName = (typeof SCORE_NAMES)[number];

/** Whether it is the logarithm of a fitted density: its differences are log-likelihood ratios. */
export function isLogDensity(name: ScoreName): boolean {
  return name === 'refit' || name === 'model';
}

/** Whether it needs distances to synthetic rows. */
export function isDistance(name: ScoreName): boolean {
  return !isLogDensity(name);
}

/** By score, a number for each person. */
export type Scores = { readonly [Name in ScoreName]?: Float64Array };
