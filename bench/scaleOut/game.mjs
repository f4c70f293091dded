/** A membership game whose units are shared, over a folder or by a queue; prints how long it took. */

import { createHash } from 'node:crypto';
import { membershipAttack, simulatedData, tableFromColumns } from '../../dist/index.js';
import { openSharedStore } from '../../dist/node.js';
import { openChannel, openCoordinator, queueUrl, readRunKey, studyKey } from '../../dist/queue.js';

const { folder, url, keyFile, begin, rows } = JSON.parse(process.argv[2]);
const { names, columns } = simulatedData(1, { rowsPerClass: rows / 2 });
const table = tableFromColumns(Object.fromEntries(names.map((name, j) => [name, columns[j]])));
const settings = {
  fit: { response: 'Y', sensitive: ['X1'], truncation: 10 },
  levels: [1, 10],
  targets: { quantiles: [], random: 5 },
  iterations: 4,
  shadows: 4,
  setsPerShadow: 5,
  sets: 10,
  seed: 1,
};
let units = 0;
const counted = (joint) => ({
  ...joint,
  doAll(work) {
    units += work.tasks;
    return joint.doAll(work);
  },
});
const opened = folder === undefined ? await overQueue() : openSharedStore(folder, table, settings);
const store = { ...opened, joint: counted(opened.joint) };
if (Date.now() > begin) throw new Error('this process started too late');
await new Promise((resolve) => setTimeout(resolve, begin - Date.now()));
const before = performance.now();
const { outcomes } = await membershipAttack(table, { ...settings, store });
const seconds = (performance.now() - before) / 1000;
const messages = opened.sent?.().messages;
await opened.close();
const digest = createHash('sha256').update(JSON.stringify(outcomes)).digest('hex');
console.log(JSON.stringify({ units, seconds, digest, messages }));
process.exit(0);

async function overQueue() {
  const onNote = (text) => console.error(text);
  const channel = await openChannel(queueUrl(url), { runKey: readRunKey({ keyFile }), onNote });
  const kept = new Map();
  const own = { get: (key) => kept.get(key), put: (key, value) => void kept.set(key, value) };
  return openCoordinator(channel, studyKey(table, settings), own, { onNote });
}
