/** The table of families is whole, and means the same families as the kernel. */
import { describe, expect, test } from 'vitest';
import * as codes from '../../kernels/copula/codes.ts';
import { families, familyNames } from '../../src/copula/families/index.ts';

test('the kernel knows every family by the same number, and no other', () => {
  const ours = Object.values(families).map(({ name, code }) => [name.toUpperCase(), code]);
  expect(Object.fromEntries(ours)).toEqual({ ...codes });
});

test('ties are decided in this order', () => {
  expect(familyNames.join()).toBe(
    'independence,gaussian,student,clayton,gumbel,frank,joe,bb1,bb6,bb7,bb8',
  );
});

describe.each(familyNames)('%s', (name) => {
  const family = families[name];
  const { lower, upper } = family;

  test('is called by its own name', () => {
    expect(family.name).toBe(name);
  });

  test('has two bounds for each parameter, and is searched inside them', () => {
    expect(lower).toHaveLength(family.parameters.length);
    expect(upper).toHaveLength(family.parameters.length);
    const searched = family.searchBounds ?? family;
    family.parameters.forEach((_, k) => {
      expect(lower[k]).toBeLessThan(upper[k]);
      expect(searched.lower[k]).toBeGreaterThanOrEqual(lower[k]);
      expect(searched.upper[k]).toBeLessThanOrEqual(upper[k]);
    });
  });

  test('nests families that are fitted before it', () => {
    const before = familyNames.slice(0, familyNames.indexOf(name));
    expect(before).toEqual(expect.arrayContaining([...family.nested]));
  });

  test('begins only from the families that it nests, with as many numbers as it has', () => {
    const asked: string[] = [];
    const { begin, nested } = family.starts(0.4, (inner) => {
      asked.push(inner);
      return { parameters: [1.5], logLik: 3 };
    });
    expect(family.nested).toEqual(expect.arrayContaining(asked));
    expect(begin.length).toBeGreaterThan(name === 'independence' ? -1 : 0);
    for (const point of [...begin, ...nested.map(({ parameters }) => parameters)]) {
      expect(point).toHaveLength(lower.length);
    }
    for (const { logLik } of nested) expect(logLik).toBe(3);
  });
});
