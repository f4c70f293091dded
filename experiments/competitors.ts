/**
 * The paper's other generators under the same attacks and measures as the vines, with its parameters.
 * Networks are slow to train, so that fewer people are attacked, less often: `GAMES` has the numbers.
 */

import type * as Library from '../src/index.ts';
import {
  type AttributeAt,
  attribute,
  drawAt,
  type FidelityAt,
  fidelity,
  type MembershipAt,
  membership,
  type Subject,
  type UtilityFound,
  utility,
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
  readonly membership: MembershipAt;
  readonly utility: UtilityFound;
  readonly fidelity: FidelityAt;
}

/** What is played on one of them, in place of what is played on the vines. */
interface Games {
  readonly attributeIterations: number;
  /** Of each sensitive column, and at random. */
  readonly outlying: number;
  readonly random: number;
  readonly membershipIterations: number;
  readonly shadows: number;
}

/** A fit of PrivBayes takes milliseconds, one of PrivPGD seconds, one of a network up to a minute. */
const GAMES: Readonly<Record<CompetitorName, Games | 'as vines'>> = {
  'privbayes-0.1': 'as vines',
  'privbayes-1': 'as vines',
  'privbayes-5': 'as vines',
  privpgd: {
    attributeIterations: 3,
    outlying: 2,
    random: 2,
    membershipIterations: 4,
    shadows: 5,
  },
  ctgan: {
    attributeIterations: 2,
    outlying: 1,
    random: 1,
    membershipIterations: 4,
    shadows: 4,
  },
  tvae: {
    attributeIterations: 3,
    outlying: 1,
    random: 1,
    membershipIterations: 5,
    shadows: 6,
  },
};

/**
 * The paper's parameters of the other generators; PrivPGD by its fast way. Decimals are declared as the
 * table has them: private generators do not read them.
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
    privpgd: { ranges: data === 'simulated' ? SIMULATED_RANGES : SUPPORT2_RANGES },
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
  const { parts } = setting;
  const subject: Subject = { table, generator: name, settings, levels: ['full'], isOfPeople };
  const games = GAMES[name];
  const { scale } = setting;
  const members = (most: readonly Library.AttackTarget[]) =>
    most.filter(({ sensitive }) => sensitive === undefined || sensitive === member);
  const own =
    games === 'as vines'
      ? { targets, attribute: {}, membership: {} }
      : {
          targets: fewest(targets, games),
          attribute: { iterations: Math.min(scale.iterations, games.attributeIterations) },
          membership: {
            iterations: Math.min(scale.iterations, games.membershipIterations),
            shadows: Math.min(scale.shadows, games.shadows),
          },
        };
  return {
    name,
    attribute: await parts.play(`attribute-${name}`, async () =>
      only(await attribute(setting, subject, own.targets, own.attribute)),
    ),
    utility: await parts.play(`utility-${name}`, () => utility(setting, subject, test)),
    fidelity: await parts.play(`fidelity-${name}`, async () => {
      const [drawn] = await drawAt(setting, subject, table.rows);
      return fidelity(setting, table, drawn, 'full', settings.response);
    }),
    membership: await parts.play(`membership-${name}`, async () =>
      only(await membership(setting, subject, members(own.targets), own.membership)),
    ),
  };
}

/** The first targets of each kind. */
function fewest(
  targets: readonly Library.AttackTarget[],
  { outlying, random }: Games,
): Library.AttackTarget[] {
  const counts = new Map<string, number>();
  return targets.filter(({ kind, sensitive = '' }) => {
    const key = `${kind} ${sensitive}`;
    const count = counts.get(key) ?? 0;
    counts.set(key, count + 1);
    return count < (kind === 'outlying' ? outlying : random);
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
      const { attributeIterations, outlying, random, membershipIterations, shadows } = games;
      return [
        `${COMPETITOR_NAMES[name]}: ${attributeIterations} iterations of the attribute attack on ${people(outlying)} outlying in each sensitive column and ${random} at random, ${membershipIterations} iterations and ${shadows} shadows of the membership attack`,
      ];
    })
    .join('; ');
}

function people(count: number): string {
  return count === 1 ? '1 person' : `${count} people`;
}
