/** SUPPORT2 as the paper prepared it: 884 rows, 26 covariates in the order of Algorithm 1, a binary response. */

import type * as Library from '../../src/index.ts';
import { growForest } from '../../src/learners/forest.ts';
import { edgesOf } from '../../src/report/bins.ts';
import {
  attackedAs,
  type Competitor,
  type CompetitorData,
  findCompetitors,
  forCompetitors,
} from '../competitors.ts';
import type { Vine } from '../figures.ts';
import {
  type AttributeAt,
  attribute,
  drawAt,
  type FidelityAt,
  fidelityTables,
  type MembershipAt,
  matrixOf,
  membership,
  type Subject,
  type UtilityFound,
  utility,
} from '../games.ts';
import { numbersOf, paperSettings, type Setting, targetsFrom } from '../setting.ts';
import { prepare, rowsAsText } from './preprocess.ts';

export const SENSITIVE = ['totcst', 'crea'];
const TARGETS = targetsFrom(
  { totcst: [806, 823, 31, 41], crea: [820, 45, 403, 447] },
  [123, 507, 589, 740],
);
const TOTCST_TARGETS = TARGETS.filter(({ sensitive }) => sensitive !== 'crea');
const CREA_TARGETS = TARGETS.filter(({ sensitive }) => sensitive !== 'totcst');
/** Of the attribute attack on the C-vine: the paper's, and those where something happens between. */
const LEVELS = [1, 5, 10, 11, 12, 15, 18, 20, 21, 22, 23, 24, 25, 26];
/** The paper's. */
export const PLOTTED = [1, 5, 10, 15, 20, 26];
const MATRIX_LEVELS = [1, 5, 10, 11, 12, 15, 20, 26];
const ROWS_OF_MATRICES = 5_000;

export interface Matrices {
  readonly names: readonly string[];
  readonly real: readonly (readonly number[])[];
  readonly levels: readonly {
    readonly level: number;
    readonly matrix: readonly (readonly number[])[];
  }[];
}

export interface Support2Findings {
  /** Nothing without the raw file. */
  readonly preparation: {
    readonly rows: number;
    readonly possible: number;
    readonly sameRows: boolean;
    readonly training: number;
    readonly test: number;
  } | null;
  readonly order: {
    readonly found: readonly string[];
    readonly related: readonly string[];
    readonly tMax: number;
  };
  readonly attribute: Readonly<Record<Vine, readonly AttributeAt[]>>;
  readonly exact: readonly AttributeAt[];
  /** The C-vine with the response standardised like other columns. */
  readonly standardised: readonly AttributeAt[];
  /** The C-vine whose first centres are the columns that a forest finds most important. */
  readonly importance: {
    readonly order: readonly string[];
    readonly found: readonly AttributeAt[];
  };
  /** Of outlying targets in totcst and random ones; of those in crea with the same random ones. */
  readonly membership: readonly MembershipAt[];
  readonly membershipOfCrea: readonly MembershipAt[];
  readonly utility: Readonly<Record<Vine, UtilityFound>>;
  /** Several tables at each level, C-vine. */
  readonly fidelity: readonly FidelityAt[];
  readonly competitors: readonly Competitor[];
  /** PrivBayes with budgets of .1 and 5, attacked as often as CTGAN; nothing without CTGAN. */
  readonly asCtgan: Readonly<Record<'privbayes-0.1' | 'privbayes-5', AttributeAt>> | null;
  /** Kendall's correlations in the order of Algorithm 1, and by importance. */
  readonly matrices: Matrices;
  readonly importanceMatrices: Matrices;
  /** Bins of the columns whose margins the paper shows, at the levels of `fidelity`. */
  readonly margins: readonly MarginCounts[];
}

export interface MarginCounts {
  readonly name: string;
  readonly edges: readonly number[];
  readonly real: readonly number[];
  readonly synthetic: readonly (readonly number[])[];
}

export const MARGINS = ['age', 'aps', 'surv2m', 'resp', 'alb', 'ph'];
const FIDELITY_LEVELS = [1, 10, 26];

