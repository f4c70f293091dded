import { defineConfig } from 'tsdown';

export default defineConfig({
  // threads look for their program beside them
  entry: { build: 'build.ts', pictures: 'pictures.ts', worker: '../src/worker.ts' },
  outDir: '../build/site',
  format: 'esm',
  dts: false,
  platform: 'node',
  target: 'es2022',
  fixedExtension: false,
  logLevel: 'warn',
  external: ['typedoc', 'markdown-it'],
});
