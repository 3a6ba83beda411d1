import { and, eq, ne } from 'drizzle-orm'
import type { Db } from '#db/client.server.ts'
import { lead } from '#db/schema/lead.ts'
import { listing } from '#db/schema/listing.ts'
import { profile } from '#db/schema/profile.ts'
import { user } from '#db/schema/user.ts'
import { AppError, conflict, notFound } from '#platform/errors.ts'
import { requireStrangerEmail } from '#platform/mail/strangerEmail.server.ts'
import { formatPhone, normalisePhone } from '#platform/phone.server.ts'
import type { Services } from '#platform/services.server.ts'
import { findBuyer } from './buyer.server.ts'
import { readLeadKey } from './leadKey.server.ts'
import type { CorrectDetailsInput } from './leads.ts'
import { preparePrivateLinkEmail } from './postPrivateLink.server.ts'
import { type FurtherNote, listFurtherNotes } from './repeatLead.server.ts'

const correctionsPerLead = { name: 'correct_lead', points: 20, seconds: 3600 }
const newEmailsPerLead = { name: 'lead_address', points: 3, seconds: 24 * 3600 }

/** What is stored of the person a mailed link belongs to. Nothing is used up by looking. */
export async function readPrivateLink(services: Services, key: string) {
  const { person, home, agent, card } = await requireLinkedLead(services, key)
  const { firstName, lastName, email, phone, note, createdAt } = person
  const { db } = services.database
  const isOpen = (await findBuyer(db, home.id, person.id)) !== undefined
  return {
    listing: { slug: home.slug, title: home.title },
    agent: {
      firstName: agent.firstName ?? '',
      lastName: agent.lastName ?? '',
      agencyName: card?.agencyName ?? '',
      phone: (card?.cardShowsPhone ?? true) ? agent.phone : '',
      email: (card?.cardShowsEmail ?? true) ? agent.email : '',
    },
    documents: isOpen ? ('open' as const) : person.withdrawnAt ? ('withdrawn' as const) : ('taken down' as const),
    details: { firstName, lastName, email, phone, note },
    phoneText: formatPhone(phone),
    furtherNotes: (await listFurtherNotes(db, [person.id]))
      .map(describeNote)
      .map((further) => ({ ...further, phone: further.phone && formatPhone(further.phone) })),
    createdAt,
  }
}

export const describeNote = ({ body, phone, createdAt }: FurtherNote) => ({ body, phone, createdAt })

/** Who may come in with this link, and when they were last here: reading the email proves that it is them. */
export async function enterByLink(services: Services, key: string) {
  const { person, home } = await requireLinkedLead(services, key)
  const { db } = services.database
  if (!(await findBuyer(db, home.id, person.id))) throw notFound()
  if (!person.provenAt) await db.update(lead).set({ provenAt: new Date() }).where(eq(lead.id, person.id))
  return { leadId: person.id, listingId: home.id, slug: home.slug, lastVisitAt: person.lastVisitAt }
}

/**
 * The link stays the same: whoever got hold of one cannot lock its owner out by changing the address. A new address is told
 * about it by a mail of its own, with the link in it, so that whoever it belongs to can erase what is not theirs.
 */
export async function correctDetails(services: Services, { key, ...details }: CorrectDetailsInput, clientIp: string) {
  const { database, limits } = services
  const { person, home, agent } = await requireLinkedLead(services, key)
  await limits.spend(correctionsPerLead, person.id)
  const isMoved = details.email !== person.email
  if (isMoved) {
    await limits.spend(newEmailsPerLead, person.id)
    await requireStrangerEmail(services, { to: details.email, recipient: 'unproven', clientIp })
  }
  const postLink = isMoved
    ? await preparePrivateLinkEmail(services, { listing: home, agent }, { id: person.id, email: details.email })
    : undefined
  await database.db.transaction(async (tx) => {
    // In the order of their coming: nobody takes the address in between.
    await tx.select({ id: listing.id }).from(listing).where(eq(listing.id, home.id)).for('no key update')
    await refuseTakenEmail(tx, home.id, person.id, details.email)
    const corrected = { ...details, phone: normalisePhone(details.phone) }
    const changed = await tx.update(lead).set(corrected).where(eq(lead.id, person.id)).returning({ id: lead.id })
    if (changed.length === 0) throw detailsDeleted()
    await postLink?.(tx)
  })
}

export async function requireLinkedLead({ database: { db }, env }: Services, key: string) {
  const leadId = readLeadKey(env.APP_SECRET, 'link', key)
  const [found] = leadId
    ? await db
        .select({ person: lead, home: listing, agent: user, card: profile })
        .from(lead)
        .innerJoin(listing, eq(listing.id, lead.listingId))
        .innerJoin(user, eq(user.id, listing.userId))
        .leftJoin(profile, eq(profile.userId, user.id))
        .where(eq(lead.id, leadId))
    : []
  if (found) return found
  throw leadId ? detailsDeleted() : notFound()
}

/** Only for a link that we signed: it was real, so this tells its owner what happened and a stranger nothing. */
const detailsDeleted = () =>
  new AppError('DetailsDeleted', 410, 'The details behind this link were deleted, so it no longer works.')

async function refuseTakenEmail(tx: Db, listingId: string, leadId: string, email: string) {
  const [other] = await tx
    .select({ id: lead.id })
    .from(lead)
    .where(and(eq(lead.listingId, listingId), eq(lead.email, email), ne(lead.id, leadId)))
  if (other) throw conflict('Someone has already enquired about this listing with that email address.')
}
