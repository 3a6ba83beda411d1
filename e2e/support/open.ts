import type { Page } from '@playwright/test'

/** Opens a page and waits until it is awake, so that keys and clicks arrive. */
export async function open(page: Page, url: string) {
  const answer = await page.goto(url, { waitUntil: 'networkidle' })
  await untilAwake(page)
  return answer
}

/** Loads the page anew. */
export async function reopen(page: Page) {
  await page.reload({ waitUntil: 'networkidle' })
  await untilAwake(page)
}

/** The browser tells a page when somebody comes back to it; whatever should be fresh is then fetched again. */
export const lookAgain = (page: Page) =>
  page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))

/** React puts its mark on each element that it has taken over from the server's page; it leaves alone what is not on show. */
export const untilAwake = (page: Page) =>
  page.waitForFunction(() =>
    [...document.querySelectorAll('button, form')].every(
      (element) => !element.checkVisibility() || Object.keys(element).some((key) => key.startsWith('__reactProps$')),
    ),
  )

/** What a link to that address inside the application does: the page is asked for in parts. */
export const followAddress = (page: Page, address: string) =>
  page.evaluate((to) => window.history.pushState({}, '', to), address)
