/**
 * From single plays of the attribute game to its measures. MAB never stands alone: it has a noise floor, and
 * falls while R2 rises; floor, noise and adjusted R2 come from the same regression.
 */

import type { Truncation } from '../../generators/generator.ts';
import { type Interval, meanInterval, within } from '../../numerics/intervals.ts';
import { medianOf } from '../../numerics/median.ts';
import { type GroupFigures, overGroups, type PersonFigure } from '../groups.ts';
import { type AttackTarget, concerns as concernsColumn } from '../targets.ts';
import { type AttackerFindings, attackerFindings } from './attackerFindings.ts';
import type { ByCategoryAttacker, CategoryAttacker, CategorySums } from './categoriesOverSets.ts';
import type { GuessResult } from './guessFromSets.ts';
import type { NumberFindings } from './numbersOverSets.ts';

/** What came out of one fit. */
export interface Play {
  /** With a target in the training rows, without any, or on bootstrap samples of the real rows. */
  readonly kind: 'in' | 'out' | 'real';
  readonly iteration: number;
  readonly target: number | undefined;
  readonly found: GuessResult;
}

export interface AttributeFindings extends AttackerFindings {
  /** Mean absolute coefficient, by iteration: the values of the paper's box plots. */
  readonly mab: { readonly median: number; readonly values: readonly number[] };
  /** The largest coefficient of all fits. */
  readonly wcab: number;
  /** Mean R² of the regressions, not adjusted. */
  readonly r2: number;
  /** What the mean absolute coefficient would be if the column depended on nothing: in closed form, and with the column shuffled. */
  readonly mabFloor: number;
  readonly mabPermuted: number;
  /** The part of it that is the noise of estimation. */
  readonly mabNoise: number;
  /**
   * Squared errors of the guesses as parts of those of guessing the mean: 1 tells nothing, 0 all. With
   * the target in the training rows, and without it; pooled over people, by iteration.
   */
  readonly mse: GroupFigures;
  readonly mseOut: GroupFigures;
  /** Shares of right guesses, likewise. */
  readonly right: GroupFigures;
  readonly rightOut: GroupFigures;
  readonly coefficients: {
    readonly names: readonly string[];
    readonly mean: readonly number[];
    readonly sd: readonly number[];
  };
  /** Regressions that these figures rest on. */
  readonly regressions: number;
}

/** Of a sensitive category: shares of right guesses. A play, one fit with its sets, counts once. */
export interface CategoryFindings {
  /** By logistic regression, with the target in the training rows; pooled over people, by iteration. */
  readonly right: GroupFigures;
  readonly rate: Interval;
  /** Without it. */
  readonly rateOut: Interval;
  /** By a random forest on one set of each fit, likewise. */
  readonly rightForest: GroupFigures;
  readonly rateForest: Interval;
  /** Who is right more often about real people in the table, and how often about the targets. It counts. */
  readonly strongest: { readonly attacker: CategoryAttacker; readonly rate: number };
  /** Right guesses about all real people: those the generator was fitted to, and others. */
  readonly rightOnReal: {
    readonly inTable: ByCategoryAttacker;
    readonly heldOut: ByCategoryAttacker;
  };
  /** The same of whoever is right more often about these people, with intervals over iterations. */
  readonly inTable: Interval;
  readonly heldOut: Interval;
  /** What it costs to be in the table: the difference of the two, for whoever is right more often in it. */
  readonly participation: Interval;
  /** Of always guessing the most frequent level: about all people in the table, and about others. */
  readonly baselineOnReal: { readonly inTable: Interval; readonly heldOut: Interval };
  /** The same about the targets. */
  readonly baseline: Interval;
  readonly regressions: number;
}

export interface AttributeLevel {
  readonly truncation: Truncation;
  /** Columns of numbers. */
  readonly sensitive: Readonly<Record<string, AttributeFindings>>;
  /** Categories. */
  readonly categories: Readonly<Record<string, CategoryFindings>>;
}

