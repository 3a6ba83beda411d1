import AxeBuilder from '@axe-core/playwright'
import type { BrowserContext, Page } from '@playwright/test'
import { openDatabase } from '../../src/db/client.server.ts'
import { attachEmbeddedPostgres } from '../../src/platform/embedded/postgres.server.ts'
import { createAgent, signInAs } from '../../test/support/agents.ts'
import type { RunningApp } from '../../test/support/app.ts'
import { expect } from '../app.ts'

/** An agent of this journey's own in the running application. */
export async function newAgent(app: RunningApp) {
  const { db, close } = openDatabase(await attachEmbeddedPostgres(app.dataDir), { max: 1 })
  const agent = await createAgent(db, {
    firstName: 'Aroha',
    lastName: 'Ngata',
    phone: '+6421555019',
    emailVerified: true,
  })
  await close()
  return agent
}

/** Signs the agent in, in this browser, and opens the settings. */
export async function openSettings(context: BrowserContext, app: RunningApp, email: string) {
  const cookies = (await signInAs(app.url, email)).split('; ').map((pair) => pair.split('='))
  await context.addCookies(cookies.map(([name = '', value = '']) => ({ name, value, url: app.url })))
  const page = await context.newPage()
  await page.goto('/portal/settings', { waitUntil: 'networkidle' })
  return page
}

export const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

/** Fit for everybody on phone and laptop, in the state that the page is in. */
export async function expectFit(page: Page) {
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    const { violations } = await new AxeBuilder({ page }).analyze()
    expect(violations.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual([])
  }
}
