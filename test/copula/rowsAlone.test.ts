/** The value of a row is its own: rows beside it may come, go or change places. */

import { describe, expect, it } from 'vitest';
import { hfunc2, hinv2, logPdf, type PairCopula } from '../../src/copula/evaluate.ts';
import { families } from '../../src/copula/families/index.ts';
import { rngFromSeed } from '../../src/random/rng.ts';

const copulas: readonly PairCopula[] = [
  { family: 'gaussian', rotation: 0, parameters: [0.6] },
  { family: 'student', rotation: 0, parameters: [0.5, 4] },
  { family: 'clayton', rotation: 0, parameters: [2] },
  { family: 'gumbel', rotation: 0, parameters: [2] },
  { family: 'frank', rotation: 0, parameters: [5] },
  { family: 'joe', rotation: 0, parameters: [2] },
  { family: 'bb1', rotation: 0, parameters: [1, 1.5] },
  { family: 'bb6', rotation: 0, parameters: [1.5, 1.5] },
  { family: 'bb7', rotation: 0, parameters: [1.5, 1] },
  { family: 'bb8', rotation: 0, parameters: [3, 0.8] },
];

const ROWS = 3001;
const p = rngFromSeed(3).split('p').uniforms(ROWS);
const u = rngFromSeed(3).split('u').uniforms(ROWS);
const cells = {
  u: u.map((x) => (Math.floor(7 * x) + 1) / 7.01),
  left: u.map((x) => Math.floor(7 * x) / 7.01),
};
// a prime number of rows: every row gets another neighbour
const places = Array.from({ length: ROWS }, (_, i) => (i * 1009 + 7) % ROWS);
const moved = (column: Float64Array) => Float64Array.from(places, (i) => column[i]);
const movedCells = { u: moved(cells.u), left: moved(cells.left) };

describe.each(
  copulas.flatMap((copula) =>
    families[copula.family].rotates ? [copula, { ...copula, rotation: 180 as const }] : [copula],
  ),
)('$family, rotated by $rotation', (copula) => {
  it.each([
    ['hinv2', () => hinv2(copula, p, { u }), () => hinv2(copula, moved(p), { u: moved(u) })],
    ['hinv2 given cells', () => hinv2(copula, p, cells), () => hinv2(copula, moved(p), movedCells)],
    ['hfunc2', () => hfunc2(copula, p, { u }), () => hfunc2(copula, moved(p), { u: moved(u) })],
    [
      'hfunc2 given cells',
      () => hfunc2(copula, p, cells),
      () => hfunc2(copula, moved(p), movedCells),
    ],
    [
      'logPdf',
      () => logPdf(copula, { u: p }, { u }),
      () => logPdf(copula, { u: moved(p) }, { u: moved(u) }),
    ],
  ])('%s gives a row the same bits among other rows', (_, inOrder, outOfOrder) => {
    expect(outOfOrder()).toEqual(moved(inOrder()));
  });
});
