/**
 * Beyond the paper: the vine whose pair copulas may differ by class of the response and that cuts only
 * protected columns, beside the paper's vine on the same tables. Everything else is the same for all of
 * them: smooth margins, a response that is drawn exactly, one order of the columns.
 */

import type * as Library from '../../src/index.ts';
import {
  type AttributeAt,
  type AuditAt,
  attribute,
  audit,
  type DetectionAt,
  detection,
  drawAt,
  type MembershipAt,
  membership,
  type Subject,
  type UtilityFound,
  utility,
} from '../games.ts';
import { type Setting, targetsFrom } from '../setting.ts';
import { type Floors, findFloors } from './floors.ts';

export interface Variant {
  readonly attribute: readonly AttributeAt[];
  readonly utility: UtilityFound;
  readonly detection: readonly DetectionAt[];
  readonly membership: readonly MembershipAt[];
  readonly audit: readonly AuditAt[];
}

export interface BeyondFindings {
  /** Both truncate the whole table. */
  readonly simulated: { readonly paper: Variant; readonly byClass: Variant };
  /** `related` is the default: sensitive columns and those related to them are cut; `sensitive`: these alone. */
  readonly support2: {
    readonly paper: Variant;
    readonly related: Variant;
    readonly sensitive: Variant;
    readonly floors: Floors;
  };
}

export const SIMULATED = {
  levels: [1, 5, 10, 11, 12, 15, 18, 20],
  sensitive: ['X1', 'X6', 'X11'],
} as const;
export const SUPPORT2 = { levels: [1, 5, 10, 15, 20], sensitive: ['totcst', 'crea'] } as const;

/** As in the reproduction of the paper: outlying people of the first column, and some at random. */
const SIMULATED_TARGETS = targetsFrom({ X1: [202, 164, 179, 843] }, [123, 507, 589, 740, 922]);
const SUPPORT2_PEOPLE = 6;

interface Data {
  readonly name: 'simulated' | 'support2';
  readonly table: Library.Table;
  readonly test: Library.Table;
  readonly sensitive: readonly string[];
  readonly levels: readonly number[];
  readonly targets: readonly Library.AttackTarget[];
}

type Own = Partial<Library.GeneratorSettings>;

const PAPER = { byClass: 'never', protect: 'table' } as const;

export async function findBeyond(setting: Setting): Promise<BeyondFindings> {
  const simulated: Data = {
    name: 'simulated',
    table: await setting.read('real_data_I_d20.csv'),
    test: await setting.read('real_data_I_d20_test.csv'),
    ...SIMULATED,
    targets: SIMULATED_TARGETS,
  };
  const support2: Data = {
    name: 'support2',
    table: await setting.read('real_support2_small.csv'),
    test: await setting.read('test_support2_small.csv'),
    ...SUPPORT2,
    targets: everyNth(884, SUPPORT2_PEOPLE),
  };
  const asis = { order: 'asis' } as const;
  const play = (data: Data, name: string, own: Own) => findVariant(setting, data, name, own);
  return {
    simulated: {
      paper: await play(simulated, 'paper', { ...asis, ...PAPER }),
      byClass: await play(simulated, 'byClass', { ...asis, protect: 'table' }),
    },
    support2: {
      paper: await play(support2, 'paper', PAPER),
      related: await play(support2, 'related', {}),
      sensitive: await play(support2, 'sensitive', { protect: 'sensitive' }),
      floors: await setting.parts.play('support2-floors', () =>
        findFloors(setting, support2.table, 'Y', support2.sensitive),
      ),
    },
  };
}

/** Random people, spread over the table. */
function everyNth(rows: number, count: number): Library.AttackTarget[] {
  const step = Math.floor(rows / count);
  return Array.from({ length: count }, (_, k) => ({ row: k * step + 7, kind: 'random' as const }));
}

async function findVariant(
  setting: Setting,
  { name, table, test, sensitive, levels, targets }: Data,
  variant: string,
  own: Own,
): Promise<Variant> {
  const { parts, scale } = setting;
  // medians over ten sets at least
  const learning = {
    ...setting,
    scale: { ...scale, utilitySets: Math.max(10, scale.utilitySets) },
  };
  const subject: Subject = {
    table,
    generator: 'cvine',
    settings: { response: 'Y', sensitive, ...own },
    levels,
    isOfPeople: name === 'support2',
  };
  const part = <Value>(what: string, compute: () => Promise<Value>) =>
    parts.play(`${name}-${variant}-${what}`, compute);
  return {
    utility: await part('utility', () => utility(learning, subject, test)),
    attribute: await part('attribute', () => attribute(setting, subject, targets)),
    detection: await part('detection', async () => {
      const tables = await drawAt(setting, subject, table.rows);
      return tables.map((drawn, k) => detection(setting, table, drawn, levels[k], 'Y'));
    }),
    membership: await part('membership', () => membership(setting, subject, targets)),
    audit: await part('audit', () => audit(setting, subject)),
  };
}
