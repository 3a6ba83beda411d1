import { expect, type Page } from '@playwright/test'
import { eq } from 'drizzle-orm'
import { session } from '../../src/db/schema/accounts.ts'
import { createAgent, PASSWORD } from '../../test/fixtures/agents.ts'
import { waitForEmailedLink } from '../../test/fixtures/emails.ts'
import { personAtGoogle } from '../../test/support/servers/identityProvider.ts'
import { expectAccessible } from '../support/accessibility.ts'
import { collectBrowserErrors } from '../support/browserErrors.ts'
import { test } from '../support/identity.ts'
import { open } from '../support/open.ts'
import { openSettings, section } from '../support/settings.ts'
import { clearCookies } from '../support/signIn.ts'

/** Several pages and accessibility checks take a while on a busy computer. */
test.describe.configure({ timeout: 180_000 })
test.use({ viewport: { width: 390, height: 844 } })

const continueWith = (page: Page, name: string) => page.getByRole('button', { name: `Continue with ${name}` }).click()
const signInThere = (page: Page) => page.getByRole('button', { name: 'Sign in here' }).click()

test('on a phone, an agent links Google in the settings, signs in with it, and unlinks it', async ({
  context,
  app,
  provider,
}) => {
  const agent = await createAgent(app.db, { emailVerified: true })
  const page = await openSettings(context, app, agent.email)
  const browserErrors = await collectBrowserErrors(page)
  const linked = section(page, 'Google and Microsoft')
  await expect(linked.getByText('Nothing linked yet.')).toBeVisible()

  provider.signsInAs(personAtGoogle('aroha@private.example'))
  await linked.getByRole('button', { name: 'Link Google', exact: true }).click()
  await signInThere(page)
  await expect(linked.getByText('Google linked')).toBeVisible()
  const rows = linked.getByRole('listitem')
  await expect(rows).toHaveCount(1)
  await expect(rows).toContainText('aroha@private.example')
  await expectAccessible(page)

  await clearCookies(page)
  await open(page, '/login?from=/portal/leads')
  await continueWith(page, 'Google')
  await signInThere(page)
  await expect(page).toHaveURL(/\/portal\/leads$/)

  await open(page, '/portal/settings')
  await rows.getByRole('button', { name: 'Unlink Google' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Unlink' }).click()
  // Signing in with Google is no proof: someone may have been signed in there.
  const proof = page.getByRole('dialog', { name: 'Confirm it’s you' })
  await expect(proof.getByRole('button', { name: 'Sign in again with Google' })).toBeVisible()
  await proof.getByLabel('Your password').fill(PASSWORD)
  await page.keyboard.press('Enter')
  await expect(linked.getByText('Nothing linked yet.')).toBeVisible()
  // That the proof was missing, which the page has asked for then.
  expect(browserErrors).toEqual([expect.stringContaining('/_serverFn/removeIdentity')])
})

test('an agent proves it’s them with Google in another tab, and the page goes on', async ({
  context,
  app,
  provider,
}) => {
  const agent = await createAgent(app.db, { emailVerified: true })
  const page = await openSettings(context, app, agent.email)
  const linked = section(page, 'Google and Microsoft')
  provider.signsInAs(personAtGoogle(agent.email))
  await clearCookies(page)
  await open(page, '/login?from=/portal/leads')
  await continueWith(page, 'Google')
  await signInThere(page)
  await expect(page).toHaveURL(/\/portal\/leads$/)
  await open(page, '/portal/settings')
  await expect(linked.getByRole('listitem')).toHaveCount(1)
  await linked.getByRole('button', { name: 'Unlink Google' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Unlink' }).click()
  const opening = context.waitForEvent('page')
  await page.getByRole('button', { name: 'Sign in again with Google' }).click()
  const tab = await opening
  await tab.getByRole('button', { name: 'Sign in here' }).click()
  await expect(tab.getByText('Thanks, we know it’s you')).toBeVisible()
  await expectAccessible(tab)
  await tab.close()
  await expect(linked.getByText('Nothing linked yet.')).toBeVisible()
})

test('an agent whose session has ended signs in with Google in another tab, and keeps what was typed', async ({
  context,
  app,
  provider,
}) => {
  const agent = await createAgent(app.db, { emailVerified: true })
  const page = await openSettings(context, app, agent.email)
  await page.getByLabel('First name').fill('Arohanui')
  await app.db.delete(session).where(eq(session.userId, agent.id))
  await page.getByRole('button', { name: 'Save profile' }).dispatchEvent('click')
  const dialog = page.getByRole('dialog', { name: 'Please sign in again' })
  await expect(dialog.getByLabel('Email')).toHaveValue(agent.email)

  provider.signsInAs(personAtGoogle(agent.email))
  const opening = context.waitForEvent('page')
  await dialog.getByRole('button', { name: 'Sign in again with Google' }).click()
  const tab = await opening
  await signInThere(tab)
  await expect(tab.getByText('Thanks, we know it’s you')).toBeVisible()
  await tab.close()
  await expect(dialog).toBeHidden()
  await expect(page.getByLabel('First name')).toHaveValue('Arohanui')
  await page.getByRole('button', { name: 'Save profile' }).click()
  await expect(page.getByText('Unsaved changes')).toBeHidden()
})

test('someone without an account learns how to get one, and someone who turns back stays where they were', async ({
  page,
  provider,
}) => {
  const browserErrors = await collectBrowserErrors(page)
  await open(page, '/login')
  provider.signsInAs(personAtGoogle('nobody@unknown.example'))
  await continueWith(page, 'Google')
  await signInThere(page)
  const notice = page.getByRole('status').filter({ hasText: 'No account for that Google address' })
  await expect(notice).toBeVisible()
  await expect(notice.getByRole('link', { name: 'Start a free trial' })).toHaveAttribute('href', '/get-started')
  await expectAccessible(page)
  provider.signsInAs('cancels')
  await continueWith(page, 'Microsoft')
  await signInThere(page)
  await expect(page.getByText('You didn’t finish signing in with Microsoft')).toBeVisible()
  expect(browserErrors).toEqual([])
})

test('an address that Microsoft doesn’t vouch for is linked with an emailed link', async ({ page, app, provider }) => {
  const agent = await createAgent(app.db, { emailVerified: true })
  await open(page, '/login')
  provider.signsInAs({ subject: agent.id, claims: { email: agent.email } })
  await continueWith(page, 'Microsoft')
  await signInThere(page)
  await expect(page.getByText('Check your inbox')).toBeVisible()
  await open(page, (await waitForEmailedLink(app.dataDir, agent.email, '/login/link/')) ?? '')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Link and sign in' }).click()
  await expect(page).toHaveURL(/\/portal/)
})
