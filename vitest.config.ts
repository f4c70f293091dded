import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    // what was skipped is said in the end, with the reason
    reporters: ['default', './test/support/skippedReporter.ts'],
    includeTaskLocation: true,
    include: ['test/**/*.test.ts'],
    // long attacks: npm run test:slow
    exclude: ['test/slow/**'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // all cores: the usual one less is half of two
    maxWorkers: '100%',
  },
});
