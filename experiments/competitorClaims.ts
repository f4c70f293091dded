/** What the paper says of the other generators beside the vines; a claim needs those that it names. */

import { meanInterval } from '../src/numerics/intervals.ts';
import { medianOf } from '../src/numerics/median.ts';
import { type Claim, three, verdict, withInterval } from './claim.ts';
import {
  COMPETITOR_NAMES,
  type Competitor,
  type CompetitorName,
  describeGames,
} from './competitors.ts';
import type { AttributeAt, FidelityAt, UtilityFound } from './games.ts';
import type { PartialBatchResult } from './tvaePartialBatch.ts';
import { at, between, mab } from './values.ts';

/** The C-vine on the same data. */
export interface OwnFindings {
  readonly attribute: readonly AttributeAt[];
  readonly utility: UtilityFound;
  readonly fidelity: readonly FidelityAt[];
}

type Competitors = Readonly<Partial<Record<CompetitorName, Competitor>>>;

/** Of claims on utility. */
const ONE_FIT =
  'All sets of a generator come from one fit: intervals do not hold what two fits differ by, which is much for private generators and networks.';

const PRIVBAYES = ['privbayes-0.1', 'privbayes-1', 'privbayes-5'] as const;
const ALL = [...PRIVBAYES, 'privpgd', 'ctgan', 'tvae'] as const;

/** A claim about some competitors: it cannot be checked while one of them is missing. */
function about(
  competitors: Competitors,
  names: readonly CompetitorName[],
  base: Pick<Claim, 'id' | 'claim' | 'expected' | 'why'>,
  decide: (of: (name: CompetitorName) => Competitor) => Pick<Claim, 'found' | 'verdict'>,
): Claim {
  const missing = names.filter((name) => !competitors[name]);
  if (missing.length > 0) {
    return {
      ...base,
      found: `not run: ${missing.map((name) => COMPETITOR_NAMES[name]).join(', ')}`,
      verdict: 'cannot be checked',
    };
  }
  return { ...base, ...decide((name) => competitors[name] as Competitor) };
}

function indexed(found: readonly Competitor[]): Competitors {
  return Object.fromEntries(found.map((each) => [each.name, each]));
}

function tell(
  names: readonly CompetitorName[],
  of: (name: CompetitorName) => Competitor,
  value: (competitor: Competitor) => string,
): string {
  return names.map((name) => `${COMPETITOR_NAMES[name]} ${value(of(name))}`).join('; ');
}

function describeGain({ membership }: Competitor): string {
  const { gains, people } = membership;
  if (gains.length === 0) return `not told, since ${people} people were attacked`;
  return `${withInterval(meanInterval(gains))}, median ${three(medianOf(gains))}, placebo ${three(medianOf(membership.placebo))}`;
}

