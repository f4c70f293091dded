import { expect, test } from 'vitest';
import { simulatedCompetitors, support2Competitors } from '../../experiments/competitorClaims.ts';
import {
  COMPETITORS,
  type Competitor,
  type CompetitorName,
} from '../../experiments/competitors.ts';
import type {
  AttributeAt,
  FidelityAt,
  MembershipAt,
  UtilityFound,
} from '../../experiments/games.ts';

const attacked = (mab: number, wcab: number, sd = 0.05): AttributeAt => {
  const column = { mab: [mab], wcab, coefficients: { mean: [0.001], sd: [sd] } };
  const columns = Object.fromEntries(
    ['X1', 'X6', 'X11', 'totcst', 'crea'].map((name) => [name, column]),
  );
  return { level: 1, columns } as unknown as AttributeAt;
};
const worth = (value: number) =>
  ({
    levels: [{ auc: [value, value], balancedAccuracy: [value, value] }],
  }) as unknown as UtilityFound;
const recognised = (gain: number, placebo: number): MembershipAt =>
  ({
    people: 8,
    gains: [gain, gain],
    placebo: [placebo, placebo],
  }) as unknown as MembershipAt;
const alike = (alphaPrecision: number, betaRecall: number, authenticity: number) =>
  ({ level: 'full', alphaPrecision, betaRecall, authenticity }) as unknown as FidelityAt;

const own = {
  attribute: [attacked(0.045, 0.4)],
  utility: worth(0.75),
  fidelity: [alike(0.95, 0.4, 0.7)],
};

/** What the paper says of each. */
function asSaid(name: CompetitorName): Competitor {
  if (name === 'ctgan') {
    return {
      name,
      attribute: attacked(0.06, 0.5),
      membership: recognised(1.1, 1),
      utility: worth(0.6),
      fidelity: alike(0.5, 0.1, 0.9),
    };
  }
  if (name === 'tvae') {
    return {
      name,
      attribute: attacked(0.07, 0.5),
      membership: recognised(0.05, 0.1),
      utility: worth(0.76),
      fidelity: alike(0.9, 0.3, 0.8),
    };
  }
  const pgd = name === 'privpgd';
  return {
    name,
    attribute: pgd ? attacked(0.12, 0.9, 0.2) : attacked(0.042, 1),
    membership: recognised(pgd ? 0.95 : 1, 1),
    utility: worth(0.5),
    fidelity: alike(0, 0, 0.99),
  };
}

const told = [
  { lastBatch: 'keep', outAgainstIn: 16, outAgainstPlacebo: 16, of: 16 },
  { lastBatch: 'drop', outAgainstIn: 9, outAgainstPlacebo: 8, of: 16 },
] as const;
const all = COMPETITORS.map(asSaid);
const verdicts = (claims: readonly { readonly id: string; readonly verdict: string }[]) =>
  Object.fromEntries(claims.map(({ id, verdict }) => [id, verdict]));

test('claims hold of findings that are as the paper says', () => {
  expect(verdicts(support2Competitors(all, own))).toEqual({
    P6: 'holds',
    P7: 'holds',
    P10b: 'holds',
    P12b: 'holds',
    P14: 'holds',
    'F6-F7': 'holds',
  });
  const { S9, ...others } = verdicts(simulatedCompetitors(all, own, told));
  expect(others).toEqual({
    S5: 'holds',
    S11: 'holds',
    S14: 'holds',
    'F1-F4': 'holds',
    L7: 'holds',
  });
  // of the simulated data the paper says that PrivPGD's gain is poor
  expect(S9).toBe('does not hold');
});

test('what is otherwise is named', () => {
  const found = all.map((each) =>
    each.name === 'tvae' ? { ...each, membership: recognised(1, 1) } : each,
  );
  const claim = support2Competitors(found, own).find(({ id }) => id === 'P10b');
  expect(claim?.verdict).toBe('does not hold');
  expect(claim?.found).toMatch(/Otherwise than said: TVAE$/);
  const [, wrong] = told;
  const same = [{ ...wrong, lastBatch: 'keep' as const }, wrong];
  expect(verdicts(simulatedCompetitors(all, own, same)).L7).toBe('does not hold');
});

test('a claim about a generator that was not run cannot be checked, and says which', () => {
  const claims = support2Competitors(
    all.filter(({ name }) => name !== 'ctgan'),
    own,
  );
  expect(claims.find(({ id }) => id === 'P6')).toMatchObject({
    verdict: 'cannot be checked',
    found: 'not run: CTGAN',
  });
  expect(claims.find(({ id }) => id === 'P7')?.verdict).toBe('holds');
});
