/** What a verification says of one thing that it looked at. */

export interface Finding {
  /** What was looked at: 'certificate', 'signature', a file by its role, 'limits', a figure. */
  readonly check: string;
  readonly outcome: 'passed' | 'failed' | 'not-checked';
  readonly words: string;
}

export function passed(check: string, words: string): Finding {
  return { check, outcome: 'passed', words };
}

export function failed(check: string, words: string): Finding {
  return { check, outcome: 'failed', words };
}

export function notChecked(check: string, words: string): Finding {
  return { check, outcome: 'not-checked', words };
}
