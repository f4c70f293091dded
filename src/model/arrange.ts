/** All that comes before the vine: columns prepared, margins fitted, variables in their order. */

import { clipToLimits } from '../margins/clip.ts';
import type { Encoded } from '../margins/margin.ts';
import { InputError } from '../numerics/inputError.ts';
import { associationMatrix, DEFAULT_ASSOCIATION } from '../order/association.ts';
import { type ClassAssociations, classAssociations } from '../order/classAssociations.ts';
import {
  type ColumnVariables,
  type CovariateOrder,
  covariateOrder,
  DEFAULT_THRESHOLD,
  givenOrder,
} from '../order/covariateOrder.ts';
import { type FunctionOf, functionsOf } from '../order/functionsOf.ts';
import { type ResponseClass, responseClasses } from '../order/responseClasses.ts';
import { rngFromSeed } from '../random/rng.ts';
import type { TypedTable } from '../table/applySchema.ts';
import { checkpoint } from '../work/checkpoint.ts';
import type { Runner } from '../work/runner.ts';
import { withRunner } from '../work/withRunner.ts';
import type { Related } from './applyRelations.ts';
import { treeUnits } from './encodeTree.ts';
import { type FittedColumn, fitMargins, gridOf, marginUnits } from './fitMargins.ts';
import {
  noResponse,
  type Prepared,
  type PreparedColumn,
  prepareColumns,
} from './prepareColumns.ts';
import { whyUncut } from './protection.ts';
import { relateColumns } from './relateColumns.ts';
import type { ResolvedFit } from './settings.ts';

/** A variable of the vine. */
export interface Variable {
  readonly name: string;
  /** No two variables share it, whatever the columns are called. */
  readonly key: string;
  readonly encoded: Encoded;
  /** What the variable stands for, missing values filled; 1 for a missing cell, if it stands for this. */
  readonly values: Float64Array;
}

export interface Arranged {
  readonly prepared: Prepared;
  /** What holds between columns. */
  readonly related: Related;
  readonly fitted: readonly FittedColumn[];
  readonly order: CovariateOrder;
  /** The classes of the response that are looked at one by one; none where dependence is shared. */
  readonly classes: readonly ResponseClass[];
  /** In the order of the paper: the response last. */
  readonly variables: readonly Variable[];
  /** Sensitive columns that are modelled. */
  readonly sensitive: readonly string[];
  /** What was pooled, filled or left out. */
  readonly notes: readonly string[];
}

export const valueKey = (name: string) => `value ${name}`;
export const missingKey = (name: string) => `missing ${name}`;

/** The units of work, by the names that threads know them by. */
export const arrangeUnits = { ...treeUnits, ...marginUnits };

/** On as many threads as the settings say. */
export function arrange(typed: TypedTable, settings: ResolvedFit): Promise<Arranged> {
  return withRunner(arrangeUnits, settings, (runner) => arrangeOn(typed, settings, runner));
}

async function arrangeOn(
  typed: TypedTable,
  settings: ResolvedFit,
  runner: Runner<typeof arrangeUnits>,
): Promise<Arranged> {
  const { response, seed, signal, onProgress } = settings;
  const relate = relateColumns(
    prepareColumns(typed, settings),
    settings,
    rngFromSeed(seed).split('relate'),
    runner,
  );
  // what a truncation cuts is known once the order is: it must not be drawn given a category
  const mayCut = settings.sensitive.length > 0 || typeof settings.protect !== 'string';
  const open = await relate(new Set(), mayCut);
  if (open.prepared.columns.length < 2) {
    throw new InputError(
      `Table: nothing but the response '${response}' can be modelled. Give a table with at least one other column.`,
    );
  }
  onProgress?.({ stage: 'order', done: 0, total: 1 });
  await checkpoint(signal);
  const evidence = compare(open, settings);
  const related = mayCut ? await relate(closedBy(open, orderOf(open, evidence, settings))) : open;
  const ordered = await orderRelated(related, evidence, settings, runner);
  const { prepared, fitted, byName, order, classes, sensitive } = ordered;
  const notes = [...prepared.notes, ...related.notes, ...ordered.notes];
  const uncut = whyUncut(order, settings);
  if (uncut) notes.push(uncut);
  const single = fitted
    .filter(({ encoded, column }) => !encoded && !column.isDerived)
    .map(({ column }) => column.name);
  if (single.length > 0) {
    notes.push(`With a single value, reproduced as it is: ${single.join(', ')}.`);
  }
  const variables = order.order.flatMap((name) => variablesOf(byName.get(name) as FittedColumn));
  if (variables.length < 2) {
    throw new InputError(
      `Table: all columns but the response '${response}' have a single value. There is no dependence to model.`,
    );
  }
  return { prepared, related, fitted, order, classes, variables, sensitive, notes };
}

