/** The data that engine and peer are measured on. */

import { readFile, writeFile } from 'node:fs/promises';

/** Copula data: columns in (0, 1), of which the last is discrete, and that one's left limits. */
export interface CopulaData {
  readonly columns: readonly Float64Array[];
  readonly lastLeft: Float64Array;
}

/** Reads a CSV of copula data whose last column holds the left limits of the one before it. */
export async function readCopulaData(path: string): Promise<CopulaData> {
  const [header, ...lines] = (await readFile(path, 'utf8')).trim().split('\n');
  const rows = lines.map((line) => line.split(',').map(Number));
  const all = header.split(',').map((_, j) => Float64Array.from(rows, (row) => row[j]));
  return { columns: all.slice(0, -1), lastLeft: all[all.length - 1] };
}

/** Writes copula data as `readCopulaData` and the peers read it. */
export async function writeCopulaData(path: string, data: CopulaData): Promise<void> {
  const names = data.columns.map((_, j) => `u${j + 1}`);
  await writeColumns(path, [...names, 'left'], [...data.columns, data.lastLeft]);
}

/** Writes columns as CSV, every digit kept. */
export async function writeColumns(
  path: string,
  names: readonly string[],
  columns: readonly Float64Array[],
): Promise<void> {
  const lines = Array.from(columns[0], (_, i) => columns.map((column) => column[i]).join(','));
  await writeFile(path, `${[names.join(','), ...lines].join('\n')}\n`);
}

/** The last `count` columns: the discrete one stays the last. */
export function lastColumns({ columns, lastLeft }: CopulaData, count: number): CopulaData {
  return { columns: columns.slice(-count), lastLeft };
}

/**
 * Ranks of simulated columns with dependence that fades with distance, heavy joint tails, and a
 * binary last column. Only its shape and its being the same for all matter here.
 */
export function simulateCopulaData(rows: number, columns: number, seed: number): CopulaData {
  const uniform = uniformStream(seed);
  const normal = () => Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform());
  const x = Array.from({ length: columns }, () => new Float64Array(rows));
  for (let i = 0; i < rows; i++) {
    const spread = 1 / Math.sqrt(-Math.log(uniform() * uniform()) / 2);
    let previous = normal();
    for (let j = 0; j < columns; j++) {
      previous = 0.7 * previous + Math.sqrt(0.51) * normal();
      x[j][i] = previous * spread;
    }
  }
  const zeros = x[columns - 1].filter((value) => value <= 0).length;
  const isOne = x[columns - 1].map((value) => (value > 0 ? 1 : 0));
  return {
    columns: [...x.slice(0, -1).map(ranks), isOne.map((one) => (one ? rows : zeros) / (rows + 1))],
    lastLeft: isOne.map((one) => (one ? zeros / (rows + 1) : 0)),
  };
}

/** A fixed stream of uniforms in (0, 1): the minimal standard generator of Park and Miller. */
export function uniformStream(seed: number): () => number {
  let state = (seed % 2147483646) + 1;
  return () => {
    state = (state * 48271) % 2147483647;
    return state / 2147483647;
  };
}

function ranks(values: Float64Array): Float64Array {
  const order = Uint32Array.from(values, (_, i) => i).sort((a, b) => values[a] - values[b]);
  const result = new Float64Array(values.length);
  order.forEach((row, place) => {
    result[row] = (place + 1) / (values.length + 1);
  });
  return result;
}
