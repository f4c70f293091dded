/**
 * A process that does units of work over a shared folder: each waits, and gives some numbers. Prints a digest
 * of all results. Which units were begun, and by whom, is a line each in `starts`.
 */

import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { openSharedStore } from '../../dist/node.js';

const told = JSON.parse(process.argv[2]);
const { folder, starts, units, pause, lease, tries, poison, blocks, size = 2, gate, first } = told;
const table = { rows: 1, columns: [] };
const store = openSharedStore(folder, table, { units }, { lease, tries });
const outcomes = [];
// all at the same time: each says that it is ready, and waits to be let in
if (gate !== undefined) {
  writeFileSync(join(gate, String(process.pid)), '');
  while (!existsSync(join(gate, 'open'))) await wait(20);
}
const waits = { unit: 'wait', size, inputOf: (task) => ({ task }) };
if (first !== undefined) {
  await store.joint.doAll({
    ...waits,
    tasks: first,
    keyOf: (task) => `first ${task}`,
    run: (task) => wait(pause, task),
    finished() {},
  });
}
const begun = Date.now();
await store.joint.doAll({
  ...waits,
  tasks: units,
  keyOf: (task) => `wait ${task}`,
  async run(task) {
    appendFileSync(starts, `${task} ${process.pid}\n`);
    if (task === poison) process.abort();
    if (blocks) {
      const until = performance.now() + pause;
      while (performance.now() < until);
    } else await wait(pause);
    return { task, values: Float64Array.of(task, task / 3, Number.NaN) };
  },
  finished(task, outcome) {
    outcomes[task] = outcome;
  },
});
const ended = Date.now();
store.close();
const failed = outcomes.flatMap((outcome, task) => ('reason' in outcome ? [task] : []));
const bytes = JSON.stringify(
  outcomes.map(({ result }) => result && [result.task, ...result.values]),
);
const digest = createHash('sha256').update(bytes).digest('hex');
const clock = gate === undefined ? {} : { begun, ended };
console.log(JSON.stringify({ digest, failed, count: outcomes.length, ...clock }));
