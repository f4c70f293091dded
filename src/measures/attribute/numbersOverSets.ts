/**
 * The game's attacks on a sensitive column of numbers: the paper's regression and one within classes on
 * every set, a forest on one of them.
 */

import type { TableFeatures } from '../../features/features.ts';
import type { Rng } from '../../random/rng.ts';
import { type AttackedSet, attackedSet } from './attackedSet.ts';
import { rowsWithValue, withShuffled } from './attackRows.ts';
import { type ExplainedFindings, explainedOverSets, type RealRows } from './explainedOverSets.ts';
import { FOREST_ROWS, guessByForest, learnForest } from './learnForest.ts';
import { type PooledFindings, pooledOverSets } from './pooledOverSets.ts';
import { guessByClass, regressByClass } from './regressByClass.ts';
import { type Conventions, type Moments, standardise } from './regression.ts';
import {
  attackedFeature,
  guessScores,
  guessValues,
  regressSensitive,
  scoresOf,
} from './regressSensitive.ts';

/** What the attacks on one sensitive column found, over all sets of a truncation. */
export interface NumberFindings extends PooledFindings, ExplainedFindings {
  /** Sets in which some class had too few rows for a regression of its own. */
  readonly setsSharing: number;
}

/** What an attack needs to know besides the sets. */
export interface NumberTargets {
  readonly conventions: Conventions;
  /** The people whose values are guessed, and the moments of the whole real table. */
  readonly targets: TableFeatures;
  readonly population: Moments;
  /** A guess counts as right within this distance, in standard deviations. */
  readonly tolerance: number;
}

export function numbersOverSets(
  { conventions, targets, population, tolerance }: NumberTargets,
  real: RealRows,
  sensitive: string,
) {
  const { ddof } = conventions;
  const attacked = attackedFeature(targets, sensitive);
  const { of, on } = attacked;
  const isScaled = targets.names.map(
    (_, j) => targets.isNumber[j] || conventions.alsoStandardised.includes(targets.sources[j]),
  );
  const scores = (feature: number) => scoresOf(targets, feature, population, isScaled);
  const scored = on.map(scores);
  const paper = pooledOverSets(on.length, scores(of), tolerance);
  const shares = explainedOverSets(real, sensitive, of);
  let setsSharing = 0;
  let hasChance = false;
  let hasForest = false;

  /** The rows of a set that have the column; nothing if they are too few for a regression. */
  function complete(set: AttackedSet): AttackedSet | undefined {
    const there = withValue(set);
    return there.features.rows <= on.length + 1 ? undefined : there;
  }

  // several attacks ask for these
  const withValue = onceForEach((set: AttackedSet): AttackedSet => {
    const there = rowsWithValue(set, sensitive);
    return 'all' in there ? there : attackedSet(there, ddof);
  });
  const pooledOf = onceForEach((set: AttackedSet) => {
    const all = set.all();
    const found = regressSensitive(all, attacked, isScaled);
    return { ...attacked, found, moments: all.moments, isScaled };
  });

  function byClassOf(set: AttackedSet) {
    const byClass = set.byClass();
    return byClass && regressByClass(byClass, set.all(), pooledOf(set), ddof);
  }

  function addByChance(set: AttackedSet, rng: Rng): void {
    const shuffled = attackedSet(withShuffled(set, of, rng), ddof);
    shares.addByChance('pooled', pooledOf(shuffled).found.adjustedR2);
    shares.addByChance('byClass', byClassOf(shuffled)?.adjustedR2 ?? Number.NaN);
  }

  return {
    addPooled(given: AttackedSet, rng: Rng): void {
      const set = complete(given);
      if (!set) return;
      const learned = pooledOf(set);
      paper.add(learned.found, guessScores(learned.found, scored, targets.rows), () => {
        const { features } = withShuffled({ ...set, classes: undefined }, of, rng);
        return regressSensitive(standardise(features, ddof), attacked, isScaled).mab;
      });
      shares.add('pooled', learned.found.adjustedR2, ({ features }) =>
        guessValues(learned, features),
      );
    },
    /** Within classes; and what this and the pooled regression find by chance, once. */
    addByClass(given: AttackedSet, rng: Rng): void {
      const set = complete(given);
      if (!set) return;
      if (!hasChance) addByChance(set, rng.split('within'));
      hasChance = true;
      const learned = byClassOf(set);
      if (!learned) return;
      if (learned.sharing > 0) setsSharing++;
      shares.add('byClass', learned.adjustedR2, (people) => guessByClass(learned, people));
    },
    /** Once, beside what it finds by chance. */
    addForest(given: AttackedSet, rng: Rng): void {
      const set = hasForest ? undefined : complete(given);
      if (!set) return;
      hasForest = true;
      const learned = learnForest(set.features, attacked, FOREST_ROWS, rng);
      shares.add('forest', learned.r2, ({ features }) => guessByForest(learned, features));
      const { features } = withShuffled(set, of, rng.split('within'));
      shares.addByChance('forest', learnForest(features, attacked, FOREST_ROWS, rng).r2);
    },
    findings: (): NumberFindings => ({ ...paper.findings(), ...shares.findings(), setsSharing }),
  };
}

function onceForEach<Key extends object, T extends object>(make: (key: Key) => T): (key: Key) => T {
  const made = new WeakMap<Key, T>();
  return (key) => {
    const value = made.get(key) ?? make(key);
    made.set(key, value);
    return value;
  };
}
