import type { Page } from '@playwright/test'
import { eq } from 'drizzle-orm'
import { file } from '../../src/db/schema/files.ts'
import { lead } from '../../src/db/schema/leads.ts'
import { solveBotCheck } from '../../test/fixtures/botCheck.ts'
import { buyerCalls } from '../../test/fixtures/buyers.ts'
import { waitForEmailedLink } from '../../test/fixtures/emails.ts'
import type { AppWithData } from '../../test/support/processes/appData.ts'
import { expectAccessible } from '../support/accessibility.ts'
import { expect, test } from '../support/app.ts'
import { collectBrowserErrors } from '../support/browserErrors.ts'
import { shiftSoFar, watchShifts } from '../support/layoutShifts.ts'
import { open, reopen } from '../support/open.ts'
import { createPropertyListing } from '../support/propertyListing.ts'
import { clearCookies } from '../support/signIn.ts'

const PHONE = { viewport: { width: 390, height: 844 } }
const leadsOf = (app: AppWithData, listingId: string) => app.db.select().from(lead).where(eq(lead.listingId, listingId))
const callsOf = (app: AppWithData) => buyerCalls({ app, url: app.url }, () => solveBotCheck(app.url, 'lead'))
const privateLink = async (app: AppWithData, slug: string, email: string) =>
  `/listings/${slug}/open?key=${await callsOf(app).waitForEmailedKey(email)}`

/** The one in the list. Another is in the card, which style sheets hide on a phone. */
const notice = (page: Page) => page.getByRole('region', { name: /^Property files/ }).getByRole('status')

