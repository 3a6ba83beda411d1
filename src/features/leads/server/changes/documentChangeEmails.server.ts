import { and, asc, eq, inArray, isNull, lte, ne, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Db } from '#db/client.server.ts'
import { now } from '#db/clock.server.ts'
import { user } from '#db/schema/accounts.ts'
import { changeRecipient, documentChange, file, fileVersion, isShownToBuyers } from '#db/schema/files.ts'
import { lead } from '#db/schema/leads.ts'
import { isPublicListing, listing } from '#db/schema/listings.ts'
import { addToRecord } from '#features/record/server/addToRecord.server.ts'
import { notFound } from '#platform/errors.ts'
import type { Job } from '#platform/jobs/jobs.server.ts'
import { readSignedText, signText } from '#platform/secrets/signedText.server.ts'
import { type Services, useServices } from '#platform/services.server.ts'
import { documentChangesEmail } from '../../changes/documentChanges.emails.tsx'
import { signLinkKey } from '../documents/documentKey.server.ts'
import { agentAsSender, describeForStranger, withoutLink } from '../privateLink/prepareBuyerEmails.server.ts'
import { canBeTold, isReplacedBy, mayOpenDocument } from './documentChangeRecipients.server.ts'

const LEADS_PER_BATCH = 200
/** A document that is still being prepared is told of when it is ready. */
const PREPARING_RETRY_SECONDS = 120

const ListingData = z.strictObject({ listingId: z.string() })

/** One email for each lead, about all changes of a listing that are due. A process that is killed leaves the others to the next attempt. */
export const sendChangeEmailsJob: Job<z.infer<typeof ListingData>, Services> = {
  name: 'send_change_emails',
  data: ListingData,
  queue: { retryLimit: 1_000, expireInSeconds: 15 * 60, heartbeatSeconds: 15 },
  work: (services, { listingId }) => sendChangeEmails(services, listingId),
}

export async function sendChangeEmails(services: Services, listingId: string) {
  const { db } = services.database
  for (;;) {
    const due = await listDueLeads(db, listingId, ne(file.state, 'processing'))
    for (const leadId of due) await db.transaction((tx) => tellLead(services, tx, listingId, leadId))
    if (due.length < LEADS_PER_BATCH) break
  }
  if ((await listDueLeads(db, listingId, eq(file.state, 'processing'))).length > 0)
    await services.jobs.enqueue(db, sendChangeEmailsJob, { listingId }, { startAfter: PREPARING_RETRY_SECONDS })
}

const isDue = and(isNull(changeRecipient.toldAt), lte(documentChange.sendAt, now))

async function listDueLeads(db: Db, listingId: string, isInState: ReturnType<typeof eq>) {
  const rows = await db
    .selectDistinct({ leadId: changeRecipient.leadId })
    .from(changeRecipient)
    .innerJoin(
      documentChange,
      and(eq(documentChange.id, changeRecipient.changeId), eq(documentChange.agencyId, changeRecipient.agencyId)),
    )
    .innerJoin(file, and(eq(file.id, documentChange.fileId), eq(file.agencyId, documentChange.agencyId)))
    .where(and(eq(documentChange.listingId, listingId), isDue, isInState))
    .limit(LEADS_PER_BATCH)
  return rows.map(({ leadId }) => leadId)
}

/** Marks what this lead is told, and hands over the email, in one transaction: both happen or neither. */
async function tellLead(services: Services, tx: Db, listingId: string, leadId: string) {
  // Locked: another process that got here at the same time finds nothing due after it. An erasure waits, or was first.
  const [still] = await tx.select({ id: lead.id }).from(lead).where(eq(lead.id, leadId)).for('no key update')
  if (!still) return
  const due = await tx
    .select({
      change: documentChange,
      versionNote: fileVersion.note,
      name: file.name,
      lead,
      listing,
      agent: user,
      isOpen: sql<boolean>`(${and(canBeTold, mayOpenDocument, isShownToBuyers, isPublicListing)})`,
    })
    .from(changeRecipient)
    .innerJoin(
      documentChange,
      and(eq(documentChange.id, changeRecipient.changeId), eq(documentChange.agencyId, changeRecipient.agencyId)),
    )
    .innerJoin(file, and(eq(file.id, documentChange.fileId), eq(file.agencyId, documentChange.agencyId)))
    .innerJoin(listing, and(eq(listing.id, documentChange.listingId), eq(listing.agencyId, documentChange.agencyId)))
    .innerJoin(user, eq(user.id, listing.userId))
    .innerJoin(lead, and(eq(lead.id, changeRecipient.leadId), eq(lead.agencyId, changeRecipient.agencyId)))
    .leftJoin(fileVersion, isReplacedBy)
    .where(and(eq(lead.id, leadId), eq(documentChange.listingId, listingId), isDue, ne(file.state, 'processing')))
    .orderBy(asc(documentChange.createdAt), asc(documentChange.id))
  const told = due.filter(({ isOpen }) => isOpen)
  const isOfLead = (rows: typeof due) =>
    and(
      eq(changeRecipient.leadId, leadId),
      inArray(
        changeRecipient.changeId,
        rows.map(({ change }) => change.id),
      ),
    )
  // Hidden, unsubscribed or withdrawn since the agent chose.
  if (told.length < due.length) await tx.delete(changeRecipient).where(isOfLead(due.filter(({ isOpen }) => !isOpen)))
  const [first] = told
  if (!first) return
  await tx.update(changeRecipient).set({ toldAt: now }).where(isOfLead(told))
  await addToRecord(
    tx,
    first.change,
    told.map(({ change: { fileId, toVersion: version }, name }) => ({
      ...{ kind: 'told_of_change', person: { leadId }, fileId, version },
      details: { name },
    })),
  )
  await postChangesEmail(services, tx, first, told)
}