export async function findSupport2(setting: Setting): Promise<Support2Findings> {
  const { library, parts, scale } = setting;
  const table = await setting.read('real_support2_small.csv');
  const test = await setting.read('test_support2_small.csv');
  const settings = paperSettings(table, 'Y', SENSITIVE);
  const of = (generator: Vine, levels: readonly number[]): Subject => ({
    table,
    generator,
    settings,
    levels,
    isOfPeople: true,
  });
  const few = { iterations: Math.max(2, Math.round(0.3 * scale.iterations)) };
  const attacked = (vine: Vine) =>
    parts.play(`attribute-${vine}`, () =>
      attribute(setting, of(vine, vine === 'cvine' ? LEVELS : PLOTTED), TARGETS),
    );
  const learned = (vine: Vine) =>
    parts.play(`utility-${vine}`, () => utility(setting, of(vine, PLOTTED), test));
  const byImportance = await parts.play('importance-order', () =>
    importanceOrder(setting, table, 'Y'),
  );
  const byImportanceSettings = { ...settings, order: byImportance };
  const drawn = async (subject: Subject) => {
    const tables = await drawAt(setting, subject, ROWS_OF_MATRICES);
    const names = (subject.settings.order === 'asis' ? covariates(table) : byImportance).filter(
      (name) => name !== 'Y',
    );
    const matrix = (each: Library.Table) => matrixOf(each, names, library.kendallTau);
    return {
      names,
      real: matrix(table),
      levels: tables.map((each, k) => ({
        level: Number(subject.levels[k]),
        matrix: matrix(each),
      })),
    };
  };
  const data: CompetitorData = {
    table,
    test,
    settings: forCompetitors(settings, 'support2', table),
    targets: TARGETS,
    isOfPeople: true,
    member: 'totcst',
  };
  return {
    preparation: setting.has('raw_support2.csv')
      ? await parts.play('preparation', () => preparation(setting, table, test))
      : null,
    order: await findOrder(setting, table),
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
        few,
      ),
    ),
    standardised: await parts.play('attribute-standardised', () =>
      attribute(setting, of('cvine', [1, 10]), TARGETS, { ...few, standardiseResponse: true }),
    ),
    importance: {
      order: byImportance,
      found: await parts.play('attribute-importance', () =>
        attribute(
          setting,
          { ...of('cvine', PLOTTED), settings: byImportanceSettings },
          TOTCST_TARGETS,
        ),
      ),
    },
    utility: {
      cvine: await learned('cvine'),
      rvine: await learned('rvine'),
      star: await learned('star'),
    },
    membership: await parts.play('membership-cvine', () =>
      membership(setting, of('cvine', PLOTTED), TOTCST_TARGETS),
    ),
    membershipOfCrea: await parts.play('membership-cvine-crea', () =>
      membership(setting, of('cvine', PLOTTED), CREA_TARGETS),
    ),
    fidelity: await parts.play('fidelity-tables', () =>
      fidelityTables(setting, of('cvine', FIDELITY_LEVELS), 'Y'),
    ),
    margins: await parts.play('margins', async () => {
      const tables = await drawAt(setting, of('cvine', FIDELITY_LEVELS), table.rows);
      return MARGINS.map((name) => marginCounts(name, table, tables));
    }),
    competitors: await findCompetitors(setting, data, setting.competitors),
    asCtgan: setting.competitors.includes('ctgan')
      ? {
          'privbayes-0.1': await attackedAs(setting, data, 'privbayes-0.1', 'ctgan'),
          'privbayes-5': await attackedAs(setting, data, 'privbayes-5', 'ctgan'),
        }
      : null,
    matrices: await parts.play('matrices', () => drawn(of('cvine', MATRIX_LEVELS))),
    importanceMatrices: await parts.play('matrices-importance', () =>
      drawn({ ...of('cvine', PLOTTED), settings: byImportanceSettings }),
    ),
  };
}

function covariates(table: Library.Table): string[] {
  return table.columns.map(({ name }) => name).filter((name) => name !== 'Y');
}

/** The authors' rows from the raw file: how many, and whether they are those of the two files. */
async function preparation({ read }: Setting, table: Library.Table, test: Library.Table) {
  const raw = await read('raw_support2.csv');
  const { rows, possible, names } = prepare(raw);
  const all = (each: Library.Table) => Array.from({ length: each.rows }, (_, row) => row);
  const renamed = names.map((name) => (name === 'death' ? 'Y' : name));
  const theirs = [table, test].flatMap((each) => rowsAsText(each, renamed, all(each)));
  const ours = rowsAsText(raw, names, rows);
  return {
    rows: rows.length,
    possible: possible.length,
    sameRows: [...ours].sort().join('\n') === [...theirs].sort().join('\n'),
    training: table.rows,
    test: test.rows,
  };
}

/** Algorithm 1 on the columns in the order of the raw file, where it is there. */
export async function findOrder(
  setting: Pick<Setting, 'library' | 'read' | 'has'>,
  table: Library.Table,
) {
  const { library } = setting;
  const columns = setting.has('raw_support2.csv')
    ? inOrderOf(table, await setting.read('raw_support2.csv'))
    : table.columns;
  const { order } = await library.orderTable(
    { ...table, columns },
    { response: 'Y', sensitive: SENSITIVE, byClass: 'never', protect: 'table' },
  );
  return { found: order.order, related: order.K.map(({ name }) => name), tMax: order.tMax };
}

function inOrderOf(table: Library.Table, raw: Library.Table): readonly Library.Column[] {
  const place = new Map(raw.columns.map(({ name }, j) => [name, j]));
  return [...table.columns].sort(
    (a, b) => (place.get(a.name) ?? Infinity) - (place.get(b.name) ?? Infinity),
  );
}

/** The least important column first, so that the most important becomes the centre of tree 2. */
function importanceOrder({ library, seed }: Setting, table: Library.Table, response: string) {
  const names = covariates(table);
  const y = numbersOf(table, response);
  const forest = growForest(
    { names, columns: names.map((name) => numbersOf(table, name)) },
    { kind: 'classes', codes: Int32Array.from(y), levels: ['0', '1'] },
    { trees: 1000 },
    library.rngFromSeed(seed).split('importance'),
  );
  const { giniDecrease } = forest.report;
  const order = [...names.keys()].sort((a, b) => giniDecrease[a] - giniDecrease[b]);
  return [...order.map((j) => names[j]), response];
}

/** Counts between round edges; all beyond the outer ones falls into the outer bins. */
function marginCounts(
  name: string,
  real: Library.Table,
  synthetic: readonly Library.Table[],
): MarginCounts {
  const values = numbersOf(real, name);
  const edges = edgesOf(values);
  const bins = edges.length - 1;
  const width = (edges[bins] - edges[0]) / bins;
  const count = (column: Float64Array) => {
    const counts = new Array<number>(bins).fill(0);
    for (const value of column) {
      counts[Math.max(0, Math.min(bins - 1, Math.floor((value - edges[0]) / width)))]++;
    }
    return counts;
  };
  return {
    name,
    edges,
    // in fives, so that no single person shows
    real: count(values).map((rows) => 5 * Math.round(rows / 5)),
    synthetic: synthetic.map((table) => count(numbersOf(table, name))),
  };
}