test.describe('on a phone', () => {
  test.use(PHONE)

  test('a buyer sends their details once over a bad connection and reads; the emailed link opens the documents in any browser', async ({
    page,
    browser,
    app,
  }) => {
    const { listing } = await createPropertyListing(app)
    await open(page, `/listings/${listing.slug}`)
    await expect(page.getByRole('heading', { name: 'Property files (3)' })).toBeVisible()
    await page.getByRole('button', { name: /LIM report/ }).click()
    await expect(page.getByRole('dialog', { name: 'To open “LIM report”, leave your details once' })).toBeVisible()
    const sheet = page.getByRole('dialog')
    await expect(sheet.getByLabel('Note (optional)')).toHaveValue('')
    await expect(sheet.getByText('Your details go to Mia Chen of Harbour Realty')).toBeVisible()

    await sheet.getByLabel('First name').fill('Hana')
    await sheet.getByLabel('Email').fill('hana@')
    await sheet.getByLabel('Phone').focus()
    await expect(sheet.getByText('Please enter a valid email address')).toBeVisible()
    await sheet.getByRole('button', { name: 'Open the documents' }).click()
    await expect(sheet.getByLabel('Last name')).toBeFocused()
    await expect(sheet.getByLabel('Last name')).toHaveAccessibleDescription('Please enter your last name')

    await reopen(page)
    await page.getByRole('button', { name: 'Get the documents — free' }).click()
    await expect(sheet.getByLabel('First name')).toHaveValue('Hana')
    await sheet.getByLabel('Last name').fill('Petersen')
    await sheet.getByLabel('Email').fill('hana@example.nz')
    await sheet.getByLabel('Phone').fill('021 555 0199')
    await page.route('**/_serverFn/submitLead', (route) => route.fulfill({ status: 503, body: '<h1>503</h1>' }))
    await sheet.getByRole('button', { name: 'Open the documents' }).click()
    await expect(sheet.getByRole('status')).toContainText('We couldn’t reach the server. Your details are safe')
    await sheet.getByRole('button', { name: 'Stop' }).click()
    await page.unroute('**/_serverFn/submitLead')
    await page.context().setOffline(true)
    await sheet.getByRole('button', { name: 'Open the documents' }).click()
    await expect(sheet.getByRole('status')).toContainText('You’re offline. Your details are safe')
    await expectAccessible(page, { both: false })
    await page.setViewportSize(PHONE.viewport)
    await page.context().setOffline(false)

    await expect(notice(page)).toContainText('The private link in our email to hana@example.nz')
    await expect(sheet).toBeHidden()
    await expect(page.getByRole('img', { name: 'Locked' })).toHaveCount(0)
    await expect(page.getByRole('link', { name: 'Download all (28 MB)' })).toBeVisible()
    // A screen that the documents are not on.
    await page.setViewportSize({ width: 390, height: 480 })
    await page.evaluate(() => window.scrollTo(0, 0))
    await page.getByRole('link', { name: '3 documents' }).click()
    await expect(page.getByRole('region', { name: /^Property files/ })).toBeFocused()
    await expect(page.getByRole('link', { name: '3 documents' })).toBeHidden()
    await page.setViewportSize(PHONE.viewport)
    expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('Petersen')
    await reopen(page)
    await expect(notice(page)).toContainText('You can open the documents now')
    expect(await leadsOf(app, listing.id)).toMatchObject([
      { email: 'hana@example.nz', phone: '+64215550199', note: '' },
    ])

    const fresh = await browser.newPage({ ...PHONE, baseURL: app.url })
    await open(fresh, await privateLink(app, listing.slug, 'hana@example.nz'))
    await expect(fresh.getByText('3 documents')).toBeVisible()
    await fresh.getByRole('button', { name: 'Open the documents' }).click()
    await expect(notice(fresh)).toContainText('You can open the documents now')
    await expect(fresh.getByRole('region', { name: /^Property files/ })).toBeFocused()
    await expect(fresh.getByRole('heading', { name: 'Property files (3)' })).toBeInViewport()
    expect(await fresh.evaluate(() => document.referrer)).toBe('')
    await fresh.close()
  })

  test('on the private page a buyer edits and downloads their details, invites a partner, and deletes everything', async ({
    page,
    browser,
    app,
  }) => {
    const { listing } = await createPropertyListing(app)
    const browserErrors = await collectBrowserErrors(page)
    const { email } = await callsOf(app).submitLead(listing.id, { note: 'Is the roof new?' })
    const link = await privateLink(app, listing.slug, email)
    // As if they had opened the documents with it.
    await app.db.update(lead).set({ provenAt: new Date() }).where(eq(lead.email, email))
    await open(page, link)
    await expect(page.getByText('Is the roof new?')).toBeHidden()
    await page.getByRole('heading', { name: 'Your details' }).click()
    await expect(page.getByText('Is the roof new?')).toBeVisible()
    await expectAccessible(page)

    await page.getByRole('button', { name: 'Edit' }).click()
    await expect(page.getByLabel('Phone')).toHaveValue('+64 21 123 4567')
    await page.getByLabel('Last name').fill('')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByLabel('Last name')).toBeFocused()
    await page.getByLabel('Last name').fill('Sorensen')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Jane Sorensen')).toBeVisible()
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download my details' }).click()
    expect((await download).suggestedFilename()).toBe('my-details.json')

    await test.step('invites a partner, who opens their own link until the buyer ends it', async () => {
      const partnerEmail = `partner-${email}`
      await page.getByRole('heading', { name: 'Read with a partner, lawyer or bank' }).click()
      await page.getByRole('button', { name: 'Invite someone' }).click()
      await page.getByLabel('Their name').fill('Tāne Sorensen')
      await page.getByLabel('Their email').fill(partnerEmail)
      await page.getByRole('button', { name: 'Send invitation' }).click()
      await expect(page.getByText('We’ve sent Tāne Sorensen their own link.')).toBeVisible()
      await expectAccessible(page)
      const partner = await browser.newPage({ ...PHONE, baseURL: app.url })
      await open(partner, await waitForEmailedLink(app.dataDir, partnerEmail, '/listings/'))
      await expect(partner.getByText('3 documents')).toBeVisible()
      await partner.getByRole('button', { name: 'Open the documents' }).click()
      await expect(partner.getByRole('link', { name: /^Download all/ })).toBeVisible()
      await page.getByRole('button', { name: 'End access for Tāne Sorensen' }).click()
      await expect(page.getByText('You ended their access')).toBeVisible()
      await partner.getByRole('button', { name: /^LIM report/ }).click()
      await expect(partner.getByRole('dialog')).toContainText('Your invitation has ended')
      await partner.close()
    })

    await page.getByRole('button', { name: 'Delete my details' }).click()
    await expect(page.getByRole('button', { name: 'Keep my details' })).toBeFocused()
    await page.getByRole('button', { name: 'Delete permanently' }).click()
    await expect(page.getByRole('heading', { name: 'Your details are deleted' })).toBeFocused()
    expect(await leadsOf(app, listing.id)).toEqual([])
    expect(browserErrors).toEqual([])
    await page.getByRole('link', { name: 'Open the listing' }).click()
    await expect(page.getByRole('heading', { name: 'Property files (3)' })).toBeVisible()
    await open(page, link)
    await expect(page.getByRole('heading', { name: 'This link no longer works' })).toBeVisible()
    await page.getByRole('link', { name: 'Open the listing' }).click()
    await expect(page.getByRole('heading', { name: 'Property files (3)' })).toBeVisible()
  })

  test('a buyer who changes their email address gets a new link there, and the old one ends', async ({ page, app }) => {
    const { listing } = await createPropertyListing(app)
    const { email } = await callsOf(app).submitLead(listing.id)
    const link = await privateLink(app, listing.slug, email)
    await open(page, link)
    await page.getByRole('heading', { name: 'Your details' }).click()
    await page.getByRole('button', { name: 'Edit' }).click()
    await page.getByLabel('Email').fill(`new-${email}`)
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('heading', { name: 'Your details are saved' })).toBeFocused()
    await expect(page.getByText(`We’ve sent a new private link to new-${email}`)).toBeVisible()
    await open(page, link)
    await expect(page.getByText('The email address of this enquiry was changed')).toBeVisible()
    await open(page, await privateLink(app, listing.slug, `new-${email}`))
    await page.getByRole('button', { name: 'Open the documents' }).click()
    await expect(page.getByRole('heading', { name: 'Property files (3)' })).toBeVisible()
  })

  test('a buyer whose access was removed sends the form again and sees whom to contact', async ({ page, app }) => {
    const { listing } = await createPropertyListing(app)
    const { email } = await callsOf(app).submitLead(listing.id)
    await app.db.update(lead).set({ withdrawnAt: new Date() }).where(eq(lead.email, email))
    await open(page, `/listings/${listing.slug}`)
    await page.getByRole('button', { name: 'Get the documents — free' }).click()
    const sheet = page.getByRole('dialog', { name: 'Get the documents — free' })
    for (const [label, value] of Object.entries({
      'First name': 'Hana',
      'Last name': 'P',
      Email: email,
      Phone: '021 555 0199',
    }))
      await sheet.getByLabel(label).fill(value)
    await sheet.getByRole('button', { name: 'Open the documents' }).click()
    await expect(notice(page)).toContainText('Mia Chen has removed your access')
    await expect(page.getByRole('button', { name: 'Get the documents — free' })).toHaveCount(0)
    await reopen(page)
    await expect(notice(page)).toContainText('Mia Chen has removed your access')
  })

  test('a document that was replaced since the last visit is flagged, even after a reload', async ({ page, app }) => {
    const { listing } = await createPropertyListing(app)
    const { email } = await callsOf(app).submitLead(listing.id)
    const enter = async () => {
      await open(page, await privateLink(app, listing.slug, email))
      const visitRecorded = page.waitForResponse(/_serverFn\/endVisit/)
      await page.getByRole('button', { name: 'Open the documents' }).click()
      await page.waitForURL(`/listings/${listing.slug}#documents`)
      await visitRecorded
    }
    const news = page.getByRole('button', { name: /New since your last visit/ })
    await enter()
    await expect(notice(page)).toContainText('You can open the documents now')
    await expect(news).toHaveCount(0)

    await app.db.update(file).set({ replacedAt: new Date() }).where(eq(file.name, 'LIM report'))
    await clearCookies(page)
    await open(page, await privateLink(app, listing.slug, email))
    await expect(page.getByText('New since your last visit:')).toBeVisible()
    await expect(page.getByRole('listitem')).toHaveText(['LIM report'])
    await enter()
    await expect(news).toHaveAccessibleName(/LIM report.*Updated/)
    await page.addInitScript(watchShifts)
    await reopen(page)
    await expect(news).toHaveCount(1)
    await expect(notice(page)).toContainText('You can open the documents now')
    expect(await page.evaluate(shiftSoFar)).toBeLessThan(0.001)
  })
})

