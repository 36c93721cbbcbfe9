import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/system/build-real-site.ts'],
    setupFiles: ['test/support/random-seed.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
