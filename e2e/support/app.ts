import { test as base } from '@playwright/test'
import { attachEmbeddedPostgres } from '../../src/platform/embeddedServices/postgres.server.ts'
import { type AppWithData, startAppWithData } from '../../test/support/processes/appData.ts'
import { forgetDisks } from '../../test/support/processes/forgetDisks.ts'

/** Each browser worker has its own application, so that tests cannot affect each other. */
export const test = base.extend<{ baseURL: string }, { app: AppWithData }>({
  app: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the parts from here
    async ({}, use) => {
      const app = await startAppWithData()
      await forgetDisks(await attachEmbeddedPostgres(app.dataDir))
      await use(app)
      await app.stop()
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ app }, use) => use(app.url),
  // The browser's context goes on to the next test (playwright.config.ts). Playwright clears all but these.
  context: async ({ context }, use) => {
    await use(context)
    await context.clearPermissions()
    await context.setOffline(false)
  },
})

export { expect } from '@playwright/test'
