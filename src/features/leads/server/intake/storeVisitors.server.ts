import { and, desc, eq, inArray, or } from 'drizzle-orm'
import type { Db } from '#db/client.server.ts'
import { newId } from '#db/schema/columns.ts'
import { lead, noEmailFor } from '#db/schema/leads.ts'
import { addToRecord } from '#features/record/server/addToRecord.server.ts'
import { normalisePhone } from '#platform/input/phone.server.ts'
import { announceAll } from '#platform/outbound/webhooks/announce.server.ts'
import type { Services } from '#platform/services.server.ts'
import { forwardToCrm, type ListingWithAgent } from '../agentNotifications/notifyAgent.server.ts'
import type { Lead } from '../documents/documentAccess.server.ts'
import { addNote } from './furtherNotes.server.ts'

export interface OpenHomeVisitor {
  firstName: string
  lastName: string
  email: string
  phone: string
  consent: string
}

/**
 * Visitors of an open home who left their details, each with their lead: the one with the same email address or phone number on this listing, or
 * a new one. The caller has locked the listing. A known lead stays as it is, because anyone can type their address; another phone number becomes
 * a note. No event is recorded: the analytics count what happens on the listing's page.
 */
export async function storeOpenHomeVisitors(
  services: Services,
  tx: Db,
  at: ListingWithAgent,
  visitors: OpenHomeVisitor[],
): Promise<Lead[]> {
  const typed = visitors.map((one) => ({ ...one, phone: one.phone && normalisePhone(one.phone, at.listing.country) }))
  const known = await findKnownLeads(tx, at, typed)
  const values = new Map<string, NewVisitor>()
  const ids = typed.map((visitor) => {
    const contact = contactOf(visitor)
    // The same person twice is one, too.
    const before = known.get(contact) ?? values.get(contact) ?? leadValues(at.listing.id, visitor)
    if (!known.has(contact)) values.set(contact, before)
    return before.id
  })
  const added =
    values.size > 0
      ? await tx
          .insert(lead)
          .values([...values.values()])
          .returning()
      : []
  for (const visitor of typed) {
    const before = known.get(contactOf(visitor))
    if (before) await noteOtherPhone(tx, before, visitor)
  }
  await addToRecord(
    tx,
    { agencyId: at.listing.agencyId, listingId: at.listing.id },
    added.map(({ id, source }) => ({ kind: 'access_given', person: { leadId: id }, details: { source } })),
  )
  await announceAll(
    tx,
    added.map(({ id, agencyId, listingId, source }) => ({
      ...{ agencyId, type: 'lead.created' as const, objectId: id },
      data: { leadId: id, listingId, source },
    })),
  )
  for (const one of added) await forwardToCrm(services, tx, at, one, [])
  const byId = new Map([...known.values(), ...added].map((one) => [one.id, one]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/** By the address if there is one: a number may be shared by a couple. */
const contactOf = ({ email, phone }: Pick<OpenHomeVisitor, 'email' | 'phone'>) => email || phone

/** By their address or number. Of several leads with one number it is the oldest. */
async function findKnownLeads(tx: Db, { listing: { id, agencyId } }: ListingWithAgent, visitors: OpenHomeVisitor[]) {
  const emails = visitors.flatMap(({ email }) => email || [])
  const phones = visitors.flatMap(({ email, phone }) => (email ? [] : phone))
  const rows = await tx
    .select()
    .from(lead)
    .where(
      and(
        eq(lead.agencyId, agencyId),
        eq(lead.listingId, id),
        or(inArray(lead.email, emails), inArray(lead.phone, phones)),
      ),
    )
    .orderBy(desc(lead.createdAt), desc(lead.id))
  return new Map(
    rows.flatMap((row): [string, Lead][] => [
      [row.phone, row],
      [row.email, row],
    ]),
  )
}

type NewVisitor = typeof lead.$inferInsert & { id: string }

function leadValues(listingId: string, { consent, ...visitor }: OpenHomeVisitor): NewVisitor {
  const id = newId('lead')
  return {
    ...{ id, listingId, consent, note: '', source: 'open_home' as const },
    ...named(visitor),
    phone: visitor.phone,
    email: visitor.email || noEmailFor(id),
  }
}

/** Somebody who typed an email address alone is called as the address says: "mere.walker@…" is Mere Walker. */
function named({ firstName, lastName, email }: Omit<OpenHomeVisitor, 'consent'>) {
  if (firstName || lastName) return { firstName: firstName || lastName, lastName: firstName ? lastName : '' }
  const [first = '', ...rest] = email
    .slice(0, email.lastIndexOf('@'))
    .replace(/\+.*$/, '')
    .split(/[^\p{L}]+/u)
    .filter(Boolean)
    .map((part) => part.slice(0, 1).toUpperCase() + part.slice(1))
  return { firstName: first.slice(0, 60) || 'Visitor', lastName: rest.join(' ').slice(0, 60) }
}

async function noteOtherPhone(tx: Db, known: Lead, { phone }: OpenHomeVisitor) {
  if (phone === '' || phone === known.phone) return
  await addNote(tx, known, { body: '', phone, fromOwnBrowser: false })
}
