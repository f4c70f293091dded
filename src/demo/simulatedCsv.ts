/** The paper's simulated data as a person would find them in a file. */

import { simulatedData } from './simulatedData.ts';

/** As in the paper: X1 depends on its block, X2 to X5, which is unrelated to Y. */
export const DEMO_ROLES = { response: 'Y', sensitive: ['X1'] } as const;

const DECIMALS = 4;

export function simulatedCsv(seed: number): Uint8Array<ArrayBuffer> {
  const { names, columns } = simulatedData(seed);
  const lines = Array.from(columns[0], (_, row) =>
    columns.map((column, j) => column[row].toFixed(names[j] === 'Y' ? 0 : DECIMALS)).join(','),
  );
  return new TextEncoder().encode(`${[names.join(','), ...lines].join('\n')}\n`);
}
