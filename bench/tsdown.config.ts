import { defineConfig } from 'tsdown';

export default defineConfig({
  entry: [
    'run.ts',
    'scaleCase.ts',
    'tables.ts',
    'readCase.ts',
    'attacks.ts',
    'byClass.ts',
    'mixed.ts',
    'relations.ts',
    'categories.ts',
    'controls.ts',
    'largeMeasures.ts',
    'forest.ts',
    'privpgd.ts',
    'private.ts',
    'neural.ts',
    'neuralAgreement.ts',
  ],
  outDir: '../build/bench',
  format: 'esm',
  dts: false,
  platform: 'node',
  target: 'es2022',
  fixedExtension: false,
  logLevel: 'warn',
});
