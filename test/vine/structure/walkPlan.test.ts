import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cvine } from '../../../src/vine/structure/cvine.ts';
import { dvine } from '../../../src/vine/structure/dvine.ts';
import { arrange } from '../../../src/vine/structure/structureFromTrees.ts';
import type { VineStructure } from '../../../src/vine/structure/vineStructure.ts';
import { walkPlan } from '../../../src/vine/structure/walkPlan.ts';
import { anyVine } from './randomVine.ts';

/** "5|1,2": the distribution of position 5 given positions 1 and 2. */
function distribution(position: number, given: Iterable<number>): string {
  return `${position}|${[...given].sort((x, y) => x - y)}`;
}

/** Walks the vine with names of distributions in place of numbers, asking only for what the plan says. */
function checkWalk(structure: VineStructure): void {
  const { order, truncation, partners } = structure;
  const plan = walkPlan(structure);
  let direct = order.map((_, i): string | undefined => distribution(i, []));
  let indirect: (string | undefined)[] = [];
  for (let k = 0; k < truncation; k++) {
    const usedDirect = new Set<number>();
    const usedIndirect = new Set<number>();
    const nextDirect: (string | undefined)[] = [];
    const nextIndirect: (string | undefined)[] = [];
    for (let i = k + 1; i < order.length; i++) {
      const given = partners.slice(0, k).map((row) => row[i]);
      const m = plan.column[k][i];
      expect(direct[i]).toBe(distribution(i, given));
      expect((plan.indirect[k][i] === 1 ? indirect : direct)[m]).toBe(
        distribution(partners[k][i], given),
      );
      usedDirect.add(i);
      (plan.indirect[k][i] === 1 ? usedIndirect : usedDirect).add(m);
      if (plan.needsDirect[k][i] === 1) nextDirect[i] = distribution(i, [...given, partners[k][i]]);
      if (plan.needsIndirect[k][i] === 1)
        nextIndirect[i] = distribution(partners[k][i], [...given, i]);
    }
    if (k > 0) {
      // nothing was computed in vain
      for (let i = k; i < order.length; i++) {
        expect(direct[i] !== undefined).toBe(usedDirect.has(i));
        expect(indirect[i] !== undefined).toBe(usedIndirect.has(i));
      }
    }
    direct = nextDirect;
    indirect = nextIndirect;
  }
  expect([...direct, ...indirect].filter((value) => value !== undefined)).toHaveLength(
    truncation > 0 ? 0 : order.length,
  );
}

test('every argument of every pair copula is what the plan points at, and nothing is computed in vain', () => {
  fc.assert(fc.property(anyVine, (vine) => checkWalk(arrange(vine).structure)));
});

test('a C-vine needs no indirect value at all, a D-vine one for each inner edge', () => {
  for (const row of walkPlan(cvine([0, 1, 2, 3, 4])).needsIndirect)
    expect([...row]).toEqual([0, 0, 0, 0, 0]);
  const plan = walkPlan(dvine([0, 1, 2, 3, 4]));
  expect(plan.needsIndirect.map((row) => [...row])).toEqual([
    [0, 1, 1, 1, 0],
    [0, 0, 1, 1, 0],
    [0, 0, 0, 1, 0],
    [0, 0, 0, 0, 0],
  ]);
  expect(plan.column.map((row) => [...row])).toEqual([
    [-1, 0, 1, 2, 3],
    [-1, -1, 1, 2, 3],
    [-1, -1, -1, 2, 3],
    [-1, -1, -1, -1, 3],
  ]);
});
