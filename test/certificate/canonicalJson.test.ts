import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { canonicalJson } from '../../src/certificate/canonicalJson.ts';

describe('canonical JSON', () => {
  test('the example of RFC 8785, section 3.2.2 and 3.2.3', () => {
    const value = JSON.parse(
      '{"numbers":[333333333.33333329,1E30,4.50,2e-3,0.000000000000000000000000001],"string":"\\u20ac$\\u000F\\u000aA\'\\u0042\\u0022\\u005c\\\\\\"\\/","literals":[null,true,false]}',
    );
    expect(canonicalJson(value)).toBe(
      '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}',
    );
  });

  test('names in the order of UTF-16 code units, as in section 3.2.3', () => {
    const names = ['\u20ac', '\r', '\ufb33', '1', '\ud83d\ude00', '\u0080', '\u00f6'];
    const written = canonicalJson(Object.fromEntries(names.map((name) => [name, 0])));
    expect(Object.keys(JSON.parse(written)).filter((name) => name !== '1')).toEqual([
      ...['\r', '\u0080', '\u00f6', '\u20ac', '\ud83d\ude00', '\ufb33'],
    ]);
    expect(written.startsWith('{"\\r":0,"1":0,')).toBe(true);
  });

  test.each([
    [-0, '0'],
    [5e-324, '5e-324'],
    [1.7976931348623157e308, '1.7976931348623157e+308'],
    [9007199254740992, '9007199254740992'],
    [295147905179352830000, '295147905179352830000'],
    [9.999999999999997e22, '9.999999999999997e+22'],
    [1e23, '1e+23'],
    [0.000001, '0.000001'],
    [333333333.3333332, '333333333.3333332'],
  ])('numbers of appendix B: %s', (value, text) => {
    expect(canonicalJson(value)).toBe(text);
  });

  test('is the same for whatever order parts were made in, and reads back', () => {
    fc.assert(
      fc.property(fc.jsonValue({ noUnicodeString: false }), (value) => {
        const shuffled = JSON.parse(JSON.stringify(value), (_, part) =>
          part && typeof part === 'object' && !Array.isArray(part)
            ? Object.fromEntries(Object.entries(part).reverse())
            : part,
        );
        expect(canonicalJson(shuffled)).toBe(canonicalJson(value));
        expect(canonicalJson(JSON.parse(canonicalJson(value)))).toBe(canonicalJson(value));
      }),
    );
  });

  test.each([[Number.NaN], [Number.POSITIVE_INFINITY], ['\ud800'], [() => 0], [10n]])(
    'refuses %s',
    (value) => {
      expect(() => canonicalJson({ value })).toThrow('Canonical JSON');
    },
  );

  test('refuses what is nested without end', () => {
    let deep: unknown = 0;
    for (let i = 0; i < 100_000; i++) deep = [deep];
    expect(() => canonicalJson(deep)).toThrow('more than 64 levels');
  });
});
