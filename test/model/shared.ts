/** The shared tables, read as a user's. */

import { readFileSync } from 'node:fs';
import type { TestContext } from 'vitest';
import { readTable } from '../../src/table/readTable.ts';
import type { Table } from '../../src/table/table.ts';
import { NO_PAPER_DATA, sharedPath } from '../support/shared.ts';

/** A table of shared/data; the test is skipped where it is not there. */
export async function sharedTable(name: string, context: TestContext): Promise<Table> {
  const path = sharedPath('data', name);
  if (!path) return context.skip(NO_PAPER_DATA);
  return readTable(new Uint8Array(readFileSync(path)));
}
