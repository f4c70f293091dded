/**
 * Privacy, utility and fidelity of a synthetic table that any tool made, from tables alone: what an
 * attacker learns about sensitive columns, whether the people in the real table can be recognised,
 * what models learn, how alike the tables are, and the checks before a release.
 */

import { type TableAttribute, tableAttribute } from '../measures/attribute/tableAttribute.ts';
import {
  type CopyCount,
  copiesInWords,
  publishedCopies,
  tableCopies,
} from '../measures/exactCopies.ts';
import type { Comparable } from '../measures/fidelity/comparable.ts';
import { type Membership, tableMembership } from '../measures/membership/tableMembership.ts';
import { type OneShotTables, oneShotTables } from '../measures/membershipAudit/oneShotTables.ts';
import { checkRelease, type ReleaseCheck } from '../measures/release/releaseChecks.ts';
import { type ThreeRisks, threeRisks } from '../measures/threeRisks/threeRisks.ts';
import { type AuditUtility, modelCount, tableUtility } from '../measures/utility/tableUtility.ts';
import { InputError } from '../numerics/inputError.ts';
import { publish } from '../numerics/publish.ts';
import { type Rng, rngFromSeed } from '../random/rng.ts';
import type { JudgedLevel, Limit } from '../study/decision.ts';
import { liftedNotes, limitsOf } from '../study/limits.ts';
import type { Table } from '../table/table.ts';
import { type WeightedStages, weightedStages } from '../work/stages.ts';
import { keepOnce, within } from '../work/store.ts';
import { type AuditFidelity, auditFidelity } from './auditFidelity.ts';
import { type AuditSettings, type ResolvedAudit, resolveAudit } from './auditSettings.ts';
import { type AuditVerdict, auditVerdict } from './auditVerdict.ts';

/** Plain data, ready for JSON; no cell of any table. */
export interface Audit {
  readonly format: 'tvinesynth-audit';
  /** Version 1, of earlier engines, has no verdict, limits or judged figures. */
  readonly version: 2;
  readonly seed: number;
  /** In the words of a study; a model file is not judged here. */
  readonly verdict: AuditVerdict;
  readonly limits: readonly Limit[];
  readonly judged: JudgedLevel;
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
  readonly attribute: readonly TableAttribute[];
  /** Null without held-out rows. */
  readonly membership: Membership | null;
  /** Who compares densities of the synthetic and of other rows; null with fewer than 40 held-out rows. */
  readonly oneShot: OneShotTables | null;
  /** Singling out, linkability, inference. */
  readonly threeRisks: Omit<ThreeRisks, 'notes'>;
  /** Null without a response. */
  readonly utility: AuditUtility | null;
  readonly fidelity: AuditFidelity;
  /** The fidelity of the held-out rows, as a yardstick: nothing synthetic can be expected to be nearer. */
  readonly fidelityOfTest: AuditFidelity | null;
  readonly checks: readonly ReleaseCheck[];
  readonly notes: readonly string[];
}

/** Shares of the work, for the time left. */
const CHECKS = 1;
const FIDELITY = 2;
const ATTRIBUTE = 2;
const MEMBERSHIP = 6;
const ONE_SHOT = 1;
const RISKS = 2;
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
  const heldOut = sides.heldOut;
  const notes = [...resolved.notes, ...sides.notes];
  const run: AuditRun = {
    resolved,
    settings,
    rng: rngFromSeed(seed).split('audit'),
    steps: weightedStages(totalWork(resolved, settings), settings.signal, settings.onProgress),
    note: (...texts) => notes.push(...texts),
  };

  const checks = await stage(run, 'checks', CHECKS, () =>
    checkRelease(raw.real, raw.synthetic, raw.schema, raw.heldOut ? { holdout: raw.heldOut } : {}),
  );
  const alike = await fidelityOf(run, sides.synthetic, 'synthetic');
  run.note(...alike.notes);
  const heldOutAlike = heldOut && (await fidelityOf(run, heldOut, 'held out'));
  const counted = tableCopies(raw);
  if (counted.holdout) run.note(...refuseSeenRows(counted.holdout, raw));
  const copies = publishedCopies(counted);

  const attribute = await attackColumns(run);
  const membership = heldOut ? await attackMembership(run, heldOut) : null;
  run.note(...(membership?.notes ?? [NO_MEMBERSHIP]));
  const oneShot = heldOut ? await compareDensities(run, heldOut) : null;
  const { notes: aside, ...risks } = await measureRisks(run);
  run.note(...aside.map((note) => `Three risks: ${note}`));
  const utility = response === undefined ? null : await utilityOf(run, response);
  run.note(...(utility?.notes ?? []));
  const limits = limitsOf(resolved.constraints);
  run.note(...liftedNotes(limits));
  const measured = {
    format: 'tvinesynth-audit',
    version: 2,
    seed,
    data: {
      rows: { real: real.rows, synthetic: synthetic.rows, test: heldOut?.rows ?? null },
      columns: sides.columns,
      response: response ?? null,
      sensitive,
    },
    attribute,
    membership,
    oneShot,
    threeRisks: risks,
    utility,
    fidelity: { ...alike.fidelity, copies },
    fidelityOfTest:
      heldOutAlike && copies.holdout
        ? { ...heldOutAlike.fidelity, copies: { synthetic: copies.holdout, holdout: null } }
        : null,
    // nobody asked for a number of rows here
    checks: checks.filter(({ name }) => name !== 'rows-as-asked'),
    notes: [...new Set(notes)],
  } as const;
  const { verdict, judged } = auditVerdict(measured, limits);
  const { format, version, ...rest } = measured;
  return publish({
    format,
    version,
    verdict,
    limits: JUDGED.map((risk) => limits[risk]),
    judged,
    ...rest,
  });
}

