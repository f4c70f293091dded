/** Limits on what may be given away, as options of `run` and `audit`: a number, or none to lift one. */

import { type Command, InvalidArgumentError } from 'commander';
import { DEFAULT_LIMITS } from '../study/limits.ts';

export interface LimitOptions {
  readonly maxMr2?: number | 'none';
  readonly maxGuess?: number | 'none';
  readonly maxMembership?: number | 'none';
  readonly strict?: boolean;
}

export function withLimits(command: Command): Command {
  const { attribute, guess, membership } = DEFAULT_LIMITS;
  return command
    .option(
      '--max-mr2 <r2>',
      `limit: largest share of variance of a sensitive column that an attacker can explain, or none (default: ${attribute}, and a quarter of what the real table gives away)`,
      limitOrNone,
    )
    .option(
      '--max-guess <share>',
      `limit: largest share of wrong guesses of a sensitive category that an attacker can avoid, or none (default: ${guess}, and a quarter of what the real table gives away)`,
      limitOrNone,
    )
    .option(
      '--max-membership <auc>',
      `limit: largest AUC with which members are recognised, scaled to the release, or none (default: ${membership})`,
      limitOrNone,
    )
    .option('--strict', 'exit with code 3 also if the verdict is release with care');
}

export function limitOrNone(text: string): number | 'none' {
  if (text === 'none') return text;
  const value = atLeastZero(text);
  if (value !== undefined) return value;
  throw new InvalidArgumentError('Give a number of at least 0, or none to lift the limit.');
}

export function limit(text: string): number {
  const value = atLeastZero(text);
  if (value !== undefined) return value;
  throw new InvalidArgumentError('Give a number of at least 0.');
}

function atLeastZero(text: string): number | undefined {
  const value = Number(text);
  return text.trim() !== '' && Number.isFinite(value) && value >= 0 ? value : undefined;
}
