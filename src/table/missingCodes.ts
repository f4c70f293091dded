/** What stands for a missing value. */

/** Read as missing in every table, blanks around them aside. */
export const MISSING_CODES: readonly string[] = [
  '',
  'NA',
  'N/A',
  'n/a',
  '#N/A',
  'NULL',
  'null',
  'NaN',
  'nan',
  '.',
  '?',
];