/** The columns that a truncation cuts, and those related to them: nothing else may tie them to others. */
function closedBy({ isTied }: Related, { protected: cut, K }: CovariateOrder): Set<string> {
  return new Set(isTied ? [...cut, ...K.map(({ name }) => name)] : []);
}

/** How the columns go together: what the order is made of. */
interface Evidence {
  readonly names: readonly string[];
  readonly sensitive: readonly string[];
  readonly compared: readonly Float64Array[];
  readonly association: readonly Float64Array[];
  readonly classes: readonly ResponseClass[];
  readonly classAssociations: readonly ClassAssociations[];
  readonly functions: ReadonlyMap<string, FunctionOf> | undefined;
}

/** `known`: of the same table, taken over if the columns are the same. */
function compare(related: Related, settings: ResolvedFit, known?: Evidence): Evidence {
  const { prepared } = related;
  // ranks bound what one record does; Pearson's correlation is of clipped values
  const isPearson = settings.association === 'pearson' && settings.margins === 'smooth';
  // a column that is drawn given others is compared as it is
  const compared = prepared.columns.map((column) => {
    const own = { ...column, ...column.original };
    return isPearson ? withoutOutliers(own, settings.k) : own.values;
  });
  const names = prepared.columns.map(({ name }) => name);
  const sensitive = modelledSensitive(related, new Set(names));
  if (known && isSame(names, known.names) && isSame(sensitive, known.sensitive)) {
    if (compared.every((column, j) => isSame(column, known.compared[j]))) return known;
  }
  const classes = classesOf(prepared, settings);
  // the paper's algorithm compares whole columns by associations, and nothing else
  const isPaper = settings.byClass === 'never' && settings.protect === 'table';
  // of an order that is given there is nothing to find out, but which columns are to be protected with others
  const isSought = settings.order === 'auto' || settings.protect === 'related';
  return {
    names,
    sensitive,
    compared,
    association: associationMatrix(compared, settings.association),
    classes,
    classAssociations: classAssociations(
      compared,
      classes,
      settings.association ?? DEFAULT_ASSOCIATION,
    ),
    functions:
      isPaper || !isSought
        ? undefined
        : functionsOf({
            names,
            columns: compared,
            isCategory: prepared.columns.map(
              ({ levels, original }) => (original ?? { levels }).levels !== undefined,
            ),
            response: prepared.response.name,
            sensitive,
            classes,
          }),
  };
}

function isSame(a: ArrayLike<unknown>, b: ArrayLike<unknown>): boolean {
  if (a === b) return true;
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (!Object.is(a[i], b[i])) return false;
  return true;
}

/** The order of the columns, and their margins. */
async function orderRelated(
  related: Related,
  known: Evidence,
  settings: ResolvedFit,
  runner: Runner<typeof arrangeUnits>,
) {
  const { response, seed, k } = settings;
  const { prepared } = related;
  const evidence = compare(related, settings, known);
  const { association, classes, sensitive } = evidence;
  const rng = rngFromSeed(seed).split('fit');
  const fitted = await fitMargins(prepared, association, settings, rng, runner);
  const byName = new Map(fitted.map((each) => [each.column.name, each]));
  if (!byName.get(response)?.encoded) throw noResponse(response, k);
  const notes = related.sensitive
    .filter((name) => !related.derived.has(name) && !byName.has(name))
    .map((name) => `${name}: declared sensitive, but it is not modelled.`);
  const order = orderOf(related, evidence, settings, fitted);
  return { prepared, fitted, byName, order, classes, sensitive, notes };
}

