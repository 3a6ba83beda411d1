import type { BrowserContext } from '@playwright/test'
import { demoSignIn } from '../src/seed/agent.ts'
import { signInAs } from '../test/support/agents.ts'
import type { RunningApp } from '../test/support/app.ts'

/** Signs the demo agent in, as the form would, and gives the browser the cookies. */
export async function signIn(context: BrowserContext, app: RunningApp) {
  const cookies = await signInAs(app.url, demoSignIn.email, demoSignIn.password)
  const pairs = cookies.split('; ').map((pair) => pair.split('='))
  await context.addCookies(pairs.map(([name = '', value = '']) => ({ name, value, url: app.url, httpOnly: true })))
}
