/**
 * What the paper says about the generators beside the vines; a claim needs those that it names. What is
 * compared has an interval: over fits for utility and fidelity, over iterations for attacks. A claim is
 * refuted where intervals contradict it, and open where they leave both possible.
 */

import { kendallTau } from '../src/vine.ts';
import {
  type Claim,
  type Part,
  tellParts,
  three,
  verdict,
  verdictOf,
  withInterval,
} from './claim.ts';
import {
  COMPETITOR_NAMES,
  type Competitor,
  type CompetitorName,
  describeGames,
} from './competitors.ts';
import type { AttributeAt, FidelityAt, FitFound, MembershipAt, UtilityFound } from './games.ts';
import type { PartialBatchResult } from './tvaePartialBatch.ts';
import { allOf, at, between, interval, isAbove, isBetween, mab, spread } from './values.ts';

/** The C-vine on the same data. */
export interface OwnFindings {
  readonly attribute: readonly AttributeAt[];
  readonly membership: readonly MembershipAt[];
  readonly utility: UtilityFound;
  /** Several tables at each level, the full vine last. */
  readonly fidelity: readonly FidelityAt[];
}

export type Competitors = Readonly<Partial<Record<CompetitorName, Competitor>>>;

export const PRIVBAYES = ['privbayes-0.1', 'privbayes-1', 'privbayes-5'] as const;
export const ALL = [...PRIVBAYES, 'privpgd', 'ctgan', 'tvae'] as const;

/** 'Comparable', 'as low as': within a quarter. */
export const LIKE = 1.25;