export function simulatedCompetitors(
  found: readonly Competitor[],
  own: OwnFindings,
  partialBatch: readonly PartialBatchResult[],
): Claim[] {
  const competitors = indexed(found);
  const names = found.map(({ name }) => name);
  const safe = { X1: 18, X6: 11 } as const;
  const largest = (name: 'X1' | 'X6', value: (attack: AttributeAt) => number) =>
    Math.max(...between(own.attribute, 1, safe[name]).map(value));
  return [
    about(
      competitors,
      ALL,
      {
        id: 'S5',
        claim:
          'At low truncation the MAB of the C-vine is like that of PrivBayes at .1 and below that of CTGAN, TVAE and PrivPGD.',
        expected: 'X1 up to 18, X6 up to 11',
        ...(describeGames(names) && { why: `Reduced: ${describeGames(names)}.` }),
      },
      (of) => {
        const value = (name: CompetitorName, column: string) =>
          mab(of(name).attribute.columns[column]);
        return {
          found: (['X1', 'X6'] as const)
            .map(
              (column) =>
                `${column}: C-vine at most ${three(largest(column, (each) => mab(each.columns[column])))} up to ${safe[column]}; ${tell(ALL, of, (each) => three(mab(each.attribute.columns[column])))}`,
            )
            .join('. '),
          verdict: verdict(
            (['X1', 'X6'] as const).every((column) => {
              const ours = largest(column, (each) => mab(each.columns[column]));
              return (
                ours < 1.6 * value('privbayes-0.1', column) &&
                (['ctgan', 'tvae', 'privpgd'] as const).every((name) => ours < value(name, column))
              );
            }),
          ),
        };
      },
    ),
    gainClaim('S9', competitors, 'is poor', (median) => median < 0.9),
    about(
      competitors,
      ALL,
      {
        id: 'S11',
        claim:
          'C-vine data are worth more than those of CTGAN, PrivPGD and PrivBayes at all truncations; TVAE’s the most.',
        expected: 'TVAE, then the C-vine, then the others',
        why: ONE_FIT,
      },
      (of) => {
        const worth = (utility: UtilityFound) =>
          utility.levels.map(({ balancedAccuracy }) => medianOf(balancedAccuracy));
        const least = Math.min(...worth(own.utility));
        const value = (name: CompetitorName) => worth(of(name).utility)[0];
        return {
          found: `balanced accuracy: C-vine from ${three(least)} to ${three(Math.max(...worth(own.utility)))}; ${tell(ALL, of, ({ utility }) => withInterval(meanInterval(utility.levels[0].balancedAccuracy)))}`,
          verdict: verdict(
            [...PRIVBAYES, 'privpgd' as const, 'ctgan' as const].every(
              (name) => value(name) < least,
            ) && value('tvae') >= Math.max(...worth(own.utility)) - 0.01,
          ),
        };
      },
    ),
    about(
      competitors,
      PRIVBAYES,
      {
        id: 'S14',
        claim: 'WCAB of the C-vine for X1 up to 18 and X6 up to 11 is below that of PrivBayes.',
        expected: 'below',
      },
      (of) => ({
        found: (['X1', 'X6'] as const)
          .map(
            (column) =>
              `${column}: C-vine at most ${three(largest(column, ({ columns }) => columns[column].wcab))}; ${tell(PRIVBAYES, of, ({ attribute }) => three(attribute.columns[column].wcab))}`,
          )
          .join('. '),
        verdict: verdict(
          (['X1', 'X6'] as const).every((column) =>
            PRIVBAYES.every(
              (name) =>
                largest(column, ({ columns }) => columns[column].wcab) <
                of(name).attribute.columns[column].wcab,
            ),
          ),
        ),
      }),
    ),
    fidelityClaim('F1-F4', competitors, own),
    artefact(competitors, partialBatch),
  ];
}

