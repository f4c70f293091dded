import { expect, test } from 'vitest';
import { familyNames } from '../../src/copula/families/index.ts';
import { checkCopula } from '../support/checkCopula.ts';
import { copulaGrid, wholeGrid } from '../support/copulaGrid.ts';
import { Draw } from '../support/draw.ts';

/** Random points per copula, so that the whole grid sees about a million. */
const POINTS = Math.ceil(1e6 / wholeGrid.length);

test('the grid holds every family and rotation', () => {
  expect(wholeGrid).toHaveLength(367);
});

test.each(familyNames)(
  '%s: inverses, derivatives, bounds, integrals, symmetries and cells on its grid',
  (family) => {
    const draw = new Draw(familyNames.indexOf(family) + 1);
    const violations = copulaGrid(family).flatMap((copula) => checkCopula(copula, draw, POINTS));
    expect(violations).toEqual([]);
  },
);
