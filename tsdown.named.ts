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
    worker: 'src/worker.ts',
    cli: 'src/cli/main.ts',
    command: 'src/cli/command.ts',
  },
  format: 'esm',
  dts: false,
  // relative paths only: nothing of the machine that built it
  sourcemap: false, outDir: '/tmp/h17s/named_dist',
  plugins: [notices()],
  platform: 'neutral',
  target: 'es2022',
  logLevel: 'warn',
  external: [/^node:/, 'fs'],
  inputOptions: { resolve: { mainFields: ['module', 'main'] } },
});
