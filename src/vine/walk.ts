/**
 * Walks through a vine. Upwards: from data to the conditional distributions of each tree, for
 * densities and the Rosenblatt transform. Downwards: from independent uniforms to data.
 * Columns are by position and never written to.
 */

import type { CopulaColumn } from '../copula/copulaColumn.ts';
import { hinv2 } from '../copula/evaluate.ts';
import { type LevelInverse, levelInverse, MOST_LEVELS } from '../copula/levelInverse.ts';
import type { Scope } from '../numerics/kernel.ts';
import { firstGivenSecond, secondGivenFirst } from './conditional.ts';
import { levelOf, type PlainVine } from './groups.ts';
import { sharesInverse } from './shares.ts';
import { type WalkPlan, walkPlan } from './structure/walkPlan.ts';
import { type Atoms, CUT, type EdgeCopula, type GroupEdge } from './vine.ts';

/** Told of every edge with its two arguments. */
export type Visitor = (edge: GroupEdge, first: CopulaColumn, second: CopulaColumn) => void;

/**
 * Visits every edge of the vine with the arguments that the data give it, tree by tree, and gives
 * F(variable | all its partners) for each position.
 */
export function walkUp(
  vine: PlainVine,
  columns: readonly CopulaColumn[],
  visit?: Visitor,
): CopulaColumn[] {
  const plan = walkPlan(vine.structure);
  const d = columns.length;
  let direct = [...columns];
  let indirect: (CopulaColumn | undefined)[] = [];
  for (let k = 0; k < vine.truncation; k++) {
    const nextDirect = [...direct];
    const nextIndirect: (CopulaColumn | undefined)[] = [];
    for (let i = k + 1; i < d; i++) {
      const edge = vine.copulas[k][i] as GroupEdge;
      const first = direct[i];
      const m = plan.column[k][i];
      const second = plan.indirect[k][i] ? (indirect[m] as CopulaColumn) : direct[m];
      visit?.(edge, first, second);
      nextDirect[i] = firstGivenSecond(edge, first, second);
      if (plan.needsIndirect[k][i]) nextIndirect[i] = secondGivenFirst(edge, first, second);
    }
    direct = nextDirect;
    indirect = nextIndirect;
  }
  return direct;
}

/**
 * The inverse h-functions of the first tree that are given a discrete variable of few levels, by
 * position. Valid as long as the scope is.
 */
export function levelInverses(
  scope: Scope,
  vine: PlainVine,
  atoms: readonly (Atoms | undefined)[],
): (LevelInverse | undefined)[] {
  const plan = walkPlan(vine.structure);
  return atoms.map((_, i) => {
    if (vine.truncation === 0 || i === 0) return undefined;
    const levels = atoms[plan.column[0][i]];
    const edge = vine.copulas[0][i] as GroupEdge;
    if (!levels || levels.u.length > MOST_LEVELS || !isCopula(edge)) return undefined;
    return levelInverse(scope, edge, levels);
  });
}

/** What a walk downwards has computed: `direct` and `indirect` as in WalkPlan, by tree and position. */
export interface Descent {
  readonly truncation: number;
  readonly direct: readonly CopulaColumn[][];
  readonly indirect: readonly CopulaColumn[][];
  /** Of positions with atoms, the number of each row's level. */
  readonly levels: Float64Array[];
}

/**
 * From uniforms by position to the data, position by position: each variable is drawn given those
 * before it. A position with atoms takes the level that its draw falls into, and the positions after
 * it are drawn given this level; without atoms it stays a latent uniform. `inverses` are those of
 * `levelInverses` for the same vine and atoms. The data are `direct[0]`.
 *
 * The descent of a vine with at least as many trees, from the same uniforms, gives the first positions, as
 * many as `sharedPositions` says of the two.
 */
export function walkDown(
  vine: PlainVine,
  uniforms: readonly Float64Array[],
  atoms: readonly (Atoms | undefined)[],
  inverses: readonly (LevelInverse | undefined)[],
  other?: { readonly descent: Descent; readonly shared: number },
): Descent {
  const plan = walkPlan(vine.structure);
  const { truncation } = vine;
  const descent = openDescent(truncation);
  for (let i = 0; i < uniforms.length; i++) {
    if (other && i < other.shared) {
      takeOver(descent, other.descent, i);
      continue;
    }
    const step: Step = { vine, plan, descent, i, height: Math.min(i, truncation) };
    draw(step, uniforms[i], inverses[i]);
    const own = atoms[i];
    if (own) moveToLevels(step, own);
    conditionOthers(step);
  }
  return descent;
}

