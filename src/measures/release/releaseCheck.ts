/** One check on a synthetic table. */

export interface ReleaseCheck {
  readonly name: string;
  readonly passed: boolean;
  readonly found: number;
  /** Null where there is no limit to hold: the number is to be read, not judged. */
  readonly allowed: number | null;
  /** What was counted; names of columns, never a cell's value. */
  readonly note: string;
}

export function judged(name: string, found: number, allowed: number, note: string): ReleaseCheck {
  return { name, passed: found <= allowed, found, allowed, note };
}
