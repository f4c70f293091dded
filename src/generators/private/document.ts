/**
 * A fitted generator as a document: format, version, content, and a checksum over them, as the model
 * file has it. It finds accidents and careless edits; it is no signature.
 */

import { InputError } from '../../numerics/inputError.ts';
import { sha256 } from '../../documents/sha256.ts';
import type { FileFormat } from '../../table/table.ts';
import type { ColumnCells } from './domain.ts';

const VERSION = 1;

/** What the documents of private generators share: the public cells, and how the table is written. */
export interface Saved {
  readonly columns: readonly ColumnCells[];
  readonly table: FileFormat;
  readonly notes: readonly string[];
}

export function sealed<Content extends Saved>(format: string, content: Content): object {
  const whole = { format, version: VERSION, ...content };
  return { ...whole, checksum: checksumOf(whole) };
}

/** The content of a document that `sealed` made; anything else is refused with the reason. */
export function unsealed<Content extends Saved>(format: string, saved: unknown): Content {
  if (typeof saved !== 'object' || saved === null || Array.isArray(saved)) {
    throw damaged('it is no JSON object');
  }
  const { checksum, ...rest } = saved as Record<string, unknown>;
  if (rest.format !== format) throw damaged(`its format is not '${format}'`);
  if (rest.version !== VERSION) {
    throw new InputError(
      `Saved generator: its version is ${JSON.stringify(rest.version)}, this engine reads version ${VERSION}. Use the engine that wrote it.`,
    );
  }
  if (checksum !== checksumOf(rest)) throw damaged('its checksum does not match');
  const { format: _, version: __, ...content } = rest;
  const { columns, table, notes } = content as Partial<Saved>;
  const isWhole =
    Array.isArray(columns) &&
    columns.length > 0 &&
    columns.every(isColumn) &&
    typeof table === 'object' &&
    Array.isArray(notes);
  if (!isWhole) throw damaged('a part of it is missing');
  return content as unknown as Content;
}

function isColumn(column: ColumnCells): boolean {
  if (typeof column?.name !== 'string' || typeof column.layout !== 'object') return false;
  const own = column.kind === 'levels' ? column.levels?.length : column.bins;
  return Number.isSafeInteger(own) && own > 0 && column.cells === own + (column.missing ? 1 : 0);
}

export function damaged(reason: string): InputError {
  return new InputError(
    `Saved generator: it is damaged or was not written by this engine: ${reason}.`,
  );
}

function checksumOf(content: object): string {
  return sha256(new TextEncoder().encode(JSON.stringify(content)));
}
