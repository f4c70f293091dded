import { defineConfig } from 'vitest/config';

/** Tests that take minutes: `npm run test:slow`. */
export default defineConfig({
  test: {
    include: ['test/slow/**/*.test.ts'],
    testTimeout: 1_800_000,
    // they start programs of their own, which would wait for each other
    fileParallelism: false,
  },
});
