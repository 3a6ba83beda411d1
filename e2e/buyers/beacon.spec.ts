import { asc, eq } from 'drizzle-orm'
import { event } from '../../src/db/schema/events.ts'
import type { AppWithData } from '../../test/support/processes/appData.ts'
import { expect, test } from '../support/app.ts'
import { open } from '../support/open.ts'
import { createPropertyListing } from '../support/propertyListing.ts'

/** A browser that identifies itself as automated would be treated as a bot. */
const PHONE =
  'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36'
test.use({ userAgent: PHONE, viewport: { width: 390, height: 844 } })

test('a view of a listing, a click on the agent’s contact link and leaving are each counted once', async ({
  page,
  app,
}) => {
  const { listing } = await createPropertyListing(app)
  await page.goto('/')
  await open(page, `/listings/${listing.slug}`)
  // Keeps the phone's dialler from opening.
  await page.evaluate(() => addEventListener('click', (click) => click.preventDefault()))
  await page.getByRole('link', { name: 'Call' }).first().click()
  // The page is hidden twice.
  await page.evaluate(() => {
    Object.defineProperty(document, 'hidden', { value: true })
    for (let turn = 0; turn < 2; turn++) document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
  })

  await expect
    .poll(() => countedAt(app, listing.id))
    .toMatchObject([
      { event: 'listing_view', isUnique: true, device: 'mobile', os: 'Android', browser: 'Chrome' },
      { event: 'link_click', isUnique: false },
      { event: 'listing_leave', isUnique: false, seconds: expect.any(Number) },
    ])
})

const countedAt = (app: AppWithData, listingId: string) =>
  app.db.select().from(event).where(eq(event.listingId, listingId)).orderBy(asc(event.createdAt))
