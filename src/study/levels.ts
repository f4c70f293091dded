/** The truncation levels that a study compares: the paper's candidate set T, with t_max as its last. */

import { InputError } from '../numerics/inputError.ts';

/** 'auto': 1, about every fifth (of more than 35 every tenth, and so on), and t_max; 'all': each from 1 on; or a list, 'full' being t_max. */
export type LevelChoice = 'auto' | 'all' | readonly (number | 'full')[];

/** The step of 'auto', as in the paper's example T = {1, 5, 10, 15, 20, 26} for d = 26. */
const STEP = 5;
/** Steps at most: more trees have longer ones, so that a study of many columns comes to its end. */
const MOST_STEPS = 7;

/**
 * Ascending, each once, none above `tMax`.
 *
 * candidateLevels(26) // [1, 5, 10, 15, 20, 26]
 */
export function candidateLevels(tMax: number, choice: LevelChoice = 'auto'): number[] {
  if (!Number.isInteger(tMax) || tMax < 0) {
    throw new InputError(`Truncation: found ${tMax}. Give a whole number of at least 0.`);
  }
  if (choice === 'all' || (choice === 'auto' && tMax <= STEP)) return upTo(tMax);
  // a level right below t_max would tell nothing that t_max does not
  if (choice === 'auto') {
    const step = STEP * Math.ceil(tMax / (STEP * MOST_STEPS));
    return [1, ...upTo(tMax).filter((t) => t % step === 0 && t < tMax - 1), tMax];
  }
  if (!Array.isArray(choice) || choice.length === 0) {
    throw new InputError(
      `Levels: found ${Array.isArray(choice) ? 'none' : `'${choice}'`}. Give auto, all, or a list such as 1,5,full.`,
    );
  }
  const levels = choice.map((level) => (level === 'full' ? tMax : level));
  const wrong = levels.find((t) => !Number.isInteger(t) || t < 0 || t > tMax);
  if (wrong !== undefined) {
    throw new InputError(
      `Levels: found ${wrong}, but the highest level is ${tMax}. Give whole numbers from 0 to ${tMax}, or 'full'.`,
    );
  }
  return [...new Set(levels)].sort((a, b) => a - b);
}

/** 1 .. tMax; 0 alone if there is no tree. */
function upTo(tMax: number): number[] {
  return tMax === 0 ? [0] : Array.from({ length: tMax }, (_, t) => t + 1);
}
