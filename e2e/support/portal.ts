import type { BrowserContext } from '@playwright/test'
import { eq } from 'drizzle-orm'
import { user } from '../../src/db/schema/accounts.ts'
import { createSession } from '../../test/fixtures/agents.ts'
import type { AppWithData } from '../../test/support/processes/appData.ts'
import { open } from './open.ts'

/** Signs the agent in, in this browser. No page is open yet. */
export async function enterPortal(context: BrowserContext, app: AppWithData, email: string) {
  const [agent] = await app.db.select().from(user).where(eq(user.email, email))
  if (!agent) throw new Error(`There is no agent with the address ${email}.`)
  const cookie = await createSession(app.db, agent.id)
  const pairs = cookie.split('; ').map((pair) => pair.split('='))
  await context.addCookies(pairs.map(([name = '', value = '']) => ({ name, value, url: app.url })))
  return { page: await unusedPage(context), cookie }
}

/** The empty page that the context keeps from test to test, or else a new one. */
async function unusedPage(context: BrowserContext) {
  return context.pages().find((page) => page.url() === 'about:blank') ?? (await context.newPage())
}

/** The same, and opens a page of the portal. */
export async function openPortal(context: BrowserContext, app: AppWithData, email: string, path: string) {
  const entered = await enterPortal(context, app, email)
  await open(entered.page, path)
  return entered
}
