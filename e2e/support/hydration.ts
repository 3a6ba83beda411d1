import type { Page } from '@playwright/test'

/** Opens a page and holds back its scripts. Returns a function that lets them load. */
export async function openBeforeHydration(page: Page, url: string) {
  let loadScripts = () => {}
  const awake = new Promise<void>((resolve) => {
    loadScripts = resolve
  })
  await page.route('**/assets/*.js', async (route) => {
    await awake
    await route.continue()
  })
  await page.goto(url, { waitUntil: 'commit' })
  return loadScripts
}
