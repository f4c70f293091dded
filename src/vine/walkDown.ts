/**
 * The walk downwards through a vine: from independent uniforms to data, position by position. Columns are by
 * position and never written to.
 *
 * A continuous variable goes down its trees by inverse h-functions. Of a discrete one only the level is
 * wanted, and h-functions are cheaper than their inverses: the limits of levels go up the trees until the
 * uniform lies between two of them, halving the levels that are left with every limit.
 */

import { type Condition, conditionOn, lower, raise } from '../copula/condition.ts';
import type { CopulaColumn } from '../copula/copulaColumn.ts';
import { hfunc2 } from '../copula/evaluate.ts';
import { type LevelInverse, levelInverse, MOST_LEVELS } from '../copula/levelInverse.ts';
import { ScoredColumn, type ScoredValues } from '../copula/scoredColumn.ts';
import { type Scope, scoped } from '../numerics/kernel.ts';
import { firstGivenSecond, secondGivenFirst } from './conditional.ts';
import { levelOf, type PlainVine } from './groups.ts';
import { sharesBelow, sharesInverse } from './shares.ts';
import { type WalkPlan, walkPlan } from './structure/walkPlan.ts';
import { type Atoms, CUT, type EdgeCopula, type GroupEdge } from './vine.ts';

/** What all walks through a vine have in common, valid as long as the scope it was made in. */
interface Way {
  readonly vine: PlainVine;
  readonly plan: WalkPlan;
  /** By position: the levels of a discrete variable that is drawn exactly. */
  readonly atoms: readonly (Atoms | undefined)[];
  /** By tree and position: for how many pairs F(position | ...) is the second variable. */
  readonly readers: readonly Uint16Array[];
  /** By position: the upper limits of the levels of a variable whose level is found by halving. */
  readonly limits: readonly (ScoredValues | undefined)[];
  /** Of the first tree, by position, where the variable is given one of few levels. */
  readonly given: readonly (GivenLevels | undefined)[];
}

/** A position given the levels of its partner in the first tree: one or the other, as it is needed. */
interface GivenLevels {
  readonly inverse?: LevelInverse;
  /** F(limit l | level m) at place l * levels + m. */
  readonly limits?: ScoredValues;
}

/** Levels beyond this many are found by the inverse of the draw: so many halvings would cost more. */
const MOST_HALVED = 32;

export function openWay(scope: Scope, vine: PlainVine, atoms: readonly (Atoms | undefined)[]): Way {
  const plan = walkPlan(vine.structure);
  const readers = plan.column.map((column, k) => {
    const counts = new Uint16Array(column.length);
    column.forEach((m, i) => {
      if (m >= 0 && plan.indirect[k][i] === 0) counts[m]++;
    });
    return counts;
  });
  const given = atoms.map((own, i): GivenLevels | undefined => {
    if (vine.truncation === 0 || i === 0) return undefined;
    const others = atoms[plan.column[0][i]];
    const edge = vine.copulas[0][i] as GroupEdge;
    if (!others || others.u.length > MOST_LEVELS || !isCopula(edge)) return undefined;
    return isHalved(own)
      ? { limits: limitsGiven(edge, own, others) }
      : { inverse: levelInverse(scope, edge, others) };
  });
  const limits = atoms.map((own) => (isHalved(own) ? withScores(own.u) : undefined));
  return { vine, plan, atoms, readers, limits, given };
}

function withScores(u: Float64Array): ScoredValues {
  const scores = scoped((scope) => {
    const column = new ScoredColumn(scope, u.length);
    column.fill(u);
    return scope.get(column.scores(), u.length);
  });
  return { u, scores };
}

function isHalved(atoms: Atoms | undefined): atoms is Atoms {
  return atoms !== undefined && atoms.u.length <= MOST_HALVED;
}

/** Limits already computed, by copula: a vine is walked in many pieces. */
const knownLimits = new WeakMap<EdgeCopula, { own: Atoms; others: Atoms; limits: ScoredValues }>();

function limitsGiven(edge: EdgeCopula, own: Atoms, others: Atoms): ScoredValues {
  const known = knownLimits.get(edge);
  if (known && known.own === own && known.others === others) return known.limits;
  const limits = computeLimits(edge, own, others);
  knownLimits.set(edge, { own, others, limits });
  return limits;
}

function computeLimits(edge: EdgeCopula, own: Atoms, { u, left }: Atoms): ScoredValues {
  const levels = u.length;
  const repeated = (each: (place: number) => number) =>
    Float64Array.from({ length: own.u.length * levels }, (_, place) => each(place));
  const found = hfunc2(
    edge,
    repeated((place) => own.u[Math.floor(place / levels)]),
    { u: repeated((place) => u[place % levels]), left: repeated((place) => left[place % levels]) },
  );
  return withScores(found);
}

