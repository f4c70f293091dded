/** Whether anybody is recognised nearly always: copies are, people with a rare value are not. */

import { expect, test } from 'vitest';
import {
  isAnybodySure,
  type ScreenedFit,
} from '../../../src/measures/membershipAudit/screenPeople.ts';
import { kernel } from '../../../src/numerics/kernel.ts';
import { rngFromSeed } from '../../../src/random/rng.ts';

const PEOPLE = 200;

/** Normal scores; person 0 is `gap` standard deviations higher when in, and without noise if that is infinite. */
function fits(count: number, gap: number, seed: number): ScreenedFit[] {
  const rng = rngFromSeed(seed);
  const { normalQuantile } = kernel();
  return Array.from({ length: count }, (_, fit) => {
    const scores = rng
      .split('scores', fit)
      .uniforms(PEOPLE)
      .map((u) => normalQuantile(u));
    const isIn = Uint8Array.from(rng.split('coins', fit).integers(PEOPLE, 2));
    if (Number.isFinite(gap)) scores[0] += gap * isIn[0];
    else scores[0] = isIn[0];
    return { scores, coins: { isIn } as ScreenedFit['coins'] };
  });
}

test('who is as good as copied is seen, with scores that vary and with scores that do not', () => {
  expect(isAnybodySure(fits(32, 12, 1), 2)).toBe(true);
  expect(isAnybodySure(fits(32, Number.POSITIVE_INFINITY, 1), 2)).toBe(true);
});

test('who is told apart seven times of ten is not', () => {
  // a gap of 1: right with probability Phi(1/2) = .69
  for (let seed = 1; seed <= 20; seed++) expect(isAnybodySure(fits(32, 1, seed), 1)).toBe(false);
});

test('at the limit, right nine times of ten, hardly anybody is called sure', () => {
  // 20 times at 5 % shared by 200 people: an alarm has a chance of .005
  for (let seed = 1; seed <= 20; seed++) {
    expect(isAnybodySure(fits(32, 2 * 1.2816, seed), 1)).toBe(false);
  }
});

test('few fits prove nothing', () => {
  expect(isAnybodySure(fits(12, Number.POSITIVE_INFINITY, 1), 1)).toBe(false);
});
