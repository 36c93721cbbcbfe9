import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    globalSetup: ['test/support/builds/folders-in-memory.ts'],
    setupFiles: ['test/support/random-seed.ts', 'test/support/compile-cache.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // What a test waits for comes at once, unless the machine does other work too.
    expect: { poll: { timeout: 10_000 } },
    // Without it, one of two cores has nothing to do. More than there are cores gain nothing: they hold each other up.
    maxWorkers: '100%',
    // A process of its own for each file takes a second of processor time.
    isolate: false,
    // The folder of a test says which project it belongs to. The projects run one after another, by their names: the small files of `unit` come
    // last, so that no core waits for the other at the end.
    projects: [
      { extends: true, test: { name: 'unit', include: ['test/unit/**/*.test.ts'] } },
      { extends: true, test: { name: 'integration', include: ['test/integration/**/*.test.ts'] } },
      {
        extends: true,
        test: {
          name: 'system',
          include: ['test/system/**/*.test.ts', 'test/hostile/**/*.test.ts'],
          globalSetup: ['test/system/build-real-site.ts', 'test/system/shared-folder.ts'],
        },
      },
    ],
  },
});