/** What a walk downwards has computed: `direct` and `indirect` as in WalkPlan, by tree and position. */
interface Descent {
  readonly direct: readonly CopulaColumn[][];
  readonly indirect: readonly CopulaColumn[][];
  /** Of positions with atoms, the number of each row's level. */
  readonly levels: Float64Array[];
}

/**
 * From uniforms by position to the data: each variable is drawn given those before it. A position with atoms
 * takes the level that its draw falls into, and the positions after it are drawn given this level; without
 * atoms it stays a latent uniform. The data are `direct[0]`; of higher trees a descent has what later
 * positions need.
 *
 * The descent of a vine with at least as many trees, from the same uniforms, gives the first positions, as
 * many as `sharedPositions` says of the two.
 */
export function walkDown(
  way: Way,
  uniforms: readonly Float64Array[],
  other?: { readonly descent: Descent; readonly shared: number },
): Descent {
  const { truncation } = way.vine;
  const trees = (): CopulaColumn[][] => Array.from({ length: truncation + 1 }, () => []);
  const descent: Descent = { direct: trees(), indirect: trees(), levels: [] };
  scoped((scope) => {
    const conditions = conditionStore(scope);
    const column = new ScoredColumn(scope, uniforms[0].length);
    for (let i = 0; i < uniforms.length; i++) {
      if (other && i < other.shared) {
        takeOver(descent, other.descent, i);
        continue;
      }
      const step: Step = { way, descent, conditions, column, i, height: Math.min(i, truncation) };
      const own = way.atoms[i];
      if (isHalved(own)) drawLevels(step, uniforms[i], own);
      else {
        draw(step, uniforms[i]);
        if (own) moveToLevels(step, own);
      }
      conditionOthers(step);
    }
  });
  return descent;
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
  readonly way: Way;
  readonly descent: Descent;
  readonly conditions: ConditionStore;
  /** What the position's values are computed in. */
  readonly column: ScoredColumn;
  readonly i: number;
  readonly height: number;
}

/** From the uniform in the highest tree to the value in the first. */
function draw(step: Step, uniform: Float64Array): void {
  const { way, descent, column, i, height } = step;
  const { direct, levels } = descent;
  const byLevel = way.given[i]?.inverse;
  column.fill(uniform);
  if (height === 0 || isRead(step, height)) direct[height][i] = { u: uniform };
  for (let k = height - 1; k >= 0; k--) {
    const edge = edgeAt(step, k);
    if ('cuts' in edge) column.fill(sharesInverse(edge, column.values()));
    else if (byLevel && k === 0) {
      const scores = column.scores();
      column.fill(byLevel(column.values(), levels[way.plan.column[0][i]], scores));
    } else if (edge.family !== 'independence') {
      atCondition(step, k, (condition) => lower(condition, edge, column));
    }
    if (k === 0 || isRead(step, k)) direct[k][i] = { u: column.values() };
  }
}

/** The level whose limits in the highest tree the uniform lies between, and these limits in all trees. */
function drawLevels(step: Step, uniform: Float64Array, own: Atoms): void {
  const { descent, i, height } = step;
  const n = uniform.length;
  const low = new Float64Array(n);
  const high = new Float64Array(n).fill(own.u.length - 1);
  const middle = new Int32Array(n);
  const trees = Array.from({ length: height }, (_, k) => k + 1).filter((k) => isRead(step, k));
  const limits = trees.map((k) => ({
    k,
    u: new Float64Array(n).fill(1),
    left: new Float64Array(n),
  }));
  for (let most = own.u.length; most > 1; most = (most + 1) >> 1) {
    for (let r = 0; r < n; r++) middle[r] = (low[r] + high[r]) >> 1;
    const values = limitsUp(step, middle, own);
    const top = values[height] as Float64Array;
    for (const { k, u, left } of limits) {
      const found = values[k] as Float64Array;
      for (let r = 0; r < n; r++) {
        if (low[r] === high[r]) continue;
        if (uniform[r] <= top[r]) u[r] = found[r];
        else left[r] = found[r];
      }
    }
    for (let r = 0; r < n; r++) {
      if (low[r] === high[r]) continue;
      if (uniform[r] <= top[r]) high[r] = middle[r];
      else low[r] = middle[r] + 1;
    }
  }
  descent.levels[i] = low;
  descent.direct[0][i] = limitsOf(low, own);
  for (const { k, u, left } of limits) descent.direct[k][i] = { u, left };
}

