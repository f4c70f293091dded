/**
 * The paper's simulated data: 1000 rows, 20 covariates in three blocks, a binary response; from the
 * authors' file, and drawn anew from the printed parameters. Columns stand in the order X1, ..., X20.
 */

import type * as Library from '../../src/index.ts';
import { PLAIN_CSV } from '../../src/table/table.ts';
import { type Competitor, findCompetitors, forCompetitors } from '../competitors.ts';
import type { Vine } from '../figures.ts';
import {
  type AttributeAt,
  attribute,
  drawAt,
  type FidelityAt,
  fidelity,
  fidelityTables,
  type MembershipAt,
  matrixOf,
  membership,
  type Subject,
  type UtilityFound,
  utility,
} from '../games.ts';
import { paperSettings, type Setting, targetsFrom } from '../setting.ts';
import { type PartialBatchResult, tvaePartialBatch } from '../tvaePartialBatch.ts';
import { type GuessErrorsAt, guessErrors } from './guessErrors.ts';

export const SENSITIVE = ['X1', 'X6', 'X11'];
const TARGETS = targetsFrom(
  { X1: [202, 164, 179, 843], X6: [127, 4, 353, 326], X11: [970, 949, 392, 862] },
  [123, 507, 589, 740, 922],
);

/** Of the attribute attack on the C-vine, and on other vines. */
const LEVELS = [1, 2, 6, 11, 12, 13, 14, 16, 17, 18, 19, 20];
const OTHER_LEVELS = [1, 2, 6, 11, 12, 18, 20];
/** Of the paper's plots of privacy against utility. */
export const PLOTTED = [1, 11, 12, 18, 20];
/** Between those, so that what the paper says of 11 to 18 is looked at throughout. */
const BETWEEN = [13, 14, 16, 17];
const FIDELITY_LEVELS = [1, 10, 20];
export const COVARIATES = Array.from({ length: 20 }, (_, j) => `X${j + 1}`);
const MATRIX_LEVELS = [1, 2, 11, 12, 16, 17, 19, 20];
const ROWS_OF_MATRICES = 10_000;

export interface SimulatedFindings {
  readonly attribute: Readonly<Record<Vine, readonly AttributeAt[]>>;
  /** The C-vine with the response drawn exactly. */
  readonly exact: readonly AttributeAt[];
  /** The C-vine on data drawn anew from the printed parameters. */
  readonly printed: readonly AttributeAt[];
  /** Of outlying targets in X1 and random ones. */
  readonly membership: Readonly<Record<Vine, readonly MembershipAt[]>>;
  /** Of outlying targets in X6 and X11, C-vine. */
  readonly membershipOfOthers: Readonly<Record<'X6' | 'X11', readonly MembershipAt[]>>;
  readonly utility: Readonly<Record<Vine, UtilityFound>>;
  /** Of the C-vine, between the levels of the plots. */
  readonly utilityBetween: UtilityFound;
  /** Of single targets, C-vine. */
  readonly guesses: readonly GuessErrorsAt[];
  /** Of the C-vine with the response drawn exactly. */
  readonly exactUtility: UtilityFound;
  /** Several tables at each level, C-vine. */
  readonly fidelity: readonly FidelityAt[];
  /** Of rows drawn from the true distribution: the best that a generator can do. */
  readonly ideal: FidelityAt;
  readonly competitors: readonly Competitor[];
  /** Beside TVAE: what one row more does to it. */
  readonly partialBatch: readonly PartialBatchResult[];
  /** Pearson's correlations of the covariates. */
  readonly matrices: {
    readonly real: readonly (readonly number[])[];
    readonly levels: readonly {
      readonly level: number;
      readonly matrix: readonly (readonly number[])[];
    }[];
  };
}

