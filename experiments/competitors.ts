/**
 * The paper's other generators under the same attacks and measures as the vines, with its parameters.
 * Networks are slow to train, so that fewer people are attacked, less often: `GAMES` has the numbers.
 */

import type * as Library from '../src/index.ts';
import {
  type AttributeAt,
  attribute,
  type FitFound,
  type MembershipAt,
  membership,
  type Subject,
  severalFits,
} from './games.ts';
import { SIMULATED_RANGES, SUPPORT2_RANGES } from './ranges.ts';
import { type Setting, withLevels } from './setting.ts';

export const COMPETITORS = [
  'privbayes-0.1',
  'privbayes-1',
  'privbayes-5',
  'privpgd',
  'ctgan',
  'tvae',
] as const;

export type CompetitorName = (typeof COMPETITORS)[number];

export const COMPETITOR_NAMES: Readonly<Record<CompetitorName, string>> = {
  'privbayes-0.1': 'PrivBayes, epsilon .1',
  'privbayes-1': 'PrivBayes, epsilon 1',
  'privbayes-5': 'PrivBayes, epsilon 5',
  privpgd: 'PrivPGD',
  ctgan: 'CTGAN',
  tvae: 'TVAE',
};

export interface Competitor {
  readonly name: CompetitorName;
  readonly attribute: AttributeAt;
  /** Null where it was not played. */
  readonly membership: MembershipAt | null;
  /** What differs from fit to fit: utility, fidelity, margins. */
  readonly fits: readonly FitFound[];
}

/** What is played on one of them, in place of what is played on the vines. */
interface Games {
  readonly attributeIterations: number;
  /** Of each sensitive column, the furthest out first, and at random. */
  readonly outlying: number;
  readonly random: number;
  /** Null: not played. */
  readonly membership: {
    readonly outlying: number;
    readonly random: number;
    readonly iterations: number;
    readonly shadows: number;
  } | null;
  readonly fits: number;
}

/** Synthetic sets of each fit that forests learn from. */
const SETS_OF_A_FIT = 10;

/** How many fits there are of a generator whose fits take milliseconds. */
const MANY_FITS = 10;

/**
 * A fit of PrivBayes takes milliseconds, one of PrivPGD seconds, one of TVAE a quarter and one of CTGAN
 * most of a minute. Five people are attacked at least, so that what is found may be told. The membership
 * attack on CTGAN would take hours: it is not played.
 */
export const GAMES: Readonly<Record<CompetitorName, Games | 'as vines'>> = {
  'privbayes-0.1': 'as vines',
  'privbayes-1': 'as vines',
  'privbayes-5': 'as vines',
  privpgd: {
    attributeIterations: 3,
    outlying: 4,
    random: 1,
    membership: { outlying: 4, random: 1, iterations: 4, shadows: 4 },
    fits: 6,
  },
  ctgan: { attributeIterations: 3, outlying: 2, random: 1, membership: null, fits: 4 },
  tvae: {
    attributeIterations: 3,
    outlying: 2,
    random: 1,
    membership: { outlying: 4, random: 1, iterations: 3, shadows: 3 },
    fits: 5,
  },
};

/**
 * The paper's parameters of the other generators: budget, bins, noise, accounting and decoding of PrivPGD
 * too. Only the steps that move its particles are the fast ones, whose tables are as near to the measured
 * ones (bench/privpgd.ts). Decimals are declared as the table has them: private generators do not read them.
 */
export function forCompetitors(
  settings: Library.GeneratorSettings,
  data: 'simulated' | 'support2',
  table: Library.Table,
): Library.GeneratorSettings {
  return {
    ...withLevels(withDecimals(settings, table), { Y: ['0', '1'] }),
    // so that anybody finds the same figures; the paper's ranges void the guarantee in any case
    noiseSeed: 'public',
    privbayes: { preset: 'paper' },
    privpgd: {
      preset: 'paper',
      mode: 'fast',
      ranges: data === 'simulated' ? SIMULATED_RANGES : SUPPORT2_RANGES,
    },
    ctgan: { preset: `paper-${data}` },
    tvae: { preset: `paper-${data}` },
  };
}

function withDecimals(
  settings: Library.GeneratorSettings,
  table: Library.Table,
): Library.GeneratorSettings {
  const { columns } = settings.schema as { columns: Record<string, object> };
  const decimals = new Map(
    table.columns.flatMap((column) =>
      column.kind === 'numeric' ? [[column.name, column.decimals] as const] : [],
    ),
  );
  const declared = Object.entries(columns).map(([name, own]) =>
    decimals.has(name) ? [name, { ...own, decimals: decimals.get(name) }] : [name, own],
  );
  return { ...settings, schema: { columns: Object.fromEntries(declared) } };
}

