/**
 * The network of PrivBayes: columns join one by one, each with parents among those before it, chosen by
 * the exponential mechanism on mutual information (Zhang et al., TODS 2017: a given degree, or maximal sets
 * of parents that keep tables useful).
 * The first column is drawn at random. Each of the D - 1 choices has an equal share of the budget.
 */

import { InputError } from '../../numerics/inputError.ts';
import type { Noise } from '../../random/noise.ts';
import { exponentialChoice } from '../private/mechanisms.ts';
import { type Coded, informant, informationSensitivity, join } from './information.ts';

export interface Link {
  readonly child: number;
  /** In the order in which they joined. */
  readonly parents: readonly number[];
}

/** How many parents a column may have. */
export type ParentRule =
  /** So many, or all before it. */
  | { readonly degree: number }
  /** As many as keep the cells of the table at or below `cells`, and at most `most`. */
  | { readonly cells: number; readonly most: number };

export interface NetworkTask {
  readonly columns: readonly Coded[];
  readonly rows: number;
  /** By column, whether it has two cells at most. */
  readonly isBinary: readonly boolean[];
  readonly rule: ParentRule;
  readonly epsilon: number;
}

/** Pairs of a column and a set of parents that are measured at most. */
const MOST_MEASURED = 2e6;

/** A set of parents, with what it tells of each column. */
interface Candidate {
  readonly parents: readonly number[];
  readonly cells: number;
  readonly isBinary: boolean;
  readonly scores: Float64Array;
}

/** The links in the order of the columns, the root first, without parents; a step for each choice. */
export function* chooseNetwork(task: NetworkTask, noise: Noise): Generator<undefined, Link[]> {
  const { columns, rows, isBinary, rule, epsilon } = task;
  const d = columns.length;
  const measure = candidateMeasure(task);
  const sensitivity = [false, true].map((binary) => informationSensitivity(rows, binary));
  const shared = epsilon / Math.max(1, d - 1);

  const root = noise.split('root').integers(1, d)[0];
  const links: Link[] = [{ child: root, parents: [] }];
  const placed = [root];
  const rest = Array.from(columns.keys()).filter((j) => j !== root);
  let candidates = 'degree' in rule ? [] : [measure([], rest)];
  while (rest.length > 0) {
    const sizes = sizesOf(rule, placed.length);
    // sets of parents are measured once: new are those with the column that has joined last
    candidates = [
      ...candidates.filter(({ parents }) => sizes.includes(parents.length)),
      ...newParents(task, sizes, placed).map((parents) => measure(parents, rest)),
    ];
    const options = candidates.flatMap((candidate) =>
      rest
        .filter((child) => isOffered(rule, candidate, child, placed, columns))
        .map((child) => ({ candidate, child })),
    );
    const scores = Float64Array.from(options, ({ candidate, child }) => {
      const binary = isBinary[child] || candidate.isBinary;
      return candidate.scores[child] / sensitivity[binary ? 1 : 0];
    });
    const { candidate, child } =
      options[exponentialChoice(scores, shared, noise.split('choice', links.length))];
    links.push({ child, parents: candidate.parents });
    placed.push(child);
    rest.splice(rest.indexOf(child), 1);
    yield;
  }
  return links;
}

/** Measures what a set of parents tells of the columns that have yet to join; refuses to go on for ever. */
function candidateMeasure({ columns, rows, isBinary, rule }: NetworkTask) {
  const d = columns.length;
  const measure = informant(rows);
  let measured = 0;
  return (parents: readonly number[], rest: readonly number[]): Candidate => {
    const own = parents.map((j) => columns[j]);
    const joined = own.length === 1 ? own[0] : join(own, rows);
    const scores = new Float64Array(d);
    measured += rest.length;
    if (measured > MOST_MEASURED) {
      throw new InputError(
        `PrivBayes: more than ${MOST_MEASURED} sets of parents to compare for ${d} columns. Allow fewer parents.`,
      );
    }
    for (const child of rest) {
      if (parents.length > 0 && allows(rule, parents.length, joined.cells * columns[child].cells)) {
        scores[child] = measure(columns[child], joined);
      }
    }
    const binary = parents.length === 1 && isBinary[parents[0]];
    return { parents, cells: joined.cells, isBinary: binary, scores };
  };
}

/** Sets of parents of the given sizes that hold the newest column, if their table can have room. */
function newParents(
  { columns, rule }: NetworkTask,
  sizes: readonly number[],
  placed: readonly number[],
): number[][] {
  const newest = placed[placed.length - 1];
  const older = placed.slice(0, -1);
  // no table has fewer cells than its parents
  const roomiest = 'degree' in rule ? Number.POSITIVE_INFINITY : rule.cells;
  return sizes
    .filter((size) => size > 0)
    .flatMap((size) => subsets(older, size - 1).map((others) => [...others, newest]))
    .filter((parents) => parents.reduce((cells, j) => cells * columns[j].cells, 1) <= roomiest);
}

function allows(rule: ParentRule, parents: number, cells: number): boolean {
  return 'degree' in rule || (parents <= rule.most && cells <= rule.cells);
}

/** Sizes that sets of parents may have when so many columns are placed. */
function sizesOf(rule: ParentRule, placed: number): number[] {
  if ('degree' in rule) return [Math.min(placed, rule.degree)];
  return Array.from({ length: 1 + Math.min(placed, rule.most) }, (_, size) => size);
}

/** Whether a set of parents may be chosen: it fits, and no further column would. */
function isOffered(
  rule: ParentRule,
  { parents, cells }: Candidate,
  child: number,
  placed: readonly number[],
  columns: readonly Coded[],
): boolean {
  if ('degree' in rule) return true;
  const own = cells * columns[child].cells;
  if (parents.length > 0 && !allows(rule, parents.length, own)) return false;
  return placed.every(
    (j) => parents.includes(j) || !allows(rule, parents.length + 1, own * columns[j].cells),
  );
}

/** All subsets of a size, each in the order of the list. */
function subsets(list: readonly number[], size: number): number[][] {
  if (size === 0) return [[]];
  return list.flatMap((first, i) =>
    subsets(list.slice(i + 1), size - 1).map((others) => [first, ...others]),
  );
}
