/** The result of the game at one level with one feature set: plain data. */

import type { Truncation } from '../../generators/generator.ts';
import {
  differenceOfRates,
  type Interval,
  meanInterval,
  provableEpsilon,
  within,
} from '../../numerics/intervals.ts';
import { kernel } from '../../numerics/kernel.ts';
import type { AttackTarget } from '../targets.ts';
import type { FeatureSet } from './features.ts';
import {
  areaUnderCurve,
  meanOf,
  medianIfAny,
  oneMinus,
  overIterations,
  pooledRates,
  scoreTrial,
  type Trial,
  type TrialGuesses,
} from './scores.ts';

/** What was found for one target. Where nothing could be run there are no trials and no figures. */
export interface TargetOutcome {
  readonly target: AttackTarget;
  /** Iterations that were run. */
  readonly trials: readonly Trial[];
  /** Means over iterations, Student's interval. */
  readonly advantage?: Interval;
  readonly privacyGain?: Interval;
  /** Size of the mean advantage, whatever its sign: what an attacker could have who turns guesses around. */
  readonly absoluteAdvantage?: number;
  /** Over all sets of all iterations, by probability. */
  readonly auc?: number;
  readonly placeboAdvantage?: Interval;
}

export interface MembershipOutcome {
  readonly truncation: Truncation;
  readonly features: FeatureSet;
  readonly targets: readonly TargetOutcome[];
  /** Privacy gains by target and iteration. */
  readonly outlying: readonly number[];
  readonly random: readonly number[];
  /** Medians of privacy gains. */
  readonly median: {
    readonly all?: number;
    readonly outlying?: number;
    readonly random?: number;
    readonly placebo?: number;
  };
  /** Over all targets: mean of the iterations' means, Student's interval over iterations. */
  readonly advantage?: Interval;
  readonly privacyGain?: Interval;
  readonly absoluteAdvantage?: number;
  /** The mean of the targets' areas under the ROC curve. */
  readonly auc?: number;
  /** Over all guesses, Wilson's intervals: too narrow, since sets of one fit share its luck. */
  readonly truePositiveRate: Interval;
  readonly falsePositiveRate: Interval;
  readonly placebo?: PlaceboOutcome;
  readonly worst?: WorstTarget;
  readonly limit: ProvableLimit;
}

/** Whether the attack reacts to any added row. Then it shows no leak of a target. */
export interface PlaceboOutcome {
  /** Privacy gains by target and iteration, guessed by the targets' attackers. */
  readonly privacyGains: readonly number[];
  readonly advantage: Interval;
  /** Advantage with the target minus advantage with another row: what concerns the target itself. */
  readonly difference: Interval;
}

export interface WorstTarget {
  /** The target with the largest absolute mean advantage, and that advantage with its sign. */
  readonly target: AttackTarget;
  readonly advantage: Interval;
  /**
   * The largest of many is too large by chance. Here the target is chosen by the first half of the
   * iterations and its advantage taken from the others; nothing with fewer than 4 iterations.
   */
  readonly confirmed?: { readonly target: AttackTarget; readonly advantage: Interval };
}

/** What the most successful attack could have shown with so many trials per class (95 %). */
export interface ProvableLimit {
  /** Each fit a trial: sets of one fit are not independent. For one target. */
  readonly fits: Provable;
  /** Each set a trial, as if they were independent. */
  readonly sets: Provable;
}

export interface Provable {
  readonly trialsPerClass: number;
  /** The largest epsilon of differential privacy that could be refuted. */
  readonly epsilon: number;
  /** The lower end of the interval for the advantage if all guesses were right. */
  readonly advantage: number;
}

/** `guesses` are by target. */
export function outcomeOf(
  truncation: Truncation,
  features: FeatureSet,
  targets: readonly AttackTarget[],
  guesses: readonly (readonly TrialGuesses[])[],
): MembershipOutcome {
  const found = targets.map((target, t) => targetOutcome(target, guesses[t]));
  const gains = (kind?: AttackTarget['kind']) =>
    found
      .filter(({ target }) => kind === undefined || target.kind === kind)
      .flatMap(({ trials }) => trials.map((trial) => trial.privacyGain));
  const trials = found.flatMap((each) => each.trials);
  const advantage = advantageOver(trials);
  const areas = found.flatMap(({ auc }) => (auc === undefined ? [] : [auc]));
  const placebo = placeboOutcome(trials);
  const worst = worstTarget(found);
  const [outlying, random] = [gains('outlying'), gains('random')];
  return {
    truncation,
    features,
    targets: found,
    outlying,
    random,
    median: {
      ...given('all', medianIfAny(gains())),
      ...given('outlying', medianIfAny(outlying)),
      ...given('random', medianIfAny(random)),
      ...given('placebo', placebo && medianIfAny(placebo.privacyGains)),
    },
    ...meanFigures(advantage),
    ...(areas.length > 0 && { auc: meanOf(areas) }),
    ...pooledRates(guesses.flat()),
    ...given('placebo', placebo),
    ...given('worst', worst),
    limit: limitOf(guesses),
  };
}

