/**
 * Numbers from bytes, to the nearest double.
 *
 * Up to 2^53 the digits are an exact integer m, and m * 10^e or m / 10^-e with |e| <= 22 is one
 * correctly rounded operation on exact operands (Clinger 1990). With 16 to 18 digits, m and the
 * quotient are sums of two doubles (Dekker 1971) with a relative error below 2^-100, and the result
 * is taken only where that error cannot move the rounding. Everything else goes to `Number`.
 */

/** What `scanNumber` says about the number it read, by place in `info`. */
export const DECIMALS = 0;
export const FLAGS = 1;
/** Decimals before the exponent, where there is one. */
export const MANTISSA_DECIMALS = 2;
export const EXPONENT_DIGITS = 3;
export const INFO_LENGTH = 4;

export const SCIENTIFIC = 1;
export const CAPITAL_E = 2;
export const PADDED = 4;
export const INFINITE = 8;

const BLANK = 32;
const PLUS = 43;
const MINUS = 45;
const ZERO = 48;
/** Below it, a sum of digits was not rounded. */
const EXACT_BELOW = 2 ** 53;
/** No double takes more to be told from its neighbours; what is longer is no number anybody wrote. */
const MOST_DIGITS = 2000;
const POWERS = Float64Array.from({ length: 23 }, (_, k) => Number(`1e${k}`));

/**
 * Reads the number that starts at `start`, with blanks around it, into `out[slot]`. Gives the place
 * after it, or -1 when there is none, when it has leading zeros (007 is a name, not a number), when
 * it is a whole number that a double would not give back, or when it is too large. The byte after the number
 * must not continue it, so `bytes` must not end with a digit. One function on purpose, with the loop over
 * digits written twice: it runs for every cell, and its state lives in local variables.
 */
export function scanNumber(
  bytes: Uint8Array,
  start: number,
  mark: number,
  out: Float64Array,
  slot: number,
  info: Int32Array,
  blank = BLANK,
): number {
  let at = start;
  let byte = bytes[at];
  while (byte === blank) byte = bytes[++at];
  let flags = at > start ? PADDED : 0;
  const negative = byte === MINUS;
  if (negative || byte === PLUS) byte = bytes[++at];

  const firstDigit = at;
  let high = 0;
  let low = 0;
  let digits = 0;
  let digit = byte - ZERO;
  // nine digits fit a small integer; the next nine go to another
  while (digit >>> 0 < 10 && digits < 9) {
    high = (Math.imul(high, 10) + digit) | 0;
    digits++;
    byte = bytes[++at];
    digit = byte - ZERO;
  }
  while (digit >>> 0 < 10) {
    if (digits < 18) low = (Math.imul(low, 10) + digit) | 0;
    digits++;
    byte = bytes[++at];
    digit = byte - ZERO;
  }
  if (digits > 1 && bytes[firstDigit] === ZERO) return -1;
  let decimals = 0;
  if (byte === mark) {
    byte = bytes[++at];
    const firstDecimal = at;
    // the zeros of 0.00123 are none of the digits that count
    const isZero = digits === 1 && high === 0;
    if (isZero) {
      digits = 0;
      while (byte === ZERO) byte = bytes[++at];
    }
    digit = byte - ZERO;
    while (digit >>> 0 < 10 && digits < 9) {
      high = (Math.imul(high, 10) + digit) | 0;
      digits++;
      byte = bytes[++at];
      digit = byte - ZERO;
    }
    while (digit >>> 0 < 10) {
      if (digits < 18) low = (Math.imul(low, 10) + digit) | 0;
      digits++;
      byte = bytes[++at];
      digit = byte - ZERO;
    }
    decimals = at - firstDecimal;
    if (isZero && digits === 0) digits = 1;
  }
  if (digits === 0)
    return at === firstDigit ? scanInfinity(bytes, at, negative, out, slot, info) : -1;

  let power = -decimals;
  let written = decimals;
  if ((byte | 32) === 101) {
    flags |= byte === 101 ? SCIENTIFIC : SCIENTIFIC | CAPITAL_E;
    byte = bytes[++at];
    const down = byte === MINUS;
    if (down || byte === PLUS) byte = bytes[++at];
    const firstOfExponent = at;
    let exponent = 0;
    digit = byte - ZERO;
    while (digit >>> 0 < 10) {
      if (exponent < 100_000) exponent = exponent * 10 + digit;
      byte = bytes[++at];
      digit = byte - ZERO;
    }
    if (at === firstOfExponent) return -1;
    info[MANTISSA_DECIMALS] = decimals;
    info[EXPONENT_DIGITS] = at - firstOfExponent;
    power += down ? -exponent : exponent;
    written = Math.min(100, Math.max(0, -power));
  }
  const end = at;
  if (end - firstDigit > MOST_DIGITS) return -1;
  while (byte === blank) byte = bytes[++at];

  const m = digits <= 9 ? high : high * POWERS[Math.min(digits, 18) - 9] + low;
  let value: number;
  if (digits <= 18 && m < EXACT_BELOW && power >= -22 && power <= 22) {
    value = power === 0 ? m : power < 0 ? m / POWERS[-power] : m * POWERS[power];
  } else {
    const isWhole = decimals === 0 && (flags & SCIENTIFIC) === 0;
    value = Number.NaN;
    if (digits <= 18 && power < 0 && power >= -22) value = quotient(high, low, digits, -power);
    if (Number.isNaN(value)) value = byLanguage(bytes, firstDigit, end, mark);
    if (value === Number.POSITIVE_INFINITY) return -1;
    if (isWhole && !isGivenBack(bytes, firstDigit, firstDigit + digits, value)) return -1;
  }
  out[slot] = negative ? -value : value;
  info[DECIMALS] = written;
  info[FLAGS] = flags;
  return at;
}

