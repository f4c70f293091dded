import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    // long attacks: npm run test:slow
    exclude: ['test/slow/**'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // all cores: the usual one less is half of two
    maxWorkers: '100%',
  },
});
