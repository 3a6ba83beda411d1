import type { BrowserContext } from '@playwright/test'
import { emptyDescription } from '../../src/features/listings/description/description.schema.ts'
import { signInAs } from '../../test/fixtures/agents.ts'
import type { RunningApp } from '../../test/support/app.ts'
import { call } from '../../test/support/call.ts'
import { open } from './open.ts'

/** Signs the agent in, in this browser. No page is open yet. */
export async function enterPortal(context: BrowserContext, app: RunningApp, email: string) {
  const cookie = await signInAs(app.url, email)
  const pairs = cookie.split('; ').map((pair) => pair.split('='))
  await context.addCookies(pairs.map(([name = '', value = '']) => ({ name, value, url: app.url })))
  return { page: await context.newPage(), cookie }
}

/** The same, and opens a page of the portal. */
export async function openPortal(context: BrowserContext, app: RunningApp, email: string, path: string) {
  const entered = await enterPortal(context, app, email)
  await open(entered.page, path)
  return entered
}

/** Makes a listing as the editor does. */
export async function makeListing(app: RunningApp, cookie: string, title: string, subtitle = '') {
  const data = { title, subtitle, description: emptyDescription }
  const { result } = await call(app.url, 'createListing', { method: 'POST', data, headers: { cookie } })
  return result as { id: string; slug: string; title: string }
}

/** The same for what needs nothing but an id: publish, archive … */
export const changeListing = (
  app: RunningApp,
  cookie: string,
  action: 'publishListing' | 'archiveListing',
  id: string,
) => call(app.url, action, { method: 'POST', data: { id }, headers: { cookie } })