/** What two tables can be judged by. */
const JUDGED = ['attribute', 'guess', 'membership', 'copies'] as const;

/** What every measure of an audit has to do with. */
interface AuditRun {
  readonly resolved: ResolvedAudit;
  readonly settings: AuditSettings;
  readonly rng: Rng;
  readonly steps: WeightedStages;
  readonly note: (...texts: readonly string[]) => void;
}

function totalWork({ sides, response, sensitive }: ResolvedAudit, settings: AuditSettings): number {
  const models = response === undefined ? 0 : modelCount(settings.models);
  const tables = sides.heldOut ? 2 : 1;
  return (
    CHECKS +
    FIDELITY * tables +
    ATTRIBUTE * sensitive.length +
    (sides.heldOut ? MEMBERSHIP + ONE_SHOT : 0) +
    RISKS +
    MODEL * models
  );
}

/** Work of one thread: of processes that share the audit, one does it. `part`: where a stage has several. */
async function stage<Result>(
  { steps, settings: { store, signal } }: AuditRun,
  name: string,
  weight: number,
  work: () => Result,
  part = '',
): Promise<Result> {
  let isOwn = false;
  const result = await keepOnce(
    store,
    `${name} ${part}`,
    () => {
      isOwn = true;
      return steps.run(name, weight, work);
    },
    signal,
  );
  if (!isOwn) steps.advance(name, weight);
  return result;
}

/** Of the synthetic table, or of held-out rows in its place: by the same random numbers. */
function fidelityOf(run: AuditRun, table: Table, which: string) {
  const { sides, response } = run.resolved;
  const work = () => auditFidelity(sides, table, response, run.rng.split('fidelity'));
  return stage(run, 'fidelity', FIDELITY, work, which);
}

async function attackColumns(run: AuditRun): Promise<TableAttribute[]> {
  const { sides, sensitive, tolerance, response } = run.resolved;
  const { plan, real, synthetic, heldOut } = sides;
  const found: TableAttribute[] = [];
  for (const name of sensitive) {
    const rng = run.rng.split('attribute', name);
    const attack = () => {
      const notes: string[] = [];
      const note = (...texts: readonly string[]) => void notes.push(...texts);
      const tables = { plan, real, synthetic, heldOut };
      return { attack: tableAttribute({ ...tables, name, response, tolerance, rng, note }), notes };
    };
    const { attack: own, notes } = await stage(run, 'attribute', ATTRIBUTE, attack, name);
    run.note(...notes);
    found.push(own);
  }
  return found;
}

/** It tells of its own steps. */
async function attackMembership(
  { resolved, rng, steps, settings: { store, signal } }: AuditRun,
  heldOut: Table,
): Promise<Membership> {
  const { plan, real, synthetic } = resolved.sides;
  const task = { plan, real, synthetic, heldOut, rng: rng.split('membership') };
  const attack = () => tableMembership({ ...task, steps, weight: MEMBERSHIP });
  return keepOnce(store, 'membership', attack, signal);
}

function compareDensities(run: AuditRun, heldOut: Table) {
  const { sides, response } = run.resolved;
  const { plan, real, synthetic } = sides;
  const task = { plan, real, synthetic, heldOut, response, rng: run.rng.split('densities') };
  return stage(run, 'membership', ONE_SHOT, () => oneShotTables(task), 'densities');
}

function measureRisks(run: AuditRun): Promise<ThreeRisks> {
  const { sides, sensitive, seed } = run.resolved;
  const { real, synthetic, heldOut: holdout, schema } = sides;
  return stage(run, 'three risks', RISKS, () =>
    threeRisks(real, synthetic, { holdout, schema, sensitive, seed }),
  );
}

function utilityOf({ resolved, settings, rng, steps }: AuditRun, response: string) {
  const { plan, real, synthetic, heldOut } = resolved.sides;
  return tableUtility({
    plan,
    real,
    synthetic,
    response,
    test: resolved.test ?? heldOut,
    models: settings.models,
    threads: settings.threads,
    signal: settings.signal,
    store: within(settings.store, 'utility'),
    rng: rng.split('utility'),
    done: () => steps.advance('utility', MODEL),
  });
}

const NO_MEMBERSHIP =
  'Membership was not measured: from two tables alone nobody can tell whether synthetic rows are nearer to the real rows than chance would have it. That shows only beside real rows of the same population that the generator did not see: give them as test table.';

/** Rows given as held out that are rows of the real table are no control. */
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
    `${copiesInWords(copies)} of ${rows} test rows equal a row of the real table. If they are the same people, the generator has seen them, and figures beside the test rows are too mild.`,
  ];
}
