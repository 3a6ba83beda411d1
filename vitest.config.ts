import { defineConfig } from 'vitest/config'
import { LongestFirst } from './test/support/vitest/longestFirst.ts'
import { VitestResults } from './test/support/vitest/results.ts'

/** No plugins of the application: tests reach pages and calls through the built server, the rest as plain modules. */
export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'src/**/*.test.tsx', 'test/**/*.test.ts'],
    globalSetup: ['test/support/vitest/globalSetup.ts'],
    testTimeout: 120_000,
    // A hook may start the application with a new database, on a machine that has other things to do.
    hookTimeout: 180_000,
    // Twice the cores of a small machine: many tests wait, for a mail, a retry or a database that comes back.
    maxWorkers: 4,
    // Modules are read once for all files of a worker: nothing of ours keeps state in them that a test could trip over.
    isolate: false,
    sequence: { sequencer: LongestFirst },
    reporters: ['default', new VitestResults('test-results/vitest.json')],
    env: { NODE_ENV: 'test' },
  },
})
