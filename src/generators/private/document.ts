/** A fitted private generator as a document (documents/sealedDocument.ts), and what all of them share. */

import { type Check, type Fault, list, text, within } from '../../documents/check.ts';
import {
  damaged as damagedDocument,
  refuseFaults,
  sealed as sealedDocument,
  unsealed as unsealedDocument,
} from '../../documents/sealedDocument.ts';
import type { InputError } from '../../numerics/inputError.ts';
import { formatCheck } from '../../table/layoutSchema.ts';
import type { FileFormat } from '../../table/table.ts';
import { cellsCheck } from './cellsSchema.ts';
import type { ColumnCells } from './domain.ts';

const WHAT = 'Saved generator';
const VERSION = 1;

/** What the documents of private generators share: the public cells, and how the table is written. */
export interface Saved {
  readonly columns: readonly ColumnCells[];
  readonly table: FileFormat;
  readonly notes: readonly string[];
}

const SHARED: Readonly<Record<string, Check>> = {
  columns: cellsCheck,
  table: formatCheck,
  notes: list(text()),
};

export function sealed<Content extends Saved>(format: string, content: Content): object {
  return sealedDocument({ what: WHAT, format, version: VERSION }, content);
}

/**
 * The content of a document that `sealed` made; anything else is refused with the reason. `own`: the
 * parts that this generator has besides the shared ones.
 */
export function unsealed<Content extends Saved>(
  format: string,
  saved: unknown,
  own: Readonly<Record<keyof Omit<Content, keyof Saved>, Check>>,
): Content {
  const content = unsealedDocument({ what: WHAT, format, version: VERSION }, saved);
  const parts = Object.entries<Check>({ ...SHARED, ...own });
  refuseFaults(WHAT, content, () => {
    let found: Fault | undefined;
    parts.find(([key, check]) => {
      found = within(key, check(content[key]));
      return found !== undefined;
    });
    return found;
  });
  return content as unknown as Content;
}

export function damaged(reason: string): InputError {
  return damagedDocument(WHAT, reason);
}