type DueChange = Pick<typeof documentChange.$inferSelect, 'kind' | 'note' | 'fromIssuedOn' | 'toIssuedOn'>

interface ToldLead {
  lead: typeof lead.$inferSelect
  listing: typeof listing.$inferSelect
  agent: typeof user.$inferSelect
}

async function postChangesEmail(
  { mailer, env }: Services,
  tx: Db,
  { lead: reader, listing: about, agent }: ToldLead,
  told: { change: DueChange; versionNote: string | null; name: string }[],
) {
  const key = signLinkKey(env.APP_SECRET, reader)
  const changes = told.map(({ change: { kind, note, fromIssuedOn, toIssuedOn }, versionNote, name }) => ({
    name: withoutLink(name, 'Document'),
    kind,
    note: withoutLink(note || versionNote || '', ''),
    fromIssuedOn,
    toIssuedOn,
  }))
  await mailer.post(tx, {
    to: reader.email,
    ...agentAsSender(agent),
    about: [reader.id],
    unsubscribeUrl: documentChangeUnsubscribeUrl(env, reader),
    ...documentChangesEmail(
      `${env.APP_URL}/listings/${about.slug}/open?key=${key}#changes`,
      await describeForStranger(tx, env.APP_URL, about),
      changes,
    ),
  })
}

const UNSUBSCRIBE_PURPOSE = 'unsubscribe from changes'

type Subscriber = Pick<typeof lead.$inferSelect, 'id' | 'keysChangedAt'>

/** Changes with the lead's email address, so an address that was wrong decides nothing any more. */
const signedPart = ({ id, keysChangedAt }: Subscriber) => `${id}.${(keysChangedAt?.getTime() ?? 0).toString(36)}`

/** In every email about changed documents. It works without signing in, for this buyer and this listing only. */
export const documentChangeUnsubscribeUrl = (
  { APP_URL, APP_SECRET }: Pick<Services['env'], 'APP_URL' | 'APP_SECRET'>,
  subscriber: Subscriber,
) => `${APP_URL}/unsubscribe/changes/${signText(APP_SECRET, UNSUBSCRIBE_PURPOSE, signedPart(subscriber))}`

/** What the link is about, and whether those emails are on. */
export async function readChangeEmailChoice(services: Services, key: string) {
  const { leadRow, title } = await requireSubscriber(services, key)
  return { listingTitle: title, isOn: leadRow.unsubscribedAt === null }
}

/** Applies at once, also to emails that are being collected. The link stays valid, so that it can be undone. */
export async function saveChangeEmailChoice(services: Services, key: string, isOn: boolean) {
  const { leadRow } = await requireSubscriber(services, key)
  await services.database.db
    .update(lead)
    .set({ unsubscribedAt: isOn ? null : (leadRow.unsubscribedAt ?? new Date()) })
    .where(eq(lead.id, leadRow.id))
}

async function requireSubscriber({ database: { db }, env }: Services, key: string) {
  const signed = readSignedText(env.APP_SECRET, UNSUBSCRIBE_PURPOSE, key)
  const [found] = await db
    .select({ leadRow: lead, title: listing.title })
    .from(lead)
    .innerJoin(listing, and(eq(listing.id, lead.listingId), eq(listing.agencyId, lead.agencyId)))
    .where(eq(lead.id, signed?.split('.')[0] ?? ''))
  if (!found || signedPart(found.leadRow) !== signed) throw notFound()
  return found
}

/** Email programs send this when someone clicks their own unsubscribe button (RFC 8058). */
export async function respondToChangeEmailsUnsubscribe(key: string) {
  await saveChangeEmailChoice(useServices(), key, false)
  return new Response(null, { status: 204 })
}
