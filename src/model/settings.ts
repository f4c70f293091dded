/** What a fit may be told, and what it resolves to. */

import { SELECTION_DEFAULTS, type SelectionOptions } from '../copula/selectSettings.ts';
import { checkColumnName } from '../numerics/checkName.ts';
import { InputError } from '../numerics/inputError.ts';
import { FEWEST_PEOPLE } from '../numerics/publish.ts';
import { type AssociationName, DEFAULT_ASSOCIATION } from '../order/association.ts';
import { DEFAULT_THRESHOLD } from '../order/covariateOrder.ts';
import { checkSchema, type TableSchema } from '../table/schema.ts';
import type { Table } from '../table/table.ts';
import type { Steps } from '../work/runAsync.ts';
import { checkConstraints } from './checkConstraints.ts';
import type { ModelTruncation } from './truncate.ts';

export interface FitProgress {
  readonly stage: 'order' | 'margins' | 'vine' | 'sample';
  readonly done: number;
  readonly total: number;
}

export type FitSteps<Result> = Steps<Result, FitProgress>;

export interface FitSettings extends SelectionOptions {
  /**
   * The column that the others are to predict; the centre of the first tree. Default: the one that the schema
   * says, or else, in `fit` and `orderTable`, the one that goes with the others most.
   */
  readonly response?: string;
  /** Columns to be protected most, in the order they shall have. Default: none. */
  readonly sensitive?: readonly string[];
  /** Column types and roles, as in schema.json; what is not declared is detected. */
  readonly schema?: TableSchema | object;
  /** How columns are compared for the order. Default: 'kendall'. */
  readonly association?: AssociationName;
  /** Associations above it join a column to the sensitive ones. Default: 0.6. */
  readonly threshold?: number | Readonly<Record<string, number>>;
  /** 'auto': Algorithm 1; 'asis': as in the table; or all modelled columns, the response last. Default: 'auto'. */
  readonly order?: 'auto' | 'asis' | readonly string[];
  /** Default: 'cvine'. */
  readonly structure?: 'cvine' | 'dvine' | 'rvine' | 'star';
  /**
   * Number of trees; where protected columns alone are cut, of these, or one for each of them by its name.
   * Default: all.
   */
  readonly truncation?: ModelTruncation;
  /**
   * Which columns a truncation cuts: 'table', all, as in the paper; 'related', the sensitive ones and those
   * that Algorithm 1 finds related to them; 'sensitive', these alone; or a list of names that the order
   * begins with. Only a C-vine can cut some. Default: 'related'.
   */
  readonly protect?: 'table' | 'related' | 'sensitive' | readonly string[];
  /** Number of trees of the columns that are not protected. Default: all. */
  readonly truncateRest?: number;
  /**
   * Whether pair copulas may differ between the classes of the response: 'auto', pair by pair where it
   * pays; 'never', as in the paper; 'always'. C-vines and stars alone, with 2 to 10 classes. Default: 'auto'.
   */
  readonly byClass?: 'auto' | 'never' | 'always';
  /**
   * What is done with functions of and rules between columns (rules/): 'auto', those that are found to hold
   * in every row are kept, besides those of the schema; 'schema', those of the schema alone; 'none'.
   * Default: 'auto'; 'schema' where the paper's generator is asked for, which knows no rules: with empirical
   * margins, or neither by class nor by column.
   */
  readonly rules?: 'auto' | 'schema' | 'none';
  /** Margins of continuous columns; 'empirical' keeps the column's values in the model. Default: 'smooth'. */
  readonly margins?: 'smooth' | 'empirical';
  /** Least rows behind a knot or a level. Default: 5. */
  readonly k?: number;
  /** The name of the level that takes in rare levels of nominal columns. Default: 'other'. */
  readonly pooledLevel?: string;
  /** Default: 1. */
  readonly seed?: number;
  /** Number of threads; the result does not depend on it. Default: 1. */
  readonly threads?: number;
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: FitProgress) => void;
}

export interface ResolvedFit extends Omit<FitSettings, 'schema'> {
  readonly response: string;
  readonly sensitive: readonly string[];
  readonly schema: TableSchema;
  readonly order: 'auto' | 'asis' | readonly string[];
  readonly structure: 'cvine' | 'dvine' | 'rvine' | 'star';
  readonly byClass: 'auto' | 'never' | 'always';
  readonly protect: 'table' | 'related' | 'sensitive' | readonly string[];
  /** Whether `protect` was asked for and is not the default. */
  readonly isProtectGiven: boolean;
  readonly rules: 'auto' | 'schema' | 'none';
  readonly margins: 'smooth' | 'empirical';
  readonly k: number;
  readonly pooledLevel: string;
  readonly seed: number;
}

