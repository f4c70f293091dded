/**
 * Privacy, utility and fidelity of a synthetic table that any tool made, from tables alone: what an
 * attacker learns about sensitive columns, whether the people in the real table can be recognised,
 * what models learn, how alike the tables are, and the checks before a release.
 */

import type { PlannedColumn } from '../features/plan.ts';
import {
  attackLevels,
  type KnownPeople,
  type LevelAttack,
} from '../measures/attribute/tableCategories.ts';
import { attackNumbers, type NumberAttack } from '../measures/attribute/tableNumbers.ts';
import type { Comparable } from '../measures/fidelity/comparable.ts';
import {
  type CopyCount,
  countedPeople,
  publishedCopies,
} from '../measures/fidelity/exactCopies.ts';
import { namedFeatures } from '../measures/fidelity/featureTable.ts';
import type { Fidelity } from '../measures/fidelity/fidelity.ts';
import type { KendallDifference } from '../measures/fidelity/kendallDifference.ts';
import { cellsOf, comparedCopies, comparedFidelity } from '../measures/fidelity/tableFidelity.ts';
import { type Membership, membership } from '../measures/membership/tableMembership.ts';
import { checkRelease, type ReleaseCheck } from '../measures/release/releaseChecks.ts';
import { labelledRows } from '../measures/utility/labelledRows.ts';
import { type AuditUtility, modelCount, tableUtility } from '../measures/utility/tableUtility.ts';
import { InputError } from '../numerics/inputError.ts';
import { publish } from '../numerics/publish.ts';
import { type Rng, rngFromSeed } from '../random/rng.ts';
import type { Table } from '../table/table.ts';
import { takeRows } from '../table/takeRows.ts';
import { weightedStages } from '../work/stages.ts';
import { type AuditSettings, type ResolvedAudit, resolveAudit } from './auditSettings.ts';

/** Plain data, ready for JSON; no cell of any table. */
export interface Audit {
  readonly format: 'tvinesynth-audit';
  readonly version: 1;
  readonly seed: number;
  readonly data: {
    readonly rows: {
      readonly real: number;
      readonly synthetic: number;
      readonly test: number | null;
    };
    readonly columns: Comparable['columns'];
    readonly response: string | null;
    readonly sensitive: readonly string[];
  };
  /** One for each sensitive column. */
  readonly attribute: readonly (NumberAttack | LevelAttack)[];
  /** Null without unseen rows. */
  readonly membership: Membership | null;
  /** Null without a response. */
  readonly utility: AuditUtility | null;
  readonly fidelity: AuditFidelity;
  /** The fidelity of the unseen rows, as a yardstick: nothing synthetic can be expected to be nearer. */
  readonly fidelityOfTest: AuditFidelity | null;
  readonly checks: readonly ReleaseCheck[];
  readonly notes: readonly string[];
}

export type AuditFidelity = Omit<Fidelity, 'kendall' | 'notes'> & {
  readonly kendall: Pick<KendallDifference, 'meanAbsolute' | 'largest'>;
};

/** Rows that are compared with each other, at most; fewer of wide tables, for a second of work or two. */
const FIDELITY_ROWS = 5000;
const FIDELITY_WORK = 4e8;
/** Cells that a regression is computed from, at most: 160 MB. */
const MOST_CELLS = 2e7;
/** Rows that logistic regressions learn from, at most. */
const LEVEL_ROWS = 10_000;
/** Shares of the work, for the time left. */
const MEMBERSHIP = 6;
const MODEL = 4;

/**
 * const { attribute, membership, checks } = await audit(real, synthetic, { sensitive: ['cost'], holdout });
 */
export async function audit(
  real: Table,
  synthetic: Table,
  settings: AuditSettings = {},
): Promise<Audit> {
  const resolved = resolveAudit(real, synthetic, settings);
  const { sides, raw, response, sensitive, seed } = resolved;
  const { holdout } = sides;
  const rng = rngFromSeed(seed).split('audit');
  const models = response === undefined ? 0 : modelCount(settings.models);
  const total = 1 + sensitive.length + (holdout ? 4 + MEMBERSHIP : 2) + MODEL * models;
  const steps = weightedStages(total, settings.signal, settings.onProgress);
  const notes = [...resolved.notes, ...sides.notes];

  const checks = await steps.run('checks', 1, () =>
    checkRelease(raw.real, raw.synthetic, raw.schema, raw.holdout ? { holdout: raw.holdout } : {}),
  );
  const alike = await steps.run('fidelity', 2, () =>
    fidelityOf(sides, sides.synthetic, response, rng.split('fidelity')),
  );
  notes.push(...alike.notes);
  const ofTest =
    holdout &&
    (await steps.run('fidelity', 2, () =>
      fidelityOf(sides, holdout, response, rng.split('fidelity')),
    ));
  const copies = comparedCopies(raw);
  if (copies.holdout) notes.push(...refuseSeenRows(copies.holdout, raw));

  const attribute: (NumberAttack | LevelAttack)[] = [];
  for (const name of sensitive) {
    const own = rng.split('attribute', name);
    attribute.push(await steps.run('attribute', 1, () => attackColumn(resolved, name, own, notes)));
  }
  const recognised = holdout
    ? await membership({
        ...{ plan: sides.plan, real: sides.real, synthetic: sides.synthetic, test: holdout },
        rng: rng.split('membership'),
        steps,
        weight: MEMBERSHIP,
      })
    : null;
  notes.push(...(recognised?.notes ?? [NO_MEMBERSHIP]));
  const utility =
    response === undefined
      ? null
      : await tableUtility({
          ...{ plan: sides.plan, real: sides.real, synthetic: sides.synthetic, response },
          test: resolved.test ?? holdout,
          models: settings.models,
          threads: settings.threads,
          signal: settings.signal,
          rng: rng.split('utility'),
          done: () => steps.advance('utility', MODEL),
        });
  notes.push(...(utility?.notes ?? []));
  const told = publishedCopies(copies);
  return publish({
    format: 'tvinesynth-audit',
    version: 1,
    seed,
    data: {
      rows: { real: real.rows, synthetic: synthetic.rows, test: holdout?.rows ?? null },
      columns: sides.columns,
      response: response ?? null,
      sensitive,
    },
    attribute,
    membership: recognised,
    utility,
    fidelity: { ...alike.fidelity, copies: told },
    fidelityOfTest:
      ofTest && told.holdout
        ? { ...ofTest.fidelity, copies: { synthetic: told.holdout, holdout: null } }
        : null,
    // nobody asked for a number of rows here
    checks: checks.filter(({ name }) => name !== 'rows-as-asked'),
    notes: [...new Set(notes)],
  });
}

