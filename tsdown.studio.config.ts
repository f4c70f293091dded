import { defineConfig } from 'tsdown';
import { denseKernel } from './scripts/denseKernel.mjs';
import { leftOut } from './scripts/leftOut.mjs';
import { notices } from './scripts/notices.mjs';
import { onePage } from './scripts/onePage.mjs';

// Another folder, for a test that builds it again.
const { STUDIO_BUILD = 'build/studio', STUDIO_PAGE = 'dist/studio.html' } = process.env;

// The studio: one classic script, which is page, engine and thread, put into one page that needs no other file.
export default defineConfig({
  entry: { studio: 'src/studio/main.ts' },
  outDir: STUDIO_BUILD,
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
  plugins: [leftOut(), denseKernel(), notices(), onePage('src/studio/style.css', STUDIO_PAGE)],
});
