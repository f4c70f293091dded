/**
 * What each column holds, and why: the rules are in judgeNumbers.ts and judgeText.ts, and what a schema
 * declares overrules them. Text in the reasons is about counts and names of columns, never about cells.
 */

import { type Facts, factsOf, survey } from './columnFacts.ts';
import { counted } from './counted.ts';
import { declareMissing } from './declareMissing.ts';
import { type Identity, identityOf } from './identity.ts';
import { identityWarning, judgeIdentity } from './judgeIdentity.ts';
import { judgeNumbers } from './judgeNumbers.ts';
import { judgeText } from './judgeText.ts';
import { levelsOf } from './levelNames.ts';
import { type ColumnSchema, type ColumnType, missingCodesOf, type TableSchema } from './schema.ts';
import { type SuspectedCode, suspectNumbers, suspectTexts } from './suspectCodes.ts';
import type { Column, Table } from './table.ts';
import type { Verdict } from './verdict.ts';

export interface DetectOptions {
  /** What is declared; it overrules detection. */
  readonly schema?: TableSchema;
}

/** What a column was taken for. */
export interface ColumnDetection extends Verdict {
  readonly name: string;
  /** All its values are the same, or all are missing. */
  readonly constant: boolean;
  /** How many values differ. */
  readonly distinct: number;
  readonly missing: number;
  /** How missing values are written. */
  readonly missingCode?: string;
  /** Rows that share their value with another row. */
  readonly ties: number;
  /** Decimals that numbers are written with. */
  readonly decimals?: number;
  /** The numbers are multiples of it, where this does not follow from the decimals: 1, 0.5, 5. */
  readonly step?: number;
  /** What the column says of who a person is. */
  readonly identity?: Identity;
  /** Values that may stand for "missing". */
  readonly suspected?: readonly SuspectedCode[];
  readonly warnings: readonly string[];
}

export interface Detection {
  readonly rows: number;
  readonly columns: readonly ColumnDetection[];
  /** What is to be known about the whole table. */
  readonly warnings: readonly string[];
}

/** What a table holds, column by column. */
export function detectSchema(table: Table, options: DetectOptions = {}): Detection {
  const { schema } = options;
  const { columns, rows, notes = [] } = declareMissing(table, missingCodesOf(schema));
  const found = columns.map((column) => {
    const detected = detectColumn(column, rows);
    const declared = schema?.columns.get(column.name);
    const type = declared && (declared.type ?? impliedType(declared, column, detected.type));
    if (type === undefined) return asWritten(detected, declared);
    const reason = declared?.type
      ? 'declared in the schema'
      : 'implied by what the schema declares';
    return asWritten(
      type === detected.type
        ? { ...detected, reason }
        : { ...declaredColumn(column, rows, type), reason },
      declared,
    );
  });
  return { rows, columns: found, warnings: [...notes, ...tableWarnings(found, rows)] };
}

/** Decimals and step as they are declared; decimals alone say that there is no other step. */
function asWritten(
  detected: ColumnDetection,
  { decimals, step }: ColumnSchema = {},
): ColumnDetection {
  if (detected.decimals === undefined || (decimals ?? step) === undefined) return detected;
  const { step: _, ...rest } = detected;
  return {
    ...rest,
    decimals: decimals ?? detected.decimals,
    ...(step !== undefined && { step }),
  };
}

/** The type that follows from what is declared besides it, where detection found another kind. */
function impliedType(
  { levels, format, min, max, decimals, step }: ColumnSchema,
  column: Column,
  detected: ColumnType,
): ColumnType | undefined {
  const isCategory = detected === 'boolean' || detected === 'ordered' || detected === 'nominal';
  if (levels) return isCategory ? undefined : 'nominal';
  if (format !== undefined) return 'date';
  if (column.kind !== 'numeric' || (min ?? max ?? decimals ?? step) === undefined) return undefined;
  if (detected === 'continuous' || detected === 'count') return undefined;
  const { isWhole, least } = survey(column.values);
  return isWhole && least >= 0 ? 'count' : 'continuous';
}

