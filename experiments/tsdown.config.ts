import { defineConfig } from 'tsdown';

export default defineConfig({
  entry: ['run.ts'],
  outDir: '../build/experiments',
  format: 'esm',
  dts: false,
  platform: 'node',
  target: 'es2022',
  fixedExtension: false,
  logLevel: 'warn',
});