/** (high * 10^(digits - 9) + low) / 10^decimals, or NaN where its rounding is too close to call. */
function quotient(high: number, low: number, digits: number, decimals: number): number {
  const scale = POWERS[digits - 9];
  const product = high * scale;
  const sum = product + low;
  const part = sum - product;
  const rest = productError(high, scale, product) + (product - (sum - part)) + (low - part);
  const divisor = POWERS[decimals];
  const first = sum / divisor;
  const back = first * divisor;
  const second = (sum - back - productError(first, divisor, back) + rest) / divisor;
  const value = first + second;
  const error = second - (value - first);
  return value + error * (1 + 2 ** -20) === value ? value : Number.NaN;
}

/** What rounding took from `product` = a * b (Dekker, with Veltkamp's splitting). */
function productError(a: number, b: number, product: number): number {
  const aScaled = 134217729 * a;
  const aHigh = aScaled - (aScaled - a);
  const aLow = a - aHigh;
  const bScaled = 134217729 * b;
  const bHigh = bScaled - (bScaled - b);
  const bLow = b - bHigh;
  return aLow * bLow - (product - aHigh * bHigh - aLow * bHigh - aHigh * bLow);
}

function byLanguage(bytes: Uint8Array, start: number, end: number, mark: number): number {
  return Number(ascii(bytes, start, end).replace(String.fromCharCode(mark), '.'));
}

/** Whether a double stands for these digits and for no others: exactly, or as it prints itself. */
function isGivenBack(bytes: Uint8Array, start: number, end: number, value: number): boolean {
  const digits = ascii(bytes, start, end);
  return String(value) === digits || BigInt(digits) === BigInt(value);
}

function ascii(bytes: Uint8Array, start: number, end: number): string {
  let text = '';
  for (let at = start; at < end; at++) text += String.fromCharCode(bytes[at]);
  return text;
}

/** Inf, inf, INF, Infinity and infinity, as R, Python and others write it. */
function scanInfinity(
  bytes: Uint8Array,
  start: number,
  negative: boolean,
  out: Float64Array,
  slot: number,
  info: Int32Array,
): number {
  if ((bytes[start] | 32) !== 105) return -1;
  let end = start;
  while (end - start < 9 && (bytes[end] | 32) >= 97 && (bytes[end] | 32) <= 122) end++;
  if (!/^(inf|Inf|INF|infinity|Infinity|INFINITY)$/.test(ascii(bytes, start, end))) return -1;
  while (bytes[end] === BLANK) end++;
  out[slot] = negative ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
  info[DECIMALS] = 0;
  info[FLAGS] = INFINITE;
  return end;
}
