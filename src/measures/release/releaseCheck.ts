/** One check on a synthetic table. */

export interface ReleaseCheck {
  readonly name: string;
  readonly passed: boolean;
  readonly found: number;
  /** Null where there is no limit to hold: the number is to be read, not judged. */
  readonly allowed: number | null;
  /** What was counted; names of columns, never a cell's value. */
  readonly note: string;
  /** What to do, where it failed. */
  readonly advice?: string;
}

/** What to do where a check failed: what makes it pass, if done. */
const ADVICE = {
  'rows-as-asked': 'Draw as many rows as were asked for.',
  'real-extremes':
    'Declare the bounds of these columns in the schema (min, max) if everybody may know them; else leave out the rows that hold these values.',
  dominance: 'Fit the model again with smooth margins.',
  'carried-identifiers':
    'Put new values in place of these identifiers, and leave out columns of free text.',
  'rare-levels': "Replace these levels by 'other', or leave out the rows that have them.",
  'off-schema': 'Correct these cells, or declare in the schema what the columns may hold.',
  rules: 'Leave out the rows that break a rule, or take the rule out of the schema.',
} as const;

export function judged(
  name: keyof typeof ADVICE,
  found: number,
  allowed: number,
  note: string,
  passed = found <= allowed,
): ReleaseCheck {
  return { name, passed, found, allowed, note, ...(!passed && { advice: ADVICE[name] }) };
}
