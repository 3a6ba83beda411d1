import { and, eq } from 'drizzle-orm'
import type { Db } from '#db/client.server.ts'
import { event } from '#db/schema/event.ts'
import { lead } from '#db/schema/lead.ts'
import { listing } from '#db/schema/listing.ts'
import { notification } from '#db/schema/notification.ts'
import { AppError, notFound } from '#platform/errors.ts'
import type { Services } from '#platform/services.server.ts'
import { findBuyer } from './buyer.server.ts'
import { readLeadKey } from './leadKey.server.ts'
import { type Correction, dialable } from './leads.ts'

/** What is stored of the person a mailed link belongs to. Nothing is used up by looking. */
export async function readPrivateLink(services: Services, key: string) {
  const { person, home } = await requirePerson(services, key)
  const { firstName, lastName, email, phone, note, createdAt } = person
  const isOpen = (await findBuyer(services.database.db, home.id, person.id)) !== undefined
  return {
    listing: { id: home.id, slug: home.slug, title: home.title },
    isOpen,
    details: { firstName, lastName, email, phone, note },
    createdAt,
  }
}

/** Who may come in with this link, for the door to write the cookie. */
export async function enterByLink(services: Services, key: string) {
  const { person, home } = await requirePerson(services, key)
  if (!(await findBuyer(services.database.db, home.id, person.id))) throw notFound()
  return { leadId: person.id, listingId: home.id, slug: home.slug }
}

export async function correctDetails(services: Services, { key, ...details }: Correction) {
  const { db } = services.database
  const { person, home } = await requirePerson(services, key)
  await db.transaction(async (tx) => {
    await refuseTaken(tx, home.id, person.id, details.email)
    await tx
      .update(lead)
      .set({ ...details, phone: dialable(details.phone) })
      .where(eq(lead.id, person.id))
  })
}

/** What the person did is counted on, without them. */
export async function eraseDetails(services: Services, key: string) {
  const { person, home } = await requirePerson(services, key)
  await services.database.db.transaction(async (tx) => {
    await tx.update(event).set({ leadId: null }).where(eq(event.leadId, person.id))
    await tx.delete(notification).where(eq(notification.leadId, person.id))
    await tx.delete(lead).where(eq(lead.id, person.id))
  })
  return { listingId: home.id }
}

async function requirePerson({ database: { db }, env }: Services, key: string) {
  const leadId = readLeadKey(env.APP_SECRET, 'link', key)
  const [found] = leadId
    ? await db
        .select({ person: lead, home: listing })
        .from(lead)
        .innerJoin(listing, eq(listing.id, lead.listingId))
        .where(eq(lead.id, leadId))
    : []
  if (!found) throw notFound()
  return found
}

async function refuseTaken(tx: Db, listingId: string, leadId: string, email: string) {
  const [other] = await tx
    .select({ id: lead.id })
    .from(lead)
    .where(and(eq(lead.listingId, listingId), eq(lead.email, email)))
  if (other && other.id !== leadId)
    throw new AppError('Conflict', 409, 'Somebody has asked about this listing with that address already.')
}
