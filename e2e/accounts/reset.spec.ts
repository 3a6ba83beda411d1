import type { Page, Request } from '@playwright/test'
import { issueToken } from '../../src/features/accounts/server/credentials/emailedTokens.server.ts'
import { createAgent } from '../../test/fixtures/agents.ts'
import { startBuiltApp } from '../../test/support/processes/app.ts'
import { expectAccessible } from '../support/accessibility.ts'
import { expect, test } from '../support/app.ts'
import { collectBrowserErrors } from '../support/browserErrors.ts'
import { emailsTo, resetLink } from '../support/emails.ts'
import { openBeforeHydration } from '../support/hydration.ts'
import { open } from '../support/open.ts'
import { fillIn } from '../support/signIn.ts'

const NEW_PASSWORD = 'kettle morning rata street'

test('an agent resets a forgotten password with the emailed link', async ({ page, app }) => {
  const { email } = await createAgent(app.db)
  const browserErrors = await collectBrowserErrors(page)
  await open(page, '/login')
  await page.getByRole('link', { name: 'Reset it' }).click()
  // The previous page has a field of the same name.
  await expect(page.getByRole('heading', { name: 'Reset your password' })).toBeVisible()
  await askFor(page, email)
  await expect(page.getByRole('heading', { name: 'Check your inbox' })).toBeFocused()
  await expect(page.getByText(`If ${email} has an account`)).toBeVisible()
  await expectAccessible(page)

  const link = await resetLink(app, email)
  await open(page, link)
  await page.getByRole('textbox', { name: 'New password' }).fill(NEW_PASSWORD)
  await expect(page.getByRole('status')).toHaveText(/^Strong/)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Your password has been changed' })).toBeFocused()
  await expectAccessible(page)

  await page.getByRole('link', { name: 'Sign in' }).click()
  await fillIn(page, email, NEW_PASSWORD)
  await expect(page).toHaveURL(/\/portal$/)
  expect(browserErrors).toEqual([])

  await open(page, link)
  await choose(page, 'yet another one')
  await expect(page.getByRole('heading', { name: 'This link has expired' })).toBeFocused()
  await page.getByRole('link', { name: 'Send a new link' }).click()
  await expect(page).toHaveURL(/\/reset-password$/)
})

test('a weak password shows a warning, also if typed before hydration, but is accepted; an unknown link is not', async ({
  page,
}) => {
  const loadScripts = await openBeforeHydration(page, '/reset-password/made-up')
  await page.getByRole('textbox', { name: 'New password' }).fill('summer2025')
  loadScripts()
  await expect(page.getByRole('status')).toHaveText('Very weak: it’s one of the first passwords people guess.')
  await expectAccessible(page)

  const [answer] = await Promise.all([page.waitForResponse('**/_serverFn/resetPassword'), page.keyboard.press('Enter')])
  expect(answer.status()).toBe(400)
  await expect(page.getByRole('heading', { name: 'This link has expired' })).toBeFocused()
  await expectAccessible(page)
})

test('an unknown address gets the same message and no email, and an unreachable server shows an error in the form', async ({
  page,
  app,
}) => {
  await open(page, '/reset-password')
  await askFor(page, 'nobody@example.nz')

  await expect(page.getByText('If nobody@example.nz has an account')).toBeVisible()
  const known = await createAgent(app.db)
  await open(page, '/reset-password')
  await page.route('**/_serverFn/**', (route) => route.abort())
  await askFor(page, known.email)
  await expect(page.getByRole('alert')).toContainText('We couldn’t reach the server.')
  await expectAccessible(page)

  await page.unroute('**/_serverFn/**')
  await page.getByRole('button', { name: 'Send reset link' }).click()
  await expect(page.getByRole('heading', { name: 'Check your inbox' })).toBeVisible()
  await resetLink(app, known.email)
  expect(await emailsTo(app, 'nobody@example.nz')).toEqual([])
})

test('the email can be sent again after 30 seconds, with a new bot check', async ({ page, app }) => {
  const { email } = await createAgent(app.db)
  await page.clock.install()
  await open(page, '/reset-password')
  await askFor(page, email)
  await expect(page.getByRole('button', { name: /Send again in \d+ s/ })).toBeDisabled()
  const first = await resetLink(app, email)

  await page.clock.runFor(31_000)
  await page.getByRole('button', { name: 'Send again', exact: true }).click()
  await expect(page.getByRole('status')).toHaveText('Sent again.')
  await expect(page.getByRole('button', { name: /Send again in/ })).toBeDisabled()
  expect(await resetLink(app, email, 2)).not.toBe(first)
})

