/** For programs: work shared with other processes over a folder, as `run --store` shares it. */

import { studyKey } from '../study/studyKey.ts';
import type { Table } from '../table/table.ts';
import { type FolderStore, openFolderStore } from './folderStore.ts';
import { readRunKey } from './runKey.ts';

export type SharedStore = FolderStore;

export interface SharedStoreOptions {
  /** A key that is needed beside the table; made if it is not there. Default: the environment's, or none. */
  readonly keyFile?: string;
  /** Seconds of silence after which a process has ended. Default: 60. */
  readonly lease?: number;
  /** Processes that a unit may end before it is given up. Default: 3. */
  readonly tries?: number;
}

/**
 * The `store` of `study`, `membershipAudit` and the other measures: programs that call them with the same
 * table and settings, and with the store of the same folder, do each unit once and have the same results.
 *
 * const settings = { response: 'death', sensitive: ['totcst'] };
 * const store = openSharedStore('/shared/run7', table, settings);
 * const { results } = await study(table, { ...settings, store }).finally(() => store.close());
 */
export function openSharedStore(
  folder: string,
  table: Table,
  settings: object,
  { keyFile, ...leases }: SharedStoreOptions = {},
): SharedStore {
  const runKey = readRunKey({ keyFile, folder, create: true });
  const { threads } = settings as { readonly threads?: number };
  return openFolderStore(folder, studyKey(table, settings), { ...leases, runKey, threads });
}
