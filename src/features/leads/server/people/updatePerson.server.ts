import { and, asc, eq, inArray, isNull, notInArray, sql } from 'drizzle-orm'
import type { Db } from '#db/client.server.ts'
import { lead } from '#db/schema/leads.ts'
import { listing } from '#db/schema/listings.ts'
import { person } from '#db/schema/people.ts'
import { isPersonOrMergedWithinReach, isPersonWithinReach } from '#platform/auth/reach.server.ts'
import type { Agent } from '#platform/auth/sessions.server.ts'
import { AppError, notFound } from '#platform/errors.ts'
import { normalisePhone } from '#platform/input/phone.server.ts'
import type { MergePeopleInput, UpdatePersonInput } from '../../people/people.schema.ts'
import { announceChangedLeads } from '../announceChangedLeads.server.ts'
import { type Person, requireAllEnquiries } from './people.server.ts'

/**
 * Corrects a person's details in all their enquiries. A new email address voids the private links that went to the old one. Enquiries of
 * people who were merged into this one keep their own addresses, by which they can be separated again.
 */
export const updatePerson = (db: Db, agent: Agent, { id, note, email, ...details }: UpdatePersonInput) =>
  db.transaction(async (tx) => {
    const [current] = await lockPeople(tx, agent, [id])
    if (!current) throw notFound()
    if (email === '' && current.email !== '') throw refuseEmail('Please enter an email address')
    const phone = details.phone && normalisePhone(details.phone)
    await tx.update(person).set({ note }).where(isPerson(current))
    const { firstName, lastName } = details
    const isCorrection =
      email !== current.email ||
      firstName !== current.firstName ||
      lastName !== current.lastName ||
      phone !== current.phone
    // A note is for the whole agency, and changes no enquiry.
    if (!isCorrection) return
    await requireAllEnquiries(tx, agent, [id])
    const corrected = await tx
      .update(lead)
      .set({ ...details, phone })
      .where(isLeadOf(current))
      .returning({ id: lead.id, agencyId: lead.agencyId, listingId: lead.listingId })
    if (email !== current.email) await moveEmail(tx, current, email)
    await announceChangedLeads(tx, corrected)
  })

/** For someone who was found within reach before. */
const isPerson = ({ agencyId, id }: Pick<Person, 'agencyId' | 'id'>) =>
  and(eq(person.agencyId, agencyId), eq(person.id, id))
const isLeadOf = ({ agencyId, id }: Pick<Person, 'agencyId' | 'id'>) =>
  and(eq(lead.agencyId, agencyId), eq(lead.personId, id))

async function moveEmail(tx: Db, { id, agencyId }: Person, email: string) {
  const own = await tx
    .select({ id: lead.id, listingId: lead.listingId })
    .from(lead)
    .where(and(eq(lead.agencyId, agencyId), eq(lead.ownPersonId, id)))
    .orderBy(asc(lead.id))
  if (own.length === 0)
    throw refuseEmail('Their enquiries have the addresses of the people you merged. Separate them first.')
  const listingIds = own.map(({ listingId }) => listingId)
  // Serialised with the form, so that no other lead takes the address in between. Consistent lock order prevents deadlocks.
  await tx
    .select({ id: listing.id })
    .from(listing)
    .where(and(eq(listing.agencyId, agencyId), inArray(listing.id, listingIds)))
    .orderBy(asc(listing.id))
    .for('no key update')
  await refuseTakenEmail(tx, agencyId, own, email)
  const [other] = await tx
    .select({ id: person.id })
    .from(person)
    .where(and(eq(person.agencyId, agencyId), eq(person.email, email)))
  if (other) throw refuseEmail('Someone else has this email address. Merge them with this person instead.')
  // The person keeps their id: the trigger finds them by the new address.
  await tx.update(person).set({ email }).where(isPerson({ agencyId, id }))
  const ids = own.map((one) => one.id)
  await tx
    .update(lead)
    .set({ email, keysChangedAt: new Date(), provenAt: null })
    .where(and(eq(lead.agencyId, agencyId), inArray(lead.id, ids)))
}

async function refuseTakenEmail(tx: Db, agencyId: string, own: { id: string; listingId: string }[], email: string) {
  const [taken] = await tx
    .select({ title: listing.title })
    .from(lead)
    .innerJoin(listing, and(eq(listing.id, lead.listingId), eq(listing.agencyId, lead.agencyId)))
    .where(
      and(
        eq(lead.agencyId, agencyId),
        eq(lead.email, email),
        inArray(
          lead.listingId,
          own.map(({ listingId }) => listingId),
        ),
        notInArray(
          lead.id,
          own.map(({ id }) => id),
        ),
      ),
    )
    .limit(1)
  if (taken) throw refuseEmail(`Someone has already enquired about ${taken.title} with that email address`)
}

const refuseEmail = (message: string) => new AppError('EmailRefused', 409, message, { fields: { email: message } })

/** The other person's enquiries belong to the first from now on, also later ones with the other's email address. */
export const mergePeople = (db: Db, agent: Agent, { id, otherId }: MergePeopleInput) =>
  db.transaction(async (tx) => {
    await lockPeople(tx, agent, [id, otherId])
    await requireAllEnquiries(tx, agent, [id, otherId])
    const other = { agencyId: agent.agencyId, id: otherId }
    await tx.update(person).set({ mergedIntoId: id }).where(isPerson(other))
    await tx.update(lead).set({ personId: id }).where(isLeadOf(other))
  })

/** Undoes a merge, also long after it. */
export const separatePerson = (db: Db, agent: Agent, id: string) =>
  db.transaction(async (tx) => {
    const [merged] = await tx
      .select()
      .from(person)
      .where(and(eq(person.id, id), isPersonOrMergedWithinReach(agent)))
      .for('no key update')
    if (!merged) throw notFound()
    // Somebody else has done it already.
    if (!merged.mergedIntoId) return
    await tx.update(person).set({ mergedIntoId: null }).where(isPerson(merged))
    // With those who had been merged into them before.
    const back = sql`(with recursive back as (
      select ${id}::text as id union
      select other.id from ${person} other join back on other."mergedIntoId" = back.id where other."agencyId" = ${agent.agencyId}
    ) select id from back)`
    await tx
      .update(lead)
      .set({ personId: id })
      .where(and(eq(lead.agencyId, agent.agencyId), inArray(lead.ownPersonId, back)))
  })

/** People of this agent who are not merged into others, or not found. */
export async function lockPeople(tx: Db, agent: Agent, ids: string[]) {
  const found = await tx
    .select()
    .from(person)
    .where(and(inArray(person.id, ids), isPersonWithinReach(agent), isNull(person.mergedIntoId)))
    .orderBy(asc(person.id))
    .for('no key update')
  if (found.length !== new Set(ids).size) throw notFound()
  return found
}
