import { expect, test } from 'vitest';
import type { CopulaColumn } from '../../src/copula/copulaColumn.ts';
import { families } from '../../src/copula/families/index.ts';
import type { FamilyName } from '../../src/copula/family.ts';
import { pairLikelihood } from '../../src/copula/pairLikelihood.ts';
import { selectInGroups, selectPair } from '../../src/copula/selectPair.ts';
import { resolveSelection } from '../../src/copula/selectSettings.ts';
import { scoped } from '../../src/numerics/kernel.ts';
import { rngFromSeed } from '../../src/random/rng.ts';

const N = 600;
const BOUNDS = [0, 210, 210, 450, N];

function uniforms(key: string): Float64Array {
  return rngFromSeed(7).split(key).uniforms(N);
}

/** The same few levels in all groups: their cells are counted apart all the same. */
function levels(key: string, count: number): CopulaColumn {
  const level = uniforms(key).map((u) => Math.floor(u * count));
  return { u: level.map((l) => (l + 1) / count), left: level.map((l) => l / count) };
}

/** Cells of which some are so narrow that their middles stand for them. */
function narrow(key: string): CopulaColumn {
  const high = uniforms(key).map((u) => 0.1 + 0.8 * u);
  return { u: high, left: high.map((u, i) => (i % 3 === 0 ? u - 1e-7 : 0.05)) };
}

const columns: Readonly<Record<string, CopulaColumn>> = {
  continuous: { u: uniforms('a') },
  levels: levels('b', 3),
  narrow: narrow('c'),
};
const others: Readonly<Record<string, CopulaColumn>> = {
  continuous: { u: uniforms('d') },
  levels: levels('e', 4),
  narrow: narrow('f'),
};
const cases = Object.keys(columns).flatMap((first) =>
  Object.keys(others).map((second) => [first, second] as const),
);

function part({ u, left }: CopulaColumn, from: number, to: number): CopulaColumn {
  return { u: u.subarray(from, to), ...(left && { left: left.subarray(from, to) }) };
}

const tried: readonly (readonly [FamilyName, readonly number[]])[] = [
  ['gaussian', [0.3]],
  ['clayton', [0.7]],
  ['bb7', [1.3, 0.4]],
  ['student', [0.2, 6]],
];

test.for(cases)('groups of %s and %s have the likelihoods of their rows alone', ([a, b]) => {
  const [first, second] = [columns[a], others[b]];
  scoped((scope) => {
    const whole = pairLikelihood(scope, first, second, BOUNDS);
    for (const [name, parameters] of tried) {
      const all = whole.evaluate(families[name], 0, parameters);
      const byGroup = whole.lastByGroup();
      expect(byGroup).toHaveLength(BOUNDS.length - 1);
      expect(byGroup.reduce((sum, { value }) => sum + value, 0)).toBeCloseTo(all.value, 9);
      byGroup.forEach((own, group) => {
        const [from, to] = [BOUNDS[group], BOUNDS[group + 1]];
        if (from === to) {
          expect(own.value).toBe(0);
          return;
        }
        const alone = pairLikelihood(scope, part(first, from, to), part(second, from, to));
        const expected = alone.evaluate(families[name], 0, parameters);
        // Student's distribution function is tabulated to 1e-12 for many rows, and integrated for few
        expect(own.value).toBeCloseTo(expected.value, 7);
        own.gradient.forEach((slope, k) => {
          expect(slope).toBeCloseTo(expected.gradient[k], 6);
        });
      });
    }
  });
});

test('what groups are promised is near what searches of their own find', () => {
  const settings = resolveSelection({});
  const bounds = [0, 300, N];
  // dependence in the first half alone
  const u = uniforms('g');
  const v = uniforms('h').map((noise, i) => (i < 300 ? 0.6 * u[i] + 0.4 * noise : noise));
  const [first, second] = [{ u }, { u: v }];
  const { fit, promised } = selectInGroups(first, second, settings, bounds);
  // rows are taken together within groups alone: the search begins from another outline
  const plain = selectPair(first, second, settings);
  expect([fit.family, fit.rotation]).toEqual([plain.family, plain.rotation]);
  expect(fit.aic).toBeCloseTo(plain.aic, 9);
  const costs = [0, 1].map((group) => {
    const [from, to] = [bounds[group], bounds[group + 1]];
    return selectPair(part(first, from, to), part(second, from, to), settings).aic;
  });
  expect(costs[0]).toBeLessThan(-100);
  // the parabola of the shared fit says little of so strong a dependence, but that it is there
  expect(promised[0] + promised[1]).toBeLessThan(fit.aic - 50);
  expect(Math.abs(promised[1] - costs[1])).toBeLessThan(6);
});
