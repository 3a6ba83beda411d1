import { test as base } from '@playwright/test'
import { type AppWithData, startAppWithData } from '../../test/support/appData.ts'

/** Each browser worker has its own application, so that tests cannot affect each other. */
export const test = base.extend<{ baseURL: string }, { app: AppWithData }>({
  app: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the parts from here
    async ({}, use) => {
      const app = await startAppWithData()
      await use(app)
      await app.stop()
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ app }, use) => use(app.url),
})

export { expect } from '@playwright/test'
