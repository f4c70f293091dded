/** Many variables: the fit runs, and its memory does not grow with the number of trees. */

import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, test } from 'vitest';
import type { CopulaColumn } from '../../src/copula/copulaColumn.ts';
import { fitColumns } from '../../src/vine/fitColumns.ts';
import { type VineRunner, vineUnits } from '../../src/vine/units.ts';
import { resolveStructure } from '../../src/vine/vineSettings.ts';
import { fitVine, pseudoObservations, sampleVine } from '../../src/vine.ts';
import { Draw } from '../support/draw.ts';

const D = 60;
const ROWS = 300;
const columns = exampleColumns();

describe('60 variables, 300 rows', () => {
  test.each(['cvine', 'rvine'] as const)('%s, five trees of all families', async (structure) => {
    const vine = await fitVine(columns, { structure, truncation: 5 });
    expect(vine.edges).toHaveLength(59 + 58 + 57 + 56 + 55);
    expect(vine.logLik).toBeGreaterThan(1000);
    expect(sampleVine(vine, 1000, { seed: 1 }).every((u) => u.every(Number.isFinite))).toBe(true);
  });

  test.each([
    ['cvine', 2],
    ['dvine', 4],
    ['star', 5],
    ['rvine', 5],
  ] as const)(
    '%s, twelve trees: at most %i columns of every variable are kept at a time',
    async (structure, most) => {
      const { runner, made, alive } = watched();
      const choice = resolveStructure({ structure, truncation: 12 }, D);
      const margins = columns.map((u) => ({ u }));
      const settings = { families: ['gaussian'], criterion: 'aic', giveUp: true } as const;
      await fitColumns(margins, choice, settings, runner);
      expect(made()).toBeGreaterThan(550);
      expect(alive()).toBeLessThan(most * D);
    },
  );

  /** A runner of one that counts the columns it has made and the most that were alive together. */
  function watched() {
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void;
    let columnsMade: WeakRef<Float64Array>[] = [];
    let [made, alive, units] = [0, 0, 0];
    const count = async () => {
      // a WeakRef holds on to its target until the turn ends
      await new Promise((resolve) => setTimeout(resolve));
      collect();
      columnsMade = columnsMade.filter((column) => column.deref());
      alive = Math.max(alive, columnsMade.length);
    };
    const remember = (column: CopulaColumn | undefined) => {
      if (!column) return;
      made++;
      columnsMade.push(new WeakRef(column.u));
    };
    const runner: VineRunner = {
      size: 1,
      share: (value) => value,
      inputAt: (address) => address,
      async run(name, task) {
        if (++units % 40 === 0) await count();
        const unit = vineUnits[name] as (
          input: unknown,
        ) => ReturnType<(typeof vineUnits)[typeof name]>;
        const result = unit(task);
        if ('edge' in result) {
          remember(result.direct);
          remember(result.indirect);
        }
        return result;
      },
    };
    return { runner, made: () => made, alive: () => alive };
  }
});

/** Every column with two common parts, so that there is something to fit. */
function exampleColumns(): Float64Array[] {
  const draw = new Draw(95);
  const parts = [0, 1].map(() => draw.column(ROWS, () => draw.uniform()));
  return Array.from({ length: D }, (_, j) =>
    pseudoObservations(
      draw.column(ROWS, (_, i) => parts[0][i] + (j % 5) * 0.2 * parts[1][i] + draw.uniform()),
    ),
  );
}
