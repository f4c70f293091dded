import { describe, expect, test } from 'vitest';
import { InputError } from '../../src/numerics/inputError.ts';
import { hermiteLoadings, NORMAL, observedCorrelation } from '../../src/order/hermiteLoadings.ts';
import { type PreviewSettings, preview } from '../../src/order/preview.ts';
import { coefficientNoise, meanAbsolute } from '../../src/order/regressionAttack.ts';
import { Draw } from '../support/draw.ts';
import {
  inverseOf,
  type Matrix,
  randomCorrelations,
  regress,
  truncatedByDefinition,
} from './gaussian.ts';

const rowsOf = (matrix: Matrix) => matrix.map((row) => Float64Array.from(row));

/** Names x1, x2, ... and Y last. */
const namesOf = (n: number) =>
  Array.from({ length: n }, (_, i) => (i === n - 1 ? 'Y' : `x${i + 1}`));

function settingsOf(matrix: Matrix, change: Partial<PreviewSettings> = {}): PreviewSettings {
  const names = namesOf(matrix.length);
  return { names, correlations: rowsOf(matrix), sensitive: ['x1'], rows: 500, ...change };
}

/** The positions from `from` to `to`, both counted from 1 and included, as indices. */
const range = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, i) => from - 1 + i);

function closeTo(found: readonly number[], expected: readonly number[], what: string): void {
  expect(found.length, what).toBe(expected.length);
  found.forEach((value, i) => {
    expect(Math.abs(value - expected[i]), `${what}, entry ${i}`).toBeLessThan(1e-10);
  });
}

const d = 7;
const random = () => randomCorrelations(new Draw(91), d + 1);

describe('the theorems', () => {
  test('every level and sensitive column: the regression in the vine with partial correlations set to zero', () => {
    const matrix = random();
    const sensitive = namesOf(d + 1).slice(0, d);
    const { levels } = preview(settingsOf(matrix, { sensitive }));
    expect(levels.map(({ truncation }) => truncation)).toEqual(range(2, d + 1));
    for (const { truncation, sensitive: attacks } of levels) {
      const truncated = truncatedByDefinition(matrix, truncation);
      attacks.forEach(({ name, coefficients, r2, mab }, j) => {
        const others = range(1, d + 1).filter((k) => k !== j);
        const expected = regress(truncated, j, others);
        const explained = expected.reduce((sum, b, i) => sum + b * truncated[others[i]][j], 0);
        closeTo(coefficients, expected, `${name}, level ${truncation}`);
        expect(r2).toBeCloseTo(explained, 11);
        expect(mab).toBeCloseTo(expected.reduce((sum, b) => sum + Math.abs(b), 0) / d, 11);
      });
    }
  });

  test('hidden variables take part in the vine, but not in the regression', () => {
    const matrix = random();
    const { names, levels } = preview(settingsOf(matrix, { hidden: ['x3', 'x6'] }));
    expect(names).toEqual(['x1', 'x2', 'x4', 'x5', 'x7', 'Y']);
    expect(levels).toHaveLength(d);
    for (const { truncation, sensitive } of levels) {
      const truncated = truncatedByDefinition(matrix, truncation);
      const expected = regress(truncated, 0, [1, 3, 4, 6, 7]);
      closeTo(sensitive[0].coefficients, expected, `level ${truncation}`);
    }
    for (const hidden of [['x1'], ['Y']]) {
      expect(() => preview(settingsOf(matrix, { hidden }))).toThrow(InputError);
    }
  });

  test('T1: up to truncation d + 1 - j the first d - t coefficients are 0, the last t those on the centres', () => {
    const matrix = random();
    for (const j of [1, 2, 4]) {
      const { levels } = preview(settingsOf(matrix, { sensitive: [`x${j}`] }));
      for (const { truncation: t, sensitive } of levels.slice(0, d + 1 - j)) {
        const [{ coefficients, r2 }] = sensitive;
        const centres = range(d + 2 - t, d + 1);
        const expected = regress(matrix, j - 1, centres);
        expect(coefficients.slice(0, d - t), `j = ${j}, t = ${t}`).toEqual(Array(d - t).fill(0));
        closeTo(coefficients.slice(d - t), expected, `j = ${j}, t = ${t}`);
        const explained = expected.reduce((sum, b, i) => sum + b * matrix[centres[i]][j - 1], 0);
        expect(r2).toBeCloseTo(explained, 11);
      }
    }
  });

  test('T2: with independent blocks all coefficients are 0 up to truncation d + 1 - |K| - |S|', () => {
    const [block, rest] = [
      randomCorrelations(new Draw(92), 3),
      randomCorrelations(new Draw(93), 5),
    ];
    const matrix = range(1, 8).map((i) =>
      range(1, 8).map((k) => (i < 3 ? (block[i][k] ?? 0) : (rest[i - 3][k - 3] ?? 0))),
    );
    // sensitive x1 and x2, K = {x3}
    const { levels } = preview(settingsOf(matrix, { sensitive: ['x1', 'x2'] }));
    for (const { truncation, sensitive } of levels) {
      for (const { coefficients, mab, r2 } of sensitive) {
        if (truncation > d + 1 - 3) {
          expect(mab, `level ${truncation}`).toBeGreaterThan(0.01);
        } else {
          expect(coefficients, `level ${truncation}`).toEqual(Array(d).fill(0));
          expect([mab, r2]).toEqual([0, 0]);
        }
      }
    }
  });

  test('T3: each truncated tree makes one more coefficient 0', () => {
    const { levels } = preview(settingsOf(random(), { sensitive: ['x2'] }));
    const zeros = levels.map(
      ({ sensitive: [{ coefficients }] }) => coefficients.filter((b) => b === 0).length,
    );
    expect(zeros.slice(0, d - 1)).toEqual(range(2, d).map((t) => d - t));
  });

  test('without truncation it is the regression in the table itself', () => {
    const matrix = random();
    const { levels } = preview(settingsOf(matrix, { sensitive: ['x3'] }));
    closeTo(
      levels[d - 1].sensitive[0].coefficients,
      regress(matrix, 2, [0, 1, 3, 4, 5, 6, 7]),
      'full',
    );
  });
});

