import { eq } from 'drizzle-orm'
import { lead } from '../../src/db/schema/leads.ts'
import { silencedAddress } from '../../src/db/schema/messages.ts'
import { checkIn } from '../../src/db/schema/openHomeVisits.ts'
import { HOUR_MS } from '../../src/values/time.ts'
import { createAgent } from '../../test/fixtures/agents.ts'
import { createFile } from '../../test/fixtures/files.ts'
import { createLead } from '../../test/fixtures/leads.ts'
import { createPublishedListing } from '../../test/fixtures/listings.ts'
import { createCheckIn, createOpenHome } from '../../test/fixtures/openHomes.ts'
import { createReading } from '../../test/fixtures/readings.ts'
import { expectAccessible } from '../support/accessibility.ts'
import { expect, test } from '../support/app.ts'
import { collectBrowserErrors } from '../support/browserErrors.ts'
import { open } from '../support/open.ts'
import { enterPortal } from '../support/portal.ts'

test('a buyer checks in at the gate on their own phone, and the agent goes through who came', async ({
  app,
  context,
  page,
}) => {
  const browserErrors = await collectBrowserErrors(page)
  await page.setViewportSize({ width: 390, height: 844 })
  const agent = await createAgent(app.db)
  const listing = await createPublishedListing(app.db, { agent, country: 'NZ' })
  const home = await createOpenHome(app.db, { listingId: listing.id })
  const known = await createLead(app.db, { listingId: listing.id, firstName: 'Mere', lastName: 'Walker', heat: 70 })
  // A type of file that has no picture of its first page.
  const contents = { contentType: 'text/plain', pageCount: 2 }
  const report = await createFile(app.db, { agent, listingId: listing.id, name: 'Building report', ...contents })
  const lastReadAt = new Date(Date.now() - 3.5 * HOUR_MS)
  await createReading(app.db, { leadId: known.id, fileId: report.id, pageSeconds: [60, 30], lastReadAt })
  await createCheckIn(app.db, {
    agencyId: agent.agencyId,
    listingId: listing.id,
    openHomeId: home.id,
    leadId: known.id,
  })

  await test.step('an email address is enough, and the page says the same to everyone', async () => {
    await open(page, `/listings/${listing.slug}/check-in`)
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Check in' }).click()
    await expect(page.getByText('Please enter a valid email address')).toBeVisible()
    await page.getByLabel('Email').fill('hemi.rua@example.nz')
    await page.getByRole('button', { name: 'Check in' }).click()
    await expect(page.getByRole('heading', { name: 'You’re checked in' })).toBeVisible()
    expect(await app.db.$count(checkIn, eq(checkIn.openHomeId, home.id))).toBe(2)
  })

  await enterPortal(context, app, agent.email)
  await test.step('the agent finds who came by the open home in the editor', async () => {
    await open(page, `/portal/listings/${listing.id}`)
    await page.getByRole('link', { name: 'Who came' }).click()
    const rows = page.getByRole('list', { name: 'Who came' }).getByRole('listitem')
    await expect(rows).toHaveCount(2)
    await expect(rows.first()).toContainText('Mere Walker')
    await expect(rows.first()).toContainText('Read Building report, 3 hours ago')
    await expect(rows.first().getByRole('link', { name: 'Call' })).toHaveAttribute('href', 'tel:+64215550123')
    await expectAccessible(page)
  })

  await test.step('one was only counted, one is added, one was a mistake and is put back', async () => {
    await page.getByRole('button', { name: 'One more visitor' }).click()
    await expect(page.getByText('Visitors', { exact: true }).locator('..')).toContainText('3')
    await page.getByRole('button', { name: 'Add visitor' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('First name').fill('Tane')
    await dialog.getByLabel('Phone').fill('021 555 0144')
    await dialog.getByRole('button', { name: 'Add visitor' }).click()
    await expect(page.getByRole('link', { name: 'Tane', exact: true })).toBeVisible()
    await page.getByRole('button', { name: 'Actions for Hemi Rua' }).click()
    await page.getByRole('menuitem', { name: 'Didn’t come' }).click()
    await expect(page.getByRole('link', { name: 'Hemi Rua', exact: true })).toHaveCount(0)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByRole('link', { name: 'Hemi Rua', exact: true })).toBeVisible()
  })

  await test.step('the number of those who left details leads to them in the list of leads', async () => {
    await createLead(app.db, { listingId: listing.id, firstName: 'Stayed', lastName: 'Away' })
    const details = page.getByText('Left details', { exact: true }).locator('..')
    await expect(details).toContainText('3')
    await details.getByRole('link', { name: 'Show in leads' }).click()
    await expect(page).toHaveURL(`${app.url}/portal/leads?openHome=${home.id}`)
    await expect(page.getByRole('link', { name: 'All 3' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Mere Walker', exact: true })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Stayed Away' })).toHaveCount(0)
    const filter = page.getByLabel('Came to an open home')
    await expect(filter).toHaveValue(home.id)
    await expect(filter.getByRole('option', { selected: true })).toHaveText(/^Came \d{1,2} \w{3,4}$/)
    await filter.selectOption({ label: 'Came to visit' })
    await expect(page).toHaveURL(`${app.url}/portal/leads?openHome=any`)
    await filter.selectOption({ label: 'Any visits' })
    await expect(page.getByRole('link', { name: 'Stayed Away' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'All 4' })).toBeVisible()
    await app.db.insert(silencedAddress).values({
      ...{ agencyId: agent.agencyId, email: 'hemi.rua@example.nz', unsubscribedAt: new Date() },
    })
    await open(page, `/portal/listings/${listing.id}/open-homes/${home.id}`)
  })

  await test.step('the documents go out in one tap to those who want them, and a call is noted', async () => {
    await expect(page.getByRole('listitem').filter({ hasText: 'Hemi Rua' })).toContainText('Unsubscribed')
    await page.getByRole('button', { name: 'Email documents to 1 visitor', exact: true }).click()
    await expect(page.getByText('We’re emailing the documents to 1 visitor.')).toBeVisible()
    await page.getByRole('button', { name: 'Actions for Mere Walker' }).click()
    await page.getByRole('menuitem', { name: 'Mark as contacted' }).click()
    await expect(page.getByText('Mere Walker marked as contacted.')).toBeVisible()
    await expect
      .poll(async () => (await app.db.select().from(lead).where(eq(lead.id, known.id)))[0]?.status)
      .toBe('contacted')
  })
  expect(browserErrors).toEqual([])
})
