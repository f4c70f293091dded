/**
 * What the report says of its own making: the file, the day, the command, whom it is for. All of it comes
 * from the caller, as nothing here knows a clock or a file: the same record, the same bytes.
 */

export interface ReportRecord {
  /** The name of the file that was studied. Default: none, and the response names the table. */
  readonly file?: string | undefined;
  /** The day, as in '2026-11-18'. Default: none, and a line to write it on. */
  readonly date?: string | undefined;
  /** Who is to read it. Default: whoever decides on the release. */
  readonly audience?: string | undefined;
  /** What the synthetic table is for. Default: none, and a line to write it on. */
  readonly purpose?: string | undefined;
  /** The command that made it. Default: none. */
  readonly command?: string | undefined;
  /** SHA-256 of the synthetic table as it was written, in hexadecimal. Default: none. */
  readonly synthetic?: { readonly file: string; readonly sha256: string } | undefined;
  /**
   * SHA-256 of the real table behind a salt that the data holder keeps, never a plain one: who has the
   * report could test guesses of a small table against that. Default: none, and the reason is printed.
   */
  readonly saltedInput?: string | undefined;
}

const MONTHS = [
  ...['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September'],
  ...['October', 'November', 'December'],
];

/** '18 November 2026', or what was given if it is no such day. */
export function dateInWords(date: string): string {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(date) ?? [];
  const name = MONTHS[Number(month) - 1];
  return name === undefined ? date : `${Number(day)} ${name} ${year}`;
}
