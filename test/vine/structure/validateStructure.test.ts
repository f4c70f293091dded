import fc from 'fast-check';
import { expect, test } from 'vitest';
import { InputError } from '../../../src/numerics/inputError.ts';
import { cvine } from '../../../src/vine/structure/cvine.ts';
import { dvine } from '../../../src/vine/structure/dvine.ts';
import { treesOf } from '../../../src/vine/structure/edges.ts';
import { arrange, structureFromTrees } from '../../../src/vine/structure/structureFromTrees.ts';
import { validateStructure } from '../../../src/vine/structure/validateStructure.ts';
import type { VineStructure } from '../../../src/vine/structure/vineStructure.ts';
import { anyVine } from './randomVine.ts';

function passes(check: () => unknown): boolean {
  try {
    check();
    return true;
  } catch (error) {
    if (error instanceof InputError) return false;
    throw error;
  }
}

function withEntry(structure: VineStructure, k: number, i: number, entry: number): VineStructure {
  const partners = structure.partners.map((row) => row.slice());
  partners[k][i] = entry;
  return { ...structure, partners };
}

/** Calls `visit` with every array of positions 0..d-1 whose entries are in range; the array is reused. */
function everyArray(
  d: number,
  truncation: number,
  visit: (structure: VineStructure) => void,
): void {
  const order = Array.from({ length: d }, (_, i) => i);
  const partners = Array.from({ length: truncation }, () => new Int32Array(d).fill(-1));
  const fill = (i: number, k: number): void => {
    if (i === d) visit({ order, truncation, partners });
    else if (k === Math.min(i, truncation)) fill(i + 1, 0);
    else {
      for (let entry = 0; entry < i; entry++) {
        partners[k][i] = entry;
        fill(i, k + 1);
      }
    }
  };
  fill(1, 0);
}

test.each([
  [2, 1],
  [3, 2],
  [4, 8],
  [5, 64],
])(
  'of all arrays on %i positions %i are regular vines, the number of Morales-Napoles',
  (d, expected) => {
    // d! / 2 * 2^((d-2)(d-3)/2) vines, each with 2^(d-1) arrays over d! orders
    let valid = 0;
    everyArray(d, d - 1, (structure) => {
      if (passes(() => validateStructure(structure))) valid++;
    });
    expect(valid).toBe(expected);
  },
);

test.each([
  [4, 3],
  [5, 1],
  [5, 2],
  [5, 3],
])(
  'of all arrays on %i positions with %i trees those are accepted whose trees are a regular vine',
  (d, truncation) => {
    everyArray(d, truncation, (structure) => {
      const valid = passes(() => validateStructure(structure));
      // the other judge looks at the trees and knows nothing of arrays
      expect(valid).toBe(passes(() => structureFromTrees(treesOf(structure), { d })));
      if (!valid) return;
      const { partners } = structure;
      for (let k = 1; k < truncation; k++) {
        for (let i = k + 1; i < d; i++) {
          const m = Math.max(...partners.slice(0, k + 1).map((row) => row[i]));
          expect([m, partners[k - 1][m]]).toContain(partners[k][i]);
        }
      }
    });
  },
);

test('a changed entry is refused, unless the trees it describes are those of another regular vine', () => {
  fc.assert(
    fc.property(anyVine, fc.nat(), fc.nat(), fc.nat(), (vine, x, y, z) => {
      const { structure } = arrange(vine);
      fc.pre(structure.truncation > 0);
      const k = x % structure.truncation;
      const i = k + 1 + (y % (vine.d - 1 - k));
      const corrupted = withEntry(structure, k, i, z % i);
      expect(passes(() => validateStructure(corrupted))).toBe(
        passes(() => structureFromTrees(treesOf(corrupted), { d: vine.d })),
      );
    }),
    { numRuns: 1000 },
  );
});

test('an entry out of range is refused wherever it stands', () => {
  fc.assert(
    fc.property(anyVine, fc.nat(), fc.nat(), fc.integer(), (vine, x, y, entry) => {
      const { structure } = arrange(vine);
      fc.pre(structure.truncation > 0);
      const k = x % structure.truncation;
      const i = y % vine.d;
      fc.pre(i <= k ? entry !== -1 : entry < 0 || entry >= i);
      expect(() => validateStructure(withEntry(structure, k, i, entry))).toThrow(
        `in tree ${k + 1} the partner of position ${i} `,
      );
    }),
  );
});

test('the reason names what is wrong, in variables', () => {
  const star = cvine([0, 1, 2, 3, 4]);
  validateStructure(star);
  expect(() => validateStructure({ ...star, order: [4, 3, 2, 1, 1] })).toThrow(
    'in its order, variable 1 occurs twice',
  );
  expect(() => validateStructure({ ...star, truncation: 5 })).toThrow(
    'its truncation level is 5, but 5 variables allow 0 to 4',
  );
  expect(() => validateStructure({ ...star, truncation: 2 })).toThrow(
    'it has 4 rows of partners, but its truncation level is 2',
  );
  expect(() =>
    validateStructure({ ...star, truncation: 1, partners: [new Int32Array(3)] }),
  ).toThrow('the row of tree 1 has 3 entries instead of 5');
  expect(() => validateStructure(withEntry(star, 0, 3, 3))).toThrow(
    'in tree 1 the partner of position 3 (variable 1) is 3; expected a position from 0 to 2',
  );
  expect(() => validateStructure(withEntry(star, 2, 2, 0))).toThrow(
    'expected -1, as this position has no partner there',
  );
  expect(() => validateStructure(withEntry(star, 2, 4, 0))).toThrow(
    'variable 0 is joined with variable 4 in tree 3, but has met it in a lower tree',
  );
  const path = dvine([0, 1, 2, 3, 4]);
  expect(() => validateStructure(withEntry(path, 1, 4, 1))).toThrow(
    'in tree 2 the edge (0, 3 | 1) breaks the proximity condition: no edge of tree 1 joins variable 3 with variable 1',
  );
  expect(() => validateStructure(withEntry(path, 2, 4, 0))).toThrow(
    'in tree 3 the edge (0, 4 | 1, 2) breaks the proximity condition: no edge of tree 2 joins variable 4 with one of 1, 2 given the rest of them',
  );
});
