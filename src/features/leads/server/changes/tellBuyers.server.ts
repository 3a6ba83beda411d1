import { and, asc, desc, eq, gt, inArray, isNotNull, isNull, ne, sql } from 'drizzle-orm'
import type { Db } from '#db/client.server.ts'
import { now, readClock } from '#db/clock.server.ts'
import { changeRecipient, documentChange, file, fileVersion } from '#db/schema/files.ts'
import { isPublicListing, listing } from '#db/schema/listings.ts'
import { isListingWithinReach } from '#platform/auth/reach.server.ts'
import type { Agent } from '#platform/auth/sessions.server.ts'
import { conflict, notFound } from '#platform/errors.ts'
import type { Services } from '#platform/services.server.ts'
import {
  type ChangesInput,
  COLLECT_MINUTES,
  type PendingChangesInput,
  type TellBuyersInput,
} from '../../changes/documentChanges.schema.ts'
import { sendChangeEmailsJob } from './documentChangeEmails.server.ts'
import { countNotTold, isReplacedBy, listRecipients } from './documentChangeRecipients.server.ts'

const COLLECT_MS = COLLECT_MINUTES * 60_000
/** An agent who never answers is not asked about what is long past. */
const ASKED_DAYS = 14
/** Of one listing, more than an agent changes at once. */
const MAX_CHANGES = 100

/** What changed on the agent's listings and whom that would reach, by listing; of one listing if it is given. */
export async function listPendingChanges(db: Db, agent: Agent, { listingId }: PendingChangesInput) {
  const rows = await db
    .select({
      id: documentChange.id,
      listingId: listing.id,
      listingTitle: listing.title,
      fileId: file.id,
      name: file.name,
      kind: documentChange.kind,
      fromIssuedOn: documentChange.fromIssuedOn,
      toIssuedOn: documentChange.toIssuedOn,
      /** What the agent wrote when they replaced it. */
      versionNote: fileVersion.note,
    })
    .from(documentChange)
    .innerJoin(listing, and(eq(listing.id, documentChange.listingId), eq(listing.agencyId, documentChange.agencyId)))
    .innerJoin(file, and(eq(file.id, documentChange.fileId), eq(file.agencyId, documentChange.agencyId)))
    .leftJoin(fileVersion, isReplacedBy)
    .where(
      and(
        isListingWithinReach(agent),
        listingId ? eq(listing.id, listingId) : undefined,
        isPublicListing,
        isNull(documentChange.audience),
        isStillThere,
        gt(documentChange.createdAt, sql`now() - make_interval(days => ${ASKED_DAYS})`),
      ),
    )
    .orderBy(desc(documentChange.createdAt), asc(documentChange.id))
    .limit(MAX_CHANGES)
  const pending = []
  for (const changes of Map.groupBy(rows, (row) => row.listingId).values()) {
    const [first] = changes
    if (!first) continue
    const ids = changes.map(({ id }) => id)
    const everyone = await countLeads(db, agent, ids, 'everyone')
    // Nobody could be told.
    if (everyone === 0) continue
    pending.push({
      listingId: first.listingId,
      listingTitle: first.listingTitle,
      changes: changes.map(({ listingId: _, listingTitle: __, versionNote, ...change }) => ({
        ...change,
        note: versionNote ?? '',
      })),
      readers: await countLeads(db, agent, ids, 'readers'),
      everyone,
      leftOut: await countNotTold(db, agent.agencyId, ids),
    })
  }
  return pending
}

/** The document is in the listing and not archived. */
const isStillThere = and(eq(file.listingId, documentChange.listingId), isNull(file.archivedAt))

async function countLeads(db: Db, { agencyId }: Agent, changeIds: string[], audience: 'readers' | 'everyone') {
  const recipients = await listRecipients(db, agencyId, changeIds, audience)
  return new Set(recipients.map(({ leadId }) => leadId)).size
}

/**
 * The agent's choice. The email waits for ten minutes after the first choice of a listing, so that everything that changes
 * meanwhile is in one email.
 */
export const tellBuyers = ({ database: { db }, jobs }: Services, agent: Agent, input: TellBuyersInput) =>
  db.transaction(async (tx) => {
    const { listingId, audience, note } = input
    const ids = await lockChanges(tx, agent, input, isNull(documentChange.audience))
    const sendAt =
      audience === 'nobody' ? null : ((await findNextSending(tx, agent, listingId)) ?? (await findSendingTime(tx)))
    await tx
      .update(documentChange)
      .set({ audience, sendAt, ...(note !== undefined && { note }) })
      .where(areChanges(agent, ids))
    if (audience === 'nobody' || !sendAt) return { people: 0, sendAt: null }
    const recipients = await listRecipients(tx, agent.agencyId, ids, audience)
    if (recipients.length > 0) await tx.insert(changeRecipient).values(recipients)
    await jobs.enqueue(tx, sendChangeEmailsJob, { listingId }, { startAfter: sendAt })
    return { people: new Set(recipients.map(({ leadId }) => leadId)).size, sendAt }
  })

/** Until the email is sent. The agent is asked again. */
export const undoTellBuyers = ({ database: { db } }: Services, agent: Agent, input: ChangesInput) =>
  db.transaction(async (tx) => {
    const ids = await lockChanges(tx, agent, input, isNotNull(documentChange.audience))
    const sent = await tx.$count(
      documentChange,
      and(areChanges(agent, ids), ne(documentChange.audience, 'nobody'), sql`${documentChange.sendAt} <= ${now}`),
    )
    if (sent > 0) throw conflict('We’ve already sent this email.')
    await tx
      .delete(changeRecipient)
      .where(and(eq(changeRecipient.agencyId, agent.agencyId), inArray(changeRecipient.changeId, ids)))
    await tx.update(documentChange).set({ audience: null, sendAt: null }).where(areChanges(agent, ids))
  })

const areChanges = ({ agencyId }: Agent, ids: string[]) =>
  and(eq(documentChange.agencyId, agencyId), inArray(documentChange.id, ids))

/** All changes, or not found; those that are no longer in the given state are left out. Locked, so that two choices at once are one after the other. */
async function lockChanges(
  tx: Db,
  agent: Agent,
  { listingId, changeIds }: ChangesInput,
  isInState: ReturnType<typeof isNull>,
) {
  const [own] = await tx
    .select({ id: listing.id })
    .from(listing)
    .where(and(eq(listing.id, listingId), isListingWithinReach(agent)))
  const isChosen = and(areChanges(agent, changeIds), eq(documentChange.listingId, listingId))
  if (!own || (await tx.$count(documentChange, isChosen)) !== new Set(changeIds).size) throw notFound()
  const rows = await tx
    .select({ id: documentChange.id })
    .from(documentChange)
    .where(and(isChosen, isInState))
    .orderBy(documentChange.id)
    .for('update')
  if (rows.length === 0) throw conflict('You’ve already chosen for these documents. Reload the page to see it.')
  return rows.map(({ id }) => id)
}

/** When the email that is being collected for this listing goes out, if there is one. */
async function findNextSending(tx: Db, { agencyId }: Agent, listingId: string) {
  const [next] = await tx
    .select({ sendAt: documentChange.sendAt })
    .from(documentChange)
    .where(
      and(
        eq(documentChange.agencyId, agencyId),
        eq(documentChange.listingId, listingId),
        gt(documentChange.sendAt, now),
      ),
    )
    .orderBy(asc(documentChange.sendAt))
    .limit(1)
  return next?.sendAt
}

const findSendingTime = async (tx: Db) => new Date((await readClock(tx)).getTime() + COLLECT_MS)
