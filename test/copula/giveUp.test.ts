import { expect, type TestContext, test } from 'vitest';
import type { Margin } from '../../src/copula/evaluate.ts';
import { familyNames } from '../../src/copula/family.ts';
import { type Criterion, selectPair } from '../../src/copula/selectPair.ts';
import { readFitSamples } from '../support/fitSamples.ts';
import { readSharedColumns } from '../support/shared.ts';

/** Selections with and without giving up that differ in the choice, or in its AIC by more than 1e-7. */
function differences(
  pairs: readonly (readonly [Margin, Margin])[],
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
function pairsOf(name: string, columns: number, context: TestContext): [Margin, Margin][] {
  const margins = readSharedColumns(`reference/${name}`, context)
    .slice(0, columns)
    .map((u) => ({ u }));
  return margins.flatMap((second, j) =>
    margins.slice(0, j).map((first): [Margin, Margin] => [first, second]),
  );
}

test.for(['aic', 'bic', 'loglik'] as const)(
  'by %s, giving up changes no choice on the samples',
  (criterion, context) => {
    const pairs = readFitSamples(context).map(({ first, second }): [Margin, Margin] => [
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
