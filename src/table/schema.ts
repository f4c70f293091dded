/** schema.json: what the user says about columns. Columns that it does not name are detected. */

import * as z from 'zod';
import { InputError } from '../numerics/inputError.ts';

// pages with a strict policy let no code be made from text, and report even the attempt
z.config({ jitless: true });

export const COLUMN_TYPES = [
  'continuous',
  'count',
  'boolean',
  'ordered',
  'nominal',
  'date',
  'identifier',
  'text',
] as const;

export type ColumnType = (typeof COLUMN_TYPES)[number];

const level = z.union([z.string(), z.number(), z.boolean()]).transform(String);

const columnSchema = z.strictObject({
  type: z.enum(COLUMN_TYPES).optional().describe('What the column holds; detected if left out.'),
  decimals: z.int().min(0).max(100).optional().describe('Decimals to write numbers with.'),
  step: z
    .number()
    .positive()
    .optional()
    .describe('Numbers are multiples of it: 1 for whole numbers, 0.5, 5. Default: by decimals.'),
  min: z.union([z.number(), z.string()]).optional().describe('The least value there can be.'),
  max: z.union([z.number(), z.string()]).optional().describe('The largest value there can be.'),
  levels: z
    .array(level)
    .min(1)
    .refine((levels) => new Set(levels).size === levels.length, 'holds a level twice')
    .optional()
    .describe('All levels of a category, in their order.'),
  format: z.string().optional().describe('How dates are written, such as DD.MM.YYYY.'),
  missing: z
    .array(level)
    .optional()
    .describe('Codes of missing values in this column, such as -8.'),
  role: z.enum(['response', 'sensitive']).optional().describe('What the column is for.'),
});

const tableSchema = z.strictObject({
  columns: z.record(z.string(), columnSchema).optional().describe('By the name of the column.'),
  missing: z
    .array(level)
    .optional()
    .describe('Codes of missing values besides empty cells, NA and the like.'),
});

const names = z.array(z.string()).min(2);

const constraintSchema = z.union([
  z.strictObject({ rule: z.string().min(1).describe('Such as admitted <= discharged.') }),
  z.strictObject({
    combinations: names.describe('Categories that occur only as the table has them.'),
  }),
  z.strictObject({ together: names.describe('Columns that are all missing or all there.') }),
]);

const derivedSchema = z.union([
  z.strictObject({ from: z.union([z.string(), z.array(z.string()).min(1)]) }),
  z.strictObject({
    near: z.string().min(1).describe('What it lies close to, such as months * charge.'),
  }),
  z.literal(false),
]);

const relationsSchema = z.strictObject({
  derived: z
    .record(z.string(), derivedSchema)
    .optional()
    .describe('Columns that follow from others, by name; false: it is modelled all the same.'),
  constraints: z.array(constraintSchema).optional().describe('What holds in every row.'),
});

/** What must hold in every row. */
export type Constraint =
  /** A rule such as `admitted <= discharged` (rules/parseRule.ts). */
  | { readonly rule: string }
  /** Categories that occur in combinations that the table has, and in no others. */
  | { readonly combinations: readonly string[] }
  /** Columns that are all missing or all there. */
  | { readonly together: readonly string[] };

/**
 * The columns that a column follows from, or the expression of others that it lies close to; false: neither, whatever
 * it looks like.
 */
export type DerivedSchema =
  | { readonly from: string | readonly string[] }
  | { readonly near: string }
  | false;

/** What is declared about a column. */
export interface ColumnSchema {
  /** What the column holds; detected if left out. */
  readonly type?: ColumnType | undefined;
  /** Decimals to write numbers with. */
  readonly decimals?: number | undefined;
  /** Numbers are multiples of it: 1 for whole numbers, 0.5, 5. Default: by their decimals. */
  readonly step?: number | undefined;
  /** The least and the largest value there can be; dates in the column's format. */
  readonly min?: number | string | undefined;
  readonly max?: number | string | undefined;
  /** All levels of a category, in their order. */
  readonly levels?: readonly string[] | undefined;
  /** How dates are written, such as DD.MM.YYYY. */
  readonly format?: string | undefined;
  /** Codes of missing values in this column, besides those of the whole table. */
  readonly missing?: readonly string[] | undefined;
  readonly role?: 'response' | 'sensitive' | undefined;
}

