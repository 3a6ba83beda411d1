import { createHash } from 'node:crypto'
import { and, eq, inArray, or } from 'drizzle-orm'
import type { Db } from '#db/client.server.ts'
import { newId } from '#db/schema/columns.ts'
import { lead, noEmailFor } from '#db/schema/leads.ts'
import { isOfListing, type ListingKey, listing } from '#db/schema/listings.ts'
import { addToRecord } from '#features/record/server/addToRecord.server.ts'
import { isListingWithinReach } from '#platform/auth/reach.server.ts'
import type { Agent } from '#platform/auth/sessions.server.ts'
import { conflict, notFound } from '#platform/errors.ts'
import { normalisePhone } from '#platform/phone/phone.server.ts'
import type { Services } from '#platform/services.server.ts'
import { announceAll } from '#platform/webhooks/announce.server.ts'
import type { AddLeadInput, ImportLeadsInput, LeadContact, SkipReason } from '../../intake/addLead.schema.ts'

/**
 * Adds a buyer whom the agent knows from elsewhere. Someone with the same email address or phone number on this listing is that lead
 * already. No event is recorded: the analytics count what happens on the listing's page.
 */
export const addLead = (db: Db, agent: Agent, { listingId, consent, ...contact }: AddLeadInput) =>
  db.transaction(async (tx) => {
    const own = await lockOwnListing(tx, agent, listingId)
    const normalised = normalise(contact)
    const [known] = await findKnown(tx, own, [normalised])
    if (known) return { id: known.id, isNew: false }
    const values = leadValues(normalised, { listingId, consent, source: 'agent' })
    await tx.insert(lead).values(values)
    await addToRecord(tx, { agencyId: agent.agencyId, listingId }, [accessGiven(values)])
    await announceNewLeads(tx, agent, [values])
    return { id: values.id, isNew: true }
  })

const importsPerAgent = { name: 'import_leads', points: 30, seconds: 3600 }
/** Few enough that a statement stays far below its time limit. */
const ROWS_PER_STATEMENT = 250

/** Adds all rows that are not leads of this listing already, or none at all. Returns which were skipped, by their place. */
export async function importLeads({ database, limits }: Services, agent: Agent, input: ImportLeadsInput) {
  await limits.spend(importsPerAgent, agent.id)
  const { listingId, consent, key } = input
  return database.db.transaction(async (tx) => {
    const own = await lockOwnListing(tx, agent, listingId)
    const rows = input.rows.map((row, place) => ({ ...normalise(row), submissionKey: rowKey(key, place) }))
    const known = await findKnown(tx, own, rows)
    const ownKeys = new Set(known.map(({ submissionKey }) => submissionKey))
    const contacts = new Set(known.flatMap(contactsOf))
    const seen = new Set<string>()
    const skipped: { place: number; reason: SkipReason }[] = []
    const added: ReturnType<typeof leadValues>[] = []
    let addedBefore = 0
    for (const [place, row] of rows.entries()) {
      const own = contactsOf(row)
      if (own.some((one) => seen.has(one))) skipped.push({ place, reason: 'repeated' })
      else if (ownKeys.has(row.submissionKey)) addedBefore++
      else if (own.some((one) => contacts.has(one))) skipped.push({ place, reason: 'known' })
      else added.push(leadValues(row, { listingId, consent, source: 'import' }))
      for (const one of own) seen.add(one)
    }
    for (let start = 0; start < added.length; start += ROWS_PER_STATEMENT)
      await tx.insert(lead).values(added.slice(start, start + ROWS_PER_STATEMENT))
    await addToRecord(tx, { agencyId: agent.agencyId, listingId }, added.map(accessGiven))
    await announceNewLeads(tx, agent, added)
    return { added: added.length + addedBefore, skipped }
  })
}

const announceNewLeads = (tx: Db, { agencyId }: Agent, added: ReturnType<typeof leadValues>[]) =>
  announceAll(
    tx,
    added.map(({ id, listingId, source }) => ({
      ...{ agencyId, type: 'lead.created', objectId: id },
      data: { leadId: id, listingId, source },
    })),
  )

/** Locked, so that the form does not add the same buyer meanwhile. */
async function lockOwnListing(tx: Db, agent: Agent, id: string) {
  const [own] = await tx
    .select({ id: listing.id, agencyId: listing.agencyId, archivedAt: listing.archivedAt })
    .from(listing)
    .where(and(eq(listing.id, id), isListingWithinReach(agent)))
    .for('no key update')
  if (!own) throw notFound()
  if (own.archivedAt) throw conflict('This listing is archived. Restore it to add leads.')
  return own
}

const normalise = <Contact extends LeadContact>(contact: Contact): Contact => ({
  ...contact,
  phone: contact.phone && normalisePhone(contact.phone),
})

interface Contact {
  email: string
  phone: string
}

const contactsOf = ({ email, phone }: Contact) => [email, phone].filter(Boolean)

/** Leads of the listing with one of these email addresses or phone numbers. */
function findKnown(tx: Db, about: ListingKey, contacts: Contact[]) {
  const values = (of: (contact: Contact) => string) => contacts.map(of).filter(Boolean)
  return tx
    .select({ id: lead.id, email: lead.email, phone: lead.phone, submissionKey: lead.submissionKey })
    .from(lead)
    .where(
      and(
        isOfListing(lead, about),
        or(
          inArray(
            lead.email,
            values(({ email }) => email),
          ),
          inArray(
            lead.phone,
            values(({ phone }) => phone),
          ),
        ),
      ),
    )
}

type Origin = Pick<typeof lead.$inferInsert, 'listingId' | 'consent'> & { source: 'agent' | 'import' }

/** The agent has spoken with them already, so they don't need a reply. */
function leadValues(contact: LeadContact & { submissionKey?: string }, origin: Origin) {
  const id = newId('lead')
  return { id, ...contact, email: contact.email || noEmailFor(id), ...origin, status: 'contacted' as const }
}

const accessGiven = ({ id, source }: ReturnType<typeof leadValues>) => ({
  kind: 'access_given' as const,
  person: { leadId: id },
  details: { source },
})

const rowKey = (key: string, place: number) => createHash('sha256').update(`import ${key} ${place}`).digest('base64url')