function openDescent(truncation: number): Descent {
  const trees = (): CopulaColumn[][] => Array.from({ length: truncation + 1 }, () => []);
  return { truncation, direct: trees(), indirect: trees(), levels: [] };
}

/**
 * How many of the first positions have the same values in two vines of one structure, cut in different
 * ways: a position has them if all its edges, and those of the positions before it, are the same.
 */
export function sharedPositions(a: PlainVine, b: PlainVine): number {
  const edge = ({ copulas }: PlainVine, k: number, i: number) => copulas[k]?.[i] ?? CUT;
  const trees = Math.max(a.truncation, b.truncation);
  const d = a.structure.order.length;
  for (let i = 0; i < d; i++) {
    for (let k = 0; k < Math.min(i, trees); k++) {
      const [one, other] = [edge(a, k, i), edge(b, k, i)];
      if (one !== other && (isDependence(one) || isDependence(other))) return i;
    }
  }
  return d;
}

/** Position i as a descent with at least as many trees has it. */
function takeOver({ direct, indirect, levels }: Descent, from: Descent, i: number): void {
  for (let k = 0; k < direct.length && k <= i; k++) {
    direct[k][i] = from.direct[k][i];
    indirect[k][i] = from.indirect[k][i];
  }
  levels[i] = from.levels[i];
}

/** The position that a walk downwards is at; it takes part in `height` trees. */
interface Step {
  readonly vine: PlainVine;
  readonly plan: WalkPlan;
  readonly descent: Descent;
  readonly i: number;
  readonly height: number;
}

/** From the uniform in the highest tree to the value in the first. */
function draw(step: Step, uniform: Float64Array, byLevel: LevelInverse | undefined): void {
  const { plan, descent, i, height } = step;
  const { direct, levels } = descent;
  direct[height][i] = { u: uniform };
  for (let k = height - 1; k >= 0; k--) {
    const p = direct[k + 1][i].u;
    const u =
      byLevel && k === 0
        ? byLevel(p, levels[plan.column[0][i]])
        : inverse(edgeAt(step, k), p, secondAt(step, k));
    direct[k][i] = { u };
  }
}

/** A draw becomes its level, and what the trees above know of the position follows. */
function moveToLevels(step: Step, own: Atoms): void {
  const { i, height } = step;
  const { direct, levels } = step.descent;
  levels[i] = levelsOf(direct[0][i].u, own);
  direct[0][i] = limitsOf(levels[i], own);
  for (let k = 0; k < height; k++) {
    direct[k + 1][i] = firstGivenSecond(edgeAt(step, k), direct[k][i], secondAt(step, k));
  }
}

/** The partners given this position, where later positions need them. */
function conditionOthers(step: Step): void {
  const { plan, i, height } = step;
  const { direct, indirect } = step.descent;
  for (let k = 0; k < height; k++) {
    if (!plan.needsIndirect[k][i]) continue;
    indirect[k + 1][i] = secondGivenFirst(edgeAt(step, k), direct[k][i], secondAt(step, k));
  }
}

function edgeAt({ vine, i }: Step, k: number): GroupEdge {
  return vine.copulas[k][i] as GroupEdge;
}

/** The second argument of the position's edge in tree k + 1. */
function secondAt({ plan, descent, i }: Step, k: number): CopulaColumn {
  const m = plan.column[k][i];
  return plan.indirect[k][i] ? descent.indirect[k][m] : descent.direct[k][m];
}

function isCopula(edge: GroupEdge): edge is EdgeCopula {
  return 'family' in edge && edge.family !== 'independence';
}

function isDependence(edge: GroupEdge): boolean {
  return 'cuts' in edge || edge.family !== 'independence';
}

function inverse(edge: GroupEdge, p: Float64Array, second: CopulaColumn): Float64Array {
  if ('cuts' in edge) return sharesInverse(edge, p);
  return edge.family === 'independence' ? p : hinv2(edge, p, second);
}

function levelsOf(values: Float64Array, { u }: Atoms): Float64Array {
  return values.map((value) => levelOf(value, u));
}

function limitsOf(levels: Float64Array, { u, left }: Atoms): CopulaColumn {
  return { u: levels.map((level) => u[level]), left: levels.map((level) => left[level]) };
}
