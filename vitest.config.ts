import { defineConfig } from 'vitest/config'

/** No plugins of the application: tests reach pages and calls through the built server, the rest as plain modules. */
export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'src/**/*.test.tsx', 'test/**/*.test.ts'],
    globalSetup: ['test/support/globalSetup.ts'],
    testTimeout: 60_000,
    hookTimeout: 90_000,
    maxWorkers: 3,
    reporters: ['default', ['json', { outputFile: 'test-results/vitest.json' }]],
    env: { NODE_ENV: 'test' },
  },
})
