import type { BrowserContext } from '@playwright/test'
import { signInAs } from '../../test/fixtures/agents.ts'
import type { RunningApp } from '../../test/support/processes/app.ts'
import { open } from './open.ts'

/** Signs the agent in, in this browser. No page is open yet. */
export async function enterPortal(context: BrowserContext, app: RunningApp, email: string) {
  const cookie = await signInAs(app.url, email)
  const pairs = cookie.split('; ').map((pair) => pair.split('='))
  await context.addCookies(pairs.map(([name = '', value = '']) => ({ name, value, url: app.url })))
  return { page: await unusedPage(context), cookie }
}

/** The empty page that the context keeps from test to test, or else a new one. */
async function unusedPage(context: BrowserContext) {
  return context.pages().find((page) => page.url() === 'about:blank') ?? (await context.newPage())
}

/** The same, and opens a page of the portal. */
export async function openPortal(context: BrowserContext, app: RunningApp, email: string, path: string) {
  const entered = await enterPortal(context, app, email)
  await open(entered.page, path)
  return entered
}
