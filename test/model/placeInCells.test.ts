/** Places of rows within cells. */
import { expect, test } from 'vitest';
import { placeInCells } from '../../src/model/placeInCells.ts';
import { kernel } from '../../src/numerics/kernel.ts';
import { pearson } from '../../src/numerics/pearson.ts';
import { rngFromSeed } from '../../src/random/rng.ts';

const ROWS = 4000;
const { normalQuantile } = kernel();
const normals = (name: string) => rngFromSeed(7).split(name).uniforms(ROWS).map(normalQuantile);

test('what two levels owe to a number is as strong as it was before it was cut in two', () => {
  const [number, noise] = [normals('number'), normals('noise')];
  const isHigh = number.map((x, row) => (x + noise[row] > 0 ? 1 : 0));
  const cells = {
    name: 'level',
    low: isHigh.map((high) => (high ? 0.5 : 0)),
    high: isHigh.map((high) => (high ? 1 : 0.5)),
  };
  const scores = [
    { name: 'number', values: number },
    { name: 'unrelated', values: normals('unrelated') },
  ];
  const places = placeInCells([cells], scores, rngFromSeed(1)).get('level') as Float64Array;
  expect(places.every((place, row) => place >= cells.low[row] && place <= cells.high[row])).toBe(
    true,
  );
  const latent = places.map((place) => normalQuantile(Math.min(Math.max(place, 1e-9), 1 - 1e-9)));
  const random = rngFromSeed(2)
    .uniforms(ROWS)
    .map((u, row) => normalQuantile(cells.low[row] + u / 2));
  // the number and number + noise have a correlation of 0.707
  expect(pearson(random, number)).toBeLessThan(0.6);
  expect(pearson(latent, number)).toBeGreaterThan(0.67);
  expect(pearson(latent, number)).toBeLessThan(0.75);
  expect(Math.abs(pearson(latent, scores[1].values))).toBeLessThan(0.05);
  const middle = places.filter((_, row) => isHigh[row] === 1);
  expect(middle.reduce((sum, place) => sum + place, 0) / middle.length).toBeCloseTo(0.75, 1);
});

test('a row without a cell has no place', () => {
  const cells = {
    name: 'c',
    low: Float64Array.of(0, Number.NaN, 0.5),
    high: Float64Array.of(0.5, Number.NaN, 1),
  };
  const scores = [{ name: 'x', values: Float64Array.of(1, 2, 3) }];
  const places = placeInCells([cells], scores, rngFromSeed(1)).get('c') as Float64Array;
  expect([...places].map(Number.isNaN)).toEqual([false, true, false]);
});
