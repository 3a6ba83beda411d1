import type { Db } from '../../src/db/client.server.ts'
import { documentChange } from '../../src/db/schema/files.ts'
import { doorDevice } from '../../src/db/schema/openHomeVisits.ts'
import type { Agent } from '../../src/platform/auth/sessions.server.ts'
import { shareListing } from '../fixtures/agencies.ts'
import { createChannel } from '../fixtures/channels.ts'
import { createFile } from '../fixtures/files.ts'
import { createInvitee, createLead } from '../fixtures/leads.ts'
import { createPublishedListing } from '../fixtures/listings.ts'
import { createMessage } from '../fixtures/messages.ts'
import { createCheckIn, createOpenHome } from '../fixtures/openHomes.ts'
import { createVendor } from '../fixtures/vendors.ts'

export interface Things {
  listing: string
  file: string
  lead: string
  person: string
  change: string
  invitee: string
  link: string
  vendor: string
  message: string
  openHome: string
  device: string
}

/** A published listing with one of each thing that calls are about, shared with a colleague or not. */
export async function createThings(db: Db, agent: Agent, coAgent?: Agent): Promise<Things> {
  const { id: listing } = await createPublishedListing(db, { agent })
  if (coAgent) await shareListing(db, listing, coAgent)
  const { id: file } = await createFile(db, { agent, listingId: listing })
  const { id: lead, personId: person } = await createLead(db, { listingId: listing })
  const [change] = await db
    .insert(documentChange)
    .values({ listingId: listing, fileId: file, kind: 'added', toVersion: 1 })
    .returning()
  const { id: openHome, ...home } = await createOpenHome(db, { listingId: listing })
  const { agencyId } = agent
  await createCheckIn(db, { agencyId, listingId: listing, openHomeId: openHome, leadId: lead })
  const [device] = await db
    .insert(doorDevice)
    .values({ agencyId, listingId: home.listingId, openHomeId: openHome, userId: agent.id, tokenHash: openHome })
    .returning()
  const { id: invitee } = await createInvitee(db, { leadId: lead })
  return {
    listing,
    file,
    lead,
    person,
    change: change?.id ?? '',
    invitee,
    openHome,
    device: device?.id ?? '',
    link: (await createChannel(db, { listingId: listing })).id,
    vendor: (await createVendor(db, { listingId: listing })).id,
    message: (await createMessage(db, { listingId: listing })).id,
  }
}
