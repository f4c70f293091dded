/** All that comes before the vine: columns prepared, margins fitted, variables in their order. */

import { clipToLimits } from '../margins/clip.ts';
import type { Encoded } from '../margins/margin.ts';
import { InputError } from '../numerics/inputError.ts';
import { associationMatrix, DEFAULT_ASSOCIATION } from '../order/association.ts';
import { classAssociations } from '../order/classAssociations.ts';
import {
  type CovariateOrder,
  covariateOrder,
  DEFAULT_THRESHOLD,
  givenOrder,
} from '../order/covariateOrder.ts';
import { functionsOf } from '../order/functionsOf.ts';
import { type ResponseClass, responseClasses } from '../order/responseClasses.ts';
import { rngFromSeed } from '../random/rng.ts';
import type { TypedTable } from '../table/applySchema.ts';
import type { Related } from './applyRelations.ts';
import { type FittedColumn, fitMargins, gridOf } from './fitMargins.ts';
import {
  noResponse,
  type Prepared,
  type PreparedColumn,
  prepareColumns,
} from './prepareColumns.ts';
import { whyUncut } from './protection.ts';
import { relateColumns } from './relateColumns.ts';
import type { FitSteps, ResolvedFit } from './settings.ts';

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

export function* arrange(typed: TypedTable, settings: ResolvedFit): FitSteps<Arranged> {
  const { response, seed } = settings;
  const relate = relateColumns(
    prepareColumns(typed, settings),
    settings,
    rngFromSeed(seed).split('relate'),
  );
  const open = relate(new Set());
  if (open.prepared.columns.length < 2) {
    throw new InputError(
      `Table: nothing but the response '${response}' can be modelled. Give a table with at least one other column.`,
    );
  }
  yield { stage: 'order', done: 0, total: 1 };
  let ordered = yield* orderRelated(open, settings);
  // what a truncation cuts is known once the order is: it must not be drawn given a category
  const { protected: cut, K } = ordered.order;
  const closed = new Set([...cut, ...K.map(({ name }) => name)]);
  const isCut = [...open.given].some(
    ([name, given]) =>
      given.kind === 'within' && [name, ...given.from].some((each) => closed.has(each)),
  );
  if (isCut) ordered = yield* orderRelated(relate(closed), settings);
  const { related, prepared, fitted, byName, order, classes, sensitive } = ordered;
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

/** The order of the columns, and their margins. */
function* orderRelated(related: Related, settings: ResolvedFit) {
  const { response, seed, k } = settings;
  const { prepared } = related;
  // ranks bound what one record does; Pearson's correlation is of clipped values
  const isPearson = settings.association === 'pearson' && settings.margins === 'smooth';
  // a column that is drawn given others is compared as it is
  const compared = prepared.columns.map((column) => {
    const own = { ...column, ...column.original };
    return isPearson ? withoutOutliers(own, k) : own.values;
  });
  const association = associationMatrix(compared, settings.association);
  const fitted = yield* fitMargins(prepared, association, settings, rngFromSeed(seed).split('fit'));
  const byName = new Map(fitted.map((each) => [each.column.name, each]));
  if (!byName.get(response)?.encoded) throw noResponse(response, k);
  const notes: string[] = [];
  const sensitive = modelledSensitive(related, byName, notes);
  const classes = classesOf(prepared, settings);
  const order = orderOf({ prepared, fitted, compared, association, sensitive, classes }, settings);
  return { related, prepared, fitted, byName, order, classes, sensitive, notes };
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
  byName: ReadonlyMap<string, FittedColumn>,
  notes: string[],
): string[] {
  return sensitive.filter((name) => {
    if (derived.has(name)) return false;
    if (byName.has(name)) return true;
    notes.push(`${name}: declared sensitive, but it is not modelled.`);
    return false;
  });
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

interface Found extends Pick<Arranged, 'prepared' | 'fitted' | 'sensitive' | 'classes'> {
  /** The columns as they are compared, and how. */
  readonly compared: readonly Float64Array[];
  readonly association: readonly Float64Array[];
}

function orderOf(found: Found, settings: ResolvedFit): CovariateOrder {
  const { prepared, fitted, compared, association, sensitive, classes } = found;
  const { order, threshold, byClass } = settings;
  const names = prepared.columns.map(({ name }) => name);
  const response = prepared.response.name;
  const variables = new Map(
    fitted.map(({ column, encoded, missing }) => [
      column.name,
      { value: encoded !== undefined, missing: missing !== undefined },
    ]),
  );
  const protect = settings.structure === 'cvine' ? settings.protect : 'table';
  // the paper's algorithm compares whole columns by associations, and nothing else
  const isPaper = byClass === 'never' && settings.protect === 'table';
  const functions = isPaper
    ? undefined
    : functionsOf({
        names,
        columns: compared,
        isCategory: prepared.columns.map(
          ({ levels, original }) => (original ?? { levels }).levels !== undefined,
        ),
        response,
        sensitive,
        classes,
      });
  const base = {
    names,
    association,
    response,
    sensitive,
    variables,
    protect,
    classes: classAssociations(compared, classes, settings.association ?? DEFAULT_ASSOCIATION),
    ...(functions && { functions }),
    ...(threshold !== undefined && {
      threshold: thresholdsFor(sensitive, settings.sensitive, threshold),
    }),
  };
  if (order === 'auto') return covariateOrder(base);
  if (order === 'asis') return givenOrder(base);
  return givenOrder({ ...base, order: order.filter((name) => names.includes(name)) });
}
