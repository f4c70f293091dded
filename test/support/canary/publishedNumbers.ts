/** All numbers that stand in a text, with how exactly they are written. */

export interface Published {
  readonly value: number;
  /** Digits from the first that is not 0 to the last. */
  readonly digits: number;
  /** Half a unit of the last digit. */
  readonly rounding: number;
}

/** With thousands in groups of three after blanks of any kind, commas or apostrophes; or without. */
const GROUPED = /[-\u2212+]?\d{1,3}(?:[,'\u2019\u00a0\u202f\u2009 ]\d{3})+(?:\.\d+)?(?![\d])/g;
const PLAIN = /[-\u2212+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?/gi;
/** With a decimal comma, which a file of semicolons has. */
const COMMA = /[-\u2212+]?\d+,\d+(?:e[-+]?\d+)?/gi;

export function publishedNumbers(text: string): Published[] {
  const found = new Map<string, Published>();
  const add = (written: string) => {
    const number = readNumber(written);
    if (number) found.set(`${number.value} ${number.rounding}`, number);
  };
  for (const [written] of text.matchAll(PLAIN)) add(written);
  for (const [written] of text.matchAll(GROUPED)) add(written.replace(/[,'\u2019\s]/g, ''));
  for (const [written] of text.matchAll(COMMA)) add(written.replace(',', '.'));
  return [...found.values()];
}

function readNumber(written: string): Published | undefined {
  const plain = written.replace('\u2212', '-');
  const value = Number(plain);
  if (!Number.isFinite(value) || value === 0) return undefined;
  const [mantissa, power = '0'] = plain.toLowerCase().split('e');
  const decimals = mantissa.includes('.') ? mantissa.split('.')[1].length : 0;
  const digits = mantissa.replace(/[-+.]/g, '').replace(/^0+/, '').length;
  return { value, digits, rounding: 0.5 * 10 ** (Number(power) - decimals) };
}

/** Whether a number is `value`, written with at least `digits` digits of it. */
export function isValue(number: Published, value: number, digits: number): boolean {
  if (number.digits < digits) return false;
  const near = Math.max(number.rounding * 1.000001, Math.abs(value) * 1e-14);
  return Math.abs(Math.abs(number.value) - Math.abs(value)) <= near;
}
