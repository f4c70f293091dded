import { defineConfig } from 'tsdown';

// Everything the library needs, the kernel's bytes included, is inlined: dist/ stands alone and a
// browser can load it without a bundler. The threads have a bundle of their own.
export default defineConfig({
  entry: ['src/index.ts', 'src/worker.ts'],
  format: 'esm',
  dts: true,
  platform: 'neutral',
  target: 'es2022',
  logLevel: 'warn',
  external: ['node:worker_threads'],
  // `browser` where a package has an entry without Node's modules
  inputOptions: {
    resolve: { mainFields: ['module', 'main'], conditionNames: ['browser', 'import', 'default'] },
  },
});
