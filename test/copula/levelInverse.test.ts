import { describe, expect, test } from 'vitest';
import { hfunc2, type PairCopula } from '../../src/copula/evaluate.ts';
import { levelInverse } from '../../src/copula/levelInverse.ts';
import { scoped } from '../../src/numerics/kernel.ts';
import { Draw } from '../support/draw.ts';
import { randomCopula } from '../support/vines.ts';

/** The middle, both tails, and the edges. */
const PROBABILITIES = Float64Array.from([
  ...Array.from({ length: 400 }, (_, i) => (i + 0.5) / 400),
  ...Array.from({ length: 28 }, (_, i) => 10 ** -(3 + i / 4)),
  ...Array.from({ length: 28 }, (_, i) => 1 - 10 ** -(3 + i / 4)),
]);

const LEVELS = {
  left: Float64Array.of(0, 0.02, 0.3, 0.301, 0.9),
  u: Float64Array.of(0.02, 0.3, 0.301, 0.9, 1),
};

/** Every probability with every level: the draws, and their probabilities back. */
function thereAndBack(copula: PairCopula): { u: Float64Array; back: Float64Array }[] {
  return Array.from(LEVELS.u, (high, level) => {
    const n = PROBABILITIES.length;
    const u = scoped((scope) =>
      levelInverse(scope, copula, LEVELS)(PROBABILITIES, new Float64Array(n).fill(level)),
    );
    const second = {
      u: new Float64Array(n).fill(high),
      left: new Float64Array(n).fill(LEVELS.left[level]),
    };
    return { u, back: hfunc2(copula, u, second) };
  });
}

function expectUndone(copula: PairCopula): void {
  thereAndBack(copula).forEach(({ u, back }, level) => {
    back.forEach((value, i) => {
      // draws are kept 1e-10 away from 0 and 1
      if (Math.min(u[i], 1 - u[i]) < 1.01e-10) return;
      const what = `${JSON.stringify(copula)}, level ${level}, p = ${PROBABILITIES[i]}, u = ${u[i]}`;
      expect(Math.abs(value - PROBABILITIES[i]), what).toBeLessThanOrEqual(1e-10);
    });
  });
}

describe('the inverse given a level undoes hfunc given its cell', () => {
  test('for copulas of moderate dependence', () => {
    const draw = new Draw(71);
    for (let trial = 0; trial < 60; trial++) expectUndone(randomCopula(draw));
  });

  test.each<PairCopula>([
    { family: 'gaussian', rotation: 0, parameters: [0.97] },
    { family: 'gaussian', rotation: 0, parameters: [-0.9999] },
    { family: 'student', rotation: 0, parameters: [0.9, 2] },
    { family: 'clayton', rotation: 90, parameters: [28] },
    { family: 'gumbel', rotation: 0, parameters: [50] },
    { family: 'frank', rotation: 0, parameters: [-35] },
    { family: 'joe', rotation: 180, parameters: [30] },
    { family: 'bb1', rotation: 0, parameters: [7, 7] },
    { family: 'bb6', rotation: 270, parameters: [6, 8] },
    { family: 'bb7', rotation: 0, parameters: [6, 25] },
    { family: 'bb8', rotation: 180, parameters: [8, 1] },
  ])('for the strongest $family', expectUndone);
});

test('a row is drawn alike alone and among others', () => {
  const draw = new Draw(72);
  for (let trial = 0; trial < 10; trial++) {
    const copula = randomCopula(draw);
    const p = draw.column(101, () => draw.uniform());
    const levels = draw.column(101, () => draw.integer(5));
    scoped((scope) => {
      const inverse = levelInverse(scope, copula, LEVELS);
      const whole = inverse(p, levels);
      for (const r of [0, 37, 100]) {
        expect(inverse(p.slice(r, r + 1), levels.slice(r, r + 1))[0]).toBe(whole[r]);
      }
      const alone = levelInverse(scope, { ...copula }, LEVELS);
      expect(alone(p, levels)).toEqual(whole);
    });
  }
});
