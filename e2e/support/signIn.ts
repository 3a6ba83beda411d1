import type { BrowserContext, Page } from '@playwright/test'
import { demoSignIn } from '../../src/seed/demoAgent.ts'
import { signInAs } from '../../test/fixtures/agents.ts'
import type { RunningApp } from '../../test/support/processes/app.ts'

/** Signs the demo agent in, as the form would, and gives the browser the cookies. */
export async function signIn(context: BrowserContext, app: RunningApp) {
  const cookies = await signInAs(app.url, demoSignIn.email, demoSignIn.password)
  const pairs = cookies.split('; ').map((pair) => pair.split('='))
  await context.addCookies(pairs.map(([name = '', value = '']) => ({ name, value, url: app.url, httpOnly: true })))
}

/** As if the session had ended. A response that arrives late would bring the cookie back, so the page is left first. */
export async function clearCookies(page: Page, only?: { name: string }) {
  await page.goto('about:blank')
  await page.context().clearCookies(only)
}

export const email = (page: Page) => page.getByLabel('Email')
export const password = (page: Page) => page.getByRole('textbox', { name: 'Password' })

/** Fills the sign-in form in and sends it. */
export async function fillIn(page: Page, address: string, secret: string) {
  await email(page).fill(address)
  await password(page).fill(secret)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}
