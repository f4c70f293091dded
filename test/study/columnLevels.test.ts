import { describe, expect, test } from 'vitest';
import type { TableOrder } from '../../src/model/orderTable.ts';
import type { LevelFigures } from '../../src/study/choose.ts';
import { safeLevels } from '../../src/study/columnLevels.ts';

/** What is known of a level: the shares that an attacker explains of two columns, and guesses of a third. */
function level(truncation: number, cost: number, crea: number, right = 0.5): LevelFigures {
  return {
    truncation,
    numbers: [
      { name: 'cost', mr2: cost },
      { name: 'crea', mr2: crea },
    ],
    categories: [{ name: 'stage', rate: right, baseline: 0.5, halfWidth: 0.05 }],
  } as unknown as LevelFigures;
}

const orderOf = (...names: string[]) =>
  ({
    order: {
      protected: names,
      K: [{ name: 'charges', sensitive: 'cost' }],
    },
  }) as unknown as TableOrder;

describe('a level for each protected column', () => {
  const levels = [level(1, 0.01, 0), level(5, 0.05, 0.02, 0.54), level(10, 0.3, 0.08, 0.6)];

  test('is the highest up to which its attack explains no more than the limit', () => {
    expect(safeLevels(levels, orderOf('cost', 'crea'))).toEqual({ cost: 5, crea: 10 });
    expect(safeLevels(levels, orderOf('cost', 'crea'), 0.03)).toEqual({ cost: 1, crea: 5 });
    expect(safeLevels(levels, orderOf('cost', 'crea'), 1)).toEqual({ cost: 10, crea: 10 });
  });

  test('is not above a level that is unsafe, though a higher one may look safe', () => {
    const noisy = [level(1, 0.01, 0), level(5, 0.2, 0), level(10, 0.05, 0)];
    expect(safeLevels(noisy, orderOf('cost'))).toEqual({ cost: 1 });
  });

  test('is the lowest where none is safe', () => {
    expect(safeLevels([level(1, 0.9, 0), level(5, 0.9, 0)], orderOf('cost'))).toEqual({ cost: 1 });
  });

  test('of a related column is that of the sensitive one', () => {
    expect(safeLevels(levels, orderOf('cost', 'charges'))).toEqual({ cost: 5, charges: 5 });
  });

  test('of a category ends where guesses beat the baseline beyond doubt', () => {
    expect(safeLevels(levels, orderOf('stage'))).toEqual({ stage: 5 });
  });
});
