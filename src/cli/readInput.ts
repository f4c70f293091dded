/** Reads what a command is given: a table, and the schema that goes with it. */

import { readFile } from 'node:fs/promises';
import { InputError } from '../numerics/inputError.ts';
import { readTableFile, standardInput } from '../table/files.ts';
import { leaveOut, leaveOutOfSchema } from '../table/leaveOut.ts';
import type { ReadOptions } from '../table/readTable.ts';
import { parseSchema, type TableSchema } from '../table/schema.ts';
import type { Table } from '../table/table.ts';
import type { InputDigests } from './inputDigests.ts';
import type { TableOptions } from './options.ts';

export interface Input {
  readonly table: Table;
  readonly schema: TableSchema | undefined;
}

export async function readInput(
  path: string,
  options: TableOptions,
  signal: AbortSignal,
  digests?: InputDigests,
): Promise<Input> {
  const schema = await readSchema(options, digests);
  const missing = [...(schema?.missing ?? []), ...(options.missing ?? [])];
  const columns = [...(schema?.columns ?? [])];
  const text = columns.flatMap(([name, { type }]) => (type === 'text' ? [name] : []));
  const reading = { ...readOptions({ ...options, missing }, signal), text };
  const whole = await readTableFile(path, reading, digests?.tap('table', path));
  const { leaveOut: left = [] } = options;
  const own = schema && leaveOutOfSchema(schema, left);
  return {
    table: leaveOut(whole, left),
    schema: own && missing.length > 0 ? { ...own, missing } : own,
  };
}

/** How tables are read besides the first, which may have a schema. */
export function readOptions(
  {
    missing = [],
    maxBytes,
    delimiter,
    header,
    sheet,
  }: Pick<TableOptions, 'missing' | 'maxBytes' | 'delimiter' | 'header' | 'sheet'>,
  signal: AbortSignal,
): ReadOptions {
  return {
    ...(missing.length > 0 && { missing }),
    ...(maxBytes !== undefined && { maxBytes }),
    ...(delimiter !== undefined && { delimiter }),
    ...(header !== undefined && { header: header === 'yes' }),
    ...(sheet !== undefined && { sheet }),
    signal,
  };
}

async function readSchema(
  { schema }: TableOptions,
  digests: InputDigests | undefined,
): Promise<TableSchema | undefined> {
  if (schema === undefined) return undefined;
  const text = await readText(schema);
  digests?.tap('schema', schema)(new TextEncoder().encode(text));
  return parseSchema(text, schema);
}

/** The text of a file, or of standard input for '-'. */
export async function readText(path: string): Promise<string> {
  if (path === '-') {
    const parts: Buffer[] = [];
    for await (const part of standardInput()) parts.push(Buffer.from(part));
    return Buffer.concat(parts).toString('utf8');
  }
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const found = code === 'ENOENT' ? 'there is no such file' : `it cannot be read (${code})`;
    throw new InputError(`${path}: ${found}. Check the path.`);
  }
}