/** The schema that says what was detected. */
export function schemaOf(detection: Detection, missing?: readonly string[]): TableSchema {
  const columns = new Map(
    detection.columns.map(({ name, type, decimals, step, levels, format }) => [
      name,
      {
        type,
        ...(decimals !== undefined && type === 'continuous' && { decimals }),
        ...(step !== undefined && isNumberType(type) && step !== wholeStep(type) && { step }),
        ...(levels !== undefined && levels.length > 0 && { levels: [...levels] }),
        ...(format !== undefined && { format }),
      },
    ]),
  );
  return missing && missing.length > 0 ? { columns, missing } : { columns };
}

function isNumberType(type: ColumnType): boolean {
  return type === 'continuous' || type === 'count';
}

/** Counts are whole numbers anyway. */
function wholeStep(type: ColumnType): number | undefined {
  return type === 'count' ? 1 : undefined;
}

function detectColumn(column: Column, rows: number): ColumnDetection {
  const facts = factsOf(column, rows);
  const own = ownVerdict(column, facts);
  const identity = identityIn(column, facts, own);
  const verdict = identity ? judgeIdentity(column, own, identity) : own;
  const suspected = suspectedIn(column, facts, own);
  const warnings = [
    ...(verdict.warnings ?? []),
    ...columnWarnings(facts, rows),
    ...suspected.map((each) => codeWarning(column.name, each)),
  ];
  return { ...facts.base, ...verdict, ...seen(identity, suspected), warnings };
}

function ownVerdict(column: Column, facts: Facts): Verdict {
  return column.kind === 'text' ? judgeText(column, facts) : judgeNumbers(column, facts);
}

/** A column of dates is no identifier; one that is called birth and holds no dates is not one of birth. */
function identityIn(column: Column, { n, k }: Facts, { type }: Verdict): Identity | undefined {
  if (type === 'boolean') return undefined;
  const identity = identityOf(column, n, k);
  const isDate = type === 'date';
  return identity && (identity.kind === 'date of birth') === isDate ? identity : undefined;
}

function suspectedIn(column: Column, facts: Facts, verdict: Verdict): SuspectedCode[] {
  return column.kind === 'text' ? suspectTexts(column, verdict) : suspectNumbers(facts, verdict);
}

function seen(identity: Identity | undefined, suspected: readonly SuspectedCode[]) {
  return { ...(identity && { identity }), ...(suspected.length > 0 && { suspected }) };
}

/** What a suspected code is, and how it is declared. */
export function codeWarning(name: string, { code, rows, why }: SuspectedCode): string {
  return `is ${code} a code for missing values? About ${rows} rows have it, and ${why}. If so, declare it: --missing=${/[\s,]/.test(code) ? JSON.stringify(code) : code} for all columns, or { "columns": { ${JSON.stringify(name)}: { "missing": [${JSON.stringify(code)}] } } } in the schema`;
}

function declaredColumn(
  column: Column,
  rows: number,
  type: ColumnType,
): Omit<ColumnDetection, 'reason'> {
  const facts = factsOf(column, rows);
  const own = ownVerdict(column, facts);
  const identity = identityIn(column, facts, own);
  const suspected = suspectedIn(column, facts, own);
  const isCategory = type === 'boolean' || type === 'ordered' || type === 'nominal';
  return {
    ...facts.base,
    type,
    ...(isCategory && { levels: levelsOf(column) }),
    ...seen(identity, suspected),
    warnings: [
      ...columnWarnings(facts, rows),
      ...(identity ? [identityWarning(identity, type)] : []),
      ...suspected.map((each) => codeWarning(column.name, each)),
    ],
  };
}

function columnWarnings({ n, base }: Facts, rows: number): string[] {
  const share = rows > 0 ? base.missing / rows : 0;
  return n > 0 && share > 0.5 ? [`${Math.round(share * 100)} % of the values are missing`] : [];
}

function tableWarnings(columns: readonly ColumnDetection[], rows: number): string[] {
  const modelled = columns.filter(({ type }) => type !== 'identifier' && type !== 'text').length;
  return [
    ...(modelled > rows
      ? [`${counted(modelled, 'column')} to be modelled but only ${counted(rows, 'row')}`]
      : []),
    ...(modelled === 0 ? ['no column can be modelled: all are identifiers or free text'] : []),
  ];
}
