import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { LongestFirst } from './test/support/vitest/longestFirst.ts'
import { VitestResults } from './test/support/vitest/results.ts'

/** Only where `npm run test:services` has built an image for them. */
const { TEST_DEPLOYMENT } = process.env

/** No application plugins: tests reach pages and calls through the built server, and everything else as plain modules. */
export default defineConfig({
  test: {
    include: TEST_DEPLOYMENT
      ? [`test/deployment/${TEST_DEPLOYMENT}.test.ts`]
      : ['src/**/*.test.ts', 'src/**/*.test.tsx', 'test/**/*.test.ts'],
    exclude: TEST_DEPLOYMENT ? [] : ['test/deployment/*.test.ts'],
    globalSetup: ['test/support/vitest/globalSetup.ts'],
    setupFiles: ['test/support/vitest/provideKeys.ts'],
    testTimeout: 120_000,
    // A hook may start the application with a new database on a busy machine.
    hookTimeout: 180_000,
    // More than the two cores of a small machine: many tests wait for an email, a retry or a database that comes back.
    maxWorkers: Math.max(4, availableParallelism()),
    // A worker lives for minutes and has hundreds of modules: by default V8 looks through all of them again and again while the heap
    // grows, whenever a worker waits, and for each large buffer that a test sends. Tests of uploads take a quarter less processor time
    // without that, others about a tenth.
    execArgv: ['--initial-old-space-size=512', '--no-memory-reducer', '--external-memory-accounted-in-global-limit'],
    // Modules are loaded once per worker: ours keep no state that could affect another test.
    isolate: false,
    sequence: { sequencer: LongestFirst },
    reporters: ['default', new VitestResults('test-results/vitest.json')],
    env: { NODE_ENV: 'test' },
  },
})
