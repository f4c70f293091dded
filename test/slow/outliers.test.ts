/** The size of an outlier is no nearer to be told from a release than from that of the table without it. */

import { describe, expect, test } from 'vitest';
import { attackOutliers, best } from '../support/outlierAttack.ts';

describe.each(['amount', 'count', 'date'] as const)(
  'an outlier among values of kind %s',
  (kind) => {
    test('is not told by the best of the attackers, over 200 tables', {
      timeout: 1_800_000,
    }, async () => {
      const results = await attackOutliers(kind, 200);
      console.table(results);
      expect(best(results).score).toBeLessThan(2);
    });
  },
);
