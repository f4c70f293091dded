import { expect, test } from 'vitest';
import { snap, snapAll, stepOf } from '../../src/margins/grid.ts';
import { Draw } from '../support/draw.ts';

test('the nearest number on the grid, as it is written', () => {
  expect(snap(0.126, { decimals: 2 })).toBe(0.13);
  expect(snap(-1.005, { decimals: 0 })).toBe(-1);
  expect(snap(125, { decimals: 0, step: 60 })).toBe(120);
  expect(Object.is(snap(-0.2, { decimals: 0 }), 0)).toBe(true);
  expect(stepOf({ decimals: 3 })).toBe(0.001);
});

test('a number on the grid stays where it is, with any number of decimals', () => {
  const draw = new Draw(1);
  for (let decimals = 0; decimals <= 17; decimals++) {
    for (const size of [1e-3, 1, 9, 1e3, 1e9]) {
      for (let k = 0; k < 200; k++) {
        const once = snap(size * (2 * draw.uniform() - 1), { decimals });
        expect(snap(once, { decimals })).toBe(once);
      }
    }
  }
});

test('all values at once are the values one by one', () => {
  const values = new Draw(2).column(500, (draw) => 1e6 * draw.uniform());
  for (const grid of [{ decimals: 2 }, { decimals: 16 }, { decimals: 0, step: 3600 }]) {
    expect(snapAll(values.slice(), grid)).toEqual(values.map((x) => snap(x, grid)));
  }
});
