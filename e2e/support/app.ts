import { test as base } from '@playwright/test'
import { type RunningApp, startBuiltApp } from '../../test/support/app.ts'

/** Each browser worker has an application of its own, so journeys cannot disturb each other. */
export const test = base.extend<{ baseURL: string }, { app: RunningApp }>({
  app: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the parts from here
    async ({}, use) => {
      const app = await startBuiltApp()
      await use(app)
      await app.stop()
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ app }, use) => use(app.url),
})

export { expect } from '@playwright/test'
