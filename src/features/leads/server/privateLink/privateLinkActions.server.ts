import { and, desc, eq, isNotNull, isNull, ne } from 'drizzle-orm'
import type { Db } from '#db/client.server.ts'
import { now } from '#db/clock.server.ts'
import { user } from '#db/schema/accounts.ts'
import { event } from '#db/schema/events.ts'
import { file } from '#db/schema/files.ts'
import { hasNoEmail, lead } from '#db/schema/leads.ts'
import { listing, toListingKey } from '#db/schema/listings.ts'
import { messageRecipient } from '#db/schema/messages.ts'
import { requireAgentCard } from '#features/accounts/server/readAgentCard.server.ts'
import { readAgencyName, readBrand } from '#features/agencies/server/readBrand.server.ts'
import { writeAudit } from '#features/audit/writeAudit.server.ts'
import { listAcknowledgementsGivenBy } from '#features/disclosure/server/acknowledgements.server.ts'
import { listRecordAbout } from '#features/disclosure/server/readRecord.server.ts'
import { listReadableDocuments, type ReadableDocument } from '#features/files/server/access/readableDocuments.server.ts'
import { findCoverPhotos } from '#features/listings/server/publicListings.server.ts'
import { AppError, conflict, notFound } from '#platform/errors.ts'
import { formatPhone, normalisePhone, requirePhone } from '#platform/input/phone.server.ts'
import { requireEmailLimit } from '#platform/mail/visitorEmailLimits.server.ts'
import type { Services } from '#platform/services.server.ts'
import { fullName } from '#ui/format/format.ts'
import type { CorrectDetailsInput } from '../../buyer.schema.ts'
import { announceChangedLeads } from '../announceChangedLeads.server.ts'
import { listAnswers, type StoredAnswer } from '../answers/answers.server.ts'
import { listChangesToldToLead } from '../changes/documentChangeRecipients.server.ts'
import { findLinkedLead, type Lead } from '../documents/documentAccess.server.ts'
import { isLinkKey, verifyDocumentKey } from '../documents/documentKey.server.ts'
import { eraseLeads } from '../eraseLeads.server.ts'
import { type FurtherNote, listFurtherNotes } from '../intake/furtherNotes.server.ts'
import { listInvitees } from '../invitees/invitees.server.ts'
import { listOpenHomeVisits } from '../openHomeVisits.server.ts'
import { listReadings } from '../reading/readReadings.server.ts'
import { listMessagesTo } from '../sentMessages.server.ts'
import { readSilencedAddress } from '../silencedAddress.server.ts'
import { prepareMovedEmail, preparePrivateLinkEmail } from './prepareBuyerEmails.server.ts'

const correctionsPerLead = { name: 'correct_lead', points: 20, seconds: 3600 }
const newEmailsPerLead = { name: 'lead_address', points: 3, seconds: 24 * 3600 }

/** The buyer's stored details. Opening the link does not use it up. */
export async function readPrivateLink(services: Services, key: string) {
  const { leadRow, listingRow } = await requireLinkedLead(services, key)
  const { firstName, lastName, email, phone, note, createdAt } = leadRow
  const { db } = services.database
  const isOpen = (await findLinkedLead(db, listingRow.id, ownKey(leadRow))) !== undefined
  const { accent: _, tagline: __, ...agent } = await requireAgentCard(db, listingRow)
  return {
    listing: { slug: listingRow.slug, title: listingRow.title },
    agent,
    brand: await readBrand(db, listingRow.agencyId),
    documents: isOpen ? ('open' as const) : leadRow.withdrawnAt ? ('withdrawn' as const) : ('taken down' as const),
    inside: isOpen ? await describeContent(db, leadRow) : null,
    changes: isOpen ? (await listChangesToldToLead(db, leadRow.id)).map(describeChange) : [],
    details: { firstName, lastName, email: hasNoEmail(email) ? '' : email, phone, note },
    phoneText: formatPhone(phone, listingRow.country ?? undefined),
    answers: (await listAnswers(db, leadRow.agencyId, [leadRow.id])).map(describeAnswer),
    furtherNotes: (await listFurtherNotes(db, leadRow.agencyId, [leadRow.id])).map(describeNote).map((further) => ({
      ...further,
      phone: further.phone && formatPhone(further.phone, listingRow.country ?? undefined),
    })),
    reading: await describeReading(db, leadRow),
    household: {
      state:
        !isOpen || !listingRow.allowsInvitees
          ? ('off' as const)
          : leadRow.provenAt
            ? ('on' as const)
            : ('unproven' as const),
      invitees: (await listInvitees(db, leadRow.agencyId, [leadRow.id])).get(leadRow.id) ?? [],
    },
    createdAt,
  }
}

