import { defineConfig } from 'tsdown';
import { notices } from './scripts/notices.mjs';
import { onePage } from './scripts/onePage.mjs';

// The studio: one classic script, which is page, engine and thread, put into one page that needs no other file.
export default defineConfig({
  entry: { studio: 'src/studio/main.ts' },
  outDir: 'build/studio',
  format: 'iife',
  dts: false,
  sourcemap: false,
  minify: true,
  platform: 'browser',
  target: 'es2022',
  logLevel: 'error',
  noExternal: [/^(?!node:)/],
  external: [/^node:/, 'fs'],
  define: { 'process.env.NODE_ENV': '"production"' },
  inputOptions: { resolve: { mainFields: ['module', 'main'] }, moduleTypes: { '.csv': 'text' } },
  outputOptions: { codeSplitting: false },
  plugins: [notices(), onePage('src/studio/style.css', 'dist/studio.html')],
});
