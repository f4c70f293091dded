import { describe, expect, test } from 'vitest';
import type { PairCopula } from '../../src/copula/evaluate.ts';
import type { FamilyName } from '../../src/copula/family.ts';
import { pairCopula } from '../../src/copula/pairCopula.ts';
import type { Rotation } from '../../src/copula/rotation.ts';
import { edgeLattice, interiorLattice } from '../support/checkCopula.ts';
import { inWords } from '../support/copulaGrid.ts';

/** The largest difference of log-density, h and C over interior and edges. */
function distance(
  one: PairCopula,
  other: PairCopula,
  points = [interiorLattice(), edgeLattice()],
): number {
  const [a, b] = [pairCopula(one), pairCopula(other)];
  let most = 0;
  for (const { u, v } of points) {
    for (const what of ['logPdf', 'hfunc1', 'hfunc2', 'cdf'] as const) {
      const [x, y] = [a[what](u, v), b[what](u, v)];
      x.forEach((value, i) => {
        const gap = Math.abs(value - y[i]);
        // not Math.max, which NaN would pass
        if (!(gap <= most)) most = gap;
      });
    }
  }
  return most;
}

function copula(family: FamilyName, parameters: number[], rotation: Rotation = 0): PairCopula {
  return { family, rotation, parameters };
}

const independence = copula('independence', []);

describe('families meet independence without a jump', () => {
  // each with the distance that the parameter itself makes at the far corners
  test.each<[PairCopula, number]>([
    [copula('gaussian', [0]), 1e-12],
    [copula('gaussian', [1e-11]), 1e-9],
    [copula('clayton', [1e-10]), 1e-7],
    [copula('clayton', [1e-10], 90), 1e-7],
    [copula('gumbel', [1]), 1e-12],
    [copula('gumbel', [1 + 1e-11]), 1e-3],
    [copula('frank', [0]), 1e-9],
    [copula('frank', [1e-12]), 1e-8],
    [copula('frank', [-1e-12]), 1e-8],
    [copula('frank', [1.01e-10]), 1e-8],
    [copula('frank', [-1.01e-10]), 1e-8],
    [copula('frank', [1e-9]), 1e-8],
    [copula('joe', [1]), 1e-12],
    [copula('bb1', [0, 1]), 1e-7],
    [copula('bb6', [1, 1]), 1e-12],
    [copula('bb8', [1, 0.5]), 1e-12],
    [copula('bb8', [1, 1e-4]), 1e-12],
  ])('%o within %f', (near, limit) => {
    expect(distance(near, independence)).toBeLessThanOrEqual(limit);
  });

  test('in the interior all within 1e-8', () => {
    const interior = [interiorLattice()];
    for (const near of [
      copula('gaussian', [1e-10]),
      copula('clayton', [1e-10]),
      copula('gumbel', [1 + 1e-10]),
      copula('frank', [1e-10]),
      copula('frank', [-1e-9]),
      copula('joe', [1 + 1e-10]),
      copula('bb1', [1e-10, 1 + 1e-10]),
      copula('bb6', [1 + 1e-10, 1 + 1e-10]),
      copula('bb8', [1 + 1e-10, 0.7]),
    ]) {
      expect(distance(near, independence, interior), inWords(near)).toBeLessThanOrEqual(1e-8);
    }
  });
});

describe('families with two parameters meet those they contain', () => {
  test.each<[PairCopula, PairCopula, number]>([
    [copula('bb1', [2.5, 1]), copula('clayton', [2.5]), 1e-11],
    [copula('bb1', [0, 2.5]), copula('gumbel', [2.5]), 1e-6],
    [copula('bb6', [2.5, 1]), copula('joe', [2.5]), 1e-11],
    [copula('bb6', [1, 2.5]), copula('gumbel', [2.5]), 1e-11],
    [copula('bb7', [1, 2.5]), copula('clayton', [2.5]), 1e-11],
    [copula('bb8', [2.5, 1]), copula('joe', [2.5]), 1e-11],
    [copula('bb1', [2.5, 1], 270), copula('clayton', [2.5], 270), 1e-11],
    [copula('bb8', [2.5, 1], 90), copula('joe', [2.5], 90), 1e-11],
  ])('%o is %o', (wide, narrow, limit) => {
    expect(distance(wide, narrow)).toBeLessThanOrEqual(limit);
  });

  test('BB8 tends to Frank along (1 - delta)^theta = e^-frank, Student to Gaussian as nu grows', () => {
    const interior = [interiorLattice()];
    const bb8 = (theta: number) => copula('bb8', [theta, 1 - Math.exp(-4 / theta)]);
    const toFrank = [2, 4, 8].map((theta) => distance(bb8(theta), copula('frank', [4]), interior));
    const student = (nu: number) => copula('student', [0.5, nu]);
    const toGaussian = [12, 25, 50].map((nu) =>
      distance(student(nu), copula('gaussian', [0.5]), interior),
    );
    for (const falling of [toFrank, toGaussian]) {
      expect(falling[1]).toBeLessThan(0.7 * falling[0]);
      expect(falling[2]).toBeLessThan(0.7 * falling[1]);
    }
  });
});

test('no jump where a formula or a table changes: a step of 1e-9 in a parameter moves little', () => {
  const steps: [PairCopula, number][] = [
    ...[2, 2.5, 3, 7.3, 10, 20.1, 35, 49].map(
      (nu) => [copula('student', [0.4, nu]), 1] as [PairCopula, number],
    ),
    ...[0, 0.3, -0.8].map((rho) => [copula('student', [rho, 4]), 0] as [PairCopula, number]),
    ...[1e-8, 1e-4, 0.5, 5].map((theta) => [copula('clayton', [theta]), 0] as [PairCopula, number]),
    ...[-1e-10, 0, 1e-10, 1, 20].map(
      (theta) => [copula('frank', [theta]), 0] as [PairCopula, number],
    ),
    ...[0.1, 0.5, 0.9, 1 - 1e-9].map(
      (delta) => [copula('bb8', [2, delta]), 1] as [PairCopula, number],
    ),
  ];
  for (const [near, k] of steps) {
    const parameters = near.parameters.map((value, j) => (j === k ? value + 1e-9 : value));
    expect(
      distance(near, { ...near, parameters }, [interiorLattice()]),
      inWords(near),
    ).toBeLessThanOrEqual(5e-8);
  }
});
