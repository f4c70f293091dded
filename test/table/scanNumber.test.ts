import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  DECIMALS,
  FLAGS,
  INFO_LENGTH,
  SCIENTIFIC,
  scanNumber,
} from '../../src/table/scanNumber.ts';

/** The value and what was noted about it, or nothing when the text is not one number. */
function scan(text: string, mark = '.') {
  const bytes = new TextEncoder().encode(`${text},`);
  const out = new Float64Array(1);
  const info = new Int32Array(INFO_LENGTH);
  const end = scanNumber(bytes, 0, mark.charCodeAt(0), out, 0, info);
  return end === bytes.length - 1
    ? { value: out[0], decimals: info[DECIMALS], flags: info[FLAGS] }
    : undefined;
}

const RUNS = 10_000;

const digits = (least: number, most: number) =>
  fc
    .array(fc.integer({ min: 0, max: 9 }), { minLength: least, maxLength: most })
    .map((d) => d.join(''));
const sign = fc.constantFrom('', '-', '+');
const wholePart = fc.oneof(
  fc.constant('0'),
  fc.tuple(fc.integer({ min: 1, max: 9 }), digits(0, 20)).map(([d, rest]) => `${d}${rest}`),
);

describe('a number is the nearest double', () => {
  test('of any sign, digits and decimals, as the language reads it', () => {
    fc.assert(
      fc.property(sign, wholePart, digits(1, 22), (s, whole, fraction) => {
        const text = `${s}${whole}.${fraction}`;
        const found = scan(text);
        expect(found?.value).toBe(Number(text));
        expect(found?.decimals).toBe(fraction.length);
      }),
      { numRuns: RUNS },
    );
  });

  test('with zeros before its digits, which do not count among them', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 9 }), digits(14, 19), (zeros, rest) => {
        const text = `0.${'0'.repeat(zeros)}${rest}`;
        expect(scan(text)).toMatchObject({ value: Number(text), decimals: text.length - 2 });
      }),
      { numRuns: RUNS },
    );
    expect(['0.', '0.0', '.0', '-0.00', '.'].map((text) => scan(text)?.value)).toEqual([
      0,
      0,
      0,
      -0,
      undefined,
    ]);
  });

  test('with an exponent', () => {
    fc.assert(
      fc.property(
        sign,
        wholePart,
        digits(0, 18),
        fc.integer({ min: -340, max: 280 }),
        fc.constantFrom('e', 'E', 'e+'),
        (s, whole, fraction, exponent, letter) => {
          const e = exponent < 0 ? letter.replace('+', '') : letter;
          const text = `${s}${whole}${fraction === '' ? '' : `.${fraction}`}${e}${exponent}`;
          const found = scan(text);
          expect(found?.value).toBe(Number(text));
          expect((found?.flags ?? 0) & SCIENTIFIC).toBe(SCIENTIFIC);
        },
      ),
      { numRuns: RUNS },
    );
  });

  test('for every double as it prints itself', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (x) => {
        const text = Object.is(x, -0) ? '-0' : String(x);
        expect(scan(text)?.value).toBe(x);
      }),
      { numRuns: RUNS },
    );
  });

  test('half way between two doubles', () => {
    // 2^53 + 1 and its like: the tie goes to the even neighbour
    for (const text of [
      '9007199254740993.0',
      '9007199254740995.0',
      '4503599627370497.5',
      '4503599627370498.5',
    ]) {
      expect(scan(text)?.value).toBe(Number(text));
    }
  });

  test('with a decimal comma', () => {
    expect(scan('1.25', ',')).toBeUndefined();
    const bytes = new TextEncoder().encode('-1,25;');
    const out = new Float64Array(1);
    expect(scanNumber(bytes, 0, 44, out, 0, new Int32Array(INFO_LENGTH))).toBe(5);
    expect(out[0]).toBe(-1.25);
  });
});

describe('whole numbers', () => {
  test('come back from their doubles or are no numbers at all', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }), (n) => {
        const x = Number(n);
        const comesBack = BigInt(x) === n || String(x) === String(n);
        expect(scan(String(n))?.value).toBe(comesBack ? x : undefined);
      }),
      { numRuns: 5_000 },
    );
    expect(scan('9007199254740992')?.value).toBe(2 ** 53);
    expect(scan('9007199254740993')).toBeUndefined();
    expect(scan('1000000000000000000000')?.value).toBe(1e21);
  });
});

test.each([
  '',
  ' ',
  '-',
  '+',
  '.',
  '-.',
  'e5',
  '1e',
  '1e+',
  '007',
  '-01',
  '00',
  '00.5',
  '1.2.3',
  '--1',
  '1-',
  '0x10',
  '1_0',
  'NaN',
  'in',
  'infinit',
  'Infx',
  '1e999',
  '٣',
  '1 2',
])('%j is no number', (text) => {
  expect(scan(text)).toBeUndefined();
});

test.each([
  ['  1', 1],
  ['1  ', 1],
  [' -1.50 ', -1.5],
  ['.5', 0.5],
  ['5.', 5],
  ['10000000000000000000.', 1e19],
  ['+5', 5],
  ['-0', -0],
  ['0e999', 0],
  ['Inf', Number.POSITIVE_INFINITY],
  ['-inf', Number.NEGATIVE_INFINITY],
  ['Infinity', Number.POSITIVE_INFINITY],
])('%j is %d', (text, value) => {
  expect(scan(text)?.value).toBe(value);
});