export interface CompetitorData {
  readonly table: Library.Table;
  readonly test: Library.Table;
  readonly settings: Library.GeneratorSettings;
  /** Of the attribute attack. */
  readonly targets: readonly Library.AttackTarget[];
  readonly isOfPeople: boolean;
  /** The sensitive column whose outlying people are looked for among the members. */
  readonly member: string;
}

export async function findCompetitors(
  setting: Setting,
  data: CompetitorData,
  names: readonly CompetitorName[],
): Promise<Competitor[]> {
  const found: Competitor[] = [];
  for (const name of names) found.push(await findCompetitor(setting, data, name));
  return found;
}

async function findCompetitor(
  setting: Setting,
  { table, test, settings, targets, member, isOfPeople }: CompetitorData,
  name: CompetitorName,
): Promise<Competitor> {
  const { parts, scale } = setting;
  const subject: Subject = { table, generator: name, settings, levels: ['full'], isOfPeople };
  const games = GAMES[name];
  const members = targets.filter(({ sensitive = member }) => sensitive === member);
  const isFew = games !== 'as vines';
  const attack = async (attacked: readonly Library.AttackTarget[], most: number) =>
    only(
      await attribute(setting, subject, attacked, { iterations: Math.min(scale.iterations, most) }),
    );
  const fits = isFew ? games.fits : MANY_FITS;
  return {
    name,
    attribute: isFew
      ? await parts.play(`attribute-outlying-${name}`, () =>
          attack(furthest(targets, games), games.attributeIterations),
        )
      : await parts.play(`attribute-${name}`, () => attack(targets, scale.iterations)),
    fits: await parts.play(`fits-${name}`, () =>
      severalFits(setting, subject, test, {
        fits: Math.min(fits, scale.fits),
        sets: Math.min(SETS_OF_A_FIT, scale.utilitySets),
      }),
    ),
    membership: isFew
      ? games.membership &&
        (await parts.play(`membership-five-${name}`, async () => {
          const { iterations, shadows, ...people } = games.membership as NonNullable<
            Games['membership']
          >;
          return only(
            await membership(setting, subject, furthest(members, people), {
              iterations: Math.min(scale.iterations, iterations),
              shadows: Math.min(scale.shadows, shadows),
            }),
          );
        }))
      : await parts.play(`membership-${name}`, async () =>
          only(await membership(setting, subject, members)),
        ),
  };
}

/**
 * WCAB, the largest of all coefficients, grows with their number: a generator that is attacked as often as
 * another, to be compared with it.
 */
export async function attackedAs(
  { parts, ...setting }: Setting,
  { table, settings, targets, isOfPeople }: CompetitorData,
  name: CompetitorName,
  like: CompetitorName,
): Promise<AttributeAt> {
  const games = GAMES[like];
  if (games === 'as vines') throw new Error(`${like} is attacked like the vines`);
  const subject: Subject = { table, generator: name, settings, levels: ['full'], isOfPeople };
  return parts.play(`attribute-${name}-as-${like}`, async () =>
    only(
      await attribute({ parts, ...setting }, subject, furthest(targets, games), {
        iterations: Math.min(setting.scale.iterations, games.attributeIterations),
      }),
    ),
  );
}

/** Lists of outlying targets go from the least quantile to the largest: the ends come first. */
function furthest(
  targets: readonly Library.AttackTarget[],
  { outlying, random }: Pick<Games, 'outlying' | 'random'>,
): Library.AttackTarget[] {
  const kinds = [...new Set(targets.map(({ kind, sensitive = '' }) => `${kind} ${sensitive}`))];
  return kinds.flatMap((key) => {
    const own = targets.filter(({ kind, sensitive = '' }) => `${kind} ${sensitive}` === key);
    if (own[0].kind === 'random') return own.slice(0, random);
    const fromEnds = own.map((_, k) => own[k % 2 === 0 ? k / 2 : own.length - (k + 1) / 2]);
    return fromEnds.slice(0, outlying);
  });
}

function only<Found>(found: readonly Found[]): Found {
  if (found.length !== 1) throw new Error('one level was expected');
  return found[0];
}

/** What was played where it was less than on the vines, for the page. */
export function describeGames(names: readonly CompetitorName[]): string {
  return names
    .flatMap((name) => {
      const games = GAMES[name];
      if (games === 'as vines') return [];
      const { attributeIterations, outlying, random, membership: played } = games;
      const members = played
        ? `${played.iterations} iterations and ${played.shadows} shadows of the membership attack on ${played.outlying + played.random} people`
        : 'no membership attack';
      return [
        `${COMPETITOR_NAMES[name]}: ${attributeIterations} iterations of the attribute attack on ${people(outlying)} outlying in each sensitive column and ${random} at random, ${members}`,
      ];
    })
    .join('; ');
}

function people(count: number): string {
  return count === 1 ? '1 person' : `${count} people`;
}
