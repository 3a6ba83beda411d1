import { eq, sql } from 'drizzle-orm'
import { agency } from '../../src/db/schema/agencies.ts'
import { createAgency } from '../../test/fixtures/agencies.ts'
import { PASSWORD } from '../../test/fixtures/agents.ts'
import { codeFor, createAuthenticator } from '../../test/fixtures/authenticators.ts'
import { expectAccessible } from '../support/accessibility.ts'
import { expect, test } from '../support/app.ts'
import { open } from '../support/open.ts'
import { enterPortal, openPortal } from '../support/portal.ts'
import { clearCookies, fillIn } from '../support/signIn.ts'
import { addVirtualAuthenticator } from '../support/virtualAuthenticator.ts'

/** Several pages and accessibility checks take a while on a busy computer. */
test.describe.configure({ timeout: 180_000 })

test('an owner requires two-step sign-in; a member sees the notice, is stopped after the period, sets a passkey up and goes on', async ({
  context,
  app,
}) => {
  const { owner, agent } = await createAgency(app.db)
  await app.db.update(agency).set({ name: 'Harbour Realty' }).where(eq(agency.id, owner.agencyId))
  await createAuthenticator(app.db, owner.id)

  const { page } = await openPortal(context, app, owner.email, '/portal/agency/security')
  await expect(page.getByText('4 of 5 haven’t set it up yet.')).toBeVisible()
  await page.getByRole('radio', { name: '7 days' }).check()
  await page.getByRole('button', { name: 'Require two-step sign-in' }).click()
  await expect(page.getByText(/^Required from/)).toBeVisible()
  await expectAccessible(page)

  await clearCookies(page)
  await enterPortal(context, app, agent.email)
  await open(page, '/portal/leads')
  const notice = page.getByText(/^Harbour Realty requires two-step sign-in from/)
  await expect(notice).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: 'Leads' })).toBeVisible()

  await app.db.update(agency).set({ secondFactorFrom: sql`now()` }).where(eq(agency.id, owner.agencyId))
  await open(page, '/portal/leads')
  await expect(page).toHaveURL('/second-step?from=%2Fportal%2Fleads')
  await expect(page.getByRole('heading', { level: 1, name: 'Set up two-step sign-in' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Use an authenticator app' })).toBeVisible()
  await expectAccessible(page)

  const device = await addVirtualAuthenticator(page)
  await page.getByRole('button', { name: 'Create a passkey' }).click()
  await page.getByLabel('Your password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Work laptop')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Save name' }).click()
  await expect(page).toHaveURL('/portal/leads')
  await expect(page.getByRole('heading', { level: 1, name: 'Leads' })).toBeVisible()
  await expect(notice).toBeHidden()

  // The password alone is not enough from now on, in this browser too.
  await device.touches(false)
  await clearCookies(page, { name: 'session' })
  await open(page, '/login?from=/portal/leads')
  await fillIn(page, agent.email, PASSWORD)
  await expect(page.getByRole('heading', { level: 1, name: 'Use your passkey' })).toBeVisible()
  await expectAccessible(page)
  await device.touches(true)
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(page).toHaveURL('/portal/leads')
  await device.remove()
})

test('a member who is stopped can set an authenticator app up in place of a passkey', async ({ context, app }) => {
  const { owner, agent } = await createAgency(app.db)
  await app.db.update(agency).set({ secondFactorFrom: sql`now()` }).where(eq(agency.id, owner.agencyId))
  const { page } = await openPortal(context, app, agent.email, '/portal')
  await page.getByRole('button', { name: 'Use an authenticator app' }).click()
  await page.getByText('Can’t scan it?').click()
  const secret = (await page.locator('code').textContent())?.replaceAll(' ', '') ?? ''
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Use an authenticator app' }).click()
  await page.getByText('Can’t scan it?').click()
  const next = (await page.locator('code').textContent())?.replaceAll(' ', '') ?? ''
  // Each opening makes a new secret.
  expect(next).not.toBe(secret)
  await page.getByRole('textbox', { name: 'Code' }).fill(codeFor(next))
  await page.getByRole('button', { name: 'Add app' }).click()
  await expect(page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')).toHaveCount(10)
  await page.getByRole('button', { name: 'I’ve saved them' }).click()
  await expect(page).toHaveURL('/portal')
})
