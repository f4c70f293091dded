/**
 * The three risks by which European regulators judge anonymisation (Article 29 Working Party, opinion
 * 05/2014): singling out, linkability, inference. Each is an attack on people in the table, the same attack on
 * people held out, and a naive attacker; what the first has beyond the second is what taking part costs.
 */

import { checkColumnName } from '../../numerics/checkName.ts';
import { InputError } from '../../numerics/inputError.ts';
import { publish } from '../../numerics/publish.ts';
import { rngFromSeed } from '../../random/rng.ts';
import type { TableSchema } from '../../table/schema.ts';
import type { Table } from '../../table/table.ts';
import { rowsAtMost } from '../drawAtMost.ts';
import { comparable } from '../fidelity/comparable.ts';
import { type Cells, cellRows, cellsOfTable } from './cells.ts';
import { inference } from './inference.ts';
import { linkability } from './linkability.ts';
import { publishedRisks } from './publishedRisks.ts';
import type { Risk } from './residualRisk.ts';
import { type SinglingOut, singlingOut } from './singlingOut.ts';

export interface ThreeRisksSettings {
  /** People who were not in the table: without them nothing can be said of what taking part costs. */
  readonly holdout?: Table | undefined;
  /** The columns whose inference is tried. Default: all. */
  readonly sensitive?: readonly string[];
  /** What an attacker who deduces a sensitive column knows. Default: all columns that are not sensitive. */
  readonly known?: readonly string[];
  /** What the two parties know whose knowledge is linked. Default: every other column. */
  readonly linked?: readonly [readonly string[], readonly string[]];
  /** Attacks of each kind. Default: 2,000, and no more than there are people. */
  readonly attacks?: number;
  /** Columns of a predicate on several. Default: 3. */
  readonly predicateColumns?: number;
  /** Synthetic records that each party of a link looks up. Default: 1. */
  readonly neighbours?: number;
  /** How far a guess of a number may be off, as a share of it. Default: 0.05. */
  readonly tolerance?: number;
  /** Column types, as in schema.json. Default: detected. */
  readonly schema?: TableSchema | object;
  /** Default: 1. */
  readonly seed?: number;
}

export const threeRisksDefaults = {
  attacks: 2000,
  predicateColumns: 3,
  neighbours: 1,
  tolerance: 0.05,
} as const;

export interface ThreeRisks {
  readonly singlingOut: SinglingOut;
  /** Null with fewer than two columns. */
  readonly linkability: (Risk & { readonly known: readonly (readonly string[])[] }) | null;
  readonly inference: readonly (Risk & {
    readonly name: string;
    readonly known: readonly string[];
  })[];
  readonly notes: readonly string[];
}

/** Synthetic records that are looked through for the nearest one, at most. */
export const MOST_RECORDS = 50_000;

/**
 * const { singlingOut, linkability, inference } = threeRisks(real, synthetic, { holdout, sensitive: ['cost'] });
 * inference[0].residual; // { estimate: 0.02, low: 0, high: 0.05 }
 */
export function threeRisks(
  real: Table,
  synthetic: Table,
  settings: ThreeRisksSettings = {},
): ThreeRisks {
  return publish(publishedRisks(exactRisks(real, synthetic, settings)));
}

/** With every count as it is: for what stays inside. */
export function exactRisks(
  real: Table,
  synthetic: Table,
  settings: ThreeRisksSettings,
): ThreeRisks {
  const { attacks, predicateColumns, neighbours, tolerance } = {
    ...threeRisksDefaults,
    ...settings,
  };
  checkSizes({ attacks, predicateColumns, neighbours, tolerance });
  const { holdout, schema, seed = 1 } = settings;
  const tables = comparable(real, synthetic, { schema, holdout });
  const names = tables.plan.columns.map(({ name }) => name);
  const told = columnsOf(names, settings);
  const notes = [...tables.notes];
  const rng = rngFromSeed(seed).split('three risks');
  const cells = {
    real: cellsOfTable(tables.plan, tables.real),
    synthetic: cellsOfTable(tables.plan, tables.synthetic),
    heldOut: tables.heldOut && cellsOfTable(tables.plan, tables.heldOut),
  };
  const some = (what: string, from: Cells, most: number): Cells => {
    const rows = rowsAtMost(what, from.rows, most, rng.split('rows', what), (drawn) =>
      notes.push(`${drawn} for the attacks of linkability and inference.`),
    );
    return rows ? cellRows(from, rows) : from;
  };
  const people = {
    targets: some('real', cells.real, attacks),
    heldOut: cells.heldOut && some('held-out', cells.heldOut, attacks),
    synthetic: some('synthetic', cells.synthetic, MOST_RECORDS),
  };
  const { linked, sensitive, known } = told;
  return {
    singlingOut: singlingOut({
      ...cells,
      attacks: Math.min(attacks, cells.real.rows),
      width: predicateColumns,
      rng: rng.split('singling out'),
    }),
    linkability: linked && {
      known: linked,
      ...linkability({ ...people, known: linked, neighbours, rng: rng.split('linkability') }),
    },
    inference: sensitive.map((name) => ({
      name,
      known: known(name),
      ...inference({
        ...people,
        secret: name,
        known: known(name),
        tolerance,
        rng: rng.split('inference', name),
      }),
    })),
    notes,
  };
}

function checkSizes({
  tolerance,
  ...whole
}: Required<
  Pick<ThreeRisksSettings, 'attacks' | 'predicateColumns' | 'neighbours' | 'tolerance'>
>): void {
  for (const [name, value] of Object.entries(whole)) {
    if (!(Number.isInteger(value) && value >= 1)) {
      throw new InputError(`${name}: found ${value}. Give a whole number of at least 1.`);
    }
  }
  if (!(tolerance >= 0 && tolerance < 1)) {
    throw new InputError(`tolerance: found ${tolerance}. Give a share from 0 to below 1.`);
  }
}

/** Who knows what. */
function columnsOf(
  names: readonly string[],
  { sensitive = names, known, linked }: ThreeRisksSettings,
) {
  const all = [...sensitive, ...(known ?? []), ...(linked?.flat() ?? [])];
  for (const name of all) checkColumnName(name, names, 'Three risks');
  const others =
    known ?? names.filter((name) => sensitive.length === names.length || !sensitive.includes(name));
  const halves = [0, 1].map((half) => names.filter((_, place) => place % 2 === half));
  return {
    sensitive: names.length < 2 ? [] : sensitive,
    known: (name: string) => others.filter((other) => other !== name),
    linked: linked ?? (names.length < 2 ? null : ([halves[0], halves[1]] as const)),
  };
}