/** The places of the variables that stand for a column. */
export function variablesOfColumn(variables: readonly Variable[], name: string): number[] {
  const keys = [valueKey(name), missingKey(name)];
  return variables.flatMap(({ key }, place) => (keys.includes(key) ? [place] : []));
}

/** A column's values, those of numbers within their limits. */
export function withoutOutliers({ typed, values }: PreparedColumn, k: number): Float64Array {
  return 'values' in typed ? clipToLimits(values, k, gridOf(typed)) : values;
}

/** The variables of a column: its value, and right behind it whether it is missing. */
function variablesOf({ column, filled, encoded, missing }: FittedColumn): Variable[] {
  const { name } = column;
  return [
    ...(encoded ? [{ name, key: valueKey(name), encoded, values: filled }] : []),
    ...(missing
      ? [
          {
            name: `${name} is missing`,
            key: missingKey(name),
            encoded: missing.encoded,
            values: Float64Array.from(column.state ?? column.missing ?? []),
          },
        ]
      : []),
  ];
}

function modelledSensitive(
  { sensitive, derived }: Related,
  modelled: ReadonlySet<string>,
): string[] {
  return sensitive.filter((name) => modelled.has(name) && !derived.has(name));
}

/** An R-vine and a D-vine do not have the response at their root: they have no classes. */
function classesOf({ response }: Prepared, { byClass, structure }: ResolvedFit): ResponseClass[] {
  if (byClass === 'never' || structure === 'rvine' || structure === 'dvine') return [];
  return responseClasses(response.values, response.levels);
}

/**
 * Columns that are protected with another one have no threshold of their own, and those that are computed
 * need none. Other names are left as they are, for the order to refuse.
 */
function thresholdsFor(
  sensitive: readonly string[],
  declared: readonly string[],
  threshold: NonNullable<ResolvedFit['threshold']>,
): NonNullable<ResolvedFit['threshold']> {
  if (typeof threshold === 'number') return threshold;
  const own = sensitive.filter(
    (name) => !Object.hasOwn(threshold, name) && !declared.includes(name),
  );
  const named = Object.entries(threshold).filter(
    ([name]) => sensitive.includes(name) || !declared.includes(name),
  );
  return Object.fromEntries([...named, ...own.map((name) => [name, DEFAULT_THRESHOLD] as const)]);
}

/** `fitted`: which variables stand for the columns; without it, one for each. */
function orderOf(
  { prepared }: Related,
  { names, association, sensitive, functions, classAssociations: classes }: Evidence,
  settings: ResolvedFit,
  fitted?: readonly FittedColumn[],
): CovariateOrder {
  const { order, threshold } = settings;
  const base = {
    names,
    association,
    response: prepared.response.name,
    sensitive,
    protect: settings.structure === 'cvine' ? settings.protect : 'table',
    classes,
    ...(fitted && { variables: variablesByColumn(fitted) }),
    ...(functions && { functions }),
    ...(threshold !== undefined && {
      threshold: thresholdsFor(sensitive, settings.sensitive, threshold),
    }),
  };
  if (order === 'auto') return covariateOrder(base);
  if (order === 'asis') return givenOrder(base);
  return givenOrder({ ...base, order: order.filter((name) => names.includes(name)) });
}

function variablesByColumn(fitted: readonly FittedColumn[]): Map<string, ColumnVariables> {
  return new Map(
    fitted.map(({ column, encoded, missing }) => [
      column.name,
      { value: encoded !== undefined, missing: missing !== undefined },
    ]),
  );
}
