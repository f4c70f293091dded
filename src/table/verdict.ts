import type { ColumnType } from './schema.ts';

/** What a column was taken for, and why. */
export interface Verdict {
  readonly type: ColumnType;
  /** In words. */
  readonly reason: string;
  /** Of boolean, ordered and nominal columns: the levels, in order. */
  readonly levels?: readonly string[];
  /** Of dates: the format (see dateFormat.ts), and the zone in minutes east of UTC. */
  readonly format?: string;
  readonly offset?: number;
  readonly warnings?: readonly string[];
}

export const constantWarning = 'all values are the same';
