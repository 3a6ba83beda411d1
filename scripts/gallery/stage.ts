import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BrowserContextOptions } from '@playwright/test'
import { eq, sql } from 'drizzle-orm'
import { addAgent, withDatabase } from '../../e2e/agent.ts'
import { openCheckout, setSubscription } from '../../e2e/support/billing.ts'
import { listing } from '../../src/db/schema/listings.ts'
import { signLeadKey } from '../../src/features/leads/server/documentKey.server.ts'
import { demoSignIn } from '../../src/seed/demoAgent.ts'
import { PASSWORD, signInAs } from '../../test/support/agents.ts'
import { startBuiltApp } from '../../test/support/app.ts'
import { addLead } from '../../test/support/leads.ts'
import { makePublishedListing } from '../../test/support/publishedListing.ts'
import type { Viewer } from './screen.ts'

/** The first listing of the demo. */
const HOME = '14-kowhai-hollow-rise-karori'
const LONG_TITLE =
  'The Old Stationmaster’s Cottage with Orchard, Workshop and Sleepout, 1127B Te Whanganui-a-Tara Coastal Highway, Pukerua'

/** Starts the application with the demo agency, and adds what the demo does not have. */
export async function setStage() {
  const app = await startBuiltApp()
  const demo = await signInAs(app.url, demoSignIn.email, demoSignIn.password)
  const [home] = await withDatabase(app, (db) => db.select().from(listing).where(eq(listing.slug, HOME)))
  if (!home) throw new Error('The demo has no such home any more.')
  const draft = await makePublishedListing(app.url, demo, { title: LONG_TITLE, isPublished: false })
  const leadId = await withDatabase(app, (db) => addLead(db, home.id, { firstName: 'ليلى', lastName: 'الخطيب' }))
  const newcomer = await addAgent(app)
  const lapsed = await addAgent(app, { firstName: 'Wiremu', lastName: 'Tāwhiri' })
  await setSubscription(app, lapsed.id, false, { status: 'canceled' })

  const secret = readFileSync(join(app.dataDir, 'secret'), 'utf8')
  const cookies: Record<Viewer, string> = {
    visitor: '',
    buyer: `${home.id}=${signLeadKey(secret, 'cookie', leadId)}`,
    agent: demo,
    newcomer: await signInAs(app.url, newcomer.email, PASSWORD),
    lapsed: await signInAs(app.url, lapsed.email, PASSWORD),
  }
  return {
    app,
    home,
    draft,
    leadId,
    linkKey: signLeadKey(secret, 'link', leadId),
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
      withDatabase(app, (db) =>
        db
          .update(listing)
          .set({ version: sql`${listing.version} + 1` })
          .where(eq(listing.id, home.id)),
      ),
  }
}

export type Stage = Awaited<ReturnType<typeof setStage>>

const plain = { httpOnly: true, secure: false, sameSite: 'Lax' as const }
const named = (pair: string) => {
  const [name = '', value = ''] = pair.split('=')
  return { name, value }
}