/** What a fit does unless it is told otherwise: the one place where this is written. */
export const FIT_DEFAULTS = {
  association: DEFAULT_ASSOCIATION,
  threshold: DEFAULT_THRESHOLD,
  order: 'auto',
  structure: 'cvine',
  byClass: 'auto',
  protect: 'related',
  rules: 'auto',
  ...SELECTION_DEFAULTS,
  margins: 'smooth',
  k: FEWEST_PEOPLE,
  pooledLevel: 'other',
  seed: 1,
} as const satisfies Partial<FitSettings>;

const STRUCTURES = ['cvine', 'dvine', 'rvine', 'star'];

/** Checks what needs no more than the names of the columns. */
export function resolveFit(table: Table, settings: FitSettings): ResolvedFit {
  const schema = resolveSchema(settings.schema);
  const names = table.columns.map(({ name }) => name);
  const {
    structure = FIT_DEFAULTS.structure,
    byClass = FIT_DEFAULTS.byClass,
    protect = FIT_DEFAULTS.protect,
    margins = FIT_DEFAULTS.margins,
    k = FIT_DEFAULTS.k,
    seed = FIT_DEFAULTS.seed,
    order = FIT_DEFAULTS.order,
    pooledLevel = FIT_DEFAULTS.pooledLevel,
    rules = isPaper(settings) ? 'schema' : FIT_DEFAULTS.rules,
  } = settings;
  const declared = (role: string) =>
    names.filter((name) => schema.columns.get(name)?.role === role);
  const response = settings.response ?? declared('response')[0];
  if (response === undefined) {
    throw new InputError('Response: none given. Name the column that the others are to predict.');
  }
  checkColumnName(response, names, 'Response');
  const sensitive = settings.sensitive ?? declared('sensitive');
  for (const name of sensitive) checkColumnName(name, names, 'Sensitive columns');
  if (Array.isArray(order)) for (const name of order) checkColumnName(name, names, 'Order');
  else if (order !== 'auto' && order !== 'asis') {
    throw new InputError(`Order: found '${order}'. Give auto, asis or a list of columns.`);
  }
  if (!STRUCTURES.includes(structure)) {
    throw new InputError(`Structure: found '${structure}'. Give ${STRUCTURES.join(', ')}.`);
  }
  checkByClass(byClass);
  checkConstraints(schema, names);
  checkProtect(protect, names);
  if (!['auto', 'schema', 'none'].includes(rules)) {
    throw new InputError(`Rules: found '${rules}'. Give auto, schema or none.`);
  }
  checkTruncateRest(settings.truncateRest);
  if (margins !== 'smooth' && margins !== 'empirical') {
    throw new InputError(`Margins: found '${margins}'. Give smooth or empirical.`);
  }
  if (!Number.isInteger(k) || k < 2) {
    throw new InputError(`k: found ${k}. Give a whole number of at least 2.`);
  }
  if (!Number.isSafeInteger(seed) || seed < 0) {
    throw new InputError(`Seed: found ${seed}. Give a whole number of at least 0.`);
  }
  return {
    ...settings,
    schema,
    response,
    sensitive,
    structure,
    byClass,
    protect,
    isProtectGiven: settings.protect !== undefined,
    rules,
    margins,
    k,
    seed,
    order,
    pooledLevel,
  };
}

/** Whether what is asked for is the paper's. */
function isPaper({ margins, byClass, protect }: FitSettings): boolean {
  return margins === 'empirical' || (byClass === 'never' && protect === 'table');
}

function checkByClass(byClass: string): void {
  if (['auto', 'never', 'always'].includes(byClass)) return;
  throw new InputError(`By class: found '${byClass}'. Give auto, never or always.`);
}

function checkProtect(protect: ResolvedFit['protect'], names: readonly string[]): void {
  if (typeof protect !== 'string') {
    for (const name of protect) checkColumnName(name, names, 'Protect');
    return;
  }
  if (['table', 'related', 'sensitive'].includes(protect)) return;
  throw new InputError(`Protect: found '${protect}'. Give table, related or sensitive.`);
}

function checkTruncateRest(trees: number | undefined): void {
  if (trees === undefined || (Number.isSafeInteger(trees) && trees >= 0)) return;
  throw new InputError(
    `Truncation of the rest: found ${trees}. Give a whole number of at least 0.`,
  );
}

/** A schema as it is, or the object of a schema.json. */
export function resolveSchema(schema: TableSchema | object | undefined): TableSchema {
  if (schema === undefined) return { columns: new Map() };
  const isChecked = 'columns' in schema && schema.columns instanceof Map;
  return isChecked ? (schema as TableSchema) : checkSchema(schema);
}
