import { defineConfig } from 'tsdown';

// Everything the library needs, the kernel's bytes included, is inlined: dist/ stands alone and a
// browser can load it without a bundler.
export default defineConfig({
  entry: ['src/index.ts'],
  format: 'esm',
  dts: true,
  platform: 'neutral',
  target: 'es2022',
  logLevel: 'warn',
});
