/** A coordinator in a process of its own: sends units that wait, and prints what all of them gave. */

import { openChannel, openCoordinator, queueUrl, readRunKey } from '../../dist/queue.js';

const { url, keyFile, count, pause, starts } = JSON.parse(process.argv[2]);
const onNote = (text) => console.error(text);
const channel = await openChannel(queueUrl(url), { runKey: readRunKey({ keyFile }), onNote });
onNote('ready');
const kept = new Map();
const own = { get: (key) => kept.get(key), put: (key, value) => void kept.set(key, value) };
const coordinator = openCoordinator(channel, 'study', own, { onNote });
const outcomes = [];
await coordinator.joint.doAll({
  unit: 'wait',
  tasks: count,
  size: 1,
  keyOf: (task) => `wait ${task}`,
  inputOf: (task) => ({ task, pause, starts }),
  run: () => Promise.reject(new Error('nothing is done here')),
  finished(task, { result, reason }) {
    outcomes[task] = reason ?? [result.task, ...result.values];
  },
});
await coordinator.close();
console.log(JSON.stringify(outcomes));
process.exit(0);
