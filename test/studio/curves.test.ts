/** What the studio says of a curve: its steps, its value between levels, and its sentence. */

import { describe, expect, test } from 'vitest';
import { findingOf, jumpsOf, valueAt } from '../../src/studio/page/curves.ts';

const curve = (...r2: readonly number[]) =>
  r2.map((each, truncation) => ({ truncation, r2: each, mab: 0 }));

describe('jumps', () => {
  test('are levels with ten points more than a level lower, each once, with the columns that jump', () => {
    const jumps = jumpsOf([
      { name: 'cost', points: curve(0, 0.05, 0.2, 0.25, 0.6) },
      { name: 'stay', points: curve(0, 0.2, 0.2, 0.2, 0.5) },
    ]);
    expect(jumps).toEqual([
      { truncation: 1, name: 'stay' },
      { truncation: 2, name: 'cost' },
      { truncation: 4, name: 'cost and stay' },
    ]);
  });

  test('of a flat curve there are none', () => {
    expect(jumpsOf([{ name: 'a', points: curve(0.1, 0.15, 0.2, 0.2) }])).toEqual([]);
  });
});

test('between two levels the curve is a line, and it ends flat', () => {
  const points = [
    { truncation: 0, r2: 0, mab: 0 },
    { truncation: 4, r2: 0.4, mab: 0 },
  ];
  expect([0, 1, 4, 9].map((level) => valueAt(points, level))).toEqual([0, 0.1, 0.4, 0.4]);
});

describe('the sentence', () => {
  test('says where the limit is passed', () => {
    expect(findingOf({ points: curve(0, 0.1, 0.3), limit: 0.25 })).toBe(
      '0 % at level 0, 30 % at level 2; above the limit of 25 % from level 2 on.',
    );
    expect(findingOf({ points: curve(0, 0.1), limit: 0.25 })).toBe(
      '0 % at level 0, 10 % at level 1; below the limit of 25 % at every level.',
    );
    expect(findingOf({ points: curve(0, 0.1), limit: null })).toBe(
      '0 % at level 0, 10 % at level 1.',
    );
  });
});
