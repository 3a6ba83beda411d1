import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { vendorLink } from '../../src/db/schema/vendors.ts'
import { signVendorKey } from '../../src/features/vendors/server/vendorKey.server.ts'
import { addDays, todayIn } from '../../src/ui/format/dates.ts'
import { createEvents } from '../../test/fixtures/events.ts'
import { createPublishedListing } from '../../test/fixtures/listings.ts'
import { createVendor } from '../../test/fixtures/vendors.ts'
import { expectAccessible } from '../support/accessibility.ts'
import { expect, test } from '../support/app.ts'
import { collectBrowserErrors } from '../support/browserErrors.ts'
import { open } from '../support/open.ts'

const DAYS = 12

test('a vendor opens the report on a phone by day and by night, saves the PDF, and no longer can once the link is revoked', async ({
  page,
  app,
}) => {
  const today = todayIn('Pacific/Auckland')
  const daysAgo = (days: number) => new Date(Date.parse(`${addDays(today, -days)}T00:00:00Z`))
  const published = { publishedAt: daysAgo(DAYS), firstPublishedAt: daysAgo(DAYS) }
  const listing = await createPublishedListing(app.db, { ...published, title: '12 Rata Street' })
  const view = { event: 'listing_view', listingId: listing.id, userId: listing.userId, isUnique: true }
  await createEvents(
    app.db,
    Array.from({ length: DAYS }, (_, index) =>
      Array.from({ length: 8 + index }, () => ({ ...view, createdAt: daysAgo(DAYS - index) })),
    ).flat(),
  )
  const link = await createVendor(app.db, { listingId: listing.id, report: { words: 'A strong week in Karori.' } })
  const secret = readFileSync(join(app.dataDir, 'secret'), 'utf8')
  const path = `/vendor?key=${signVendorKey(secret, link.id)}`
  const browserErrors = await collectBrowserErrors(page)
  await page.setViewportSize({ width: 390, height: 844 })
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await open(page, path)
    await expect(page.getByRole('heading', { name: '12 Rata Street' })).toBeVisible()
    await expect(page.getByText('A strong week in Karori.')).toBeVisible()
    await expect(page.getByText('112', { exact: true }).first()).toBeVisible()
    await expectAccessible(page)
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect(overflow).toBeLessThanOrEqual(0)
  }
  const findOpens = async () => (await app.db.select().from(vendorLink).where(eq(vendorLink.id, link.id)))[0]?.opens
  await expect.poll(findOpens).toBe(1)
  const href = await page.getByRole('link', { name: 'Download PDF' }).getAttribute('href')
  const pdf = await page.request.get(href ?? '')
  expect([pdf.status(), pdf.headers()['content-type'], (await pdf.body()).subarray(0, 5).toString()]).toEqual([
    200,
    'application/pdf',
    '%PDF-',
  ])
  expect(browserErrors).toEqual([])

  await app.db.update(vendorLink).set({ revokedAt: new Date() }).where(eq(vendorLink.id, link.id))
  expect((await page.goto(path))?.status()).toBe(404)
  await expect(page.getByRole('heading', { name: 'This link doesn’t work' })).toBeVisible()
  expect((await page.request.get(href ?? '')).status()).toBe(404)
})
