/** Drawing exactly undoes what the walk upwards does: value by value, not only in distribution. */

import { expect, test } from 'vitest';
import { inverseRosenblattOf } from '../../src/vine/inverseRosenblatt.ts';
import type { Atoms } from '../../src/vine/vine.ts';
import { walkUp } from '../../src/vine/walkUp.ts';
import { Draw } from '../support/draw.ts';
import {
  atomsWith,
  leftLimits,
  randomCopula,
  randomStructure,
  shapes,
  vineWith,
} from '../support/vines.ts';

const ROWS = 300;
/** Binary, few levels, and more levels than are halved. */
const LEVELS = [
  [0.3, 0.7],
  [0.2, 0.1, 0.3, 0.25, 0.15],
  Array.from({ length: 40 }, (_, l) => (l + 1) / 820),
];

test.each(shapes)(
  '%s: uniforms lie within the cells of their levels, in the highest tree',
  (shape) => {
    const draw = new Draw(91);
    for (let trial = 0; trial < 6; trial++) {
      const structure = randomStructure(shape, 7, draw);
      const { order } = structure;
      const atoms = order.map((): Atoms | undefined => undefined);
      [0, 2, 3, 5].forEach((position, k) => {
        atoms[order[position]] = atomsWith(LEVELS[(k + trial) % 3]);
      });
      const vine = vineWith(structure, () => randomCopula(draw), atoms);
      const uniforms = order.map(() => draw.column(ROWS, () => draw.uniform()));
      const data = inverseRosenblattOf(vine, uniforms, true);
      const columns = order.map((variable) => {
        const own = atoms[variable];
        const u = data[variable];
        return own ? { u, left: leftLimits(u, own) } : { u };
      });
      const plain = {
        structure,
        truncation: vine.truncation,
        copulas: vine.copulas as Parameters<typeof walkUp>[0]['copulas'],
      };
      walkUp(plain, columns).forEach(({ u, left }, position) => {
        const p = uniforms[order[position]];
        for (let r = 0; r < ROWS; r++) {
          const where = `trial ${trial}, position ${position}, row ${r}`;
          expect(p[r] - u[r], where).toBeLessThanOrEqual(1e-8);
          expect((left ?? u)[r] - p[r], where).toBeLessThanOrEqual(1e-8);
        }
      });
    }
  },
);
