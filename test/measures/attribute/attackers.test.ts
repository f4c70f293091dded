import { describe, expect, test } from 'vitest';
import { planFeatures } from '../../../src/features/plan.ts';
import { attackerFindings, valuesOf } from '../../../src/measures/attribute/attackerFindings.ts';
import { type ByAttacker, strongestOf } from '../../../src/measures/attribute/attackers.ts';
import {
  attackRows,
  rowsWithValue,
  withShuffled,
} from '../../../src/measures/attribute/attackRows.ts';
import { rowClasses, whyNotByClass } from '../../../src/measures/attribute/responseClasses.ts';
import { resolveSchema } from '../../../src/model/settings.ts';
import { rngFromSeed } from '../../../src/random/rng.ts';
import { applySchema } from '../../../src/table/applySchema.ts';
import { numericTable } from '../../support/numericTable.ts';

const nobody = Number.NaN;

test('the strongest attacker is who explains most; who did not try does not count', () => {
  expect(strongestOf({ pooled: 0.3, byClass: 0.6, forest: 0.5 })).toEqual({
    attacker: 'byClass',
    mr2: 0.6,
  });
  expect(strongestOf({ pooled: -0.1, byClass: nobody, forest: -0.2 }).attacker).toBe('pooled');
  expect(strongestOf({ pooled: nobody, byClass: nobody, forest: -0.2 }).attacker).toBe('forest');
  expect(strongestOf({ pooled: 0.2, byClass: 0.2, forest: nobody }).attacker).toBe('pooled');
});

describe('findings of attackers', () => {
  const none: ByAttacker = { pooled: nobody, byClass: nobody, forest: nobody };
  const play = (iteration: number, explained: ByAttacker, heldOut: ByAttacker = none) => ({
    iteration,
    found: {
      explained,
      explainedByChance: { ...none, pooled: 0.01 },
      explainedInTable: { pooled: 0.2, byClass: nobody, forest: 0.9 },
      explainedHeldOut: heldOut,
    },
  });

  test('are means over plays and by iteration; a forest in one play of each will do', () => {
    const found = attackerFindings([
      play(0, { pooled: 0.1, byClass: 0.2, forest: 0.6 }),
      play(0, { pooled: 0.3, byClass: 0.4, forest: nobody }),
      play(1, { pooled: 0.2, byClass: 0.3, forest: 0.4 }),
    ]);
    expect(found.mr2).toBeCloseTo(0.2, 12);
    expect(found.mr2ByClass).toBeCloseTo(0.3, 12);
    expect(found.mr2Forest).toBeCloseTo(0.5, 12);
    expect(found.strongest).toEqual({ attacker: 'forest', mr2: 0.5 });
    expect(valuesOf(found, 'forest')).toEqual([0.6, 0.4]);
    expect(valuesOf(found, 'pooled')[0]).toBeCloseTo(0.2, 12);
    expect(found.mr2Floors).toEqual({
      pooled: expect.closeTo(0.01),
      byClass: null,
      forest: nobody,
    });
  });

  test('of people are those of whoever guesses best for them', () => {
    const heldOut = (pooled: number) => ({ pooled, byClass: nobody, forest: -0.1 });
    const found = attackerFindings([play(0, none, heldOut(0.1)), play(1, none, heldOut(0.3))]);
    expect(found.inTable.estimate).toBe(0.9);
    // sd .1414, t(.975; 1) = 12.7062 and no more than 1
    expect(found.heldOut.estimate).toBeCloseTo(0.2, 12);
    expect(found.heldOut.low).toBeCloseTo(0.2 - 12.7062047 * 0.1, 6);
    expect(found.heldOut.high).toBe(1);
    expect(found.mr2ByClass).toBeNull();
    expect(found.r2OnReal.heldOut).toEqual({
      pooled: expect.closeTo(0.2),
      byClass: null,
      forest: expect.closeTo(-0.1),
    });
  });
});

describe('rows of attackers', () => {
  const n = 24;
  const s = Float64Array.from({ length: n }, (_, i) => (i % 6 === 0 ? Number.NaN : i + 0.5));
  const table = numericTable({
    s,
    a: Float64Array.from({ length: n }, (_, i) => i * i + 0.25),
    y: Float64Array.from({ length: n }, (_, i) => (i % 5 === 4 ? Number.NaN : i % 3)),
  });
  const schema = resolveSchema({ columns: { y: { type: 'nominal' }, s: { type: 'continuous' } } });
  const plan = planFeatures(applySchema(table, schema));

  test('without a class are a class of their own', () => {
    const { codes, count } = rowClasses(plan, table, 'y') ?? { codes: [], count: 0 };
    expect(count).toBe(4);
    expect([...codes.slice(0, 5)]).toEqual([0, 1, 2, 0, 3]);
  });

  test('with a value keep their classes', () => {
    const rows = rowsWithValue(attackRows(plan, table, 'y'), 's');
    expect(rows.features.rows).toBe(20);
    expect([...(rows.classes?.codes.slice(0, 4) ?? [])]).toEqual([1, 2, 0, 3]);
    const all = attackRows(plan, table, 'y');
    expect(rowsWithValue(all, 'a')).toBe(all);
  });

  test('are shuffled within their classes', () => {
    const rows = attackRows(plan, table, 'y');
    const mixed = withShuffled(rows, 0, rngFromSeed(3));
    const cells = (columns: readonly Float64Array[], code: number) =>
      [...columns[0]].filter((_, row) => rows.classes?.codes[row] === code);
    for (const code of [0, 1, 2, 3]) {
      const [before, after] = [rows, mixed].map(({ features }) => cells(features.columns, code));
      expect(after).not.toEqual(before);
      expect(after.sort()).toEqual(before.sort());
    }
    expect(mixed.features.columns.slice(1)).toEqual(rows.features.columns.slice(1));
  });

  test('have no classes where the response is numeric, unknown or has too many', () => {
    expect(whyNotByClass(plan, 'y')).toBeUndefined();
    expect(whyNotByClass(plan, 'a')).toBe("the response 'a' is numeric");
    expect(whyNotByClass(plan, undefined)).toBe('no response was named');
    expect(whyNotByClass(plan, 'z')).toBe("the response 'z' is not modelled");
    const levels = (count: number) => ({
      columns: plan.columns.map((each) =>
        each.name === 'y' ? { ...each, levels: Array.from({ length: count }, String) } : each,
      ),
    });
    expect(whyNotByClass(levels(10), 'y')).toBeUndefined();
    expect(whyNotByClass(levels(11), 'y')).toBe("the response 'y' has 11 classes, more than 10");
    expect(rowClasses(levels(11), table, 'y')).toBeUndefined();
  });
});