/** What waits behind the link: the cover, how many documents there are, and the names of those that are new to this buyer. */
async function describeContent(db: Db, { lastVisitAt, ...leadRow }: Lead) {
  const about = toListingKey(leadRow)
  const covers = await findCoverPhotos(db, [about])
  const documents = await listReadableDocuments(db, about, leadRow.id)
  const isNew = ({ replacedAt, createdAt }: ReadableDocument) =>
    lastVisitAt !== null && (replacedAt ?? createdAt) > lastVisitAt
  return {
    cover: covers.get(about.id) ?? null,
    documentCount: documents.length,
    newDocuments: documents.filter(isNew).map(({ name }) => name),
  }
}

const describeChange = ({
  versionNote,
  userId: _,
  ...change
}: Awaited<ReturnType<typeof listChangesToldToLead>>[number]) => ({
  ...change,
  note: change.note || (versionNote ?? ''),
})

/** What is known about the buyer's reading, for that buyer. */
async function describeReading(db: Db, { id: leadId, agencyId }: Pick<Lead, 'id' | 'agencyId'>) {
  const { documents = [], searches = [] } = (await listReadings(db, [agencyId], [leadId])).get(leadId) ?? {}
  return {
    documents: documents.map(({ name, version, pageCount, pageSeconds, seconds, firstReadAt, lastReadAt }) => ({
      ...{ name, version, pageCount, pageSeconds, seconds, firstReadAt, lastReadAt },
    })),
    searches: searches.map(({ name, words, times, lastAt }) => ({ document: name, words, times, lastAt })),
  }
}

const ownKey = ({ id }: Lead) => ({ leadId: id, isGuest: false })

const describeAnswer = ({ question, answer }: StoredAnswer) => ({ question, answer })

const describeNote = ({ body, phone, createdAt }: FurtherNote) => ({ body, phone, createdAt })

/** The lead that the link belongs to, and their last visit. Using the emailed link proves the address; one from a text message doesn't. */
export async function openByPrivateLink(services: Services, key: string, messageId?: string) {
  const { leadRow, listingRow } = await requireLinkedLead(services, key)
  const { db } = services.database
  if (!(await findLinkedLead(db, listingRow.id, ownKey(leadRow)))) throw notFound()
  const isEmailed = verifyDocumentKey(services.env.APP_SECRET, 'link', key) !== undefined
  if (isEmailed && !leadRow.provenAt)
    await db.update(lead).set({ provenAt: new Date(), isHeatDue: true }).where(eq(lead.id, leadRow.id))
  if (messageId) await recordOpenedMessage(db, messageId, leadRow.id)
  return { leadId: leadRow.id, listingId: listingRow.id, slug: listingRow.slug, lastVisitAt: leadRow.lastVisitAt }
}

/** The buyer has clicked on the page of the link in a message from the agent. Programs that look at links in emails don't. */
const recordOpenedMessage = (db: Db, messageId: string, leadId: string) =>
  db
    .update(messageRecipient)
    .set({ openedAt: now })
    .where(
      and(
        eq(messageRecipient.messageId, messageId),
        eq(messageRecipient.leadId, leadId),
        isNotNull(messageRecipient.queuedAt),
        isNull(messageRecipient.openedAt),
      ),
    )

/**
 * A new address gets a new link, and the old one is void: anyone who reads the old address must not see or delete the details any more. If
 * the old address was proven, it is told, because someone else may have changed it. Returns whether the address is new.
 */
export async function correctDetails(services: Services, { key, ...details }: CorrectDetailsInput, clientIp: string) {
  const { database, limits } = services
  const { leadRow, listingRow, agent } = await requireLinkedLead(services, key)
  await limits.spend(correctionsPerLead, leadRow.id)
  requirePhone(details.phone, listingRow.country)
  const isMoved = details.email !== leadRow.email
  if (isMoved) {
    await limits.spend(newEmailsPerLead, leadRow.id)
    await requireEmailLimit(services, { to: details.email, recipient: 'unproven', clientIp })
  }
  const moved = { ...leadRow, email: details.email, keysChangedAt: new Date(), provenAt: null }
  const posts = isMoved
    ? [
        await preparePrivateLinkEmail(services, database.db, { listing: listingRow, agent }, moved),
        ...(leadRow.provenAt ? [await prepareMovedEmail(services, { listing: listingRow, agent }, leadRow)] : []),
      ]
    : []
  await database.db.transaction(async (tx) => {
    // Serialised per listing, so that no other lead takes the address in between.
    await tx.select({ id: listing.id }).from(listing).where(eq(listing.id, listingRow.id)).for('no key update')
    const [current] = await tx.select().from(lead).where(eq(lead.id, leadRow.id)).for('update')
    requireCurrentKey(services, current, key)
    await refuseTakenEmail(tx, listingRow.id, leadRow.id, details.email)
    const corrected = { ...details, phone: normalisePhone(details.phone, listingRow.country) }
    const { keysChangedAt, provenAt } = isMoved ? moved : leadRow
    await tx
      .update(lead)
      .set({ ...corrected, keysChangedAt, provenAt, isHeatDue: true })
      .where(eq(lead.id, leadRow.id))
    for (const post of posts) await post(tx)
    await announceChangedLeads(tx, [leadRow])
  })
  return { isMoved, leadId: leadRow.id, listingId: listingRow.id }
}

