import { expect, test } from 'vitest';
import { describePreview } from '../../src/order/describePreview.ts';
import type { Preview } from '../../src/order/preview.ts';

/** A preview whose sample gives these R2 at its levels, and a tenth of it as MAB. */
function previewOf(r2: readonly number[], known = true): Preview {
  return {
    names: ['cost', 'age', 'Y'],
    rows: 500,
    scale: 'values',
    independent: known ? { mab: 0.0312, r2: 0.004 } : null,
    levels: r2.map((value, i) => ({
      truncation: i + 1,
      sensitive: [
        {
          name: 'cost',
          coefficients: [0, 0],
          r2: known ? 9 : value,
          mab: known ? 9 : value / 10,
          expectedR2: known ? value : null,
          expectedMab: known ? value / 10 : null,
          mabFloor: null,
        },
      ],
    })),
    ridge: 0,
    notes: ['A note.'],
  };
}

test('a few levels: a line for each, what it is, what chance gives, and the notes', () => {
  const text = describePreview(previewOf([0.1, 0.1, 0.5]));
  expect(text).toContain('an attacker with 500 synthetic\nrows');
  expect(text).toContain('An approximation');
  expect(text.split('\n').slice(4)).toEqual([
    'truncation  cost R2     MAB',
    '         1    0.100  0.0100',
    '         2    0.100  0.0100',
    '         3    0.500  0.0500',
    '',
    'Independent columns would give R2 0.004 and MAB 0.0312 by chance.',
    'A note.',
  ]);
});

test('many levels: those that hardly differ share a line', () => {
  // R2 0.30 at level 9 is 0.03 above level 1, 0.31 at level 12 is 0.01 above level 9
  const r2 = [0.27, 0.27, 0.28, 0.28, 0.28, 0.28, 0.28, 0.28, 0.3, 0.3, 0.3, 0.31, 0.9, 0.9];
  const lines = describePreview(previewOf(r2)).split('\n');
  expect(lines.slice(5, 9)).toEqual([
    '    1 to 8    0.270  0.0270',
    '   9 to 12    0.300  0.0300',
    '  13 to 14    0.900  0.0900',
    '',
  ]);
});

test("too few rows for noise: the population's figures", () => {
  const text = describePreview(previewOf([0.25], false));
  expect(text).toContain('0.250  0.0250');
  expect(text).not.toContain('by chance');
});

/** The same with what regressions within classes would give at each level. */
function byClass(r2: readonly number[], within: readonly number[]): Preview {
  const { levels, ...rest } = previewOf(r2);
  return {
    ...rest,
    protected: ['cost'],
    classes: { labels: ['no', 'yes'], independent: { mab: 0.0456, r2: 0.011 } },
    levels: levels.map((level, i) => ({
      ...level,
      sensitive: level.sensitive.map((attack) => ({
        ...attack,
        r2: r2[i],
        within: {
          r2: within[i],
          mab: 9,
          expectedR2: within[i] + 0.005,
          expectedMab: within[i] / 10,
          mabFloor: 9,
        },
      })),
    })),
  };
}

test('of two attackers the stronger, marked if it regresses within classes', () => {
  const text = describePreview(byClass([0.1, 0.2, 0.5], [0.109, 0.3, 0.5]));
  expect(text).toContain('a Gaussian copula for each class of the response');
  expect(text.split('\n').slice(6)).toEqual([
    'truncation  cost R2      MAB',
    '         1    0.100   0.0100',
    '         2    0.305*  0.0300',
    '         3    0.500   0.0500',
    '',
    '* by a regression within each class of Y (no, yes), where it explains at least 0.01 more of the variance.',
    '',
    'Independent columns would give R2 0.004 and MAB 0.0312 by chance, within classes R2 0.011 and MAB 0.0456.',
    'A note.',
  ]);
});

test('if regressions within classes are never stronger, nothing is said of them', () => {
  const text = describePreview(byClass([0.1, 0.2], [0.1, 0.2]));
  expect(text).not.toContain('*');
  expect(text).toContain('MAB 0.0312 by chance.\n');
});

test('what is cut is told, if it is not the whole table', () => {
  const said = 'Truncation cuts the protected columns alone.';
  expect(describePreview(byClass([0.1], [0.1]))).toContain(said);
  expect(describePreview(previewOf([0.1]))).not.toContain(said);
});

test('levels at which another attacker is the stronger do not share a line', () => {
  const r2 = Array(14).fill(0.1);
  const within = r2.map((value, i) => value + (i < 7 ? 0 : 0.01));
  const lines = describePreview(byClass(r2, within)).split('\n');
  expect(lines.slice(7, 9)).toEqual([
    '    1 to 7    0.100   0.0100',
    '   8 to 14    0.115*  0.0110',
  ]);
});
