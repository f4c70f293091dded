/**
 * How often an attack succeeded, beside two others: the same attack on people who were not in the table
 * (control), and an attacker who guesses (baseline). What is left of the attack's success beyond the
 * control's is what taking part costs: (main - control)/(1 - control), as in Giomi and others, "A unified
 * framework for quantifying privacy risk in synthetic data" (2023).
 */

import { differenceOfRates, type Interval, wilson, within } from '../../numerics/intervals.ts';

export interface AttackRate {
  readonly attacks: number;
  /** With Wilson's interval. */
  readonly rate: Interval;
}

export interface Risk {
  readonly main: AttackRate;
  /** Null without people who were not in the table. */
  readonly control: AttackRate | null;
  readonly baseline: AttackRate;
  /** From 0 to 1; null without a control. */
  readonly residual: Interval | null;
  /** Whether the attack beats guessing: if not, a small risk may only mean a weak attack. */
  readonly beatsBaseline: boolean;
}

export interface Successes {
  readonly successes: number;
  readonly attacks: number;
}

export function riskOf(main: Successes, control: Successes | null, baseline: Successes): Risk {
  const beyond = differenceOfRates(count(main), count(baseline));
  return {
    main: rateOf(main),
    control: control && rateOf(control),
    baseline: rateOf(baseline),
    residual: control && residualOf(main, control),
    beatsBaseline: beyond.low > 0,
  };
}

function rateOf({ successes, attacks }: Successes): AttackRate {
  return { attacks, rate: wilson(successes, attacks) };
}

/**
 * The interval of the difference is Newcombe's, from the two Wilson intervals; where everybody of the control
 * falls, nothing is left that could be due to the table.
 */
export function residualOf(main: Successes, control: Successes): Interval {
  const { estimate, low, high, ...level } = differenceOfRates(count(main), count(control));
  const room = 1 - control.successes / control.attacks;
  if (!(room > 0)) return { ...level, estimate: 0, low: 0, high: 0 };
  return within({ ...level, estimate: estimate / room, low: low / room, high: high / room }, 0, 1);
}

function count({ successes, attacks }: Successes) {
  return { successes, trials: attacks };
}
