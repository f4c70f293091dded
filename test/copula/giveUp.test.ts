import { expect, type TestContext, test } from 'vitest';
import type { CopulaColumn } from '../../src/copula/copulaColumn.ts';
import { hfunc2, type PairCopula } from '../../src/copula/evaluate.ts';
import { familyNames } from '../../src/copula/families/index.ts';
import { type Criterion, selectPair } from '../../src/copula/selectPair.ts';
import { readFitSamples } from '../support/fitSamples.ts';
import { readSharedColumns } from '../support/shared.ts';

/** Selections with and without giving up that differ in the choice, or in its AIC by more than 1e-7. */
function differences(
  pairs: readonly (readonly [CopulaColumn, CopulaColumn])[],
  criterion: Criterion,
): string[] {
  return pairs.flatMap(([first, second], i) => {
    const choose = (giveUp: boolean) =>
      selectPair(first, second, { families: familyNames, criterion, giveUp });
    const [patient, hasty] = [choose(false), choose(true)];
    const same =
      patient.family === hasty.family &&
      patient.rotation === hasty.rotation &&
      Math.abs(patient.aic - hasty.aic) <= 1e-7;
    const [was, became] = [patient, hasty].map((fit) => JSON.stringify(fit));
    return same ? [] : [`pair ${i} by ${criterion}: ${was} became ${became}`];
  });
}

/** All pairs of the first columns of a data file. */
function pairsOf(
  name: string,
  columns: number,
  context: TestContext,
): [CopulaColumn, CopulaColumn][] {
  const margins = readSharedColumns(`reference/${name}`, context)
    .slice(0, columns)
    .map((u) => ({ u }));
  return margins.flatMap((second, j) =>
    margins.slice(0, j).map((first): [CopulaColumn, CopulaColumn] => [first, second]),
  );
}

test.for(['aic', 'bic', 'loglik'] as const)(
  'by %s, giving up changes no choice on the samples',
  (criterion, context) => {
    const pairs = readFitSamples(context).map(({ first, second }): [CopulaColumn, CopulaColumn] => [
      first,
      second,
    ]);
    expect(pairs).toHaveLength(25);
    expect(differences(pairs, criterion)).toEqual([]);
  },
);

test.for([
  ['u_support2.csv', 19, 171],
  ['u_d20.csv', 17, 136],
] as const)('giving up changes no choice on pairs of %s', ([name, columns, count], context) => {
  const pairs = pairsOf(name, columns, context);
  expect(pairs).toHaveLength(count);
  expect(differences(pairs, 'aic')).toEqual([]);
});

/** A column cut into levels, and then given another column, so that every row has limits of its own. */
function discreteGiven(u: Float64Array, levels: number, given: Float64Array): CopulaColumn {
  const copula: PairCopula = { family: 'gaussian', rotation: 0, parameters: [0.4] };
  const level = u.map((value) => Math.min(Math.floor(value * levels), levels - 1));
  const limit = (offset: number) => level.map((l) => (l + offset) / levels);
  const conditional = (limits: Float64Array) => hfunc2(copula, limits, { u: given });
  return { u: conditional(limit(1)), left: conditional(limit(0)) };
}

test('giving up changes no choice on discrete pairs with limits of their own', (context) => {
  const columns = readSharedColumns('reference/u_support2.csv', context).slice(0, 14);
  const given = columns[13];
  const cut = columns.map((u, j) => discreteGiven(u, 2 + (j % 3), given));
  const pairs = columns.slice(0, 13).flatMap((u, j): [CopulaColumn, CopulaColumn][] =>
    cut.slice(0, j).flatMap((other, k): [CopulaColumn, CopulaColumn][] => {
      if ((j + k) % 3 > 0) return [];
      return [
        [cut[j], other],
        [{ u }, other],
      ];
    }),
  );
  expect(pairs).toHaveLength(52);
  expect(differences(pairs, 'aic')).toEqual([]);
});
