import type { Page } from '@playwright/test'

/** Opens a page whose scripts are still on their way. Answers what lets them arrive. */
export async function openBeforeHydration(page: Page, url: string) {
  let wake = () => {}
  const awake = new Promise<void>((resolve) => {
    wake = resolve
  })
  await page.route('**/assets/*.js', async (route) => {
    await awake
    await route.continue()
  })
  await page.goto(url, { waitUntil: 'commit' })
  return wake
}
