import { defineConfig } from 'vitest/config';
import { LongestFirst } from './test/support/longest-first.ts';

export default defineConfig({
  test: {
    globalSetup: ['test/support/builds/folders-in-memory.ts'],
    setupFiles: ['test/support/random-seed.ts', 'test/support/compile-cache.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // What a test waits for comes at once, unless the machine does other work too.
    expect: { poll: { timeout: 10_000 } },
    // Without it, one of two cores has nothing to do.
    maxWorkers: '100%',
    sequence: { sequencer: LongestFirst },
    // The folder of a test says which project it belongs to.
    projects: [
      { extends: true, test: { name: 'unit', include: ['test/unit/**/*.test.ts'], isolate: false } },
      { extends: true, test: { name: 'pipeline', include: ['test/pipeline/**/*.test.ts'], isolate: false } },
      {
        extends: true,
        test: {
          name: 'system',
          include: ['test/system/**/*.test.ts', 'test/hostile/**/*.test.ts'],
          setupFiles: ['test/support/child-coverage.ts'],
          globalSetup: ['test/system/build-real-site.ts', 'test/system/shared-folder.ts'],
        },
      },
    ],
  },
});