/** A claim about some competitors: it cannot be checked while one of them is missing. */
export function about(
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

export function indexed(found: readonly Competitor[]): Competitors {
  return Object.fromEntries(found.map((each) => [each.name, each]));
}

function tell(
  names: readonly CompetitorName[],
  of: (name: CompetitorName) => Competitor,
  value: (competitor: Competitor) => string,
): string {
  return names.map((name) => `${COMPETITOR_NAMES[name]} ${value(of(name))}`).join('; ');
}

const overFits = ({ fits }: Competitor, value: (fit: FitFound) => number) =>
  interval(fits.map(value));

const attackOf = ({ attribute }: Competitor, column: string) => attribute.columns[column];

export function simulatedCompetitors(
  found: readonly Competitor[],
  own: OwnFindings,
  partialBatch: readonly PartialBatchResult[],
): Claim[] {
  const competitors = indexed(found);
  return [
    lowMab(competitors, own),
    gainClaim('S9', competitors, own, 'poor', ({ high, low }) => isBetween({ low, high }, 0, 0.9)),
    mostUseful(competitors, own),
    worstCoefficients(competitors, own),
    precisionOrder(competitors, own),
    recallOrder(competitors, own),
    authenticityOrder(competitors),
    networksFidelity('F4b', competitors, own),
    artefact(competitors, partialBatch),
  ];
}

export function support2Competitors(
  found: readonly Competitor[],
  own: OwnFindings,
  asCtgan: Readonly<Record<'privbayes-0.1' | 'privbayes-5', AttributeAt>> | null,
): Claim[] {
  const competitors = indexed(found);
  return [
    asLowAsPrivBayes(competitors, own),
    belowNetworks(competitors, own),
    unstable(competitors, own),
    gainClaim('P10b', competitors, own, 'about 1', ({ low, high }) =>
      isBetween({ low, high }, 0.9, 1.1),
    ),
    worthOrder(competitors, own),
    worstFollowsMean(competitors, own, asCtgan),
    fullVineBest(competitors, own),
    privBayesFidelity(competitors, own),
    networksFidelity('F7', competitors, own),
  ];
}

const reduced = (competitors: Competitors) => {
  const words = describeGames(ALL.filter((name) => competitors[name]));
  return words ? `Reduced: ${words}.` : '';
};

function lowMab(competitors: Competitors, own: OwnFindings): Claim {
  const safe = { X1: 18, X6: 11 } as const;
  const columns = ['X1', 'X6'] as const;
  return about(
    competitors,
    ALL,
    {
      id: 'S5',
      claim:
        'At low truncation the MAB of the C-vine is like that of PrivBayes at .1 and below that of CTGAN, TVAE and PrivPGD.',
      expected: 'X1 up to 18, X6 up to 11',
      why: `Taken as: at every level within a quarter of PrivBayes’, either way; below the others by intervals that do not meet. ${reduced(competitors)}`,
    },
    (of) => {
      const parts: Record<string, Part> = {};
      for (const column of columns) {
        const low = between(own.attribute, 1, safe[column]);
        const ratios = low.map(
          ({ columns: at }) => mab(at[column]) / mab(attackOf(of('privbayes-0.1'), column)),
        );
        parts[`${column} like PrivBayes`] = ratios.every(
          (ratio) => ratio <= LIKE && ratio >= 1 / LIKE,
        );
        for (const name of ['ctgan', 'tvae', 'privpgd'] as const) {
          parts[`${column} below ${COMPETITOR_NAMES[name]}`] = allOf(
            low.map(({ columns: at }) =>
              isAbove(interval(attackOf(of(name), column).mab), interval(at[column].mab)),
            ),
          );
        }
      }
      const shown = columns.map((column) => {
        const low = between(own.attribute, 1, safe[column]);
        const values = low.map(({ columns: at }) => mab(at[column]));
        return `${column}: C-vine ${three(Math.min(...values))} to ${three(Math.max(...values))} up to ${safe[column]}; ${tell(ALL, of, (each) => withInterval(interval(attackOf(each, column).mab)))}`;
      });
      return { found: `${shown.join('. ')}${tellParts(parts)}`, verdict: verdictOf(parts) };
    },
  );
}

/** Privacy gains of the paper's membership game. */
function gainClaim(
  id: string,
  competitors: Competitors,
  own: OwnFindings,
  pgd: string,
  isPgdSo: (gain: { readonly low: number; readonly high: number }) => Part,
): Claim {
  return about(
    competitors,
    ALL,
    {
      id,
      claim: `Privacy gain: PrivBayes about 1; CTGAN about 1 in the middle, wide; TVAE about 0; PrivPGD ${pgd}.`,
      expected: 'as said',
      why: 'Taken as: about 1, the interval within .9 and 1.1; wide, twice the spread of the C-vine; about 0, the interval below .3; poor, below .9. Means over people, by iteration. All sets of a trial come from one fit, so that what differs between two fits of a network looks like a guess. Of TVAE see L7.',
    },
    (of) => {
      const played = ALL.filter((name) => (of(name).membership?.gains.length ?? 0) > 1);
      const gainsOf = (name: CompetitorName) => (of(name).membership as MembershipAt).gains;
      const vine = Math.max(...own.membership.map(({ gains }) => spread(gains)));
      const judge = (name: CompetitorName): Part => {
        if (!played.includes(name)) return undefined;
        const gain = interval(gainsOf(name));
        if (name === 'tvae') return isBetween(gain, -1, 0.3);
        if (name === 'privpgd') return isPgdSo(gain);
        if (name === 'ctgan') {
          return allOf([isBetween(gain, 0.9, 1.1), spread(gainsOf(name)) > 2 * vine]);
        }
        return isBetween(gain, 0.9, 1.1);
      };
      const parts = Object.fromEntries(ALL.map((name) => [COMPETITOR_NAMES[name], judge(name)]));
      const shown = tell(ALL, of, ({ name, membership }) =>
        membership && played.includes(name)
          ? `${withInterval(interval(membership.gains))}, spread ${three(spread(membership.gains))}, placebo ${withInterval(interval(membership.placebo))}, ${membership.people} people, ${membership.gains.length} iterations`
          : 'not played',
      );
      return {
        found: `${shown}; spread of the C-vine at most ${three(vine)}${tellParts(parts)}`,
        verdict: verdictOf(parts),
      };
    },
  );
}

function mostUseful(competitors: Competitors, own: OwnFindings): Claim {
  return about(
    competitors,
    ALL,
    {
      id: 'S11',
      claim:
        'C-vine data are worth more than those of CTGAN, PrivPGD and PrivBayes at all truncations; TVAE’s the most.',
      expected: 'TVAE, then the C-vine, then the others',
      why: 'Intervals over fits; the C-vine has one fit, as fits to the same rows are the same, and intervals over its sets.',
    },
    (of) => {
      const levels = own.utility.levels.map((each) => interval(each.balancedAccuracy));
      const worth = (name: CompetitorName) => overFits(of(name), (fit) => fit.balancedAccuracy);
      const parts: Record<string, Part> = Object.fromEntries(
        [...PRIVBAYES, 'privpgd' as const, 'ctgan' as const].map((name) => [
          `C-vine above ${COMPETITOR_NAMES[name]}`,
          allOf(levels.map((level) => isAbove(level, worth(name)))),
        ]),
      );
      parts['TVAE above the C-vine'] = allOf(levels.map((level) => isAbove(worth('tvae'), level)));
      const values = levels.map(({ estimate }) => estimate);
      return {
        found: `balanced accuracy: C-vine from ${three(Math.min(...values))} to ${three(Math.max(...values))}; ${tell(ALL, of, (each) => `${withInterval(worth(each.name))} over ${each.fits.length} fits`)}${tellParts(parts)}`,
        verdict: verdictOf(parts),
      };
    },
  );
}

function worstCoefficients(competitors: Competitors, own: OwnFindings): Claim {
  const safe = { X1: 18, X6: 11, X11: 1 } as const;
  const most = (column: keyof typeof safe) =>
    Math.max(...between(own.attribute, 1, safe[column]).map(({ columns }) => columns[column].wcab));
  return about(
    competitors,
    ALL,
    {
      id: 'S14',
      claim:
        'WCAB of the C-vine for X1 up to 18 and X6 up to 11 is below that of PrivBayes; for X11 at 1 it is like that of all others or lower.',
      expected: 'below; at most a quarter above',
      why: 'WCAB is the largest of all coefficients and grows with their number: PrivPGD and the networks are attacked fewer times, which favours them.',
    },
    (of) => {
      const wcab = (name: CompetitorName, column: string) => attackOf(of(name), column).wcab;
      const parts: Record<string, Part> = {
        X1: PRIVBAYES.every((name) => most('X1') < wcab(name, 'X1')),
        X6: PRIVBAYES.every((name) => most('X6') < wcab(name, 'X6')),
        X11: ALL.every((name) => most('X11') <= LIKE * wcab(name, 'X11')),
      };
      const shown = (Object.keys(safe) as (keyof typeof safe)[]).map(
        (column) =>
          `${column}: C-vine at most ${three(most(column))}; ${tell(ALL, of, (each) => three(attackOf(each, column).wcab))}`,
      );
      return { found: `${shown.join('. ')}${tellParts(parts)}`, verdict: verdictOf(parts) };
    },
  );
}

const LEVELS_UNKNOWN =
  'Orderings alone: the values depend on an embedding that the paper does not name. Intervals over tables of the C-vine, and over fits of the others.';

/** A measure of fidelity at a level of the C-vine, over its tables. */
function ownFidelity(
  { fidelity }: OwnFindings,
  level: number | 'last',
  value: (each: FidelityAt) => number,
) {
  const wanted = level === 'last' ? fidelity[fidelity.length - 1].level : level;
  return interval(fidelity.filter((each) => each.level === wanted).map(value));
}

const precision = (each: FidelityAt) => each.alphaPrecision;
const recall = (each: FidelityAt) => each.betaRecall;
const authenticity = (each: FidelityAt) => each.authenticity;

function precisionOrder(competitors: Competitors, own: OwnFindings): Claim {
  return about(
    competitors,
    ['privpgd', ...PRIVBAYES],
    {
      id: 'F1b',
      claim: 'Alpha-precision: the C-vine at 1 above PrivPGD, PrivPGD above PrivBayes.',
      expected: '.94, .76, .63 to .67',
      why: LEVELS_UNKNOWN,
    },
    (of) => {
      const value = (name: CompetitorName) =>
        overFits(of(name), ({ fidelity }) => precision(fidelity));
      const vine = ownFidelity(own, 1, precision);
      const parts: Record<string, Part> = {
        'C-vine above PrivPGD': isAbove(vine, value('privpgd')),
        'PrivPGD above PrivBayes': allOf(
          PRIVBAYES.map((name) => isAbove(value('privpgd'), value(name))),
        ),
      };
      return {
        found: `C-vine at 1 ${withInterval(vine)}; ${tell(['privpgd', ...PRIVBAYES], of, ({ name }) => withInterval(value(name)))}${tellParts(parts)}`,
        verdict: verdictOf(parts),
      };
    },
  );
}

function recallOrder(competitors: Competitors, own: OwnFindings): Claim {
  return about(
    competitors,
    ['privpgd', ...PRIVBAYES],
    {
      id: 'F2b',
      claim: 'Beta-recall: PrivPGD like the C-vine at 1, PrivBayes about 0.',
      expected: '.71 and .70; 0',
      why: `${LEVELS_UNKNOWN} Taken as: the means within .1 of each other; below .05.`,
    },
    (of) => {
      const value = (name: CompetitorName) =>
        overFits(of(name), ({ fidelity }) => recall(fidelity));
      const vine = ownFidelity(own, 1, recall);
      const parts: Record<string, Part> = {
        'PrivPGD like the C-vine': isBetween(
          value('privpgd'),
          vine.estimate - 0.1,
          vine.estimate + 0.1,
        ),
        'PrivBayes about 0': allOf(PRIVBAYES.map((name) => isBetween(value(name), -1, 0.05))),
      };
      return {
        found: `C-vine at 1 ${withInterval(vine)}; ${tell(['privpgd', ...PRIVBAYES], of, ({ name }) => withInterval(value(name)))}${tellParts(parts)}`,
        verdict: verdictOf(parts),
      };
    },
  );
}

function authenticityOrder(competitors: Competitors): Claim {
  return about(
    competitors,
    ['privpgd', ...PRIVBAYES],
    {
      id: 'F3b',
      claim: 'Authenticity: PrivPGD far below PrivBayes, which has about 1.',
      expected: '.63; about 1',
      why: `${LEVELS_UNKNOWN} Taken as: PrivBayes above .95, PrivPGD below .8.`,
    },
    (of) => {
      const value = (name: CompetitorName) =>
        overFits(of(name), ({ fidelity }) => authenticity(fidelity));
      const parts: Record<string, Part> = {
        PrivBayes: allOf(PRIVBAYES.map((name) => isBetween(value(name), 0.95, 1))),
        PrivPGD: isBetween(value('privpgd'), 0, 0.8),
      };
      return {
        found: `${tell(['privpgd', ...PRIVBAYES], of, ({ name }) => withInterval(value(name)))}${tellParts(parts)}`,
        verdict: verdictOf(parts),
      };
    },
  );
}

/** F4b on the simulated data, F7 on SUPPORT2: what the paper says of the networks differs. */
function networksFidelity(id: 'F4b' | 'F7', competitors: Competitors, own: OwnFindings): Claim {
  const isFirst = id === 'F4b';
  return about(
    competitors,
    ['ctgan', 'tvae'],
    {
      id,
      claim: isFirst
        ? 'TVAE is like the C-vine at 10 in fidelity and diversity; CTGAN has low diversity and high authenticity.'
        : 'CTGAN has high authenticity and low diversity; TVAE very high fidelity, high authenticity and moderate diversity.',
      expected: 'as said',
      why: `${LEVELS_UNKNOWN} Taken as: like, within .1; low diversity, below the C-vine at ${isFirst ? '10' : '1'}; high authenticity, above the full C-vine${isFirst ? '' : '; very high fidelity, above .9; moderate diversity, between CTGAN and the full C-vine'}.`,
    },
    (of) => {
      const value = (name: CompetitorName, what: (each: FidelityAt) => number) =>
        overFits(of(name), ({ fidelity }) => what(fidelity));
      const like = (what: (each: FidelityAt) => number) => {
        const { estimate } = ownFidelity(own, 10, what);
        return isBetween(value('tvae', what), estimate - 0.1, estimate + 0.1);
      };
      const isAuthentic = (name: CompetitorName) =>
        isAbove(value(name, authenticity), ownFidelity(own, 'last', authenticity));
      const parts: Record<string, Part> = isFirst
        ? {
            'TVAE, fidelity': like(precision),
            'TVAE, diversity': like(recall),
            'CTGAN, diversity': isAbove(ownFidelity(own, 10, recall), value('ctgan', recall)),
            'CTGAN, authenticity': isAuthentic('ctgan'),
          }
        : {
            'CTGAN, diversity': isAbove(ownFidelity(own, 1, recall), value('ctgan', recall)),
            'CTGAN, authenticity': isAuthentic('ctgan'),
            'TVAE, fidelity': isAbove(value('tvae', precision), 0.9),
            'TVAE, authenticity': isAuthentic('tvae'),
            'TVAE, diversity': allOf([
              isAbove(value('tvae', recall), value('ctgan', recall)),
              isAbove(ownFidelity(own, 'last', recall), value('tvae', recall)),
            ]),
          };
      const triple = (tell_: (what: (each: FidelityAt) => number) => string) =>
        [precision, recall, authenticity].map(tell_).join(', ');
      return {
        found: `alpha-precision, beta-recall, authenticity: C-vine at ${isFirst ? 10 : 1} ${triple((what) => withInterval(ownFidelity(own, isFirst ? 10 : 1, what)))}, full ${triple((what) => withInterval(ownFidelity(own, 'last', what)))}; ${tell(['ctgan', 'tvae'], of, ({ name }) => triple((what) => withInterval(value(name, what))))}${tellParts(parts)}`,
        verdict: verdictOf(parts),
      };
    },
  );
}

function asLowAsPrivBayes(competitors: Competitors, own: OwnFindings): Claim {
  return about(
    competitors,
    PRIVBAYES,
    {
      id: 'P4b',
      claim: 'MAB of totcst up to 10 is as low as that of PrivBayes; that of crea only at 1.',
      expected: 'as low, and higher above',
      why: 'Taken as: at most a quarter above the largest of PrivBayes; above it, more than that.',
    },
    (of) => {
      const theirs = (column: string) =>
        Math.max(...PRIVBAYES.map((name) => mab(attackOf(of(name), column))));
      const ours = (column: string, level: number) => mab(at(own.attribute, level).columns[column]);
      const isLow = (column: string, level: number) => ours(column, level) <= LIKE * theirs(column);
      const parts: Record<string, Part> = {
        'totcst up to 10': [1, 5, 10].every((level) => isLow('totcst', level)),
        'totcst higher at 15': !isLow('totcst', 15),
        'crea at 1': isLow('crea', 1),
        'crea higher at 5': !isLow('crea', 5),
      };
      const shown = ['totcst', 'crea'].map(
        (column) =>
          `${column}: C-vine ${[1, 5, 10, 15].map((level) => `${level}: ${three(ours(column, level))}`).join(', ')}; ${tell(PRIVBAYES, of, (each) => three(mab(attackOf(each, column))))}`,
      );
      return { found: `${shown.join('. ')}${tellParts(parts)}`, verdict: verdictOf(parts) };
    },
  );
}

function belowNetworks(competitors: Competitors, own: OwnFindings): Claim {
  const low = between(own.attribute, 1, 10);
  return about(
    competitors,
    ['ctgan', 'tvae', 'privpgd'],
    {
      id: 'P6',
      claim: 'Below 15 the MAB is below that of TVAE and PrivPGD and like that of CTGAN.',
      expected: 'totcst and crea: C-vine < TVAE, PrivPGD; about CTGAN',
      why: `Levels up to 10, as the paper looks at 10 and 15. Below by intervals that do not meet; like, within a quarter either way. ${reduced(competitors)}`,
    },
    (of) => {
      const parts: Record<string, Part> = {};
      for (const column of ['totcst', 'crea']) {
        for (const name of ['tvae', 'privpgd'] as const) {
          parts[`${column} below ${COMPETITOR_NAMES[name]}`] = allOf(
            low.map(({ columns }) =>
              isAbove(interval(attackOf(of(name), column).mab), interval(columns[column].mab)),
            ),
          );
        }
        const ratios = low.map(
          ({ columns }) => mab(columns[column]) / mab(attackOf(of('ctgan'), column)),
        );
        parts[`${column} like CTGAN`] = ratios.every((ratio) => ratio <= LIKE && ratio >= 1 / LIKE);
      }
      const shown = ['totcst', 'crea'].map((column) => {
        const values = low.map(({ columns }) => mab(columns[column]));
        return `${column}: C-vine ${three(Math.min(...values))} to ${three(Math.max(...values))} up to 10; ${tell(['ctgan', 'tvae', 'privpgd'], of, (each) => withInterval(interval(attackOf(each, column).mab)))}`;
      });
      return { found: `${shown.join('. ')}${tellParts(parts)}`, verdict: verdictOf(parts) };
    },
  );
}

function unstable(competitors: Competitors, own: OwnFindings): Claim {
  return about(
    competitors,
    ['privpgd'],
    {
      id: 'P7',
      claim:
        'PrivPGD’s MAB is high: coefficients are about 0 on average and vary much; guesses are moderate to poor.',
      expected: 'means near 0, large deviations; squared errors near or above those of the mean',
      why: 'Taken as: the deviations above one and a half times those of the C-vine at 1 and above the means; squared errors at least .5 of those of guessing the mean. Of all people attacked together, since four outlying ones are too few to be told of.',
    },
    (of) => {
      const { coefficients, errors } = attackOf(of('privpgd'), 'totcst');
      const size = (values: readonly number[]) =>
        values.reduce((sum, value) => sum + Math.abs(value), 0) / values.length;
      const vine = at(own.attribute, 1).columns.totcst.coefficients;
      const parts: Record<string, Part> = {
        spread: size(coefficients.sd) > 1.5 * size(vine.sd),
        means: size(coefficients.mean) < size(coefficients.sd),
        errors: errors.length > 0 ? isAbove(interval(errors), 0.5) : undefined,
      };
      return {
        found: `totcst: mean size of the mean coefficients ${three(size(coefficients.mean))}, mean deviation ${three(size(coefficients.sd))}; of the C-vine at 1 ${three(size(vine.mean))} and ${three(size(vine.sd))}; squared errors as parts of those of the mean ${errors.length > 0 ? withInterval(interval(errors)) : 'not told'}${tellParts(parts)}`,
        verdict: verdictOf(parts),
      };
    },
  );
}

function worthOrder(competitors: Competitors, own: OwnFindings): Claim {
  return about(
    competitors,
    ALL,
    {
      id: 'P12b',
      claim:
        'TVAE data are worth what C-vine data are; CTGAN’s and PrivPGD’s less; PrivBayes’ far less.',
      expected: 'balanced accuracy, in this order',
      why: 'Taken as: TVAE within .02 of the range of the C-vine; below every level by intervals that do not meet; far, by .05 at least. Intervals over fits.',
    },
    (of) => {
      const levels = own.utility.levels.map((each) => interval(each.balancedAccuracy));
      const values = levels.map(({ estimate }) => estimate);
      const [least, most] = [Math.min(...values), Math.max(...values)];
      const worth = (name: CompetitorName) => overFits(of(name), (fit) => fit.balancedAccuracy);
      const below = (name: CompetitorName) =>
        allOf(levels.map((level) => isAbove(level, worth(name))));
      const parts: Record<string, Part> = {
        TVAE: isBetween(worth('tvae'), least - 0.02, most + 0.02),
        CTGAN: below('ctgan'),
        PrivPGD: below('privpgd'),
        PrivBayes: allOf(PRIVBAYES.map((name) => isBetween(worth(name), 0, least - 0.05))),
      };
      return {
        found: `balanced accuracy: C-vine from ${three(least)} to ${three(most)}; ${tell(ALL, of, (each) => `${withInterval(worth(each.name))} over ${each.fits.length} fits (AUC ${withInterval(overFits(each, ({ auc }) => auc))})`)}${tellParts(parts)}`,
        verdict: verdictOf(parts),
      };
    },
  );
}

function worstFollowsMean(
  competitors: Competitors,
  own: OwnFindings,
  asCtgan: Readonly<Record<'privbayes-0.1' | 'privbayes-5', AttributeAt>> | null,
): Claim {
  const followers = ['ctgan', 'tvae', 'privpgd'] as const;
  return about(
    competitors,
    ALL,
    {
      id: 'P14',
      claim:
        'WCAB follows MAB for the C-vine, CTGAN, TVAE and PrivPGD; PrivBayes at .1 and 5 lies above the C-vine up to 10 and above CTGAN.',
      expected: 'as said, totcst and crea',
      why: 'Taken as: Kendall’s tau of WCAB and MAB over the levels and these generators of at least .5. WCAB grows with the number of regressions: with CTGAN, PrivBayes is compared after as many.',
    },
    (of) => {
      const parts: Record<string, Part> = {};
      const shown = ['totcst', 'crea'].map((column) => {
        const points = [
          ...own.attribute.map(({ columns }) => columns[column]),
          ...followers.map((name) => attackOf(of(name), column)),
        ];
        const tau = kendallTau(
          Float64Array.from(points.map(mab)),
          Float64Array.from(points.map(({ wcab }) => wcab)),
        );
        const vine = Math.max(
          ...between(own.attribute, 1, 10).map(({ columns }) => columns[column].wcab),
        );
        const ctgan = attackOf(of('ctgan'), column).wcab;
        parts[`${column} follows`] = tau >= 0.5;
        for (const name of ['privbayes-0.1', 'privbayes-5'] as const) {
          parts[`${column}, ${COMPETITOR_NAMES[name]} above the C-vine`] =
            attackOf(of(name), column).wcab > vine;
          parts[`${column}, ${COMPETITOR_NAMES[name]} above CTGAN`] = asCtgan
            ? asCtgan[name].columns[column].wcab > ctgan
            : undefined;
        }
        const equal = asCtgan
          ? `; after as many regressions as CTGAN PrivBayes at .1 ${three(asCtgan['privbayes-0.1'].columns[column].wcab)}, at 5 ${three(asCtgan['privbayes-5'].columns[column].wcab)}`
          : '';
        return `${column}: tau ${three(tau)}; C-vine up to 10 at most ${three(vine)}; ${tell(ALL, of, (each) => three(attackOf(each, column).wcab))}${equal}`;
      });
      return { found: `${shown.join('. ')}${tellParts(parts)}`, verdict: verdictOf(parts) };
    },
  );
}

function fullVineBest(competitors: Competitors, own: OwnFindings): Claim {
  return about(
    competitors,
    ALL,
    {
      id: 'F5b',
      claim:
        'The full C-vine has the highest fidelity and diversity and the lowest authenticity of all generators.',
      expected: 'above all others, by intervals that do not meet',
      why: LEVELS_UNKNOWN,
    },
    (of) => {
      const value = (name: CompetitorName, what: (each: FidelityAt) => number) =>
        overFits(of(name), ({ fidelity }) => what(fidelity));
      const parts: Record<string, Part> = {
        fidelity: allOf(
          ALL.map((name) => isAbove(ownFidelity(own, 'last', precision), value(name, precision))),
        ),
        diversity: allOf(
          ALL.map((name) => isAbove(ownFidelity(own, 'last', recall), value(name, recall))),
        ),
        authenticity: allOf(
          ALL.map((name) =>
            isAbove(value(name, authenticity), ownFidelity(own, 'last', authenticity)),
          ),
        ),
      };
      const triple = (show: (what: (each: FidelityAt) => number) => string) =>
        [precision, recall, authenticity].map(show).join(', ');
      return {
        found: `alpha-precision, beta-recall, authenticity: full C-vine ${triple((what) => withInterval(ownFidelity(own, 'last', what)))}; ${tell(ALL, of, ({ name }) => triple((what) => withInterval(value(name, what))))}${tellParts(parts)}`,
        verdict: verdictOf(parts),
      };
    },
  );
}

function privBayesFidelity(competitors: Competitors, own: OwnFindings): Claim {
  return about(
    competitors,
    PRIVBAYES,
    {
      id: 'F6',
      claim: 'PrivBayes has an authenticity up to .99 and poor fidelity and diversity.',
      expected: 'authenticity of at least .95; precision and recall below those of the C-vine at 1',
      why: LEVELS_UNKNOWN,
    },
    (of) => {
      const value = (name: CompetitorName, what: (each: FidelityAt) => number) =>
        overFits(of(name), ({ fidelity }) => what(fidelity));
      const parts: Record<string, Part> = {
        authenticity: allOf(PRIVBAYES.map((name) => isBetween(value(name, authenticity), 0.95, 1))),
        fidelity: allOf(
          PRIVBAYES.map((name) => isAbove(ownFidelity(own, 1, precision), value(name, precision))),
        ),
        diversity: allOf(
          PRIVBAYES.map((name) => isAbove(ownFidelity(own, 1, recall), value(name, recall))),
        ),
      };
      return {
        found: `alpha-precision, beta-recall, authenticity: ${tell(PRIVBAYES, of, ({ name }) => [precision, recall, authenticity].map((what) => withInterval(value(name, what))).join(', '))}${tellParts(parts)}`,
        verdict: verdictOf(parts),
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
      const told = (lastBatch: 'keep' | 'drop') =>
        present(partialBatch.find((each) => each.lastBatch === lastBatch));
      const [kept, dropped] = [told('keep'), told('drop')];
      const share = ({ outAgainstIn, outAgainstPlacebo, of: all }: PartialBatchResult) =>
        `target ${outAgainstIn} of ${all}, another row ${outAgainstPlacebo} of ${all}`;
      if (!membership || membership.gains.length === 0) {
        return { found: 'the membership attack was not played', verdict: 'cannot be checked' };
      }
      const [gain, placebo] = [interval(membership.gains), interval(membership.placebo)];
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
