import { MessageChannel } from 'node:worker_threads';
import { expose, wrap } from 'comlink';
import nodeEndpoint from 'comlink/dist/esm/node-adapter.mjs';
import { expect, test } from 'vitest';
import { type WorkerApi, workerApi } from '../../src/work/units.ts';

const secret = 0.123456789012345;
const task = {
  first: { u: Float64Array.of(secret, 0.5) },
  pairs: Int32Array.of(1, 2, 3),
  settings: { families: ['gaussian', 'frank'], share: secret, name: 'Jane Doe' },
  needsDirect: true,
  nothing: null,
  unknown: undefined,
};
const failing = workerApi({
  fitEdge() {
    throw new RangeError('out of reach');
  },
});

test('an error inside a unit names the unit and the shape of its input, not the data', async () => {
  await expect(failing.run('fitEdge', task)).rejects.toThrow(
    "Unit of work 'fitEdge' failed: out of reach. Its input: { first: { u: Float64Array(2) }, pairs: Int32Array(3), " +
      'settings: { families: Array(2), share: number, name: string }, needsDirect: boolean, nothing: null, unknown: undefined }',
  );
});

test('and keeps the error itself as its cause', async () => {
  const error = await failing.run('fitEdge', task).catch((reason: Error) => reason);
  expect((error as Error).cause).toBeInstanceOf(RangeError);
});

test('a unit that nobody knows', async () => {
  await expect(failing.run('makeTea', task)).rejects.toThrow("no unit of work is called 'makeTea'");
});

test('a result that holds memory which threads have in common is sent', async () => {
  const common = new Float64Array(new SharedArrayBuffer(16)).fill(3);
  const { port1, port2 } = new MessageChannel();
  expose(workerApi({ give: () => ({ common, own: Float64Array.of(1) }) }), nodeEndpoint(port1));
  try {
    const result = await wrap<WorkerApi>(nodeEndpoint(port2)).run('give', {});
    expect(result).toEqual({ common, own: Float64Array.of(1) });
  } finally {
    port1.close();
    port2.close();
  }
});