test('threat 51: a bot check that expired while the form was open is repeated', async ({ page, app }) => {
  const { email } = await createAgent(app.db)
  await page.clock.install()
  await open(page, '/reset-password')
  const checks: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('fetchBotCheck')) checks.push(request.url())
  })
  expect(checks).toHaveLength(0)
  await page.getByLabel('Email').fill('somebody')
  await expect.poll(() => checks.length).toBe(1)

  await page.clock.fastForward(4 * 60_000 + 1)
  await askFor(page, email)
  await expect(page.getByRole('heading', { name: 'Check your inbox' })).toBeVisible()
  expect(checks).toHaveLength(2)
})

test('threat 15: an email scanner that opens the link does not use it up', async ({ page, request, app }) => {
  const { id } = await createAgent(app.db)
  const link = `/reset-password/${await issueToken(app.db, 'reset_password', id)}`

  for (let times = 0; times < 3; times++) expect((await request.get(link)).status()).toBe(200)
  await open(page, link)
  await open(page, link)
  await choose(page, NEW_PASSWORD)
  await expect(page.getByRole('heading', { name: 'Your password has been changed' })).toBeVisible()
})

test('threat 14: no request but the emailed link has the token in its URL, and none goes to another site', async ({
  page,
  app,
}) => {
  const { id, email } = await createAgent(app.db)
  const token = await issueToken(app.db, 'reset_password', id)
  const link = `${app.url}/reset-password/${token}`
  const sent: Request[] = []
  const note = (request: Request) => sent.push(request)
  page.on('request', note)

  const answer = await open(page, link)
  expect(answer?.headers()['referrer-policy']).toBe('no-referrer')
  await choose(page, NEW_PASSWORD)
  await page.getByRole('link', { name: 'Sign in' }).click()
  await fillIn(page, email, NEW_PASSWORD)
  await expect(page).toHaveURL(/\/portal$/)
  page.off('request', note)

  expect(sent.length).toBeGreaterThan(5)
  const urls = sent.map((request) => request.url())
  expect(urls.filter((url) => !url.startsWith(app.url) && !url.startsWith('data:'))).toEqual([])
  expect(urls.filter((url) => url.includes(token))).toEqual([link])
  for (const request of sent)
    expect(JSON.stringify(await request.allHeaders())).not.toContain(`/reset-password/${token}`)
})

test('threat 51: with Turnstile keys the form sends Turnstile’s token', async ({ browser }) => {
  const app = await startBuiltApp({ TURNSTILE_SITE_KEY: 'site', TURNSTILE_SECRET_KEY: 'secret' })
  const page = await browser.newPage({ baseURL: app.url })
  const browserErrors = await collectBrowserErrors(page)
  await page.route('https://challenges.cloudflare.com/**', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: TURNSTILE }),
  )
  const sent = page.waitForRequest('**/_serverFn/requestPasswordReset')
  await page.route('**/_serverFn/requestPasswordReset', (route) => route.abort())
  await open(page, '/reset-password')
  await askFor(page, 'mia@example.nz')

  expect((await sent).postData()).toContain('answer to reset_password for site')
  await expect(page.getByRole('alert')).toBeVisible()
  expect(browserErrors.filter((text) => !text.includes('net::ERR_FAILED'))).toEqual([])
  await page.close()
  await app.stop()
})

/** The parts of Cloudflare's script that the page uses. */
const TURNSTILE = `window.turnstile = {
  render: (_, { sitekey, action, callback }) => {
    setTimeout(() => callback('answer to ' + action + ' for ' + sitekey), 50)
    return 'widget'
  },
  remove: () => {}, reset: () => {},
}
window.onloadTurnstileCallback?.()`

async function askFor(page: Page, email: string) {
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Send reset link' }).click()
}

async function choose(page: Page, password: string) {
  await page.getByRole('textbox', { name: 'New password' }).fill(password)
  await page.getByRole('button', { name: 'Set password' }).click()
}