describe('some columns cut alone', () => {
  const cut = ['x1', 'x2', 'x3'];

  test('every level: the regression in the vine with their partial correlations set to zero', () => {
    const matrix = random();
    const { levels, protected: told } = preview(
      settingsOf(matrix, { sensitive: ['x2', 'x1'], protected: cut }),
    );
    expect(told).toEqual(cut);
    for (const { truncation, sensitive } of levels) {
      const truncated = truncatedByDefinition(matrix, truncation, cut.length);
      for (const [s, j] of [1, 0].entries()) {
        const others = range(1, d + 1).filter((k) => k !== j);
        closeTo(sensitive[s].coefficients, regress(truncated, j, others), `level ${truncation}`);
      }
    }
  });

  test('a protected column is as well protected as if all were cut: the same coefficients, the same R²', () => {
    const matrix = random();
    const settings = { sensitive: ['x1', 'x2'] };
    const whole = preview(settingsOf(matrix, settings)).levels;
    const some = preview(settingsOf(matrix, { ...settings, protected: cut })).levels;
    some.forEach(({ truncation: t, sensitive }, i) => {
      sensitive.forEach(({ coefficients, r2 }, s) => {
        const expected = whole[i].sensitive[s];
        closeTo(coefficients, expected.coefficients, `level ${t}`);
        expect(r2).toBeCloseTo(expected.r2, 11);
        // x1 never is a centre at any level below the last, x2 at none but the last two
        if (t < d - 1) expect(coefficients.slice(0, d - t)).toEqual(Array(d - t).fill(0));
      });
    });
  });

  test('with all columns cut it is the whole vine', () => {
    const all = preview(settingsOf(random(), { protected: namesOf(d + 1).slice(0, d) }));
    expect(all.levels).toEqual(preview(settingsOf(random())).levels);
  });

  test('values: in the correlations that the margins leave, at all levels or some', () => {
    const matrix = random();
    const draw = new Draw(96);
    const margins = matrix.map(() => hermiteLoadings(draw.column(40, () => draw.uniform() ** 6)));
    const settings = settingsOf(matrix, { margins, protected: cut });
    const { levels } = preview(settings);
    for (const { truncation, sensitive } of levels) {
      const values = truncatedByDefinition(matrix, truncation, cut.length).map((row, i) =>
        row.map((r, k) => (i === k ? 1 : observedCorrelation(r, margins[i], margins[k]))),
      );
      const expected = regress(values, 0, range(2, d + 1));
      closeTo(sensitive[0].coefficients, expected, `level ${truncation}`);
    }
    expect(preview({ ...settings, levels: [2, 5] }).levels).toEqual([levels[1], levels[4]]);
  });

  test.each([[['x2']], [['x1', 'x4']], [['x1', 'Y']]])('%j do not stand first', (names) => {
    const settings = settingsOf(random(), { protected: names });
    expect(() => preview(settings)).toThrow('they do not stand first');
    expect(() => preview(settings)).toThrow(InputError);
  });
});

