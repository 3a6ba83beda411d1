import type { Page } from '@playwright/test'

/** Opens a page and waits until keys and clicks have an effect. */
export async function open(page: Page, url: string) {
  const answer = await page.goto(url)
  await untilHydrated(page)
  return answer
}

/** Reloads the page. */
export async function reopen(page: Page) {
  await page.reload()
  await untilHydrated(page)
}

/** Returning to a tab makes the page refetch its data. */
export const lookAgain = (page: Page) =>
  page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))

/** Waits until React has taken over the server's page. */
export const untilHydrated = (page: Page) => page.locator('html[data-hydrated]').waitFor({ state: 'attached' })

/** Waits until all earlier requests of the page have been seen: their events arrive in order. */
export const untilRequestsSeen = (page: Page) => page.evaluate(() => fetch('/healthz').then(() => undefined))

/** Navigates on the client, as a link inside the application does. */
export const followAddress = (page: Page, address: string) =>
  page.evaluate((to) => window.history.pushState({}, '', to), address)
