/**
 * The game's attacks on a sensitive category: the same logistic regression on many sets and a forest on
 * one of them, and how often they guess the levels of the targets and of real rows. Beside them the guess
 * that needs no attack: the set's most frequent level.
 */

import type { Features, TableFeatures } from '../../features/features.ts';
import { FEWEST_PEOPLE } from '../../numerics/publish.ts';
import type { Rng } from '../../random/rng.ts';
import {
  type CategoryRows,
  categoryForest,
  guessCategory,
  mostFrequentLevel,
} from './guessCategory.ts';
import { FOREST_ROWS } from './learnForest.ts';

/** 'logistic': a logistic regression. 'forest': a random forest. */
export type CategoryAttacker = 'logistic' | 'forest';

/** What the attackers found; NaN where one did not try. */
export type ByCategoryAttacker = Readonly<Record<CategoryAttacker, number>>;

export interface CategorySums {
  readonly sets: number;
  /** By target, the share of sets in which the guess was right. */
  readonly right: Float64Array;
  readonly rightByMajority: Float64Array;
  /** By target, the same of the forest; NaN where none was grown. */
  readonly rightByForest: Float64Array;
  /** Right guesses about the rows that the generator saw, and about real rows that it did not see. */
  readonly rightInTable: ByCategoryAttacker;
  readonly rightHeldOut: ByCategoryAttacker;
  /** The same of always guessing the most frequent level. */
  readonly majorityInTable: number;
  readonly majorityHeldOut: number;
}

/** People with their levels as codes; -1 where missing. */
export interface CategoryPeople {
  readonly features: TableFeatures;
  readonly codes: Int32Array;
}

/** Whose levels are guessed: the targets, the rows that the generator saw, and others. */
export type GuessedPeople = readonly [
  targets: CategoryPeople,
  inTable: CategoryPeople,
  heldOut: CategoryPeople,
];

export function categoriesOverSets(
  sensitive: string,
  levels: readonly string[],
  people: GuessedPeople,
) {
  const known = stacked(people.map(({ features }) => withoutSource(features, sensitive)));
  const truth = people.flatMap(({ codes }) => [...codes]);
  const count = () => hitCount(truth);
  const [byRegression, byMajority, byForest] = [count(), count(), count()];
  const learn = ({ features, codes }: CategoryPeople): CategoryRows => {
    const rows = [...codes.keys()].filter((row) => codes[row] >= 0);
    return {
      features: pickRows(withoutSource(features, sensitive), rows),
      target: { kind: 'classes', codes: Int32Array.from(rows, (row) => codes[row]), levels },
    };
  };
  return {
    addRegression(set: CategoryPeople, rng: Rng): void {
      const learned = learn(set);
      byMajority.add(sameForAll(learned, truth.length));
      byRegression.add(
        singleLevel(learned, truth.length) ?? guessCategory(learned, known, 'none', rng),
      );
    },
    /** Once. */
    addForest(set: CategoryPeople, rng: Rng): void {
      if (byForest.sets() > 0) return;
      const learned = learn(set);
      byForest.add(
        singleLevel(learned, truth.length) ?? categoryForest(learned, FOREST_ROWS, rng)(known),
      );
    },
    findings(): CategorySums {
      const [targets, inTable] = people.map(({ codes }) => codes.length);
      const shares = (from: number, to?: number): ByCategoryAttacker => ({
        logistic: byRegression.share(from, to),
        forest: byForest.share(from, to),
      });
      return {
        sets: byRegression.sets(),
        right: byRegression.rates(targets),
        rightByMajority: byMajority.rates(targets),
        rightByForest: byForest.rates(targets),
        rightInTable: shares(targets, targets + inTable),
        rightHeldOut: shares(targets + inTable),
        majorityInTable: byMajority.share(targets, targets + inTable),
        majorityHeldOut: byMajority.share(targets + inTable),
      };
    },
  };
}

/** How often each person's level was guessed. */
function hitCount(truth: readonly number[]) {
  const hits = new Float64Array(truth.length);
  let sets = 0;
  return {
    add(guesses: Int32Array): void {
      sets++;
      truth.forEach((code, i) => {
        if (code === guesses[i]) hits[i]++;
      });
    },
    sets: () => sets,
    /** Of the first people, each by itself. */
    rates: (people: number) => hits.slice(0, people).map((count) => count / sets),
    /** Of the people from one to another together, as far as their levels are known. */
    share(from: number, to = truth.length): number {
      let [right, known] = [0, 0];
      for (let i = from; i < to; i++) {
        if (truth[i] < 0) continue;
        known++;
        right += hits[i] / sets;
      }
      return known < FEWEST_PEOPLE ? Number.NaN : right / known;
    },
  };
}

function sameForAll({ target }: CategoryRows, people: number): Int32Array {
  return new Int32Array(people).fill(mostFrequentLevel(target));
}

/** Where the rows have one level alone, it is guessed for everybody. */
function singleLevel(learned: CategoryRows, people: number): Int32Array | undefined {
  const { codes } = learned.target;
  return codes.every((code) => code === codes[0]) ? sameForAll(learned, people) : undefined;
}

/** The features of all other columns. */
function withoutSource({ names, columns, sources }: TableFeatures, source: string): Features {
  const kept = [...names.keys()].filter((j) => sources[j] !== source);
  return { names: kept.map((j) => names[j]), columns: kept.map((j) => columns[j]) };
}

function pickRows({ names, columns }: Features, rows: readonly number[]): Features {
  const picked = columns.map((column) => Float64Array.from(rows, (row) => column[row]));
  return { names, columns: picked };
}

/** The rows of tables with the same features, one below the other. */
function stacked(tables: readonly Features[]): Features {
  const [{ names }] = tables;
  const columns = names.map((_, j) =>
    Float64Array.from(tables.flatMap(({ columns }) => [...columns[j]])),
  );
  return { names, columns };
}