export async function requireLinkedLead(services: Services, key: string) {
  const {
    database: { db },
    env,
  } = services
  const leadId = verifyDocumentKey(env.APP_SECRET, 'link', key) ?? verifyDocumentKey(env.APP_SECRET, 'text', key)
  if (!leadId) throw notFound()
  const [found] = await db
    .select({ leadRow: lead, listingRow: listing, agent: user })
    .from(lead)
    .innerJoin(listing, and(eq(listing.id, lead.listingId), eq(listing.agencyId, lead.agencyId)))
    .innerJoin(user, eq(user.id, listing.userId))
    .where(eq(lead.id, leadId))
  if (!found) throw detailsDeleted()
  requireCurrentKey(services, found.leadRow, key)
  return found
}

const linkUses = ['link', 'text'] as const

/** Only for a link that we signed, so this reveals nothing to strangers. */
function requireCurrentKey({ env }: Services, leadRow: Lead | undefined, key: string) {
  if (!leadRow) throw detailsDeleted()
  if (!linkUses.some((use) => isLinkKey(env.APP_SECRET, leadRow, use, key)))
    throw new AppError('LinkReplaced', 410, 'This link was replaced by a newer one, which we sent by email.')
}

const detailsDeleted = () =>
  new AppError('DetailsDeleted', 410, 'The details behind this link were deleted, so it no longer works.')

async function refuseTakenEmail(tx: Db, listingId: string, leadId: string, email: string) {
  const [other] = await tx
    .select()
    .from(lead)
    .where(and(eq(lead.listingId, listingId), eq(lead.email, email), ne(lead.id, leadId)))
  if (other) throw conflict('Someone has already enquired about this listing with that email address.')
}

/** What is stored about one buyer, for that buyer to download. */
export async function readBuyerData(services: Services, key: string) {
  const { leadRow, listingRow, agent } = await requireLinkedLead(services, key)
  const { firstName, lastName, email, phone, note, createdAt, updatedAt, lastVisitAt, withdrawnAt } = leadRow
  const { db } = services.database
  const activity = await db
    .select({
      what: event.event,
      document: file.name,
      at: event.createdAt,
      country: event.country,
      city: event.city,
      device: event.device,
      browser: event.browser,
      os: event.os,
    })
    .from(event)
    .leftJoin(file, eq(file.id, event.fileId))
    .where(eq(event.leadId, leadRow.id))
    .orderBy(desc(event.createdAt))
  return {
    listing: { title: listingRow.title, address: `${services.env.APP_URL}/listings/${listingRow.slug}` },
    agent: { name: fullName(agent), agency: await readAgencyName(db, listingRow.agencyId) },
    details: { firstName, lastName, email: hasNoEmail(email) ? '' : email, phone, note },
    answers: (await listAnswers(db, leadRow.agencyId, [leadRow.id])).map(describeAnswer),
    isEmailConfirmed: leadRow.provenAt !== null,
    furtherNotes: (await listFurtherNotes(db, leadRow.agencyId, [leadRow.id])).map(describeNote),
    createdAt,
    updatedAt,
    lastVisitAt,
    withdrawnAt,
    activity,
    reading: await describeReading(db, leadRow),
    acknowledgements: await listAcknowledgementsGivenBy(db, { leadId: leadRow.id }),
    record: await listRecordAbout(db, listingRow.id, { leadId: leadRow.id }),
    messages: await listMessagesTo(db, leadRow.id),
    ...(await readSilencedAddress(db, leadRow)),
    openHomes: (await listOpenHomeVisits(db, leadRow.agencyId, [leadRow.id])).get(leadRow.id) ?? [],
    sharedWith: (await listInvitees(db, leadRow.agencyId, [leadRow.id])).get(leadRow.id) ?? [],
  }
}

/** Deletes everything about one buyer. Their events stay in the statistics, without them. */
export async function eraseDetails(services: Services, key: string) {
  const { leadRow, listingRow } = await requireLinkedLead(services, key)
  await eraseLeads(services, {
    agencyId: listingRow.agencyId,
    findLeadIds: async () => [leadRow.id],
    audit: (tx) =>
      writeAudit(
        tx,
        { id: listingRow.userId, agencyId: listingRow.agencyId },
        'buyer_erased',
        { listingId: listingRow.id },
        listingRow.id,
      ),
  })
  return { listingId: listingRow.id }
}
