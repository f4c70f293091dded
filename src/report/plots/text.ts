/**
 * Text in plots: names made safe to show, numbers in few digits, and how much room they take. Widths
 * are estimates, as no font is at hand where a report is written.
 */

/** Controls, and marks that change the direction of what follows. */
const UNSEEN = /[\p{Cc}\p{Zl}\p{Zp}\u200E\u200F\u202A-\u202E\u2066-\u2069\s]+/gu;

/** A name on one line, with at most so many characters. */
export function shortName(name: string, most = 24): string {
  const characters = Array.from(name.replace(UNSEEN, ' ').trim());
  return characters.length <= most
    ? characters.join('')
    : `${characters.slice(0, most - 1).join('')}…`;
}

/**
 * A number in three significant digits, with a true minus sign; a dash for one that is not there.
 *
 * shortNumber(-0.04567) // '−0.0457'
 */
export function shortNumber(value: number | undefined): string {
  if (value === undefined || !Number.isFinite(value)) return '–';
  // what is left of sums that cancel
  if (Math.abs(value) < 1e-12) return '0';
  const rounded = Math.abs(value) >= 1000 ? Math.round(value) : Number(value.toPrecision(3));
  return String(rounded === 0 ? 0 : rounded).replaceAll('-', '−');
}

/**
 * A measure of about 0 to 1 with so many decimals, so that a column of them can be compared by eye.
 *
 * decimals(0.85) // '0.850'
 */
export function decimals(value: number | undefined, digits = 3): string {
  if (value === undefined || !Number.isFinite(value)) return '–';
  return value
    .toFixed(digits)
    .replace(/^-(?=[0.]*$)/, '')
    .replace('-', '−');
}

/** About the width in pixels in a common sans-serif font, rather too much than too little. */
export function textWidth(text: string, size: number): number {
  let ems = 0;
  for (const character of text) {
    if (character >= '\u1100') ems += 1;
    else if (/[ijlI.,:;'|!()[\]ft ]/.test(character)) ems += 0.38;
    else if (/[A-Zmw@%<>=+−&]/.test(character)) ems += 0.8;
    else ems += 0.62;
  }
  return ems * size;
}

/** So many of the names that they can be read in rows of that height, with their numbers. */
export function everyNth(names: readonly string[], row: number): [string, number][] {
  const step = Math.ceil(8 / row);
  return names.map((name, i): [string, number] => [name, i]).filter(([, i]) => i % step === 0);
}

/** The text in lines of at most that width; a single word may be wider. */
export function wrapText(text: string, width: number, size: number): string[] {
  const lines: string[] = [];
  for (const word of text.replace(UNSEEN, ' ').trim().split(' ').filter(Boolean)) {
    const longer = `${lines.at(-1) ?? ''} ${word}`;
    if (lines.length > 0 && textWidth(longer, size) <= width) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}