export function support2Competitors(found: readonly Competitor[], own: OwnFindings): Claim[] {
  const competitors = indexed(found);
  const names = found.map(({ name }) => name);
  const low = between(own.attribute, 1, 10);
  const ours = Math.max(...low.map(({ columns }) => mab(columns.totcst)));
  return [
    about(
      competitors,
      ['ctgan', 'tvae', 'privpgd'],
      {
        id: 'P6',
        claim:
          'Below 15 the MAB of totcst is below that of TVAE and PrivPGD and like that of CTGAN.',
        expected: 'C-vine < TVAE, PrivPGD; about CTGAN',
        ...(describeGames(names) && { why: `Reduced: ${describeGames(names)}.` }),
      },
      (of) => {
        const value = (name: CompetitorName) => mab(of(name).attribute.columns.totcst);
        return {
          found: `C-vine at most ${three(ours)} up to 10; ${tell(['ctgan', 'tvae', 'privpgd'], of, ({ attribute }) => three(mab(attribute.columns.totcst)))}`,
          verdict: verdict(
            ours < value('tvae') && ours < value('privpgd') && ours < 1.25 * value('ctgan'),
          ),
        };
      },
    ),
    about(
      competitors,
      ['privpgd'],
      {
        id: 'P7',
        claim: 'PrivPGD’s MAB is high: coefficients are about 0 on average and vary much.',
        expected: 'means near 0, large deviations',
      },
      (of) => {
        const { mean, sd } = of('privpgd').attribute.columns.totcst.coefficients;
        const size = (values: readonly number[]) =>
          values.reduce((sum, value) => sum + Math.abs(value), 0) / values.length;
        const vine = at(own.attribute, 1).columns.totcst.coefficients;
        return {
          found: `totcst: mean size of the mean coefficients ${three(size(mean))}, mean deviation ${three(size(sd))}; of the C-vine at 1 ${three(size(vine.mean))} and ${three(size(vine.sd))}`,
          verdict: verdict(size(sd) > 1.5 * size(vine.sd) && size(mean) < size(sd)),
        };
      },
    ),
    gainClaim('P10b', competitors, 'about 1', (median) => Math.abs(median - 1) <= 0.1),
    about(
      competitors,
      ALL,
      {
        id: 'P12b',
        claim:
          'TVAE data are worth what C-vine data are; CTGAN’s and PrivPGD’s less; PrivBayes’ far less.',
        expected: 'in this order',
        why: ONE_FIT,
      },
      (of) => {
        const worth = (utility: UtilityFound) => medianOf(utility.levels[0].auc);
        const vines = own.utility.levels.map(({ auc }) => medianOf(auc));
        const least = Math.min(...vines);
        return {
          found: `AUC of probabilities: C-vine from ${three(least)} to ${three(Math.max(...vines))}; ${tell(ALL, of, ({ utility }) => `${withInterval(meanInterval(utility.levels[0].auc))} (balanced accuracy ${three(medianOf(utility.levels[0].balancedAccuracy))})`)}`,
          verdict: verdict(
            Math.abs(worth(of('tvae').utility) - least) < 0.05 &&
              [...PRIVBAYES, 'ctgan' as const, 'privpgd' as const].every(
                (name) => worth(of(name).utility) < least,
              ),
          ),
        };
      },
    ),
    about(
      competitors,
      [...PRIVBAYES, 'ctgan'],
      {
        id: 'P14',
        claim: 'WCAB of PrivBayes at .1 and 5 is above that of the C-vine up to 10 and of CTGAN.',
        expected: 'above',
        why: 'WCAB grows with the number of regressions it is the largest of; CTGAN was attacked fewer times.',
      },
      (of) => {
        const vine = Math.max(...low.map(({ columns }) => columns.totcst.wcab));
        const value = (name: CompetitorName) => of(name).attribute.columns.totcst.wcab;
        return {
          found: `totcst: C-vine at most ${three(vine)}; ${tell([...PRIVBAYES, 'ctgan'], of, ({ attribute }) => three(attribute.columns.totcst.wcab))}`,
          verdict: verdict(
            (['privbayes-0.1', 'privbayes-5'] as const).every(
              (name) => value(name) > vine && value(name) > value('ctgan'),
            ),
          ),
        };
      },
    ),
    fidelityClaim('F6-F7', competitors, own),
  ];
}

function gainClaim(
  id: string,
  competitors: Competitors,
  pgd: string,
  isPgdSo: (median: number) => boolean,
): Claim {
  return about(
    competitors,
    ALL,
    {
      id,
      claim: `Privacy gain: PrivBayes about 1; CTGAN about 1 in the middle, wide; TVAE about 0; PrivPGD ${pgd}.`,
      expected: 'as said',
      why: 'All sets of a trial come from one fit, so that what differs between two fits of a network looks like a guess; networks and PrivPGD have few trials. Of fewer than five people nothing is told. Of TVAE see L7.',
    },
    (of) => {
      const median = (name: CompetitorName) => medianOf(of(name).membership.gains);
      const isNear = (name: CompetitorName, most: number) => Math.abs(median(name) - 1) <= most;
      const parts = {
        PrivBayes: PRIVBAYES.every((name) => isNear(name, 0.1)),
        CTGAN: isNear('ctgan', 0.3),
        TVAE: median('tvae') <= 0.3,
        PrivPGD: isPgdSo(median('privpgd')),
      };
      const wrong = Object.entries(parts).flatMap(([name, isSo]) => (isSo ? [] : [name]));
      const isUntold = ALL.some((name) => of(name).membership.gains.length === 0);
      return {
        found: `${tell(ALL, of, (each) => `${describeGain(each)}, ${each.membership.gains.length} iterations`)}${!isUntold && wrong.length > 0 ? `. Otherwise than said: ${wrong.join(', ')}` : ''}`,
        verdict: isUntold ? 'cannot be checked' : verdict(wrong.length === 0),
      };
    },
  );
}

