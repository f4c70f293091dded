import { defineConfig } from 'tsdown';
import { notices } from './scripts/notices.mjs';

// Everything that is needed at run time, the kernel's bytes included, is inlined: dist/ stands alone
// and a browser can load `index` and `vine` without a bundler. What needs Node, the threads and the
// command line have bundles of their own.
export default defineConfig({
  entry: {
    index: 'src/index.ts',
    vine: 'src/vine.ts',
    node: 'src/node.ts',
    queue: 'src/queue.ts',
    worker: 'src/worker.ts',
    cli: 'src/cli/main.ts',
    command: 'src/cli/command.ts',
  },
  format: 'esm',
  dts: true,
  // relative paths only: nothing of the machine that built it
  sourcemap: true,
  plugins: [notices()],
  platform: 'neutral',
  target: 'es2022',
  logLevel: 'warn',
  // a queue's packages are the user's own, and loaded when a queue is asked for
  external: [/^node:/, 'fs', 'bullmq', 'ioredis', 'pg'],
  inputOptions: { resolve: { mainFields: ['module', 'main'] } },
});
