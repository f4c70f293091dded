/** What an audit may be told, and what it resolves to. */

import { planFeatures } from '../features/plan.ts';
import type { ModelName } from '../learners/models.ts';
import { PAPER_TOLERANCE } from '../measures/attribute/attributeAttack.ts';
import { type Comparable, comparable } from '../measures/fidelity/comparable.ts';
import { guardSchema, guardTable, openGuard } from '../model/guardTable.ts';
import { checkColumnName } from '../numerics/checkName.ts';
import { InputError } from '../numerics/inputError.ts';
import { FEWEST_PEOPLE } from '../numerics/publish.ts';
import type { Constraints } from '../study/constraints.ts';
import { applySchema } from '../table/applySchema.ts';
import { missingCodesOf, type TableSchema } from '../table/schema.ts';
import type { Table } from '../table/table.ts';
import type { StageProgress } from '../work/stages.ts';
import type { WorkStore } from '../work/store.ts';

/** The limits of a study that two tables can be judged by. */
export type AuditConstraints = Pick<Constraints, 'maxMr2' | 'maxGuess' | 'maxMembership'>;

export interface AuditSettings {
  /** The column that models are to predict. Default: the one that the schema calls so, or none. */
  readonly response?: string | undefined;
  /** Columns that an attacker wants to know. Default: those that the schema calls so, or none. */
  readonly sensitive?: readonly string[] | undefined;
  /** Column types and roles of the real table, as in schema.json; what is not declared is detected. */
  readonly schema?: TableSchema | object | undefined;
  /** Real rows of the same population that the generator did not see. Default: none. */
  readonly holdout?: Table | undefined;
  /** Rows that models are tested on. Default: the holdout. */
  readonly test?: Table | undefined;
  /** Default: a forest, and a logistic or linear regression as the response demands. */
  readonly models?: readonly ModelName[] | undefined;
  /** A guess of a number is right within this many standard deviations. Default: 0.126, as in the paper. */
  readonly tolerance?: number;
  /** Limits on what may be given away; 'none' lifts one. Default: those of a study. */
  readonly constraints?: AuditConstraints | undefined;
  /** Default: 1. */
  readonly seed?: number;
  /** For the models; the result does not depend on it. Default: 1. */
  readonly threads?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: (progress: StageProgress) => void;
  /** Work shared with other processes: models are learned by whichever is free, the rest is done by one. */
  readonly store?: WorkStore | undefined;
}

export interface ResolvedAudit {
  /** Behind the gate (model/guardTable.ts): all that is measured. */
  readonly sides: Comparable;
  /** As they were given, to count copies. */
  readonly raw: Comparable;
  /** Test rows in the same form; nothing if they are the holdout. */
  readonly test: Table | undefined;
  readonly response: string | undefined;
  /** Those that the synthetic table has. */
  readonly sensitive: readonly string[];
  readonly tolerance: number;
  readonly constraints: AuditConstraints;
  readonly seed: number;
  readonly notes: readonly string[];
}

