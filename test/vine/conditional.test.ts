/** Conditional distributions of discrete variables, at both limits of each level. */
import { expect, test } from 'vitest';
import { hfunc2 } from '../../src/copula/evaluate.ts';
import { rngFromSeed } from '../../src/random/rng.ts';
import { firstGivenSecond, secondGivenFirst } from '../../src/vine/conditional.ts';
import type { GroupEdge } from '../../src/vine/vine.ts';

const rows = 3000;
const rng = rngFromSeed(4);
const edge: GroupEdge = { family: 'clayton', rotation: 90, parameters: [0.8], logLik: 0 };

/** Limits of their own in every row, as columns have from the second tree on; those at the ends stay there. */
function levels(count: number, name: string) {
  const [level, bend] = [rng.split(name).uniforms(rows), rng.split(name, 'bend').uniforms(rows)];
  const place = level.map((x) => Math.floor(x * count));
  const limit = (l: number, i: number) => (l / count) ** (0.5 + bend[i]);
  return { u: place.map((l, i) => limit(l + 1, i)), left: place.map(limit) };
}

test.each([1, 2, 3, 5])('of %i levels, each limit is the function at this limit', (count) => {
  const [variable, other] = [levels(count, `own ${count}`), levels(3, 'other')];
  for (const given of [other, { u: rng.split('given').uniforms(rows) }]) {
    const expected = {
      u: hfunc2(edge, variable.u, given),
      left: hfunc2(edge, variable.left, given),
    };
    expect(firstGivenSecond(edge, variable, given)).toEqual(expected);
    const turned = { ...edge, rotation: 270 as const };
    expect(secondGivenFirst(turned, given, variable)).toEqual(expected);
  }
});