test('on a laptop the form is beside the page, and a double click creates one lead', async ({ page, app }) => {
  const { listing } = await createPropertyListing(app)
  const browserErrors = await collectBrowserErrors(page)
  await open(page, `/listings/${listing.slug}`)
  await expectAccessible(page)
  await page.getByRole('button', { name: /Record of title/ }).click()
  await expect(
    page.getByRole('heading', { name: 'To open “Record of title WN12A/345”, leave your details once' }),
  ).toBeVisible()
  const form = page.getByRole('form', { name: 'Your details' })
  await expect(form.getByLabel('First name')).toBeFocused()
  for (const value of ['Hana', 'Petersen', 'hana@example.nz', '021 555 0199']) {
    await page.keyboard.type(value)
    if (value !== '021 555 0199') await page.keyboard.press('Enter')
  }
  await form.getByRole('button', { name: 'Open the documents' }).dblclick()

  const reader = page.getByRole('dialog', { name: 'Record of title' })
  await expect(reader).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(reader).toBeHidden()
  await expect(page.getByRole('status')).toContainText('The private link in our email to hana@example.nz')
  expect(await leadsOf(app, listing.id)).toHaveLength(1)
  await page.getByRole('link', { name: '3 documents' }).click()
  await expect(page.getByRole('region', { name: /^Property files/ })).toBeFocused()
  expect(browserErrors).toEqual([])
  await expectAccessible(page)
})
