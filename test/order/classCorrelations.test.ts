import { describe, expect, test } from 'vitest';
import { classCorrelations } from '../../src/order/classCorrelations.ts';
import { partialCorrelations } from '../../src/order/partialCorrelations.ts';
import { responseClasses } from '../../src/order/responseClasses.ts';
import { scoreCorrelations } from '../../src/order/scoreCorrelations.ts';
import { Draw } from '../support/draw.ts';
import { randomCorrelations } from './gaussian.ts';
import { drawNormals } from './mixture.ts';

/** Columns that in class c have the correlations c, and the classes' rows. */
function simulated(draw: Draw, sizes: readonly number[], ownCorrelations: readonly number[][][]) {
  const response = Float64Array.from(sizes.flatMap((size, c) => Array(size).fill(c)));
  const parts = sizes.map((size, c) => drawNormals(draw, ownCorrelations[c], size));
  const columns = ownCorrelations[0].map((_, j) =>
    Float64Array.from(parts.flatMap((part) => [...part[j]])),
  );
  const classes = responseClasses(
    response,
    sizes.map((_, c) => `${c}`),
  );
  return { columns, classes };
}

const n = 8;
const differing = (a: readonly Float64Array[], b: readonly Float64Array[]) =>
  a.flatMap((row, i) => [...row].filter((r, j) => j < i && Math.abs(r - b[i][j]) > 1e-12)).length;

describe('classes that are alike', () => {
  // 28 edges, each kept apart with a chance of about P(chi² > log 600) = 1.1 %; one edge apart
  // changes the correlations of the pairs that come after it
  test('share nearly all edges', () => {
    const draw = new Draw(41);
    const matrix = randomCorrelations(draw, n);
    const alike = Array.from({ length: 40 }, () => {
      const { columns, classes } = simulated(draw, [300, 300], [matrix, matrix]);
      const { own, shared } = classCorrelations(columns, classes);
      return differing(own[0], shared) === 0;
    });
    // expected 0.989^28 = 73 %; fewer than 45 % of 40 have a chance below 0.1 %
    expect(alike.filter(Boolean).length / 40).toBeGreaterThan(0.45);
  });

  test('are nearer to the truth together', () => {
    const draw = new Draw(42);
    const matrix = randomCorrelations(draw, n);
    const { columns, classes } = simulated(draw, [60, 900], [matrix, matrix]);
    const { own } = classCorrelations(columns, classes);
    const alone = scoreCorrelations(columns.map((column) => column.slice(0, 60)));
    const off = (found: readonly Float64Array[]) =>
      found.reduce(
        (sum, row, i) => sum + row.reduce((s, r, j) => s + (r - matrix[i][j]) ** 2, 0),
        0,
      );
    expect(off(own[0])).toBeLessThan(off(alone) / 3);
  });
});

test('classes that differ have their own: those of their scores', () => {
  const draw = new Draw(43);
  const matrices = [randomCorrelations(draw, n), randomCorrelations(draw, n)];
  const { columns, classes } = simulated(draw, [800, 800], matrices);
  const { own } = classCorrelations(columns, classes);
  own.forEach((found, c) => {
    const alone = scoreCorrelations(columns.map((column) => column.slice(800 * c, 800 * (c + 1))));
    found.forEach((row, i) => {
      // edges that hardly differ are shared: a change of about an error or two, 0.05
      for (const [j, r] of row.entries()) expect(Math.abs(r - alone[i][j])).toBeLessThan(0.2);
    });
    const worst = Math.max(
      ...found.flatMap((row, i) => [...row].map((r, j) => Math.abs(r - matrices[c][i][j]))),
    );
    expect(worst).toBeLessThan(0.15);
  });
  const apart = classCorrelations(columns, classes, true).own;
  apart.forEach((found, c) => {
    const alone = scoreCorrelations(columns.map((column) => column.slice(800 * c, 800 * (c + 1))));
    found.forEach((row, i) => {
      for (const [j, r] of row.entries()) expect(Math.abs(r - alone[i][j])).toBeLessThan(1e-10);
    });
  });
});

test('a class with fewer rows than columns takes from the others what it cannot know', () => {
  const draw = new Draw(44);
  const wide = randomCorrelations(draw, 70);
  const { columns, classes } = simulated(draw, [55, 400], [wide, wide]);
  for (const apart of [false, true]) {
    const { own } = classCorrelations(columns, classes, apart);
    for (const matrix of own) {
      expect(matrix.every((row, i) => row.every((r, j) => (i === j ? r === 1 : r * r < 1)))).toBe(
        true,
      );
    }
    // given so many columns as the class has rows nothing is left to see of an edge
    const [small, large] = own.map((matrix) => {
      const centresFirst = matrix.flatMap((row) => [...row]).reverse();
      return partialCorrelations(Float64Array.from(centresFirst), 70);
    });
    for (let j = 53; j < 70; j++) {
      for (let k = 52; k < j; k++) {
        expect(small[j * 70 + k], `${j}, ${k}`).toBeCloseTo(large[j * 70 + k], 6);
      }
    }
  }
});

test('a single class has what its rows say', () => {
  const draw = new Draw(45);
  const matrix = randomCorrelations(draw, 4);
  const { columns, classes } = simulated(draw, [200], [matrix]);
  const { own, shared } = classCorrelations(columns, classes);
  const alone = scoreCorrelations(columns);
  own[0].forEach((row, i) => {
    for (const [j, r] of row.entries()) expect(r).toBeCloseTo(alone[i][j], 12);
  });
  expect(differing(own[0], shared)).toBe(0);
});
