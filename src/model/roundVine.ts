/**
 * A vine with no more digits than it needs: parameters to steps that are small beside their standard
 * errors, log-likelihoods to one decimal. Full digits would be those of one table alone.
 *
 * The steps are 1, 2 or 5 times a power of ten, not above 0.02 (1 - |tau|) / sqrt(n) on the scale of
 * Kendall's tau, whose standard error is about 2 / (3 sqrt(n)) at independence. A parameter that tau does
 * not depend on, or hardly, has steps of a fiftieth of its size at most. On SUPPORT2 (884 rows, 27
 * variables, all trees) this moves a log-likelihood of 8168 by 0.02; steps five times as long move it by
 * 2 to 3, either way, since what is rounded in one tree moves the arguments of the next.
 */

import type { PairCopula } from '../copula/evaluate.ts';
import { families } from '../copula/families/index.ts';
import { tauOf } from '../copula/tau.ts';
import { roundedCount } from '../margins/roundedCounts.ts';
import { type RoundStep, roundToStep, stepBelow } from '../margins/roundStep.ts';
import { roundShares } from '../vine/shares.ts';
import {
  type AnyEdge,
  type Atoms,
  type EdgeCopula,
  type GroupEdge,
  makeVine,
  type Vine,
} from '../vine/vine.ts';

const STEP = 0.02;
const LARGEST_PART = 0.02;
const TENTH: RoundStep = { digit: 1, exponent: -1 };

/** `k`: rows are counted to it. */
export function roundVine(vine: Vine, k: number): Vine {
  const { rows, groups } = vine;
  const sizes = groups && groupSizes(vine, groups);
  const copulas = vine.copulas.map((tree) =>
    tree.map((edge): AnyEdge | undefined => {
      if (!edge || !('classes' in edge)) return edge && roundCopula(edge, rows);
      const classes = edge.classes.map((own, group) => roundGroup(own, sizes?.[group] ?? rows, k));
      const logLik = classes.reduce((sum, each) => sum + each.logLik, 0);
      return { classes, logLik, sharedLogLik: roundToStep(edge.sharedLogLik, TENTH) };
    }),
  );
  return makeVine({ ...vine, copulas });
}

/** About how many rows each group of classes has, from the levels of the root. */
function groupSizes({ atoms, structure, rows }: Vine, groups: readonly number[]): number[] {
  const { u, left } = atoms[structure.order[0]] as Atoms;
  const sizes = new Array<number>(Math.max(...groups) + 1).fill(0);
  for (const [level, group] of groups.entries()) sizes[group] += rows * (u[level] - left[level]);
  return sizes;
}

function roundGroup(edge: GroupEdge, rows: number, k: number): GroupEdge {
  if ('family' in edge) return roundCopula(edge, rows);
  const logLik = roundToStep(edge.logLik, TENTH);
  return { ...roundShares(edge, roundedCount(rows, k), k), logLik };
}

function roundCopula(copula: EdgeCopula, rows: number): EdgeCopula {
  return {
    ...copula,
    parameters: copula.parameters.map((_, j) => roundParameter(copula, j, rows)),
    logLik: roundToStep(copula.logLik, TENTH),
  };
}

function roundParameter(copula: PairCopula, j: number, rows: number): number {
  const value = copula.parameters[j];
  const { lower, upper } = families[copula.family];
  const isInside = (x: number) => x > lower[j] && x < upper[j];
  // a parameter at its bound stays there, and none is rounded to one
  if (!isInside(value)) return value;
  let width = stepWidth(copula, j, rows);
  for (let tries = 0; tries < 12; tries++, width /= 10) {
    const rounded = roundToStep(value, stepBelow(width));
    if (isInside(rounded)) return rounded;
  }
  return value;
}

/** How far a parameter may move while tau moves by little beside its standard error. */
function stepWidth(copula: PairCopula, j: number, rows: number): number {
  const { family, parameters } = copula;
  const { lower, upper } = families[family];
  const value = parameters[j];
  const tauAt = (x: number) =>
    tauOf({ ...copula, parameters: parameters.map((own, at) => (at === j ? x : own)) });
  const reach = 1e-4 * Math.min(1, value - lower[j], upper[j] - value);
  const slope = Math.abs(tauAt(value + reach) - tauAt(value - reach)) / (2 * reach);
  const tau = tauOf(copula);
  const most = LARGEST_PART * Math.max(1, Math.abs(value));
  return Math.min(most, (STEP * (1 - Math.abs(tau))) / Math.sqrt(rows) / slope);
}
