/** From a table and settings to an audit that can be run, with all its choices made. */

import { columnOf } from '../../features/columnOf.ts';
import { type FeaturePlan, numbersOfColumn } from '../../features/plan.ts';
import { checkThreads, type GeneratorChoice } from '../../generators/choice.ts';
import { freezeSchema } from '../../generators/freezeSchema.ts';
import type { GeneratorSettings } from '../../generators/generator.ts';
import { InputError } from '../../numerics/inputError.ts';
import { FEWEST_PEOPLE } from '../../numerics/publish.ts';
import { type Rng, rngFromSeed } from '../../random/rng.ts';
import type { Table } from '../../table/table.ts';
import { takeRows } from '../../table/takeRows.ts';
import { drawSome } from '../drawAtMost.ts';
import type { ScoringPlan } from './auditFit.ts';
import { FEWEST_FITS } from './fitAuc.ts';
import { type Group, planGroups } from './groups.ts';
import { type People, planPeople } from './people.ts';
import type { FitDesign } from './release.ts';
import { planDistances } from './scores/distancePlan.ts';
import { leverages, planJudge } from './scores/refit.ts';
import { isDistance, isInside, type ScoreName } from './scores/score.ts';
import {
  auditDefaults,
  type CheckedSettings,
  checkSettings,
  FEWEST_ROWS,
  type MembershipAuditSettings,
} from './settings.ts';

export interface ResolvedAudit
  extends Pick<CheckedSettings, 'fits' | 'levels' | 'scores' | 'controls' | 'delta'> {
  /** The rows that fits are drawn from. */
  readonly table: Table;
  readonly generator: GeneratorChoice;
  readonly settings: GeneratorSettings;
  /** Synthetic rows drawn from each fit. */
  readonly rows: number;
  readonly holdout: Table | undefined;
  readonly people: People;
  readonly plan: ScoringPlan;
  readonly groups: readonly Group[];
  /** Of the audit's fits, and of the release. */
  readonly audited: FitDesign;
  readonly released: FitDesign;
  readonly seed: number;
  readonly rng: Rng;
  readonly notes: readonly string[];
}

/** A reference needs this many rows. */
const FEWEST_REFERENCE = 20;

export async function resolveAudit(
  table: Table,
  given: MembershipAuditSettings,
): Promise<ResolvedAudit> {
  const { generator = 'cvine', seed = 1, threads, signal } = given;
  checkThreads(generator, threads);
  const { mostRows, mostPeople, ...checked } = checkSettings(given);
  const rng = rngFromSeed(seed).split('audit');
  const { plan, settings, notes } = await freezeSchema(table, given.fit, signal);
  const drawn = chooseRows(table, plan, settings, mostRows, rng.split('rows'));
  const who = { group: given.group, most: mostPeople };
  const people = planPeople(drawn.table, plan, who, rng.split('people'));
  const trained = trainedRows(people);
  if (trained < FEWEST_ROWS || people.scored < 2 * FEWEST_ROWS) {
    throw new InputError(
      `Rows: too few for the membership audit, which fits the generator to half of the people. At least ${2 * FEWEST_ROWS} people are needed. Give more rows.`,
    );
  }
  const release = { trained: drawn.usable, rows: drawn.usable, ...given.release };
  const usual = Math.round((trained * release.rows) / release.trained);
  const rows = given.rows ?? Math.min(Math.max(usual, FEWEST_ROWS), auditDefaults.mostDrawn);
  const isReference = given.holdout !== undefined && given.holdout.rows >= FEWEST_REFERENCE;
  return {
    ...checked,
    ...planScoring(drawn.table, plan, people, checked.scores, settings, trained),
    table: drawn.table,
    generator,
    settings,
    rows,
    holdout: isReference ? given.holdout : undefined,
    people,
    audited: { trained, people: drawn.table.rows, drawn: rows, reference: Infinity },
    released: {
      trained: release.trained,
      people: Infinity,
      drawn: release.rows,
      reference: Infinity,
    },
    seed,
    rng,
    notes: [...notes, ...drawn.notes, ...auditNotes(people, given, checked.fits)],
  };
}

/** Rows without a response are in no fit; of very many others some are drawn. */
function chooseRows(
  table: Table,
  plan: FeaturePlan,
  { response }: GeneratorSettings,
  most: number,
  rng: Rng,
) {
  const column = plan.columns.find(({ name }) => name === response);
  const values = column && numbersOfColumn(column, columnOf(table, column.name));
  const all = Uint32Array.from({ length: table.rows }, (_, row) => row);
  const usable = values ? all.filter((row) => !Number.isNaN(values[row])) : all;
  if (usable.length <= most) {
    const isAll = usable.length === table.rows;
    return { table: isAll ? table : takeRows(table, usable), usable: usable.length, notes: [] };
  }
  const chosen = drawSome(usable.length, most, rng).map((place) => usable[place]);
  return {
    table: takeRows(table, chosen),
    usable: usable.length,
    notes: [
      `Of ${usable.length} rows ${most} were drawn, and each fit has half of these. What a release of all rows gives away follows by the law of scaling.`,
    ],
  };
}

function trainedRows({ strata, starts }: People): number {
  return strata.reduce((sum, persons) => {
    const [first] = persons;
    return sum + (persons.length >> 1) * (starts[first + 1] - starts[first]);
  }, 0);
}

function planScoring(
  table: Table,
  features: FeaturePlan,
  people: People,
  scores: readonly ScoreName[],
  settings: GeneratorSettings,
  trained: number,
) {
  const starts = people.starts.slice(0, people.scored + 1);
  const rows = people.rows.subarray(0, starts[people.scored]);
  const own = takeRows(table, rows);
  const { order, response, sensitive = [] } = settings;
  const names = Array.isArray(order) ? order : features.columns.map(({ name }) => name);
  const judge = planJudge(features, table, own, names, trained);
  const { plan: distances, isolation } = planDistances(features, table, rows);
  const plan: ScoringPlan = {
    starts,
    judge,
    ...(scores.some(isDistance) && { distances }),
    ...(scores.some(isInside) && { people: own }),
  };
  const leverage = leverages(judge);
  return {
    plan,
    groups: planGroups(table, features, people, { sensitive, response, isolation, leverage }),
  };
}

function auditNotes(
  { starts, scored, rows }: People,
  { group, holdout }: MembershipAuditSettings,
  fits: number,
): string[] {
  const people = starts.length - 1;
  const notes: string[] = [];
  if (group === undefined && rows.length > people) {
    notes.push('Equal rows are taken for one person, who is in with all of them or out.');
  }
  if (people - scored >= FEWEST_PEOPLE) {
    notes.push(`${scored} of ${people} people were scored.`);
  }
  if (holdout && holdout.rows < FEWEST_REFERENCE) {
    notes.push(`Fewer than ${FEWEST_REFERENCE} rows were held out, too few for a reference.`);
  }
  if (fits < FEWEST_FITS) {
    notes.push(`Fewer than ${FEWEST_FITS} fits tell nothing of their spread: no intervals.`);
  }
  return notes;
}
