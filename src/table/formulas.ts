/**
 * Texts that a spreadsheet would run as a formula. They are written with an apostrophe before them,
 * which spreadsheets take as the mark of a text.
 */

/** = + - @, also in full width, which some spreadsheets take for the same; a tab, a line end, a zero. */
const STARTS = '=+\\-@\\t\\r\\n\\0\uff1d\uff0b\uff0d\uff20';
const FORMULA = new RegExp(`^[${STARTS}]`);
const MARKED = new RegExp(`^'+[${STARTS}]`);

/** The text as it is safe to write. */
export function escapeFormula(text: string): string {
  return FORMULA.test(text) ? `'${text}` : text;
}

/**
 * The name of a column as it is written. The reader takes one apostrophe off, so a name that has some
 * of its own before a formula gets one more, whether formulas are escaped or not: every name comes back.
 */
export function writtenName(name: string, escapeFormulas: boolean): string {
  if (MARKED.test(name)) return `'${name}`;
  return escapeFormulas ? escapeFormula(name) : name;
}

/** The name of a column from how it is written. */
export function readName(written: string): string {
  return MARKED.test(written) ? written.slice(1) : written;
}
