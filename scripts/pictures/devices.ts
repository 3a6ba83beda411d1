import type { Browser, Page } from '@playwright/test'

/** URLs in screenshots have no port. */
export const SHOWN_URL = 'http://property-files.localhost'

const here = { baseURL: SHOWN_URL, locale: 'en-NZ', timezoneId: 'Pacific/Auckland', reducedMotion: 'reduce' } as const

export const laptop = (browser: Browser, viewport = { width: 1280, height: 832 }) =>
  browser.newContext({ ...here, viewport, deviceScaleFactor: 1.5 })

/** With a phone's User-Agent, because visits by bots do not count. */
export const phone = (browser: Browser) =>
  browser.newContext({
    ...here,
    viewport: { width: 390, height: 780 },
    deviceScaleFactor: 2,
    isMobile: true,
    hasTouch: true,
    userAgent:
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
  })

/** Waits until nothing is loading any more. */
export async function settled(page: Page) {
  await page.waitForLoadState('networkidle')
  await page.evaluate(async () => {
    // A lazy image that is not in view would never be decoded.
    const shown = [...document.images].filter((image) => image.complete)
    await Promise.all([document.fonts.ready, ...shown.map((image) => image.decode().catch(() => undefined))])
  })
}