describe('noise', () => {
  test('expected figures from coefficients, residual variance and inflation', () => {
    const matrix = random();
    const rows = 60;
    const { levels } = preview(settingsOf(matrix, { rows }));
    for (const { truncation, sensitive } of levels) {
      const truncated = truncatedByDefinition(matrix, truncation);
      const without = inverseOf(truncated.slice(1).map((row) => row.slice(1)));
      const [{ coefficients, r2, expectedMab, mabFloor, expectedR2 }] = sensitive;
      const noise = without.map((row, k) => coefficientNoise(1 - r2, row[k], rows, d));
      const mean = (values: number[]) => values.reduce((sum, x) => sum + x, 0) / d;
      expect(expectedMab).toBeCloseTo(
        mean(noise.map((sd, k) => meanAbsolute(coefficients[k], sd))),
        11,
      );
      expect(mabFloor).toBeCloseTo(mean(noise.map((sd) => sd * Math.sqrt(2 / Math.PI))), 11);
      // the correction that adjusted R² makes is right to 1/n
      expect(
        Math.abs((expectedR2 as number) - (1 - ((1 - r2) * (rows - d - 1)) / (rows - 1))),
      ).toBeLessThan(1 / rows);
    }
  });

  test('vanishes with more and more rows', () => {
    const [
      {
        sensitive: [attack],
      },
    ] = preview(settingsOf(random(), { rows: 1e12, levels: [d] })).levels;
    expect(attack.expectedMab).toBeCloseTo(attack.mab, 5);
    expect(attack.expectedR2).toBeCloseTo(attack.r2, 5);
    expect(attack.mabFloor).toBeLessThan(1e-5);
  });

  test('alone, on independent columns', () => {
    const identity = range(1, 27).map((i) => range(1, 27).map((k) => Number(i === k)));
    const { independent, levels } = preview(settingsOf(identity, { levels: [1, 26] }));
    for (const {
      sensitive: [{ mab, expectedMab, mabFloor, expectedR2 }],
    } of levels) {
      expect(mab).toBe(0);
      expect(expectedMab).toBeCloseTo(independent?.mab ?? NaN, 15);
      expect(mabFloor).toBeCloseTo(independent?.mab ?? NaN, 15);
      expect(expectedR2).toBeCloseTo(26 / 499, 15);
    }
    // with 0 and 1 left as they are, the response's coefficient is twice as noisy
    const raw = preview(settingsOf(identity, { levels: [1], responseDeviation: 0.5 }));
    expect(raw.independent?.mab).toBeCloseTo(((independent?.mab ?? NaN) * 27) / 26, 15);
    expect(raw.levels[0].sensitive[0].expectedMab).toBeCloseTo(raw.independent?.mab ?? NaN, 15);
  });

  test('is not previewed with too few rows, and a note says so', () => {
    const { levels, independent, notes } = preview(settingsOf(random(), { rows: d + 2 }));
    const [
      {
        sensitive: [attack],
      },
    ] = levels;
    expect([attack.expectedMab, attack.expectedR2, attack.mabFloor, independent]).toEqual([
      null,
      null,
      null,
      null,
    ]);
    expect(attack.mab).toBeGreaterThan(0);
    expect(notes).toEqual([
      `A regression on ${d} columns needs more than ${d + 2} rows; noise is not previewed.`,
    ]);
    expect(
      preview(settingsOf(random(), { rows: d + 3 })).levels[0].sensitive[0].expectedMab,
    ).not.toBeNull();
  });
});

describe('settings', () => {
  test('a response left as it is has its coefficient divided by its deviation', () => {
    const standard = preview(settingsOf(random())).levels[3].sensitive[0];
    const raw = preview(settingsOf(random(), { responseDeviation: 0.25 })).levels[3].sensitive[0];
    closeTo(
      raw.coefficients,
      standard.coefficients.map((b, k) => (k === d - 1 ? 4 * b : b)),
      'raw',
    );
    expect(raw.r2).toBe(standard.r2);
  });

  test('some levels: the same figures', () => {
    const all = preview(settingsOf(random())).levels;
    expect(preview(settingsOf(random(), { levels: [6, 2] })).levels).toEqual([all[1], all[5]]);
    const margins = namesOf(d + 1).map(() => hermiteLoadings(Float64Array.of(0, 1, 5, 30)));
    const allValues = preview(settingsOf(random(), { margins })).levels;
    const someValues = preview(settingsOf(random(), { margins, levels: [2, 6] })).levels;
    expect(someValues).toEqual([allValues[1], allValues[5]]);
  });

  test('normal margins change nothing', () => {
    const scores = preview(settingsOf(random(), { sensitive: ['x2', 'x5'] }));
    const margins = scores.names.map(() => NORMAL);
    const values = preview(settingsOf(random(), { sensitive: ['x2', 'x5'], margins }));
    expect([scores.scale, values.scale]).toEqual(['scores', 'values']);
    values.levels.forEach(({ sensitive }, i) => {
      sensitive.forEach((attack, s) => {
        const expected = scores.levels[i].sensitive[s];
        closeTo(attack.coefficients, expected.coefficients, `level ${i + 1}`);
        expect(attack.r2).toBeCloseTo(expected.r2, 11);
        expect(attack.expectedMab).toBeCloseTo(expected.expectedMab as number, 11);
      });
    });
  });

  test('other margins: the regression of the values, in the correlations that the margins leave', () => {
    const matrix = random();
    const draw = new Draw(94);
    const margins = matrix.map(() => hermiteLoadings(draw.column(40, () => draw.uniform() ** 6)));
    const { levels } = preview(settingsOf(matrix, { margins, sensitive: ['x2'] }));
    for (const { truncation, sensitive } of levels) {
      const values = truncatedByDefinition(matrix, truncation).map((row, i) =>
        row.map((r, k) => (i === k ? 1 : observedCorrelation(r, margins[i], margins[k]))),
      );
      const expected = regress(values, 1, [0, 2, 3, 4, 5, 6, 7]);
      closeTo(sensitive[0].coefficients, expected, `level ${truncation}`);
    }
  });

  test('the result is plain data: JSON gives it back', () => {
    const result = preview(settingsOf(random()));
    expect(JSON.parse(JSON.stringify(result))).toStrictEqual(result);
  });
});

