/**
 * One fit of a large simulated table in a process of its own, so that its peak memory is known.
 * Takes its settings as JSON in the first argument and prints one JSON document.
 */

import { simulateCopulaData } from './data.ts';
import { loadEngine } from './engine.ts';
import { measure } from './measure.ts';

export interface ScaleSettings {
  /** Path of the built library. */
  readonly engine: string;
  readonly rows: number;
  readonly columns: number;
  readonly truncation: number;
  readonly threads: number;
  readonly seed: number;
}

export interface ScaleResult {
  readonly seconds: number;
  readonly cpuSeconds: number;
  /** Largest resident memory of the process, in bytes. */
  readonly peakBytes: number;
}

const settings = JSON.parse(process.argv[2]) as ScaleSettings;
const engine = await loadEngine(settings.engine);
const { columns, lastLeft } = simulateCopulaData(settings.rows, settings.columns, settings.seed);
const left = columns.map((_, j) => (j === columns.length - 1 ? lastLeft : undefined));
const { timing } = await measure(
  () =>
    engine.fitVine(columns, {
      structure: 'cvine',
      criterion: 'aic',
      left,
      truncation: settings.truncation,
      threads: settings.threads,
    }),
  { repeats: 1, budgetSeconds: 0 },
);
const result: ScaleResult = {
  seconds: timing.seconds[0],
  cpuSeconds: timing.cpuSeconds[0],
  peakBytes: process.resourceUsage().maxRSS * 1024,
};
process.stdout.write(`${JSON.stringify(result)}\n`);
