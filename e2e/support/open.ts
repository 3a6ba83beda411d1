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

/** The browser tells a page when somebody comes back to it; whatever should be fresh is then fetched again. */
export const lookAgain = (page: Page) =>
  page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))

/** Waits until React has taken over the server's page. */
export const untilHydrated = (page: Page) => page.locator('html[data-hydrated]').waitFor({ state: 'attached' })

/** Waits until every request that the page made before is known: its events come in order. */
export const untilRequestsSeen = (page: Page) => page.evaluate(() => fetch('/healthz').then(() => undefined))

/** What a link to that address inside the application does: the page is asked for in parts. */
export const followAddress = (page: Page, address: string) =>
  page.evaluate((to) => window.history.pushState({}, '', to), address)
