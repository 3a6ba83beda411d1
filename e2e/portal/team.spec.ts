import { eq } from 'drizzle-orm'
import { user } from '../../src/db/schema/accounts.ts'
import { createAgency } from '../../test/fixtures/agencies.ts'
import { solveBotCheck } from '../../test/fixtures/botCheck.ts'
import { buyerCalls } from '../../test/fixtures/buyers.ts'
import { createPublishedListing } from '../../test/fixtures/listings.ts'
import { expectAccessible } from '../support/accessibility.ts'
import { expect, test } from '../support/app.ts'
import { open } from '../support/open.ts'
import { enterPortal, openPortal } from '../support/portal.ts'
import { clearCookies } from '../support/signIn.ts'

test('an agent shares a listing, and the colleague hears of its lead, is assigned it and replies', async ({
  app,
  context,
}) => {
  const { agent, colleague } = await createAgency(app.db)
  await app.db.update(user).set({ firstName: 'Aroha', lastName: 'Ngata' }).where(eq(user.id, agent.id))
  await app.db.update(user).set({ firstName: 'Ben', lastName: 'Carter' }).where(eq(user.id, colleague.id))
  const listing = await createPublishedListing(app.db, { agent })
  const { page } = await openPortal(context, app, agent.email, `/portal/listings/${listing.id}`)
  const team = page.getByRole('region', { name: 'Who runs this listing' })
  await team.getByLabel('Add a co-agent').selectOption('Ben Carter')
  await expect(team.getByRole('button', { name: 'Remove Ben Carter' })).toBeVisible()
  await page.getByRole('button', { name: 'Show history' }).click()
  await expect(page.getByRole('list', { name: 'History' })).toContainText('Changed the co-agents of this listing')
  await expectAccessible(page)

  // Buyers see both, the lead agent first.
  const cards = page.frameLocator('iframe[title="Public page"]').getByText(/^(Aroha Ngata|Ben Carter)$/)
  await expect(cards).toHaveText(['Aroha Ngata', 'Ben Carter'])

  await buyerCalls({ app, url: app.url }, () => solveBotCheck(app.url, 'lead')).submitLead(listing.id)
  await open(page, '/portal/leads')
  await page.getByRole('link', { name: 'Jane Doe' }).click()
  const drawer = page.getByRole('dialog')
  await drawer.getByLabel('Assigned to').selectOption('Ben Carter')
  await expect(page.getByRole('alert').getByText('Jane Doe assigned.')).toBeVisible()

  await clearCookies(page)
  await enterPortal(context, app, colleague.email)
  await open(page, '/portal/listings')
  await page.getByLabel('Whose').selectOption('Shared with me')
  await expect(page).toHaveURL(/whose=shared/)
  await expect(page.getByRole('link', { name: listing.title })).toBeVisible()
  await expect(page.getByRole('img', { name: 'Lead agent: Aroha Ngata' })).toBeVisible()
  await page.getByRole('button', { name: /Notifications/ }).click()
  await expect(page.getByText('Assigned to you:')).toBeVisible()
  await expect(page.getByText(`New lead for ${listing.title}`)).toBeVisible()

  await open(page, '/portal/leads?whose=assigned')
  await page.getByRole('link', { name: 'Jane Doe' }).click()
  await drawer.getByLabel('Status').selectOption('Contacted')
  await drawer.getByRole('button', { name: 'Reply' }).click()
  const reply = page.getByRole('menuitem', { name: 'Thanks for your enquiry' })
  await expect(reply).toHaveAttribute('href', /^mailto:.*Ben%20Carter/)
  await page.keyboard.press('Escape')
  const activity = drawer.getByRole('region', { name: 'Activity' }).getByRole('listitem')
  await expect(activity).toContainText([
    'Marked this lead as contacted by Ben Carter',
    'Assigned this lead to Ben Carter by Aroha Ngata',
    'Left their details',
  ])
})
