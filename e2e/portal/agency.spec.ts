import { eq } from 'drizzle-orm'
import { agency } from '../../src/db/schema/agencies.ts'
import { addMember } from '../../test/fixtures/agencies.ts'
import { createAgent } from '../../test/fixtures/agents.ts'
import { createPublishedListing } from '../../test/fixtures/listings.ts'
import { expectAccessible } from '../support/accessibility.ts'
import { expect, test } from '../support/app.ts'
import { collectBrowserErrors } from '../support/browserErrors.ts'
import { emailsTo } from '../support/emails.ts'
import { lookAgain, open, untilHydrated } from '../support/open.ts'
import { openPortal } from '../support/portal.ts'

test('an owner invites a colleague, who joins on a phone, takes over a listing, and loses access at once when removed', async ({
  context,
  browser,
  app,
}) => {
  const owner = await createAgent(app.db)
  await app.db.update(agency).set({ name: 'Harbour Realty' }).where(eq(agency.id, owner.agencyId))
  const { page } = await openPortal(context, app, owner.email, '/portal')
  const browserErrors = await collectBrowserErrors(page)
  await page.getByRole('button', { name: 'Account' }).click()
  await page.getByRole('menuitem', { name: 'Invite a colleague' }).click()
  await expect(page.getByRole('heading', { name: 'Work together' })).toBeVisible()
  await page.getByRole('button', { name: 'Invite a colleague' }).click()
  const address = `tui-${owner.id}@example.nz`
  await page.getByRole('dialog').getByLabel('Email').fill(address)
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await expect(page.getByText('We’ve emailed')).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: address })).toContainText('Agent · Invited by Aroha Ngata')

  const link = await invitationLink(address)
  const phone = await browser.newContext({ baseURL: app.url, viewport: { width: 390, height: 844 }, hasTouch: true })
  const theirs = await phone.newPage()
  await open(theirs, link)
  await expect(theirs.getByRole('heading', { name: 'Join Harbour Realty' })).toBeVisible()
  await expectAccessible(theirs)
  await theirs.getByLabel('First name').fill('Tui')
  await theirs.getByLabel('Last name').fill('Parata')
  await theirs.getByRole('textbox', { name: 'Password' }).fill('kettle morning rata street')
  await theirs.getByRole('button', { name: 'Create account and join' }).click()
  await expect(theirs).toHaveURL(/\/portal$/)

  const leaving = await addMember(app.db, owner, { role: 'agent', firstName: 'Hemi', lastName: 'Rua' })
  const { title } = await createPublishedListing(app.db, { agent: leaving, title: '5 Rimu Terrace' })
  await open(page, '/portal/agency')
  await expect(page.getByRole('heading', { name: '3 members' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Actions for Aroha Ngata' }).click()
  await page.getByRole('menuitem', { name: 'Leave agency' }).click()
  await expect(page.getByRole('dialog')).toContainText('An agency needs an owner. Make a colleague an owner first.')
  await page.getByRole('dialog').getByText('Close', { exact: true }).click()
  await remove('Hemi Rua', 'Tui Parata')
  await open(theirs, '/portal/listings')
  await expect(theirs.getByRole('link', { name: title }).first()).toBeVisible()

  await remove('Tui Parata', 'Aroha Ngata')
  await lookAgain(theirs)
  await expect(theirs.getByRole('dialog', { name: 'Please sign in again' })).toBeVisible()
  await theirs.getByRole('textbox', { name: 'Password' }).fill('kettle morning rata street')
  await theirs.getByRole('button', { name: 'Sign in', exact: true }).click()
  // In an agency of one, in which nothing of the other is left.
  await expect(theirs).toHaveURL(/\/portal$/)
  await untilHydrated(theirs)
  await open(theirs, '/portal/listings')
  await expect(theirs.getByText('No listings yet')).toBeVisible()
  await expect(theirs.getByText(title)).toHaveCount(0)
  await phone.close()
  expect(browserErrors).toEqual([])

  async function remove(name: string, successor: string) {
    await page.getByRole('button', { name: `Actions for ${name}` }).click()
    await page.getByRole('menuitem', { name: 'Remove from agency' }).click()
    await page.getByLabel(`Who takes over from ${name}?`).selectOption(successor)
    await page.getByRole('button', { name: 'Remove from agency' }).click()
    await expect(page.getByText(`${name} is no longer a member.`)).toBeVisible()
  }

  async function invitationLink(to: string) {
    const links = async () =>
      (await emailsTo(app, to)).flatMap(({ text }) => text?.match(/http\S+\/join\?key=[\w-]+/)?.[0] ?? [])
    await expect.poll(async () => (await links()).length, { timeout: 15_000 }).toBe(1)
    return (await links())[0] ?? ''
  }
})
