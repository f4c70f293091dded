/** All ways in which a canary may stand in a file: texts and bytes. */

import { numberOf } from './plantedTable.ts';

export interface Form {
  /** As in 'base64'. */
  readonly name: string;
  readonly bytes: Uint8Array;
  /** Letters may be of either case. */
  readonly anyCase?: boolean;
}

/** A name, a level, an identifier or free text. */
export function formsOfText(text: string): Form[] {
  const plain = (name: string, form: string, anyCase = true): Form => ({
    name,
    bytes: Buffer.from(form, 'latin1'),
    anyCase,
  });
  const utf8 = Buffer.from(text);
  const wide = Buffer.from(text, 'utf16le');
  const forms = [
    plain('text', utf8.toString('latin1')),
    plain('text in HTML', escaped(text).toLowerCase()),
    plain('text in HTML, by numbers', escapedByNumber(text)),
    plain('text in JSON', JSON.stringify(text).slice(1, -1)),
    plain('text in JSON, by numbers', escapedInJson(text)),
    plain('text in a URL', encodeURIComponent(text)),
    plain('text in a form', encodeURIComponent(text).replaceAll('%20', '+')),
    plain('text without blanks', text.replaceAll(' ', '')),
    plain('text with lines for blanks', text.replaceAll(' ', '_')),
    plain('text with dashes for blanks', text.replaceAll(' ', '-')),
    plain('hexadecimal', utf8.toString('hex')),
    { name: 'UTF-16, low byte first', bytes: wide },
    { name: 'UTF-16, high byte first', bytes: Buffer.from(wide).swap16() },
    ...inBase64(utf8),
  ];
  return distinct(forms);
}

/** Base64 at each of the three places that a text may begin at; without letters that neighbours touch. */
function inBase64(bytes: Uint8Array): Form[] {
  return [0, 1, 2].map((shift) => {
    const padded = Buffer.concat([Buffer.alloc(shift), bytes]);
    const whole = padded.subarray(0, padded.length - (padded.length % 3)).toString('base64');
    return { name: 'base64', bytes: Buffer.from(whole.slice(shift === 0 ? 0 : shift + 1)) };
  });
}

/** A number as a computer keeps it. Few bytes occur by chance, so short whole numbers are left out. */
export function formsOfNumber(value: number): Form[] {
  const forms: Form[] = [];
  for (const little of [true, false]) {
    const order = little ? 'low byte first' : 'high byte first';
    const eight = new DataView(new ArrayBuffer(8));
    eight.setFloat64(0, value, little);
    forms.push({ name: `float64, ${order}`, bytes: new Uint8Array(eight.buffer) });
    const four = new DataView(new ArrayBuffer(4));
    four.setFloat32(0, value, little);
    if (Number.isFinite(four.getFloat32(0, little)) && four.getFloat32(0, little) !== 0) {
      forms.push({ name: `float32, ${order}`, bytes: new Uint8Array(four.buffer) });
    }
    if (Number.isSafeInteger(value)) {
      const whole = new DataView(new ArrayBuffer(8));
      whole.setBigInt64(0, BigInt(value), little);
      forms.push({ name: `int64, ${order}`, bytes: new Uint8Array(whole.buffer) });
      if (Math.abs(value) > 2 ** 24 && Math.abs(value) < 2 ** 31) {
        const short = new DataView(new ArrayBuffer(4));
        short.setInt32(0, value, little);
        forms.push({ name: `int32, ${order}`, bytes: new Uint8Array(short.buffer) });
      }
    }
  }
  return forms;
}

/** A date, or a date with a time: written, and as days, seconds and milliseconds since 1970. */
export function formsOfDate(cell: string): Form[] {
  const [day, time] = cell.split(' ');
  const [y, m, d] = day.split('-');
  const [month, dayOfMonth] = [Number(m), Number(d)];
  const name = new Date(`${day}T00:00Z`).toLocaleString('en', { month: 'long', timeZone: 'UTC' });
  const days = [
    ...[day, `${y}/${m}/${d}`, `${y}${m}${d}`, `${d}.${m}.${y}`, `${d}/${m}/${y}`],
    ...[`${m}/${d}/${y}`, `${month}/${dayOfMonth}/${y}`, `${dayOfMonth}.${month}.${y}`],
    ...[`${d}-${m}-${y}`, `${dayOfMonth} ${name} ${y}`, `${name} ${dayOfMonth}, ${y}`],
    ...[`${dayOfMonth} ${name.slice(0, 3)} ${y}`, `${d}-${name.slice(0, 3)}-${y}`],
  ];
  const texts = time ? [...days, time] : days;
  const at = Date.parse(`${day}T${time ?? '00:00:00'}Z`);
  return [
    ...texts.map((text) => ({ name: 'date', bytes: Buffer.from(text), anyCase: true })),
    ...formsOfNumber(numberOf(cell)),
    ...formsOfNumber(at),
    ...formsOfNumber(at / 1000),
  ];
}

function escaped(text: string): string {
  const names: Record<string, string> = { '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot' };
  return text.replace(/[&<>"]/g, (letter) => `&${names[letter]};`).replaceAll("'", '&#39;');
}

function escapedByNumber(text: string): string {
  return text.replace(/[^\w .-]/g, (letter) => `&#${letter.charCodeAt(0)};`);
}

function escapedInJson(text: string): string {
  return text.replace(
    /[^\w .-]/g,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

function distinct(forms: readonly Form[]): Form[] {
  const seen = new Set<string>();
  return forms.filter(({ bytes }) => {
    const key = Buffer.from(bytes).toString('latin1');
    return !seen.has(key) && seen.add(key);
  });
}