/** F(limit | ...) of limits of a position's levels, by tree: in the highest tree, and where others read it. */
function limitsUp(step: Step, levels: Int32Array, own: Atoms): (Float64Array | undefined)[] {
  const { way, descent, column, i, height } = step;
  const table = way.given[i]?.limits;
  const values: (Float64Array | undefined)[] = [];
  column.fillFrom(way.limits[i] as ScoredValues, levels);
  for (let k = 0; k <= height; k++) {
    if (k > 0) {
      const edge = edgeAt(step, k - 1);
      if (k === 1 && table) {
        const given = descent.levels[way.plan.column[0][i]];
        const count = table.u.length / own.u.length;
        const places = new Int32Array(levels.length);
        for (let r = 0; r < places.length; r++) places[r] = levels[r] * count + given[r];
        column.fillFrom(table, places);
      } else if ('cuts' in edge) column.fill(sharesBelow(edge, column.values()));
      else if (edge.family !== 'independence') {
        atCondition(step, k - 1, (condition) => raise(condition, edge, column));
      }
    }
    if (k === height || isRead(step, k)) values[k] = column.values();
  }
  return values;
}

/** A draw becomes its level, and what the trees above know of the position follows. */
function moveToLevels(step: Step, own: Atoms): void {
  const { i, height } = step;
  const { direct, levels } = step.descent;
  levels[i] = direct[0][i].u.map((value) => levelOf(value, own.u));
  direct[0][i] = limitsOf(levels[i], own);
  let highest = height;
  while (highest > 0 && !isRead(step, highest)) highest--;
  for (let k = 0; k < highest; k++) {
    direct[k + 1][i] = firstGivenSecond(edgeAt(step, k), direct[k][i], secondAt(step, k));
  }
}

/** Whether a later position, or the partner's, needs F(position | ...) of tree k. */
function isRead({ way, i }: Step, k: number): boolean {
  return k < way.readers.length && (way.readers[k][i] > 0 || way.plan.needsIndirect[k][i] === 1);
}

/** The partners given this position, where later positions need them. */
function conditionOthers(step: Step): void {
  const { way, i, height } = step;
  const { direct, indirect } = step.descent;
  for (let k = 0; k < height; k++) {
    if (!way.plan.needsIndirect[k][i]) continue;
    indirect[k + 1][i] = secondGivenFirst(edgeAt(step, k), direct[k][i], secondAt(step, k));
  }
}

function edgeAt({ way, i }: Step, k: number): GroupEdge {
  return way.vine.copulas[k][i] as GroupEdge;
}

/** The second argument of the position's edge in tree k + 1. */
function secondAt({ way, descent, i }: Step, k: number): CopulaColumn {
  const m = way.plan.column[k][i];
  return way.plan.indirect[k][i] ? descent.indirect[k][m] : descent.direct[k][m];
}

/** Works with the second argument as a condition: one that many pairs share is prepared once. */
function atCondition<T>(step: Step, k: number, work: (condition: Condition) => T): T {
  const { way, conditions, i } = step;
  const second = secondAt(step, k);
  const m = way.plan.column[k][i];
  const shared = way.plan.indirect[k][i] === 0 && way.readers[k][m] >= FEWEST_READERS;
  const kept = shared ? conditions(second) : undefined;
  return kept ? work(kept) : scoped((scope) => work(conditionOn(scope, second)));
}

const FEWEST_READERS = 3;
/** Rows of shared conditions that are kept: about 200 bytes each. */
const MOST_ROWS = 250_000;

/** The condition on a column, or nothing if there is no room to keep it. */
type ConditionStore = (column: CopulaColumn) => Condition | undefined;

function conditionStore(scope: Scope): ConditionStore {
  const kept = new Map<CopulaColumn, Condition>();
  let room = MOST_ROWS;
  return (column) => {
    const old = kept.get(column);
    if (old || room < column.u.length) return old;
    room -= column.u.length;
    const condition = conditionOn(scope, column);
    kept.set(column, condition);
    return condition;
  };
}

function isCopula(edge: GroupEdge): edge is EdgeCopula {
  return 'family' in edge && edge.family !== 'independence';
}

function isDependence(edge: GroupEdge): boolean {
  return 'cuts' in edge || edge.family !== 'independence';
}

function limitsOf(levels: Float64Array, { u, left }: Atoms): CopulaColumn {
  const limits = { u: new Float64Array(levels.length), left: new Float64Array(levels.length) };
  for (let r = 0; r < levels.length; r++) {
    limits.u[r] = u[levels[r]];
    limits.left[r] = left[levels[r]];
  }
  return limits;
}
