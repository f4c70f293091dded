/** Limits on what may be given away, as options: a number, or none to lift it. */

import { type Command, InvalidArgumentError } from 'commander';
import { DEFAULT_LIMITS } from '../study/limits.ts';

export interface LimitOptions {
  readonly maxMr2?: number | 'none';
  readonly maxMembership?: number | 'none';
  readonly maxGuess?: number | 'none';
  readonly strict?: boolean;
}

export function withLimits(command: Command): Command {
  return command
    .option(
      '--max-mr2 <share>',
      `limit on the variance of a sensitive column that an attacker may explain, or none (default: ${DEFAULT_LIMITS.attribute}, and a quarter of what the real table gives away)`,
      limit,
    )
    .option(
      '--max-guess <share>',
      `limit on the wrong guesses of a sensitive category that an attacker may avoid, or none (default: ${DEFAULT_LIMITS.guess}, and a quarter of what the real table gives away)`,
      limit,
    )
    .option(
      '--max-membership <auc>',
      `limit on the AUC of who recognises members, or none (default: ${DEFAULT_LIMITS.membership})`,
      limit,
    )
    .option('--strict', 'also exit with code 3 if the verdict is to release with care');
}

function limit(text: string): number | 'none' {
  if (text === 'none') return text;
  const value = Number(text);
  if (text.trim() !== '' && Number.isFinite(value) && value >= 0) return value;
  throw new InvalidArgumentError('Give a number of at least 0, or none to lift the limit.');
}
