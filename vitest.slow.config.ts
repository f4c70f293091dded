import { defineConfig } from 'vitest/config';

/** Tests that take minutes: `npm run test:slow`. */
export default defineConfig({
  test: {
    // what was skipped is said in the end, with the reason
    reporters: ['default', './test/support/skippedReporter.ts'],
    includeTaskLocation: true,
    include: ['test/slow/**/*.test.ts'],
    testTimeout: 1_800_000,
    // they start programs of their own, which would wait for each other
    fileParallelism: false,
  },
});