export function summarise(
  plays: readonly Play[],
  kind: 'synthetic' | 'real',
  place: number,
  truncation: Truncation,
  sensitive: readonly string[],
  regressors: readonly (readonly string[])[],
  targets: readonly AttackTarget[],
): AttributeLevel {
  const numbers: [string, AttributeFindings][] = [];
  const categories: [string, CategoryFindings][] = [];
  sensitive.forEach((name, column) => {
    const concerns = (target: AttackTarget) => concernsColumn(target, name);
    const isOwn = ({ target }: Play) => target !== undefined && concerns(targets[target]);
    const main = plays.filter((play) =>
      kind === 'real' ? play.kind === 'real' : play.kind === 'in' && isOwn(play),
    );
    const outside = plays.filter((play) => play.kind === (kind === 'real' ? 'real' : 'out'));
    const found = ({ found }: Play) => found[place][column];
    if (main.length > 0 && 'rightByMajority' in found(main[0])) {
      const guessed = (play: Play) => found(play) as CategorySums;
      categories.push([name, categoryFindings(main, outside, guessed, targets, concerns)]);
    } else {
      const regressed = (play: Play) => found(play) as NumberFindings;
      const of = regressors[column];
      numbers.push([name, findingsOf(main, outside, regressed, of, targets, concerns)]);
    }
  });
  return {
    truncation,
    sensitive: Object.fromEntries(numbers),
    categories: Object.fromEntries(categories),
  };
}

function categoryFindings(
  main: readonly Play[],
  outside: readonly Play[],
  found: (play: Play) => CategorySums,
  targets: readonly AttackTarget[],
  concerns: (target: AttackTarget) => boolean,
): CategoryFindings {
  const own = [...targets.keys()].filter((target) => concerns(targets[target]));
  // with a target inside, the play attacks that target alone
  const each = (plays: readonly Play[], value: (findings: CategorySums) => Float64Array) =>
    plays.flatMap((play) =>
      play.kind === 'in'
        ? [value(found(play))[0]]
        : own.map((target) => value(found(play))[target]),
    );
  const rate = (values: readonly number[]) => within(meanInterval(values), 0, 1);
  const right = (of: (findings: CategorySums) => Float64Array) =>
    overPeople(main, targets, concerns, (play, place) => ({ value: of(found(play))[place] }));
  const over = (value: (findings: CategorySums) => ByCategoryAttacker): ByCategoryAttacker => ({
    logistic: mean(main.map((play) => value(found(play)).logistic)),
    forest: mean(main.map((play) => value(found(play)).forest)),
  });
  const inTable = over(({ rightInTable }) => rightInTable);
  const heldOut = over(({ rightHeldOut }) => rightHeldOut);
  const rateOver = (value: (findings: CategorySums) => number, least = 0) =>
    rateOfIterations(main, (play) => value(found(play)), least);
  const rates = {
    logistic: rate(each(main, ({ right }) => right)),
    forest: rate(each(main, ({ rightByForest }) => rightByForest)),
  };
  const attacker = strongerOf(inTable);
  return {
    right: right((findings) => findings.right),
    rate: rates.logistic,
    rightForest: right((findings) => findings.rightByForest),
    rateForest: rates.forest,
    strongest: { attacker, rate: rates[attacker].estimate },
    rightOnReal: { inTable, heldOut },
    inTable: rateOver(({ rightInTable }) => rightInTable[attacker]),
    heldOut: rateOver(({ rightHeldOut }) => rightHeldOut[strongerOf(heldOut)]),
    participation: rateOver(
      (sums) => sums.rightInTable[attacker] - sums.rightHeldOut[attacker],
      -1,
    ),
    baselineOnReal: {
      inTable: rateOver(({ majorityInTable }) => majorityInTable),
      heldOut: rateOver(({ majorityHeldOut }) => majorityHeldOut),
    },
    rateOut: rate(each(outside, ({ right }) => right)),
    baseline: rate(each(main, ({ rightByMajority }) => rightByMajority)),
    regressions: main.reduce((sum, play) => sum + found(play).sets, 0),
  };
}

