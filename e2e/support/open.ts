import type { Page, Request } from '@playwright/test'

/** Opens a page and waits until keys and clicks have an effect, and its first calls to the server have finished. */
export const open = (page: Page, url: string) => load(page, () => page.goto(url))

/** Reloads the page. */
export const reopen = (page: Page) => load(page, () => page.reload())

async function load<Result>(page: Page, navigate: () => Promise<Result>) {
  const running = new Set<Request>()
  let onFinished = () => {}
  const start = (request: Request) => void (request.url().includes('/_serverFn/') && running.add(request))
  const finish = (request: Request) => {
    running.delete(request)
    onFinished()
  }
  page.on('request', start).on('requestfinished', finish).on('requestfailed', finish)
  try {
    const result = await navigate()
    await untilHydrated(page)
    while (running.size > 0)
      await new Promise<void>((resolve) => {
        onFinished = resolve
      })
    return result
  } finally {
    page.off('request', start).off('requestfinished', finish).off('requestfailed', finish)
  }
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