function fidelityClaim(id: string, competitors: Competitors, own: OwnFindings): Claim {
  return about(
    competitors,
    ALL,
    {
      id,
      claim:
        'PrivBayes has an authenticity near 1 and a recall near 0; CTGAN low recall and high authenticity; TVAE high precision.',
      expected: 'orderings; levels depend on an embedding that the paper does not name',
    },
    (of) => {
      const of_ = ({ alphaPrecision, betaRecall, authenticity }: FidelityAt) =>
        `${three(alphaPrecision)}, ${three(betaRecall)}, ${three(authenticity)}`;
      const full = own.fidelity[own.fidelity.length - 1];
      return {
        found: `alpha-precision, beta-recall, authenticity: C-vine ${own.fidelity.map((each) => `at ${each.level} ${of_(each)}`).join(', ')}; ${tell(ALL, of, ({ fidelity }) => of_(fidelity))}`,
        verdict: verdict(
          PRIVBAYES.every(
            (name) => of(name).fidelity.authenticity > 0.95 && of(name).fidelity.betaRecall < 0.05,
          ) &&
            of('ctgan').fidelity.betaRecall < full.betaRecall &&
            of('ctgan').fidelity.authenticity > full.authenticity &&
            of('tvae').fidelity.alphaPrecision > of('privbayes-1').fidelity.alphaPrecision,
        ),
      };
    },
  );
}

/** The paper's privacy gain of TVAE is that of any row that is added. */
function artefact(competitors: Competitors, partialBatch: readonly PartialBatchResult[]): Claim {
  return about(
    competitors,
    ['tvae'],
    {
      id: 'L7',
      claim:
        'TVAE’s privacy gain near 0 is no leak of a person: any row that is added is noticed, because it makes one more step.',
      expected: 'the paper reads it as memorised members',
      why: 'With 400 rows and batches of 400 one more row makes a second step, of one row, in each epoch. Samples of fits with and without the row are told apart by the nearer centroid of their correlations, with that step and with it left out.',
    },
    (of) => {
      const { membership } = of('tvae');
      const { gains } = membership;
      const [gain, placebo] = [meanInterval(gains), meanInterval(membership.placebo)];
      const told = (lastBatch: 'keep' | 'drop') =>
        present(partialBatch.find((each) => each.lastBatch === lastBatch));
      const [kept, dropped] = [told('keep'), told('drop')];
      const share = ({ outAgainstIn, outAgainstPlacebo, of: all }: PartialBatchResult) =>
        `target ${outAgainstIn} of ${all}, another row ${outAgainstPlacebo} of ${all}`;
      return {
        found: `gain with the target ${withInterval(gain)}, with another row (placebo) ${withInterval(placebo)}. Told apart, half by chance: last batch kept, ${share(kept)}; left out, ${share(dropped)}`,
        verdict: verdict(
          Math.abs(gain.estimate - placebo.estimate) < 0.15 &&
            kept.outAgainstPlacebo > dropped.outAgainstPlacebo &&
            kept.outAgainstIn > dropped.outAgainstIn,
        ),
      };
    },
  );
}

function present<Value>(value: Value | undefined): Value {
  if (value === undefined)
    throw new Error('a fit with and one without the last batch were expected');
  return value;
}
