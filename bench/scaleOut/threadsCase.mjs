/** One job on threads by the build that is named; prints its cost. */

import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const { job, build, rows, threads: count } = JSON.parse(process.argv[2]);
const { membershipAttack, simulatedData, study, tableFromColumns } = await import(
  pathToFileURL(join(build, 'dist/index.js')).href
);
const { names, columns } = simulatedData(1, { rowsPerClass: rows / 2 });
const table = tableFromColumns(Object.fromEntries(names.map((name, j) => [name, columns[j]])));
const threads = Number(count);
const common = { response: 'Y', sensitive: ['X1'], families: 'gaussian', truncation: 1 };
const before = process.cpuUsage();
const begun = performance.now();
if (job === 'game') {
  await membershipAttack(table, {
    fit: common,
    levels: [1],
    targets: { quantiles: [], random: 5 },
    iterations: 4,
    shadows: 10,
    setsPerShadow: 2,
    sets: 4,
    threads,
    seed: 1,
  });
} else await study(table, { ...common, preset: 'quick', levels: [1], threads });
const wall = (performance.now() - begun) / 1000;
const { user, system } = process.cpuUsage(before);
console.log(JSON.stringify({ cpu: (user + system) / 1e6, wall }));
process.exit(0);
