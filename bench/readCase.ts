/** Reads one table in a process of its own, so that its peak memory is known; prints one JSON. */

import { readTableFile } from '../src/table/files.ts';

const cpuBefore = process.cpuUsage();
const before = performance.now();
const table = await readTableFile(process.argv[2]);
const seconds = (performance.now() - before) / 1e3;
const { user, system } = process.cpuUsage(cpuBefore);
const [first] = table.columns;
const sum = first.kind === 'numeric' ? first.values.reduce((total, x) => total + x, 0) : Number.NaN;
const result = {
  seconds,
  cpuSeconds: (user + system) / 1e6,
  peakBytes: process.resourceUsage().maxRSS * 1024,
  rows: table.rows,
  sum,
};
process.stdout.write(`${JSON.stringify(result)}\n`);
