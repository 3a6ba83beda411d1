import type { BrowserContext, Page } from '@playwright/test'
import { signInAs } from '../../test/support/agents.ts'
import type { RunningApp } from '../../test/support/app.ts'

/** Signs the agent in, in this browser, and opens the settings. */
export async function openSettings(context: BrowserContext, app: RunningApp, email: string) {
  const cookies = (await signInAs(app.url, email)).split('; ').map((pair) => pair.split('='))
  await context.addCookies(cookies.map(([name = '', value = '']) => ({ name, value, url: app.url })))
  const page = await context.newPage()
  await page.goto('/portal/settings', { waitUntil: 'networkidle' })
  return page
}

export const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
