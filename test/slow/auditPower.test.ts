/**
 * The power of the membership audit on SUPPORT2 at the size of `standard`, where everybody in the table has a
 * small risk. A vine fitted to other people leaks nothing; on top of it each member's row is given away with
 * a known probability: whole, so that no attacker can have an advantage beyond that probability, or half of
 * its cells, so that nothing is there twice. A leak is seen if the density's or the nearest row's guesses of pairs are right
 * more often than chance has it at 2.5 % each. TVINESYNTH_SEEDS changes the number of audits.
 */

import { expect, type TestContext, test } from 'vitest';
import { chosenGenerator } from '../../src/generators/choice.ts';
import type { FittedGenerator, Generator } from '../../src/generators/generator.ts';
import { membershipAudit } from '../../src/measures/membershipAudit/membershipAudit.ts';
import { rngFromSeed } from '../../src/random/rng.ts';
import { readTable } from '../../src/table/readTable.ts';
import type { Column, Table } from '../../src/table/table.ts';
import { readShared } from '../support/shared.ts';

const SEEDS = Number(process.env.TVINESYNTH_SEEDS ?? 40);
const FIT = { response: 'Y', sensitive: ['totcst', 'crea'], order: 'asis' as const };

interface Tables {
  readonly table: Table;
  /** Fitted to people who are not in the table. */
  readonly others: FittedGenerator;
}

async function tables(context: TestContext): Promise<Tables> {
  const read = (name: string) =>
    readTable(new TextEncoder().encode(readShared(`data/${name}_support2_small.csv`, context)));
  const others = await chosenGenerator('cvine').fit(await read('test'), FIT, rngFromSeed(1));
  return { table: await read('real'), others };
}

/** Rows of the vine of other people; each member takes the place of one with the chance, in a share of its cells. */
function leaky(others: FittedGenerator, chance: number, cells: number): Generator {
  return {
    fit: (members, _, fitRng) => {
      const given = fitRng.split('given').uniforms(members.rows);
      return {
        sample(rows, rng) {
          const made = others.sample(rows, rng.split('made'));
          const columns = made.columns.map((column, j) => {
            const own = members.columns.find(({ name }) => name === column.name);
            const taken = fitRng.split('cells', j).uniforms(members.rows);
            return own
              ? mixed(column, own, (row) => given[row] < chance && taken[row] < cells)
              : column;
          });
          return { ...made, columns } as Table;
        },
      };
    },
  };
}

function mixed(made: Column, own: Column, isTaken: (row: number) => boolean): Column {
  if (made.kind !== 'numeric' || own.kind !== 'numeric') throw new Error('SUPPORT2 holds numbers');
  return {
    ...made,
    values: made.values.map((value, row) =>
      row < own.values.length && isTaken(row) ? own.values[row] : value,
    ),
  };
}

async function seen(
  { table, others }: Tables,
  name: string,
  chance: number,
  cells: number,
): Promise<number> {
  let found = 0;
  const advantages: number[] = [];
  for (let seed = 1; seed <= SEEDS; seed++) {
    const { levels } = await membershipAudit(table, {
      generator: leaky(others, chance, cells),
      fit: FIT,
      levels: ['full'],
      seed,
    });
    const { refit, near } = levels[0].scores;
    const [density, nearest] = [refit?.pairs, near?.pairs];
    const isSeen = Math.min(density?.p ?? 1, nearest?.p ?? 1) <= 0.025;
    if (isSeen) found++;
    advantages.push(Math.max(density?.advantage ?? 0, nearest?.advantage ?? 0));
    process.stderr.write(
      `${name} ${seed}: density ${density?.advantage.toFixed(3)}, nearest ${nearest?.advantage.toFixed(3)}, ${isSeen ? 'seen' : 'not seen'}\n`,
    );
  }
  const mean = advantages.reduce((sum, each) => sum + each, 0) / SEEDS;
  console.log(
    `${name}: seen in ${found} of ${SEEDS}; the stronger attacker's advantage is ${mean.toFixed(3)} on average`,
  );
  return found / SEEDS;
}

test('nothing given away is seen in about one of twenty', async (context) => {
  expect(await seen(await tables(context), 'nothing', 0, 0)).toBeLessThanOrEqual(0.2);
});

test('one member in twenty copied is seen in at least nine of ten audits', async (context) => {
  expect(await seen(await tables(context), 'copies', 0.05, 1)).toBeGreaterThanOrEqual(0.9);
});

test('half of the cells of 13 % of members are seen in at least nine of ten audits', async (context) => {
  expect(await seen(await tables(context), 'cells', 0.13, 0.5)).toBeGreaterThanOrEqual(0.9);
});
