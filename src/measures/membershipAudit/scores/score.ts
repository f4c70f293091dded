/**
 * What an attacker may look at to tell who was in; higher for those who seem to have been. The judge is
 * chosen before anything is seen, and others are shown beside it: the best of many found afterwards is no
 * measurement.
 */

/** All but 'model' and 'file' see the synthetic table alone. */
export const SCORE_NAMES = [
  'refit',
  'near',
  'near5',
  'nearRanks',
  'near5Ranks',
  'kernel',
  'model',
  'file',
] as const;

export type ScoreName = (typeof SCORE_NAMES)[number];

/** Whether it is the logarithm of a fitted density: its differences are log-likelihood ratios. */
export function isLogDensity(name: ScoreName): boolean {
  return name === 'refit' || name === 'model';
}

/** Whether it looks at what was fitted, which not every generator shows. */
export function isInside(name: ScoreName): boolean {
  return name === 'model' || name === 'file';
}

/**
 * Whether it is a likelihood ratio already, of numbers whose noise is known, so that there is nothing to learn from
 * other fits: of the file of a private fit (generators/dpvine/fileRatios.ts).
 */
export function isRatio(name: ScoreName): boolean {
  return name === 'file';
}

/** Whether it needs distances to synthetic rows. */
export function isDistance(name: ScoreName): boolean {
  return !isLogDensity(name) && !isRatio(name);
}

/** By score, a number for each person. */
export type Scores = { readonly [Name in ScoreName]?: Float64Array };