/** A schema; a map, so that no name of a column can mean anything else. */
export interface TableSchema {
  readonly columns: ReadonlyMap<string, ColumnSchema>;
  readonly missing?: readonly string[];
  /** Columns that follow from others, by name. */
  readonly derived?: ReadonlyMap<string, DerivedSchema>;
  readonly constraints?: readonly Constraint[];
}

/** Declared codes of missing values: of all columns, and of single ones by their name. */
export interface MissingCodes {
  readonly all: readonly string[];
  readonly byColumn: ReadonlyMap<string, readonly string[]>;
}

export function missingCodesOf(schema: TableSchema | undefined): MissingCodes {
  const own = [...(schema?.columns ?? [])].flatMap(
    ([name, { missing = [] }]): [string, readonly string[]][] =>
      missing.length > 0 ? [[name, missing]] : [],
  );
  return { all: schema?.missing ?? [], byColumn: new Map(own) };
}

/** The JSON Schema of schema.json. */
export function jsonSchemaOfSchema(): unknown {
  return z.toJSONSchema(tableSchema.extend(relationsSchema.shape), { io: 'input' });
}

/** Reads the text of a schema.json, and refuses it with everything that is wrong with it. */
export function parseSchema(text: string, name = 'the schema'): TableSchema {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new InputError(`${name}: not valid JSON. Check its commas, quotes and brackets.`);
  }
  return checkSchema(value, name);
}

/** Takes a schema from an object as in schema.json. */
export function checkSchema(value: unknown, name = 'the schema'): TableSchema {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new InputError(
      `${name}: must be an object with "columns", "missing", "derived" and "constraints".`,
    );
  }
  const { columns: given, derived, constraints, ...rest } = value as Record<string, unknown>;
  const faults = [
    ...faultsOf(tableSchema.safeParse(rest).error, ''),
    ...faultsOf(relationsSchema.safeParse({ derived, constraints }).error, ''),
  ];
  const columns = new Map<string, ColumnSchema>();
  if (
    given !== undefined &&
    (typeof given !== 'object' || given === null || Array.isArray(given))
  ) {
    faults.push('columns: must be an object with the names of columns');
  } else {
    // one by one: the names are the user's, and zod passes over __proto__
    for (const [column, declared] of Object.entries(given ?? {})) {
      const result = columnSchema.safeParse(declared);
      if (result.success) columns.set(column, result.data);
      else faults.push(...faultsOf(result.error, `column ${JSON.stringify(column)}`));
    }
  }
  if (faults.length > 0)
    throw new InputError(`${name}:\n${faults.map((fault) => `- ${fault}`).join('\n')}`);
  const { missing } = tableSchema.parse(rest);
  return {
    columns,
    ...(missing && { missing }),
    ...(derived !== undefined && {
      derived: new Map(Object.entries(derived as Record<string, DerivedSchema>)),
    }),
    ...(constraints !== undefined && { constraints: constraints as Constraint[] }),
  };
}

function faultsOf(error: z.ZodError | undefined, where: string): string[] {
  return (error?.issues ?? []).map(({ path, message }) => {
    const place = [where, ...path.map(String)].filter((part) => part !== '').join(', ');
    return place === '' ? message : `${place}: ${message}`;
  });
}

/** A schema as the object that schema.json holds. */
export function schemaToJSON({ columns, missing, derived, constraints }: TableSchema): {
  columns: Record<string, ColumnSchema>;
  missing?: readonly string[];
  derived?: Record<string, DerivedSchema>;
  constraints?: readonly Constraint[];
} {
  return {
    columns: Object.fromEntries(columns),
    ...(missing && { missing }),
    ...(derived && { derived: Object.fromEntries(derived) }),
    ...(constraints && { constraints }),
  };
}

/** What is detected, overruled by what is declared. */
export function completeSchema(detected: TableSchema, declared: TableSchema): TableSchema {
  const columns = new Map(
    [...detected.columns].map(([name, column]) => [
      name,
      { ...column, ...declared.columns.get(name) },
    ]),
  );
  const { missing, derived, constraints } = declared;
  return {
    columns,
    ...(missing && { missing }),
    ...(derived && { derived }),
    ...(constraints && { constraints }),
  };
}
