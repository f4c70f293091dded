import { describe, expect, test } from 'vitest';
import { families, familyNames } from '../../src/copula/families/index.ts';
import { pairLikelihood } from '../../src/copula/pairLikelihood.ts';
import { byPlace } from '../../src/copula/searchSpace.ts';
import { candidates } from '../../src/copula/selectPair.ts';
import { kendallTau } from '../../src/numerics/kendallTau.ts';
import { scoped } from '../../src/numerics/kernel.ts';
import { isSingular, parameterGrid } from '../support/copulaGrid.ts';
import { derivative } from '../support/derivative.ts';
import { readFitSamples } from '../support/fitSamples.ts';

const names = familyNames.filter((name) => name !== 'independence');

describe.each(names)('the search space of %s', (name) => {
  const { lower, upper } = families[name];
  const space = families[name].searchSpace(lower, upper);
  const grid = parameterGrid(name).filter(
    (parameters) => !isSingular({ family: name, rotation: 0, parameters }),
  );

  test('leads to places and back', () => {
    for (const parameters of grid) {
      const back = space.parametersAt(space.placeOf(parameters));
      back.forEach((value, k) => {
        expect(Math.abs(value - parameters[k])).toBeLessThanOrEqual(1e-12 * (1 + Math.abs(value)));
      });
    }
  });

  test('holds the bounds of the parameters, no more and no less', () => {
    const constraints = space.constraints ?? [];
    for (const parameters of grid) {
      const place = space.placeOf(parameters);
      place.forEach((y, k) => {
        expect(y).toBeGreaterThanOrEqual(space.lower[k] - 1e-12);
        expect(y).toBeLessThanOrEqual(space.upper[k] + 1e-12);
      });
      for (const [p, q, most] of constraints) {
        expect(p * place[0] + q * place[1]).toBeLessThanOrEqual(most + 1e-12);
      }
    }
    // just beyond a bound is outside
    if (name !== 'bb8') return;
    for (const beyond of [
      [8.01, 0.5],
      [0.99, 0.5],
      [3, 1.01],
      [3, 0.9e-4],
    ]) {
      const [x, y] = space.placeOf(beyond);
      expect(
        constraints.some(([p, q, most]) => p * x + q * y > most),
        beyond.join(),
      ).toBe(true);
    }
  });

  test('has the slopes of the parameters by the place', () => {
    for (const parameters of grid) {
      const place = space.placeOf(parameters);
      const slopes = space.slopes(parameters);
      parameters.forEach((_, k) => {
        place.forEach((at, j) => {
          const moved = (y: number) =>
            space.parametersAt(place.map((old, i) => (i === j ? y : old)))[k];
          const step = 0.05 * Math.max(Math.abs(at), 1e-3);
          const { value } = derivative(moved, at, step);
          const slope = slopes[k * place.length + j];
          expect(Math.abs(slope - value), `${parameters.join()}: ${k} by ${j}`).toBeLessThanOrEqual(
            1e-6 * (1 + Math.abs(value)),
          );
        });
      });
    }
  });
});

test('an evaluation moves to places by the chain rule', () => {
  // a parabola in the parameters p = (2 x + 3 y, x - y)
  const slopes = [2, 3, 1, -1];
  const moved = byPlace({ value: 7, gradient: [0.5, -2], information: [4, 1, 3] }, slopes);
  expect(moved.value).toBe(7);
  expect(moved.gradient).toEqual([2 * 0.5 + 1 * -2, 3 * 0.5 - 1 * -2]);
  expect(moved.information).toEqual([
    4 * 4 + 2 * 2 + 3,
    2 * 3 * 4 + (2 * -1 + 3) * 1 - 3,
    9 * 4 - 6 + 3,
  ]);
});

test('few evaluations lead to the maximum', () => {
  const counts = new Map<string, { fits: number; evaluations: number }>();
  for (const { first, second } of readFitSamples()) {
    scoped((scope) => {
      const likelihood = pairLikelihood(scope, first, second);
      let evaluations = 0;
      const counted: typeof likelihood = {
        ...likelihood,
        evaluate: (...of) => {
          evaluations++;
          return likelihood.evaluate(...of);
        },
        value: (...of) => {
          evaluations++;
          return likelihood.value(...of);
        },
      };
      const all = { families: familyNames, criterion: 'aic', giveUp: false } as const;
      for (const { family } of candidates(
        counted,
        kendallTau(first.u, second.u),
        all,
        2,
        () => Infinity,
      )) {
        const count = counts.get(family) ?? { fits: 0, evaluations: 0 };
        count.fits++;
        count.evaluations += evaluations;
        evaluations = 0;
        counts.set(family, count);
      }
    });
  }
  for (const name of names) {
    const { fits, evaluations } = counts.get(name) as { fits: number; evaluations: number };
    expect(evaluations / fits, name).toBeLessThanOrEqual(name === 'bb8' ? 9 : 6);
  }
});
