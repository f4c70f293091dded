/** A worker of a queue in a process of its own, with threads whose units wait. Prints its totals as it ends. */

import { openChannel, queueUrl, readRunKey, runWorker } from '../../dist/queue.js';

const { url, insecure, keyFile, blobs, ...settings } = JSON.parse(process.argv[2]);
const cancel = new AbortController();
process.on('SIGTERM', () => cancel.abort());
const note = (text) => console.error(text);
const runKey = readRunKey({ keyFile });
const channel = await openChannel(queueUrl(url, { insecure }), { runKey, blobs, onNote: note });
note('ready');
const totals = await runWorker(channel, {
  ...settings,
  program: new URL('./waitingThread.mjs', import.meta.url),
  signal: cancel.signal,
  onNote: note,
});
await channel.close();
const memory = Math.round(process.resourceUsage().maxRSS / 1024);
console.log(JSON.stringify({ ...totals, memory }));
process.exit(0);