export async function findSimulated(setting: Setting): Promise<SimulatedFindings> {
  const { library, parts } = setting;
  const table = await setting.read('real_data_I_d20.csv');
  const test = await setting.read('real_data_I_d20_test.csv');
  const settings = paperSettings(table, 'Y', SENSITIVE);
  const of = (generator: Vine, levels: readonly number[]): Subject => ({
    table,
    generator,
    settings,
    levels,
    isOfPeople: false,
  });
  const attacked = (vine: Vine) =>
    parts.play(`attribute-${vine}`, () =>
      attribute(setting, of(vine, vine === 'cvine' ? LEVELS : OTHER_LEVELS), TARGETS),
    );
  const recognised = (vine: Vine) =>
    parts.play(`membership-${vine}`, () =>
      membership(setting, of(vine, vine === 'cvine' ? PLOTTED : [1, 20]), X1_TARGETS),
    );
  const recognisedBy = (name: string) =>
    parts.play(`membership-cvine-${name}`, () =>
      membership(
        setting,
        of('cvine', PLOTTED),
        TARGETS.filter(({ sensitive }) => sensitive === name),
      ),
    );
  const learned = (vine: Vine) =>
    parts.play(`utility-${vine}`, () => utility(setting, of(vine, PLOTTED), test));
  return {
    attribute: {
      cvine: await attacked('cvine'),
      rvine: await attacked('rvine'),
      star: await attacked('star'),
    },
    exact: await parts.play('attribute-exact', () =>
      attribute(
        setting,
        { ...of('cvine', LEVELS), settings: { ...settings, responseSampling: 'exact' } },
        TARGETS,
        { iterations: fewer(setting.scale.iterations) },
      ),
    ),
    printed: await parts.play('attribute-printed', () => attackPrinted(setting)),
    utility: {
      cvine: await learned('cvine'),
      rvine: await learned('rvine'),
      star: await learned('star'),
    },
    exactUtility: await parts.play('utility-exact', () =>
      utility(
        setting,
        { ...of('cvine', [1, 11, 20]), settings: { ...settings, responseSampling: 'exact' } },
        test,
      ),
    ),
    membership: {
      cvine: await recognised('cvine'),
      rvine: await recognised('rvine'),
      star: await recognised('star'),
    },
    membershipOfOthers: {
      X6: await recognisedBy('X6'),
      X11: await recognisedBy('X11'),
    },
    utilityBetween: await parts.play('utility-between', () =>
      utility(setting, of('cvine', BETWEEN), test),
    ),
    guesses: await parts.play('guesses', () =>
      guessErrors(setting, {
        table,
        settings,
        targets: TARGETS,
        levels: [1, 11, 12, 18, 20],
        iterations: fewer(setting.scale.iterations) + 2,
        sets: 5,
      }),
    ),
    fidelity: await parts.play('fidelity-tables', () =>
      fidelityTables(setting, of('cvine', FIDELITY_LEVELS), 'Y'),
    ),
    ideal: await parts.play('fidelity-ideal', () =>
      fidelity(setting, table, printedTable(library, setting.seed), 'full', 'Y'),
    ),
    competitors: await findCompetitors(
      setting,
      {
        table,
        test,
        settings: forCompetitors(settings, 'simulated', table),
        targets: TARGETS,
        member: 'X1',
        isOfPeople: false,
      },
      setting.competitors,
    ),
    partialBatch: setting.competitors.includes('tvae')
      ? await parts.play('partial-batch', () =>
          tvaePartialBatch(setting, {
            table,
            settings: forCompetitors(settings, 'simulated', table),
            target: TARGETS[0].row,
            base: 400,
            replicates: setting.scale.replicates,
          }),
        )
      : [],
    matrices: await parts.play('matrices', async () => {
      const drawn = await drawAt(setting, of('cvine', MATRIX_LEVELS), ROWS_OF_MATRICES);
      const matrix = (each: Library.Table) => matrixOf(each, COVARIATES, library.pearson);
      return {
        real: matrix(table),
        levels: drawn.map((each, k) => ({ level: MATRIX_LEVELS[k], matrix: matrix(each) })),
      };
    }),
  };
}

/** The membership attack is played on the targets of X1 and the random ones. */
const X1_TARGETS = TARGETS.filter(({ sensitive }) => sensitive === undefined || sensitive === 'X1');

/** The C-vine on data from the printed parameters: new rows, and outlying targets chosen anew. */
export async function attackPrinted(
  setting: Setting,
  levels: readonly number[] = LEVELS,
  targets: Library.AttributeSettings['targets'] = { quantiles: [0.01, 0.99], random: 2 },
): Promise<AttributeAt[]> {
  const table = printedTable(setting.library, setting.seed);
  const settings = paperSettings(table, 'Y', SENSITIVE);
  const subject = { table, generator: 'cvine' as const, settings, levels, isOfPeople: false };
  return attribute(setting, subject, [], {
    targets,
    iterations: fewer(setting.scale.iterations),
  });
}

export function printedTable(library: typeof Library, seed: number): Library.Table {
  const { names, columns } = library.simulatedData(seed);
  return {
    rows: columns[0].length,
    format: PLAIN_CSV,
    columns: names.map((name, j) => ({
      kind: 'numeric' as const,
      name,
      values: columns[j],
      missing: undefined,
      decimals: name === 'Y' ? 0 : 6,
    })),
  };
}

/** Where curves are to be seen rather than decided. */
function fewer(iterations: number): number {
  return Math.max(2, Math.round(0.3 * iterations));
}
