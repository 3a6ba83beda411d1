import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BrowserContextOptions } from '@playwright/test'
import { asc, eq, sql } from 'drizzle-orm'
import { openCheckout } from '../../e2e/support/billing.ts'
import { listing as listingTable, openHome } from '../../src/db/schema/listings.ts'
import { signDocumentKey } from '../../src/features/leads/server/documents/documentKey.server.ts'
import { DEMO_VENDOR_LINK_ID, signVendorKey } from '../../src/features/vendors/server/vendorKey.server.ts'
import { demoSignIn } from '../../src/seed/demoAgent.ts'
import { createAgent, PASSWORD, signInAs } from '../../test/fixtures/agents.ts'
import { setSubscription } from '../../test/fixtures/billing.ts'
import { createLead } from '../../test/fixtures/leads.ts'
import { createListingThroughApp } from '../../test/fixtures/listings.ts'
import { startAppWithData } from '../../test/support/processes/appData.ts'
import type { Viewer } from './screen.ts'

/** The first listing of the demo. */
const LISTING_SLUG = '14-kowhai-hollow-rise-karori'
const LONG_TITLE =
  'The Old Stationmaster’s Cottage with Orchard, Workshop and Sleepout, 1127B Te Whanganui-a-Tara Coastal Highway, Pukerua'

/** Starts the application with the demo agency, and adds what the demo does not have. */
export async function setStage() {
  const app = await startAppWithData()
  const demo = await signInAs(app.url, demoSignIn.email, demoSignIn.password)
  const [listing] = await app.db.select().from(listingTable).where(eq(listingTable.slug, LISTING_SLUG))
  if (!listing) throw new Error('The demo has no listing with this slug.')
  const openHomes = await app.db
    .select()
    .from(openHome)
    .where(eq(openHome.listingId, listing.id))
    .orderBy(asc(openHome.startsAt))
  const [lastOpenHome, nextOpenHome] = [openHomes[0], openHomes.at(-1)]
  if (!lastOpenHome || !nextOpenHome) throw new Error('The demo has no open homes.')
  const draft = await createListingThroughApp(app.url, demo, { title: LONG_TITLE, isPublished: false })
  const { id: leadId } = await createLead(app.db, { listingId: listing.id, firstName: 'ليلى', lastName: 'الخطيب' })
  const sold = await createListingThroughApp(app.url, demo, { title: '5 Tawa Lane, Karori' })
  await app.db.update(listingTable).set({ status: 'sold', soldOn: '2026-11-03' }).where(eq(listingTable.id, sold.id))
  const newcomer = await createAgent(app.db)
  const lapsed = await createAgent(app.db, { firstName: 'Wiremu', lastName: 'Tāwhiri' })
  await setSubscription(app.db, lapsed.id, false, { status: 'canceled' })

  const secret = readFileSync(join(app.dataDir, 'secret'), 'utf8')
  const cookies: Record<Viewer, string> = {
    visitor: '',
    // The second tells the page to expect a buyer it knows.
    buyer: `${listing.id}=${signDocumentKey(secret, 'cookie', leadId)}; ${listing.id}-known=1`,
    agent: demo,
    'agent in the dark': `${demo}; appearance=dark`,
    newcomer: await signInAs(app.url, newcomer.email, PASSWORD),
    lapsed: await signInAs(app.url, lapsed.email, PASSWORD),
  }
  return {
    app,
    listing,
    draft,
    sold,
    leadId,
    linkKey: signDocumentKey(secret, 'link', leadId),
    vendorKey: signVendorKey(secret, DEMO_VENDOR_LINK_ID),
    /** Last Saturday, with those who came. */
    lastOpenHome,
    nextOpenHome,
    checkoutId: await openCheckout(app),
    /** The cookies of this viewer. */
    memory: (viewer: Viewer): BrowserContextOptions['storageState'] => ({
      cookies: cookies[viewer]
        .split('; ')
        .filter(Boolean)
        .map((pair) => ({ ...named(pair), domain: 'localhost', path: '/', expires: -1, ...plain })),
      origins: [],
    }),
    /** Saves a listing as another tab would. */
    changeElsewhere: () =>
      app.db
        .update(listingTable)
        .set({ version: sql`${listingTable.version} + 1` })
        .where(eq(listingTable.id, listing.id)),
  }
}

export type Stage = Awaited<ReturnType<typeof setStage>>

/** Pages read some of them. */
const plain = { httpOnly: false, secure: false, sameSite: 'Lax' as const }
const named = (pair: string) => {
  const [name = '', value = ''] = pair.split('=')
  return { name, value }
}