/** Brings the tables side by side and checks the roles of columns. */
export function resolveAudit(
  real: Table,
  synthetic: Table,
  settings: AuditSettings,
): ResolvedAudit {
  const { schema, holdout, tolerance = PAPER_TOLERANCE, seed = 1, constraints = {} } = settings;
  if (!Number.isSafeInteger(seed) || seed < 0) {
    throw new InputError(`Seed: found ${seed}. Give a whole number of at least 0.`);
  }
  if (!(tolerance > 0 && Number.isFinite(tolerance))) {
    throw new InputError(`Tolerance: found ${tolerance}. Give a number above 0.`);
  }
  checkLimits(constraints);
  const names = real.columns.map(({ name }) => name);
  for (const name of settings.sensitive ?? [])
    checkColumnName(name, names, 'Sensitive columns', 'the real table');
  if (settings.response !== undefined)
    checkColumnName(settings.response, names, 'Response', 'the real table');
  const sides = comparable(real, synthetic, { schema, holdout });
  const withRole = (role: string) =>
    sides.typed.filter((column) => column.role === role).map(({ name }) => name);
  const response = settings.response ?? withRole('response')[0];
  const sensitive = [...new Set(settings.sensitive ?? withRole('sensitive'))];
  const notes: string[] = [];
  if (response !== undefined) checkResponse(sides, response);
  const attacked = sensitive.filter((name) => {
    checkSensitive(sides, name);
    const isThere = sides.columns.compared.includes(name);
    if (!isThere) {
      notes.push(
        `The synthetic table does not have the sensitive column '${name}': there is nothing to learn about it from there, and it was not attacked.`,
      );
    }
    return isThere;
  });
  const test =
    settings.test && settings.test !== holdout
      ? comparable(real, synthetic, { schema, holdout: settings.test }).heldOut
      : undefined;
  const { guarded, guard } = guardSides(sides, response);
  for (const name of [...attacked, ...(response === undefined ? [] : [response])]) {
    checkVaried(guarded, name);
  }
  return {
    sides: guarded,
    raw: sides,
    test: test && guardTable(test, guard),
    response,
    sensitive: attacked,
    tolerance,
    constraints,
    seed,
    notes,
  };
}

function checkLimits(constraints: AuditConstraints): void {
  for (const [name, limit] of Object.entries(constraints)) {
    if (limit === undefined || limit === 'none' || (Number.isFinite(limit) && limit >= 0)) continue;
    throw new InputError(
      `Limits: ${name} is ${limit}. Give a number of at least 0, or 'none' to lift the limit.`,
    );
  }
}

/** What rare levels are called. */
const POOLED = 'other';

/** All tables behind the gate that real rows pass before anything is measured on them. */
function guardSides(sides: Comparable, response: string | undefined) {
  const { real, synthetic, heldOut, schema, columns } = sides;
  const typed = applySchema(real, schema);
  const guard = openGuard(
    typed,
    { k: FEWEST_PEOPLE, pooledLevel: POOLED, response },
    missingCodesOf(schema),
  );
  const own = guardTable(real, guard);
  const ownSchema = guardSchema(schema, guard);
  const ownTyped = applySchema(own, ownSchema);
  const guarded: Comparable = {
    ...sides,
    plan: {
      columns: planFeatures(ownTyped).columns.filter(({ name }) => columns.compared.includes(name)),
    },
    typed: ownTyped.columns,
    schema: ownSchema,
    real: own,
    synthetic: guardTable(synthetic, guard),
    heldOut: heldOut && guardTable(heldOut, guard),
  };
  return { guarded, guard };
}

function checkVaried({ typed }: Comparable, name: string): void {
  if (!typed.some((column) => column.name === name && column.constant)) return;
  throw new InputError(
    `'${name}' has the same value in all rows of the real table but fewer than ${FEWEST_PEOPLE}, about whom nothing may be told. Leave it out.`,
  );
}

function checkResponse({ typed, columns }: Comparable, name: string): void {
  checkModelled(typed, name, 'Response');
  if (typed.some((column) => column.name === name && column.constant)) {
    throw new InputError(
      `Response: '${name}' has the same value in all rows of the real table, so there is nothing to predict. Name another column.`,
    );
  }
  if (!columns.compared.includes(name)) {
    throw new InputError(
      `Response: the synthetic table has no column '${name}' that can be read. Give a table with it, or leave out the response.`,
    );
  }
}

function checkSensitive({ typed }: Comparable, name: string): void {
  checkModelled(typed, name, 'Sensitive columns');
  if (typed.some((column) => column.name === name && column.constant)) {
    throw new InputError(
      `Sensitive columns: '${name}' has the same value in all rows of the real table, so there is nothing to guess. Leave it out.`,
    );
  }
}

function checkModelled(typed: Comparable['typed'], name: string, what: string): void {
  const column = typed.find((each) => each.name === name);
  if (column && !('column' in column)) return;
  throw new InputError(
    `${what}: '${name}' is ${column?.type === 'text' ? 'free text' : 'an identifier'}, which is not modelled. Name another column, or declare its type in the schema.`,
  );
}
