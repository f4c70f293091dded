/** The attacker with one table: sees members where there are any to see, and nobody elsewhere. */

import { describe, expect, test } from 'vitest';
import { planFeatures } from '../../../src/features/plan.ts';
import { oneShotTables } from '../../../src/measures/membershipAudit/oneShotTables.ts';
import { rngFromSeed } from '../../../src/random/rng.ts';
import { applySchema } from '../../../src/table/applySchema.ts';
import type { Table } from '../../../src/table/table.ts';
import { takeRows } from '../../../src/table/takeRows.ts';
import { mixedRecords, records } from './tables.ts';

function attacked(real: Table, synthetic: Table, heldOut: Table, seed = 1) {
  const plan = planFeatures(applySchema(real));
  const rng = rngFromSeed(seed);
  return oneShotTables({ plan, real, synthetic, heldOut, response: 'y', rng });
}

describe('an attacker with one table and a reference', () => {
  test('tells members of a copy from others', () => {
    const found = attacked(records(200, 1), records(200, 1), records(300, 2));
    expect(found).toMatchObject({ reference: 150, trees: 6 });
    expect(found?.auc.low).toBeGreaterThan(0.57);
  });

  test.each([
    ['numbers', records],
    ['mixed columns', mixedRecords],
  ])('sees nobody in tables of other people: %s', (_, make) => {
    const areas = Array.from({ length: 20 }, (_each, seed) => {
      const all = make(500, 100 + seed);
      const part = (from: number, to: number) =>
        takeRows(
          all,
          Uint32Array.from({ length: to - from }, (_row, i) => from + i),
        );
      const found = attacked(part(0, 200), part(200, 300), part(300, 500), seed);
      return found?.auc.estimate ?? Number.NaN;
    });
    const mean = areas.reduce((a, b) => a + b) / areas.length;
    const squares = areas.reduce((sum, area) => sum + (area - mean) ** 2, 0);
    const error = Math.sqrt(squares / 19 / 20);
    // four errors: false alarm 1e-3 for Student's t with 19 degrees of freedom, twice
    expect(Math.abs(mean - 0.5)).toBeLessThan(4 * error);
    expect(error).toBeLessThan(0.012);
  });

  test('needs forty rows for a reference', () => {
    expect(attacked(records(60, 1), records(60, 1), records(39, 2))).toBeNull();
    expect(attacked(records(60, 1), records(60, 1), records(40, 2))?.reference).toBe(20);
  });
});
