/** A thread whose units wait, fail, or end the process: as the library's threads, for tests of what is around them. */

import { appendFileSync } from 'node:fs';
import { parentPort } from 'node:worker_threads';
import { expose } from 'comlink';
import nodeEndpoint from 'comlink/dist/esm/node-adapter.mjs';

const inputs = new Map();
const units = {
  async wait({ task, pause, table, poison, starts }) {
    if (starts) appendFileSync(starts, `${task} ${process.pid}\n`);
    if (task === poison) process.kill(process.pid, 'SIGKILL');
    await new Promise((resolve) => setTimeout(resolve, pause));
    return { task, values: Float64Array.of(task, task / 3, table ? table.cells.length : -1) };
  },
  large: ({ megabytes }) => ({ bytes: new Uint8Array(megabytes << 20).fill(7) }),
};
expose(
  {
    begin() {},
    keep: (address, value) => void inputs.set(address, value),
    forget: (address) => void (address === undefined ? inputs.clear() : inputs.delete(address)),
    async run(name, task) {
      const whole = Object.fromEntries(
        Object.entries(task).map(([key, part]) => {
          const address = part?.['shared input'];
          return [key, address === undefined ? part : inputs.get(address)];
        }),
      );
      if (whole.fails) throw new Error(`Unit of work '${name}' failed: as asked. Its input: {}`);
      return units[name](whole);
    },
  },
  nodeEndpoint(parentPort),
);
