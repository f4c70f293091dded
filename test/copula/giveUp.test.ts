import { expect, type TestContext, test } from 'vitest';
import type { CopulaColumn } from '../../src/copula/copulaColumn.ts';
import { hfunc2, type PairCopula } from '../../src/copula/evaluate.ts';
import { familyNames } from '../../src/copula/families/index.ts';
import { type Criterion, selectPair } from '../../src/copula/selectPair.ts';
import { readFitSamples } from '../support/fitSamples.ts';
import { type Dataset, referenceMargins } from '../support/peer.ts';

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

/** All pairs of the first columns of a table. */
function pairsOf(
  data: Dataset,
  columns: number,
  context: TestContext,
): [CopulaColumn, CopulaColumn][] {
  const margins = referenceMargins(data, context).slice(0, columns);
  return margins.flatMap((second, j) =>
    margins.slice(0, j).map((first): [CopulaColumn, CopulaColumn] => [first, second]),
  );
}

test.for(['aic', 'bic', 'loglik'] as const)(
  'by %s, giving up changes no choice on the samples',
  (criterion) => {
    const pairs = readFitSamples().map(({ first, second }): [CopulaColumn, CopulaColumn] => [
      first,
      second,
    ]);
    expect(pairs).toHaveLength(25);
    expect(differences(pairs, criterion)).toEqual([]);
  },
);

test.for([
  ['drawn', 12, 66],
  ['support2', 19, 171],
  ['d20', 17, 136],
] as const)('giving up changes no choice on pairs of %s', ([data, columns, count], context) => {
  const pairs = pairsOf(data, columns, context);
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

test.for([
  ['drawn', 12, 36],
  ['support2', 14, 52],
] as const)(
  'giving up changes no choice on discrete pairs of %s with limits of their own',
  (from, context) => {
    const [data, count, expected] = from;
    const columns = referenceMargins(data, context)
      .slice(0, count)
      .map(({ u }) => u);
    const given = columns[count - 1];
    const cut = columns.map((u, j) => discreteGiven(u, 2 + (j % 3), given));
    const pairs = columns.slice(0, -1).flatMap((u, j): [CopulaColumn, CopulaColumn][] =>
      cut.slice(0, j).flatMap((other, k): [CopulaColumn, CopulaColumn][] => {
        if ((j + k) % 3 > 0) return [];
        return [
          [cut[j], other],
          [{ u }, other],
        ];
      }),
    );
    expect(pairs).toHaveLength(expected);
    expect(differences(pairs, 'aic')).toEqual([]);
  },
);
