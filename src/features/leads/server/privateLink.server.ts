import { and, asc, desc, eq, inArray, ne, sql } from 'drizzle-orm'
import type { Db } from '#db/client.server.ts'
import { dataExport, profile, user } from '#db/schema/accounts.ts'
import { event } from '#db/schema/events.ts'
import { file } from '#db/schema/files.ts'
import { lead, leadNote } from '#db/schema/leads.ts'
import { listing } from '#db/schema/listings.ts'
import { writeAudit } from '#features/audit/writeAudit.server.ts'
import { deleteLeadNotifications } from '#features/notifications/notifications.server.ts'
import { AppError, conflict, notFound } from '#platform/errors.ts'
import { forgetEmails, removeKeptEmails } from '#platform/mail/forgetEmails.server.ts'
import { requireStrangerEmail } from '#platform/mail/strangerEmail.server.ts'
import { formatPhone, normalisePhone } from '#platform/phone.server.ts'
import type { Services } from '#platform/services.server.ts'
import type { CorrectDetailsInput } from '../buyer.schema.ts'
import { findBuyer } from './documentAccess.server.ts'
import { readLeadKey } from './documentKey.server.ts'
import { addToDigest } from './notifyAgent.server.ts'
import { type FurtherNote, listFurtherNotes, preparePrivateLinkEmail } from './receiveLead.server.ts'

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

const describeNote = ({ body, phone, createdAt }: FurtherNote) => ({ body, phone, createdAt })

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

async function requireLinkedLead({ database: { db }, env }: Services, key: string) {
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

/** What is stored about one buyer, for that buyer to download. */
export async function readOwnData(services: Services, key: string) {
  const { person, home, agent, card } = await requireLinkedLead(services, key)
  const { firstName, lastName, email, phone, note, createdAt, updatedAt, lastVisitAt, withdrawnAt } = person
  const activity = await services.database.db
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
    .where(eq(event.leadId, person.id))
    .orderBy(desc(event.createdAt))
  return {
    listing: { title: home.title, address: `${services.env.APP_URL}/listings/${home.slug}` },
    agent: { name: `${agent.firstName ?? ''} ${agent.lastName ?? ''}`.trim(), agency: card?.agencyName ?? '' },
    details: { firstName, lastName, email, phone, note },
    furtherNotes: (await listFurtherNotes(services.database.db, [person.id])).map(describeNote),
    createdAt,
    updatedAt,
    lastVisitAt,
    withdrawnAt,
    activity,
  }
}

/** Everything of one buyer, for good. What they did is counted on, without them. */
export async function eraseDetails(services: Services, key: string) {
  const { person, home } = await requireLinkedLead(services, key)
  const { database, jobs, env, log } = services
  const copies = await database.db.transaction(async (tx) => {
    // An export that is asked for from now on starts after this transaction, and does not see the buyer.
    await tx.select({ id: user.id }).from(user).where(eq(user.id, home.userId)).for('share')
    // Locked before anything is deleted: nothing new can refer to it meanwhile.
    await tx.select({ id: lead.id }).from(lead).where(eq(lead.id, person.id)).for('update')
    await tx.update(event).set({ leadId: null }).where(eq(event.leadId, person.id))
    await deleteLeadNotifications(tx, person.id)
    await tx.delete(leadNote).where(eq(leadNote.leadId, person.id))
    await tx.delete(lead).where(eq(lead.id, person.id))
    const others = await forgetEmails(tx, jobs, person.id)
    if (others.length > 0) await returnToDigest(services, tx, others)
    await writeAudit(tx, home.userId, 'buyer_erased', { listingId: home.id })
    return expireExports(tx, home.userId)
  })
  await removeKeptEmails(env.DATA_DIR, person.id)
  await removeExportFiles(services, copies)
  log.info('lead erased')
  return { listingId: home.id }
}

/**
 * The agent's exports hold the buyer too. A finished one expires at once. One that is being made loses its place in the storage, notices when
 * it wants to finish, and starts again without the buyer. Answers where the finished ones lie.
 */
async function expireExports(tx: Db, agentId: string) {
  const isReady = sql`${dataExport.state} = 'ready'`
  const rows = await tx
    .update(dataExport)
    .set({
      expiresAt: sql`case when ${isReady} then now() else ${dataExport.expiresAt} end`,
      path: sql`case when ${isReady} then ${dataExport.path} end`,
    })
    .where(eq(dataExport.userId, agentId))
    .returning({ path: dataExport.path })
  return rows.flatMap(({ path }) => path ?? [])
}

/** The buyer is erased and the copies are out of reach already. A storage that does not answer is tried again by `sweep_exports`. */
async function removeExportFiles({ storage, log }: Services, paths: string[]) {
  for (const path of paths)
    await storage
      .remove(path)
      .catch((err) => log.error({ err }, 'an export of an erased buyer could not be removed yet'))
}

/** Who stood in the same digest that had not been sent yet stands in the next. */
async function returnToDigest(services: Services, tx: Db, leadIds: string[]) {
  const [first] = await tx
    .select({ listingId: lead.listingId, createdAt: lead.createdAt })
    .from(lead)
    .where(inArray(lead.id, leadIds))
    .orderBy(asc(lead.createdAt))
    .limit(1)
  if (first) await addToDigest(services, tx, first)
}