function targetOutcome(target: AttackTarget, guesses: readonly TrialGuesses[]): TargetOutcome {
  const trials = guesses.map(scoreTrial);
  if (trials.length === 0) return { target, trials };
  return {
    target,
    trials,
    ...meanFigures(advantageOver(trials)),
    auc: areaUnderCurve(
      guesses.map((each) => each.out),
      guesses.map((each) => each.in),
    ),
    ...given('placeboAdvantage', placeboOutcome(trials)?.advantage),
  };
}

function advantageOver(trials: readonly Trial[]): Interval | undefined {
  return inRange(
    overIterations(trials.map(({ iteration, advantage }) => ({ iteration, value: advantage }))),
  );
}

/** An advantage is a difference of two rates. */
function inRange(advantage: Interval | undefined): Interval | undefined {
  return advantage && within(advantage, -1, 1);
}

/**
 * Whether anybody at all was recognised for sure: a person's mean advantage over iterations differs
 * from 0 by Student's interval, and by more than guesses by chance would, whose advantage with so many
 * sets has a variance of at most 1/(2 sets). Both at 95 % for all people and `tests` times as many
 * questions together, by Bonferroni's correction.
 */
export function isAnybodyRecognised({ targets, limit }: MembershipOutcome, tests: number): boolean {
  const level = 1 - 0.05 / (Math.max(1, targets.length) * tests);
  const chance = Math.sqrt(0.5 / Math.max(1, limit.sets.trialsPerClass));
  const least = kernel().normalQuantile((1 + level) / 2) * chance;
  return targets.some(({ trials }) => {
    if (trials.length < 2) return false;
    const { estimate, low, high } = meanInterval(
      trials.map(({ advantage }) => advantage),
      level,
    );
    return (low > 0 || high < 0) && Math.abs(estimate) > least;
  });
}

function meanFigures(advantage: Interval | undefined) {
  if (!advantage) return {};
  return {
    advantage,
    privacyGain: oneMinus(advantage),
    absoluteAdvantage: Math.abs(advantage.estimate),
  };
}

function placeboOutcome(trials: readonly Trial[]): PlaceboOutcome | undefined {
  const both = trials.flatMap(({ iteration, advantage, placebo }) =>
    placebo ? [{ iteration, advantage, placebo }] : [],
  );
  const advantage = inRange(
    overIterations(both.map(({ iteration, placebo }) => ({ iteration, value: placebo.advantage }))),
  );
  const difference = overIterations(
    both.map(({ iteration, advantage: own, placebo }) => ({
      iteration,
      value: own - placebo.advantage,
    })),
  );
  if (!advantage || !difference) return undefined;
  return { privacyGains: both.map(({ placebo }) => placebo.privacyGain), advantage, difference };
}

function worstTarget(found: readonly TargetOutcome[]): WorstTarget | undefined {
  const worst = furthest(found.map(({ target, advantage }) => ({ target, advantage })));
  if (!worst) return undefined;
  const iterations = [
    ...new Set(found.flatMap(({ trials }) => trials.map((each) => each.iteration))),
  ];
  const first = new Set(iterations.sort((a, b) => a - b).slice(0, iterations.length >> 1));
  const half = (target: TargetOutcome, isFirst: boolean) =>
    advantageOver(target.trials.filter(({ iteration }) => first.has(iteration) === isFirst));
  const chosen = furthest(
    found.map((each) => ({ ...each, advantage: half(each, true), later: half(each, false) })),
  );
  const confirmed =
    iterations.length >= 4 && chosen?.later
      ? { target: chosen.target, advantage: chosen.later }
      : undefined;
  return { ...worst, ...given('confirmed', confirmed) };
}

/** The one with the largest absolute advantage, the first of equals. */
function furthest<
  Each extends { readonly target: AttackTarget; readonly advantage?: Interval | undefined },
>(found: readonly Each[]): (Each & { readonly advantage: Interval }) | undefined {
  let most: (Each & { readonly advantage: Interval }) | undefined;
  for (const each of found) {
    const { advantage } = each;
    if (!advantage) continue;
    if (!most || Math.abs(advantage.estimate) > Math.abs(most.advantage.estimate)) {
      most = { ...each, advantage };
    }
  }
  return most;
}

/** For the target with the most trials, by the smaller of its two classes. */
function limitOf(guesses: readonly (readonly TrialGuesses[])[]): ProvableLimit {
  const sets = (trials: readonly TrialGuesses[], which: 'in' | 'out') =>
    trials.reduce((sum, trial) => sum + trial[which].length, 0);
  const fits = Math.max(0, ...guesses.map((trials) => trials.length));
  const most = Math.max(
    0,
    ...guesses.map((trials) => Math.min(sets(trials, 'in'), sets(trials, 'out'))),
  );
  return { fits: provable(fits), sets: provable(most) };
}

function provable(trialsPerClass: number): Provable {
  const right = { successes: trialsPerClass, trials: trialsPerClass };
  const wrong = { successes: 0, trials: trialsPerClass };
  return {
    trialsPerClass,
    epsilon: provableEpsilon(trialsPerClass),
    advantage: Math.max(0, differenceOfRates(right, wrong).low),
  };
}

/** A property, if there is a value for it. */
function given<Name extends string, Value>(
  name: Name,
  value: Value | undefined,
): { readonly [Key in Name]?: Value } {
  return (value === undefined ? {} : { [name]: value }) as { readonly [Key in Name]?: Value };
}
