import type { Page } from '@playwright/test'

/** Lets the calls of a page through, fails them, or keeps them waiting. */
export async function controlCalls(page: Page) {
  let mood: 'pass' | 'fail' | 'hold' = 'pass'
  let held = Promise.withResolvers<void>()
  await page.route('**/_serverFn/**', async (route) => {
    if (mood === 'fail') return route.fulfill({ status: 500, json: { message: 'down' } })
    if (mood === 'hold') await held.promise
    await route.continue()
  })
  return {
    fail() {
      mood = 'fail'
    },
    hold() {
      mood = 'hold'
      held = Promise.withResolvers<void>()
    },
    release() {
      mood = 'pass'
      held.resolve()
    },
  }
}