describe('matrices that are nearly singular, or of no table', () => {
  /** Four columns, of which x1 and x2 are the same. */
  const twins: Matrix = [
    [1, 1, 0.3, 0.2],
    [1, 1, 0.3, 0.2],
    [0.3, 0.3, 1, 0.1],
    [0.2, 0.2, 0.1, 1],
  ];
  const impossible: Matrix = [
    [1, 0.9, -0.9],
    [0.9, 1, 0.9],
    [-0.9, 0.9, 1],
  ];

  test('get the smallest ridge that helps, with a note', () => {
    const { ridge, notes, levels } = preview(settingsOf(twins));
    expect(ridge).toBe(1e-6);
    expect(notes).toEqual([
      'The correlations are nearly singular, or contradict each other because of missing values; for the preview they were divided by 1 + 0.000001, and it is a little too hopeful.',
    ]);
    expect(levels[1].sensitive[0].r2).toBeLessThan(0.2);
    expect(levels[2].sensitive[0].r2).toBeGreaterThan(0.99999);
    // the least eigenvalue is -0.02
    const slightlyOff = impossible.map((row, i) =>
      row.map((r, k) => (i === k ? 1 : (r * 0.51) / 0.9)),
    );
    expect(preview(settingsOf(slightlyOff)).ridge).toBe(0.032768);
  });

  test('are refused if it would take more than 0.1, since the preview would be too hopeful', () => {
    expect(() => preview(settingsOf(impossible))).toThrow(
      "those of 'x1' with the columns after it",
    );
    expect(() => preview(settingsOf(impossible))).toThrow(InputError);
    expect(preview(settingsOf(impossible, { ridge: 1 })).ridge).toBe(1);
  });

  test('are refused with a ridge that is too small, and the column is named', () => {
    const settings = settingsOf(twins, { ridge: 0 });
    expect(() => preview(settings)).toThrow("leave 'x1' no variance of its own");
    expect(() => preview(settings)).toThrow(InputError);
    expect(preview(settingsOf(twins, { ridge: 0.01 })).notes).toEqual([]);
  });

  test('a ridge divides every correlation by 1 + ridge', () => {
    const matrix = random();
    const shrunk = matrix.map((row, i) => row.map((r, k) => (i === k ? 1 : r / 1.25)));
    const [a, b] = [settingsOf(matrix, { ridge: 0.25 }), settingsOf(shrunk)].map(
      (s) => preview(s).levels,
    );
    expect(a).toEqual(b);
  });
});

describe('refuses, as an error of input', () => {
  const wrong: [string, Partial<PreviewSettings>, string][] = [
    [
      'an unknown sensitive column',
      { sensitive: ['x11'] },
      "there is no column 'x11'. Did you mean 'x1'?",
    ],
    ['the response as sensitive', { sensitive: ['Y'] }, "'Y' is the response"],
    ['no rows', { rows: 0 }, 'Rows of the attacker: found 0'],
    ['a level of 0', { levels: [1, 0] }, 'Levels: found 0. Give truncation levels from 1 to 7'],
    ['a level above d', { levels: [8] }, 'Levels: found 8'],
    ['a negative ridge', { ridge: -1 }, 'Ridge: found -1'],
    [
      'a response without spread',
      { responseDeviation: 0 },
      'Standard deviation of the response: found 0',
    ],
    ['too few margins', { margins: [NORMAL] }, 'Margins: found 1 for 8 columns'],
    ['a matrix of another size', { correlations: rowsOf([[1]]) }, 'not a matrix of 8 x 8'],
  ];
  test.each(wrong)('%s', (_, change, message) => {
    const settings = settingsOf(random(), change);
    expect(() => preview(settings)).toThrow(message);
    expect(() => preview(settings)).toThrow(InputError);
  });
});