const NO_MEMBERSHIP =
  'Membership was not measured: from two tables alone nobody can tell whether synthetic rows are nearer to the real rows than chance would have it. That shows only beside real rows of the same population that the generator did not see: give them as test table.';

/** Of the synthetic table, or of unseen rows in its place. */
function fidelityOf(sides: Comparable, other: Table, response: string | undefined, rng: Rng) {
  // whole rows are held against unseen ones by the membership measures
  const compared = { ...sides, synthetic: other, holdout: undefined };
  const width = namedFeatures(sides.plan, takeRows(other, [])).names.length;
  const maxRows = Math.min(
    FIDELITY_ROWS,
    Math.max(2, Math.floor(Math.sqrt(FIDELITY_WORK / width))),
  );
  const { notes, kendall, ...rest } = comparedFidelity(compared, { response, maxRows, rng });
  const { meanAbsolute, largest } = kendall;
  const fidelity: AuditFidelity = { ...rest, kendall: { meanAbsolute, largest } };
  return { fidelity, notes: notes.map((note) => `Fidelity: ${note}.`) };
}

/** Rows given as unseen that are rows of the real table are no control. */
function refuseSeenRows({ copies, rows }: CopyCount, { typed, columns }: Comparable): string[] {
  const isContinuous = typed.some(
    ({ type, constant, name }) =>
      (type === 'continuous' || type === 'date') && !constant && columns.compared.includes(name),
  );
  if (!isContinuous || copies === 0) return [];
  if (copies === rows) {
    throw new InputError(
      'Test rows: every one of them is also in the real table. Give real rows that the generator did not see.',
    );
  }
  return [
    `${countedPeople(copies)} of ${rows} test rows equal a row of the real table. If they are the same people, the generator has seen them, and figures beside the test rows are too mild.`,
  ];
}

function attackColumn(
  { sides, tolerance }: ResolvedAudit,
  name: string,
  rng: Rng,
  notes: string[],
): NumberAttack | LevelAttack {
  const { plan, real, synthetic, holdout } = sides;
  const planned = plan.columns.find((each) => each.name === name);
  if (!planned) throw new Error(`'${name}' is not in the plan`);
  const draw = (what: string, table: Table, most: number): Table => {
    if (table.rows <= most) return table;
    notes.push(`Attack on '${name}': ${most} of ${table.rows} ${what} rows were drawn.`);
    return takeRows(table, rng.split(what).permutation(table.rows).slice(0, most).sort());
  };
  if (planned.levels.length === 0) {
    const known = (table: Table) => withValue(table, planned);
    const features = namedFeatures(plan, takeRows(real, [])).names.length;
    const most = Math.floor(MOST_CELLS / features);
    const control = holdout && draw('test', known(holdout), most);
    return attackNumbers({
      name,
      tolerance,
      real: namedFeatures(plan, draw('real', known(real), most)),
      synthetic: namedFeatures(plan, draw('synthetic', known(synthetic), most)),
      control: control && namedFeatures(plan, control),
    });
  }
  const people = (table: Table): KnownPeople => {
    const { features, target } = labelledRows(plan, table, name);
    if (target.kind !== 'classes') throw new Error('levels were expected');
    return { features, target };
  };
  const attacked = draw('real', real, LEVEL_ROWS);
  const control = holdout && draw('test', holdout, LEVEL_ROWS);
  return attackLevels(
    {
      name,
      real: people(attacked),
      synthetic: people(draw('synthetic', synthetic, LEVEL_ROWS)),
      control: control && people(control),
    },
    rng.split('learn'),
  );
}

/** The rows in which a column is not missing. */
function withValue(table: Table, planned: PlannedColumn): Table {
  const cells = cellsOf(planned, table);
  const rows = Uint32Array.from(cells.keys()).filter((row) => !Number.isNaN(cells[row]));
  return rows.length === table.rows ? table : takeRows(table, rows);
}
