/**
 * What no generator can get below on SUPPORT2 at the lowest level. The real rows themselves, with the
 * protected columns shuffled within the classes of the response: nothing else is wrong with them, so what a
 * classifier still sees is the protection. And what attackers seem to explain where the sensitive columns are
 * shuffled over all rows and nothing tells of them.
 */

import type * as Library from '../../src/index.ts';
import type { Setting } from '../setting.ts';

export interface Floors {
  /** Detection AUC by shuffle, with these columns shuffled within classes. */
  readonly detection: {
    readonly sensitive: readonly number[];
    readonly related: readonly number[];
  };
  /** R2 on real rows by sensitive column and attacker, the mean over `iterations` sets. */
  readonly told: Readonly<Record<string, Library.AttributeFindings['r2OnReal']['inTable']>>;
  readonly iterations: number;
}

const SHUFFLES = 5;
const ITERATIONS = 30;

export async function findFloors(
  { library, seed }: Setting,
  table: Library.Table,
  response: string,
  sensitive: readonly string[],
): Promise<Floors> {
  const { order } = await library.orderTable(table, { response, sensitive });
  const detection = (columns: readonly string[]) =>
    Array.from({ length: SHUFFLES }, (_, k) => {
      const rng = library.rngFromSeed(seed + k).split('floors');
      const drawn = shuffled(library, table, columns, response, rng);
      const found = library.tableFidelity(table, drawn, { response, seed: seed + k });
      if (!found.detectionAuc) throw new Error('floors: too few rows');
      return found.detectionAuc.estimate;
    });
  const attack = await library.attributeAttack(table, {
    generator: {
      fit: (own, _, rng) => ({
        sample: (rows, drawing) => {
          const taken = library.takeRows(own, rng.split('rows').integers(rows, own.rows));
          return shuffled(library, taken, order.protected, undefined, drawing);
        },
      }),
    },
    fit: { response, sensitive },
    targets: { quantiles: [], random: 1 },
    iterations: ITERATIONS,
    sets: 1,
    baselines: false,
    seed,
  });
  return {
    detection: { sensitive: detection(sensitive), related: detection(order.protected) },
    told: Object.fromEntries(
      sensitive.map((name) => [name, attack.levels[0].sensitive[name].r2OnReal.inTable]),
    ),
    iterations: ITERATIONS,
  };
}

/** Each of these columns in an order of its own, within the values of another column if one is named. */
function shuffled(
  library: Setting['library'],
  table: Library.Table,
  names: readonly string[],
  within: string | undefined,
  rng: Library.Rng,
): Library.Table {
  const groups = new Map<number, number[]>();
  const by = table.columns.find(({ name }) => name === within);
  for (let row = 0; row < table.rows; row++) {
    const key = by ? (by.kind === 'text' ? by.codes[row] : by.values[row]) : 0;
    const own = groups.get(key);
    if (own) own.push(row);
    else groups.set(key, [row]);
  }
  const columns = table.columns.map((column) => {
    if (!names.includes(column.name)) return column;
    const taken = new Uint32Array(table.rows);
    for (const [key, rows] of groups) {
      const order = rng.split(column.name, key).permutation(rows.length);
      for (const [place, row] of rows.entries()) taken[row] = rows[order[place]];
    }
    return library.takeRows({ ...table, columns: [column] }, taken).columns[0];
  });
  return { ...table, columns };
}
