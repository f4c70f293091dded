/**
 * The three risks as they are published: how many attacks succeeded is told from five on, as each success is a
 * person. Fewer are told as such: no estimate, and an interval that holds for any number below five.
 */

import { type Interval, wilson } from '../../numerics/intervals.ts';
import { FEWEST_PEOPLE } from '../../numerics/publish.ts';
import { type AttackRate, type Risk, residualOf, riskOf, type Successes } from './residualRisk.ts';
import type { ThreeRisks } from './threeRisks.ts';

export function publishedRisks({
  singlingOut,
  linkability,
  inference,
  notes,
}: ThreeRisks): ThreeRisks {
  const { univariate, multivariate } = singlingOut;
  return {
    singlingOut: {
      univariate: univariate && publishedRisk(univariate),
      multivariate: multivariate && publishedRisk(multivariate),
    },
    linkability: linkability && { ...linkability, ...publishedRisk(linkability) },
    inference: inference.map((each) => ({ ...each, ...publishedRisk(each) })),
    notes,
  };
}

function publishedRisk(risk: Risk): Risk {
  const { main, control, baseline, residual, beatsBaseline } = risk;
  const isHidden = isFew(main) || (control !== null && isFew(control));
  return {
    main: publishedRate(main),
    control: control && publishedRate(control),
    baseline: publishedRate(baseline),
    residual: isHidden && control && residual ? widest(main, control) : residual,
    beatsBaseline: beatsBaseline && riskOf(fewest(main), null, most(baseline)).beatsBaseline,
  };
}

const MOST_FEW = FEWEST_PEOPLE - 1;

function successesOf({ attacks, rate }: AttackRate): number {
  return attacks === 0 ? 0 : Math.round(rate.estimate * attacks);
}

function isFew(rate: AttackRate): boolean {
  const successes = successesOf(rate);
  return successes > 0 && successes < FEWEST_PEOPLE;
}

function publishedRate(rate: AttackRate): AttackRate {
  if (!isFew(rate)) return rate;
  const most = wilson(Math.min(MOST_FEW, rate.attacks), rate.attacks);
  return { ...rate, rate: { ...most, estimate: Number.NaN, low: 0 } };
}

/** Of all numbers of successes that are told as fewer than five. */
function widest(main: AttackRate, control: AttackRate): Interval {
  const { low } = residualOf(fewest(main), most(control));
  const { high, level } = residualOf(most(main), fewest(control));
  return { estimate: Number.NaN, low, high, level };
}

/** The least and the largest number of successes that is told as this one is. */
function fewest(rate: AttackRate): Successes {
  return { attacks: rate.attacks, successes: isFew(rate) ? 1 : successesOf(rate) };
}

function most(rate: AttackRate): Successes {
  const { attacks } = rate;
  return { attacks, successes: isFew(rate) ? Math.min(MOST_FEW, attacks) : successesOf(rate) };
}
