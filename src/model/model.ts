/** The TVineSynth model: plain data from which tables are drawn. It holds no row of the real table. */

import type { Grid } from '../margins/grid.ts';
import type { IdentifierShape } from '../margins/identifiers.ts';
import type { LevelsMargin } from '../margins/levels.ts';
import type { ColumnMargin } from '../margins/margin.ts';
import { unknownColumn } from '../numerics/checkName.ts';
import { truncationBeforeCentre } from '../order/covariateOrder.ts';
import type { Derivation } from '../rules/derivation.ts';
import type { Given } from '../rules/given.ts';
import type { Tree } from '../rules/tree.ts';
import type { ColumnLayout } from '../table/applySchema.ts';
import type { ColumnType, Constraint, TableSchema } from '../table/schema.ts';
import type { FileFormat } from '../table/table.ts';
import type { Vine } from '../vine/vine.ts';
import type { ProtectedColumn } from './protection.ts';

/** That a column is missing, a variable of its own. */
export interface MissingState {
  readonly variable: number;
  readonly margin: LevelsMargin;
  /** How it follows from other columns, if it does. */
  readonly given?: Tree;
}

/** What a column of the synthetic table is made of. */
export type ColumnContent =
  | {
      readonly kind: 'modelled';
      readonly margin: ColumnMargin;
      /** Its variable in the vine; null for a column that has one value only. */
      readonly variable: number | null;
      /** The state "is missing", a variable of its own; null for a column without missing values. */
      readonly missing: MissingState | null;
      /** How its value follows from the margin's and other columns; nothing if it is the margin's. */
      readonly given?: Given;
      /** It is missing where one of these is. */
      readonly missingAs?: readonly string[];
      /** It is missing where one of these conditions holds. */
      readonly missingIf?: readonly string[];
    }
  | {
      /** Computed from other columns; the vine has no more of it than whether it is missing. */
      readonly kind: 'derived';
      readonly by: Derivation;
      readonly grid: Grid;
      /** Of a category. */
      readonly levels?: readonly string[];
      readonly missing: MissingState | null;
      readonly missingAs?: readonly string[];
      readonly missingIf?: readonly string[];
    }
  | { readonly kind: 'missing' }
  | {
      readonly kind: 'identifier';
      readonly shape: IdentifierShape;
      readonly missingAs?: readonly string[];
    };

export interface ModelColumn {
  readonly name: string;
  readonly type: ColumnType;
  readonly layout: ColumnLayout;
  /** Bounds that the schema declares. */
  readonly min?: number;
  readonly max?: number;
  readonly content: ColumnContent;
}

export interface Model {
  /** The version of the engine that fitted it. */
  readonly engine: string;
  /** The seed of the fit. */
  readonly seed: number;
  /** Rows of the fit. */
  readonly rows: number;
  readonly response: string;
  readonly sensitive: readonly string[];
  readonly margins: 'smooth' | 'empirical';
  /** Least rows behind a knot or a level. */
  readonly k: number;
  readonly structure: 'cvine' | 'dvine' | 'rvine' | 'star';
  /** How the table is written. */
  readonly table: FileFormat;
  /** In the order of the table. */
  readonly columns: readonly ModelColumn[];
  /** The variables of the vine in the order of the paper: the response last. */
  readonly order: readonly string[];
  readonly vine: Vine;
  /** The columns that a truncation cuts, in the order of the vine; nothing if it cuts all. */
  readonly protected?: readonly ProtectedColumn[];
  /** What holds in every row that is drawn; nothing if nothing is asked for. */
  readonly constraints?: readonly Constraint[];
  /** What was pooled, filled, left out or cannot be promised. */
  readonly notes: readonly string[];
}

/**
 * The largest truncation at which no sensitive column, nor the state that it is missing, is the centre
 * of a tree of the C-vine; all trees if no column is sensitive. Counted in variables of the vine.
 */
export function sensibleTruncation({ order, sensitive, columns }: Model): number {
  const d = order.length - 1;
  const last = columns.reduce((furthest, { name, content }) => {
    return sensitive.includes(name) ? Math.max(furthest, ...variablesOf(content)) : furthest;
  }, -1);
  return last < 0 ? d : truncationBeforeCentre(d, last + 1);
}

/** The variables of the vine that stand for a column. */
export function variablesOf(content: ColumnContent): number[] {
  if (content.kind !== 'modelled' && content.kind !== 'derived') return [];
  const own = content.kind === 'modelled' ? content.variable : null;
  return [own, content.missing?.variable ?? null].filter((each) => each !== null);
}

/** The levels that a category comes out with; none of numbers. */
export function levelsOfContent(content: ColumnContent): readonly string[] | undefined {
  if (content.kind === 'derived') return content.levels;
  if (content.kind !== 'modelled') return undefined;
  const { given, margin } = content;
  if (given && given.kind !== 'bounded' && given.kind !== 'near') return given.levels;
  return margin.kind === 'levels' ? margin.levels : undefined;
}

/** The model's column of a name. */
export function columnOf(model: Model, name: string): ModelColumn {
  const column = model.columns.find((each) => each.name === name);
  if (column) return column;
  const names = model.columns.map((each) => each.name);
  throw unknownColumn(name, names, 'Columns', 'the model');
}

/** The classes of a discrete response by the names they have in the table. */
export function classNames(model: Model): readonly string[] {
  const { content } = columnOf(model, model.response);
  if (content.kind !== 'modelled') return [];
  const { margin } = content;
  if (margin.kind === 'levels') return margin.levels;
  if (margin.kind !== 'discrete') return [];
  return margin.values.map(([low, high]) => (low === high ? `${low}` : `${low} to ${high}`));
}

/** What the model takes its columns for, as a schema. */
export function schemaOfModel({ columns, constraints }: Model): TableSchema {
  return {
    ...(constraints && { constraints }),
    columns: new Map(
      columns.map(({ name, type, min, max, layout: { missingCode } }) => [
        name,
        {
          type,
          ...(min !== undefined && { min }),
          ...(max !== undefined && { max }),
          ...(missingCode && { missing: [missingCode] }),
        },
      ]),
    ),
  };
}