function strongerOf({ logistic, forest }: ByCategoryAttacker): CategoryAttacker {
  return forest > logistic || Number.isNaN(logistic) ? 'forest' : 'logistic';
}

/** Over iterations, whose plays share their rows; not below `least`, nor above 1. */
function rateOfIterations(
  plays: readonly Play[],
  value: (play: Play) => number,
  least: number,
): Interval {
  const iterations = [...new Set(plays.map(({ iteration }) => iteration))];
  const means = iterations
    .map((iteration) =>
      mean(
        plays
          .filter((play) => play.iteration === iteration)
          .map(value)
          .filter(Number.isFinite),
      ),
    )
    .filter(Number.isFinite);
  if (means.length > 0) return within(meanInterval(means), least, 1);
  return { estimate: Number.NaN, low: least, high: 1, level: 0.95 };
}

function findingsOf(
  main: readonly Play[],
  outside: readonly Play[],
  found: (play: Play) => NumberFindings,
  names: readonly string[],
  targets: readonly AttackTarget[],
  concerns: (target: AttackTarget) => boolean,
): AttributeFindings {
  const over = (value: (findings: NumberFindings) => number) =>
    mean(main.map((play) => value(found(play))));
  const iterations = [...new Set(main.map(({ iteration }) => iteration))];
  const byIteration = (value: (findings: NumberFindings) => number) =>
    iterations.map((iteration) =>
      mean(main.filter((play) => play.iteration === iteration).map((play) => value(found(play)))),
    );
  const errors = (plays: readonly Play[]) =>
    overPeople(plays, targets, concerns, (play, place) => ({
      value: found(play).squaredError[place],
      of: found(play).squaredErrorOfMean[place],
    }));
  const right = (plays: readonly Play[]) =>
    overPeople(plays, targets, concerns, (play, place) => ({ value: found(play).right[place] }));
  // bootstrap samples of the real rows have no target of their own
  const inside = main.filter(({ target }) => target !== undefined);
  const mab = byIteration((each) => each.mab);
  const means = names.map((_, k) => over((each) => each.meanCoefficients[k]));
  const squares = names.map((_, k) => over((each) => each.meanSquaredCoefficients[k]));
  return {
    mab: { median: medianOf(mab), values: mab },
    wcab: Math.max(...main.map((play) => found(play).wcab)),
    r2: over((each) => each.r2),
    ...attackerFindings(main.map((play) => ({ iteration: play.iteration, found: found(play) }))),
    mabFloor: over((each) => each.floor),
    mabPermuted: over((each) => each.permutedMab),
    mabNoise: over((each) => each.noise),
    mse: errors(inside),
    mseOut: errors(outside),
    right: right(inside),
    rightOut: right(outside),
    coefficients: {
      names,
      mean: means,
      sd: squares.map((square, k) => Math.sqrt(Math.max(square - means[k] * means[k], 0))),
    },
    regressions: main.reduce((sum, play) => sum + found(play).sets, 0),
  };
}

/** With a target inside, the play attacks that target alone; else all of them. */
function overPeople(
  plays: readonly Play[],
  targets: readonly AttackTarget[],
  concerns: (target: AttackTarget) => boolean,
  figure: (play: Play, place: number) => Pick<PersonFigure, 'value' | 'of'>,
): GroupFigures {
  return overGroups(
    plays.flatMap((play) =>
      targets.flatMap((target, person): PersonFigure[] => {
        const isAttacked = play.target === undefined || play.target === person;
        if (!isAttacked || !concerns(target)) return [];
        const place = play.target === undefined ? person : 0;
        const { kind } = target;
        return [{ person, kind, iteration: play.iteration, ...figure(play, place) }];
      }),
    ),
  );
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
