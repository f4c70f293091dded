/** What an edge by class tells of the one copula that it stands in place of. */

import { beforeAll, describe, expect, test } from 'vitest';
import { roundVine } from '../../src/model/roundVine.ts';
import {
  discretePseudoObservations,
  type FittedEdge,
  fitVine,
  InputError,
  pseudoObservations,
  truncateColumns,
  truncateVine,
  type Vine,
  vineFromJSON,
  vineToJSON,
} from '../../src/vine.ts';
import { Draw } from '../support/draw.ts';

/** A class decides on the sign of the dependence of two columns, and on the spread of a third. */
const draw = new Draw(3);
const y = draw.column(400, (_, i) => i % 2);
const first = draw.column(400, (own) => own.uniform());
const second = draw.column(400, (own, i) => (y[i] ? 1 : -1) * first[i] + 0.3 * own.uniform());
// without a difference between classes but in dependence
const level = second.map((x, i) => (y[i] ? x : x + 1));
const spread = draw.column(400, (own, i) => (own.uniform() - 0.5) * (y[i] ? 1 : 4));
const root = discretePseudoObservations(y);
const columns = [...[spread, first, level].map((column) => pseudoObservations(column)), root.upper];
const left = [undefined, undefined, undefined, root.lower];

let [own, shared] = [] as unknown as readonly [Vine, Vine];
beforeAll(async () => {
  const settings = { structure: 'cvine', left, families: 'onepar' } as const;
  own = await fitVine(columns, { ...settings, byClass: 'auto' });
  shared = await fitVine(columns, { ...settings, byClass: 'never' });
});

const between = ({ edges }: Vine, a: number, b: number) =>
  edges.find(
    (edge) => (edge.a === a && edge.b === b) || (edge.a === b && edge.b === a),
  ) as FittedEdge;

describe('the log-likelihood of one copula for all classes', () => {
  test('is that of a fit without classes where earlier trees are the same', () => {
    // in the first tree there is none before; of the second the first and the level do not depend on the class
    for (const [a, b] of [
      [0, 3],
      [1, 2],
    ]) {
      const edge = between(own, a, b);
      expect(edge.classes).toHaveLength(2);
      expect(edge.sharedLogLik).toBeCloseTo(between(shared, a, b).logLik, 6);
      expect(edge.logLik).toBeGreaterThan((edge.sharedLogLik as number) + 20);
    }
  });

  test('is not there where one copula serves all', () => {
    expect(own.edges.filter(({ classes }) => !classes).length).toBeGreaterThan(0);
    for (const edge of own.edges) {
      expect(edge.sharedLogLik === undefined).toBe(edge.classes === undefined);
    }
  });

  test('is rounded with the vine, and comes back from JSON', () => {
    const rounded = roundVine(own, 5);
    const edge = between(rounded, 1, 2);
    expect(String(edge.sharedLogLik)).toMatch(/^-?\d+(\.\d)?$/);
    expect(edge.sharedLogLik).toBeCloseTo(between(own, 1, 2).sharedLogLik as number, 0);
    expect(vineFromJSON(JSON.parse(JSON.stringify(vineToJSON(rounded))))).toEqual(rounded);
  });

  test('a file without it is refused', () => {
    const json = JSON.parse(JSON.stringify(vineToJSON(own)));
    const edge = json.copulas.flat().find((each: object) => 'classes' in each);
    edge.shared = undefined;
    expect(() => vineFromJSON(JSON.parse(JSON.stringify(json)))).toThrow(InputError);
  });
});

test('a vine that is cut before its edges by class has no groups, and can be read again', () => {
  for (const cut of [truncateVine(own, 0), truncateColumns(own, [0, 0, 0, 0])]) {
    expect(cut.groups).toBeUndefined();
    expect(vineFromJSON(JSON.parse(JSON.stringify(vineToJSON(cut))))).toEqual(cut);
  }
});
