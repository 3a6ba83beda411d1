import { and, eq, isNotNull, isNull, min, sql } from 'drizzle-orm'
import type { Db } from '#db/client.server.ts'
import { now } from '#db/clock.server.ts'
import { user } from '#db/schema/accounts.ts'
import { hasNoEmail, lead } from '#db/schema/leads.ts'
import { listing, openHome } from '#db/schema/listings.ts'
import { isBounced, isUnsubscribed } from '#db/schema/messages.ts'
import { checkIn } from '#db/schema/openHomeVisits.ts'
import { addBriefs } from '#features/leads/server/heat/describeLeads.server.ts'
import { storeOpenHomeVisitors } from '#features/leads/server/intake/storeVisitors.server.ts'
import { isVisit } from '#features/leads/server/openHomeVisits.server.ts'
import { listReadings } from '#features/leads/server/reading/readReadings.server.ts'
import { listingTimeZone } from '#features/listings/facts/address.ts'
import type { Agent } from '#platform/auth/sessions.server.ts'
import { conflict, notFound } from '#platform/errors.ts'
import { phoneForCaller, requirePhone } from '#platform/input/phone.server.ts'
import type { Services } from '#platform/services.server.ts'
import { plausibleArrival } from '../correctedArrival.ts'
import {
  type AddVisitorInput,
  MAX_CHECK_INS_PER_OPEN_HOME,
  type RemoveVisitorInput,
  type SetCountInput,
} from '../openHomes.schema.ts'
import { countOpenHomeVisitors } from './countVisitors.server.ts'
import { requireOpenHome } from './doorDevices.server.ts'

/** Everything about an open home: how many came, and who, the hottest first. */
export async function readOpenHome(db: Db, agent: Agent, openHomeId: string) {
  const { home, property } = await requireOpenHome(db, agent, openHomeId)
  const [count] = await countOpenHomeVisitors(db, agent.agencyId, eq(openHome.id, openHomeId))
  if (!count) throw notFound()
  return {
    openHome: {
      ...{ id: home.id, startsAt: home.startsAt, endsAt: home.endsAt, isCancelled: home.cancelledAt !== null },
      timeZone: listingTimeZone(property),
    },
    listing: { id: property.id, title: property.title, slug: property.slug, country: property.country },
    isPublic: property.publishedAt !== null && property.archivedAt === null,
    named: count.named,
    counted: count.counted,
    total: count.total,
    visitors: await listVisitors(db, agent, openHomeId),
  }
}

export type OpenHomePageData = Awaited<ReturnType<typeof readOpenHome>>
export type ListedVisitor = OpenHomePageData['visitors'][number]

async function listVisitors(db: Db, agent: Agent, openHomeId: string) {
  const rows = await db
    .select({
      id: lead.id,
      firstName: lead.firstName,
      lastName: lead.lastName,
      email: lead.email,
      phone: lead.phone,
      country: listing.country,
      status: lead.status,
      heat: lead.heat,
      readingDeclinedAt: lead.readingDeclinedAt,
      withdrawnAt: lead.withdrawnAt,
      archivedAt: lead.archivedAt,
      lastSeenAt: lead.lastSeenAt,
      isUnsubscribed,
      isBounced,
      arrivedAt: min(checkIn.arrivedAt),
    })
    .from(checkIn)
    .innerJoin(lead, and(eq(lead.id, checkIn.leadId), eq(lead.agencyId, checkIn.agencyId)))
    .innerJoin(listing, and(eq(listing.id, lead.listingId), eq(listing.agencyId, lead.agencyId)))
    .where(and(eq(checkIn.agencyId, agent.agencyId), eq(checkIn.openHomeId, openHomeId), isVisit))
    .groupBy(lead.id, listing.id)
    .limit(MAX_CHECK_INS_PER_OPEN_HOME)
  const readings = await listReadings(
    db,
    [agent.agencyId],
    rows.map(({ id }) => id),
  )
  const described = await addBriefs(db, agent, rows)
  return described
    .map(({ email, phone, country, withdrawnAt, archivedAt, readingDeclinedAt: _, ...row }) => ({
      ...row,
      email: hasNoEmail(email) ? '' : email,
      phone,
      phoneText: phone && phoneForCaller(phone, country),
      isWithdrawn: withdrawnAt !== null,
      isArchived: archivedAt !== null,
      lastRead: findLastRead(readings.get(row.id)?.documents ?? []),
    }))
    .toSorted(
      (one, other) =>
        other.heat - one.heat ||
        (other.arrivedAt?.getTime() ?? 0) - (one.arrivedAt?.getTime() ?? 0) ||
        one.id.localeCompare(other.id),
    )
}

/** The document that they read last, and when. */
function findLastRead(documents: { name: string; lastReadAt: Date }[]) {
  const [last] = documents.toSorted((one, other) => other.lastReadAt.getTime() - one.lastReadAt.getTime())
  return last ? { name: last.name, at: last.lastReadAt } : null
}

/** Somebody who came and is not in the list. */
export async function addVisitor(services: Services, agent: Agent, { openHomeId, key, ...visitor }: AddVisitorInput) {
  const { db } = services.database
  const { home, property } = await requireOpenHome(db, agent, openHomeId)
  if (property.archivedAt) throw conflict('This listing is archived. Restore it to add visitors.')
  if (visitor.phone) requirePhone(visitor.phone, property.country)
  return db.transaction(async (tx) => {
    const at = await lockOpenHome(tx, home)
    const [before] = await tx
      .select({ leadId: checkIn.leadId })
      .from(checkIn)
      .where(and(eq(checkIn.agencyId, home.agencyId), eq(checkIn.id, key)))
    // The same request again: the response to the first was lost.
    if (before) return { leadId: before.leadId }
    await requireRoom(tx, home)
    const [stored] = await storeOpenHomeVisitors(services, tx, at, [visitor])
    if (!stored) throw notFound()
    await tx.insert(checkIn).values({
      ...{ id: key, agencyId: property.agencyId, listingId: property.id, openHomeId, leadId: stored.id },
      ...{ source: 'agent', consent: visitor.consent, arrivedAt: plausibleArrival(Date.now(), home) },
    })
    return { leadId: stored.id }
  })
}

/** Takes a visitor off the list, or puts them back. They stay a lead. */
export async function removeVisitor(db: Db, agent: Agent, { openHomeId, leadId, isRemoved }: RemoveVisitorInput) {
  const { home } = await requireOpenHome(db, agent, openHomeId)
  const changed = await db
    .update(checkIn)
    .set({ removedAt: isRemoved ? now : null })
    .where(
      and(isAt(home), eq(checkIn.leadId, leadId), isRemoved ? isNull(checkIn.removedAt) : isNotNull(checkIn.removedAt)),
    )
    .returning({ id: checkIn.id })
  if (changed.length === 0 && isRemoved) throw notFound()
}

/** Corrects how many came without leaving details. What the devices counted stays as it is. */
export async function setUnnamedVisitors(db: Db, agent: Agent, { openHomeId, counted }: SetCountInput) {
  const { home, property } = await requireOpenHome(db, agent, openHomeId)
  await db.transaction(async (tx) => {
    await lockOpenHome(tx, home)
    const [sum] = await tx
      .select({ n: sql<number>`coalesce(sum(${checkIn.visitors}), 0)::int` })
      .from(checkIn)
      .where(and(isAt(home), isNull(checkIn.leadId), isVisit))
    const visitors = counted - (sum?.n ?? 0)
    if (visitors === 0) return
    await requireRoom(tx, home)
    await tx.insert(checkIn).values({
      ...{ id: crypto.randomUUID(), agencyId: property.agencyId, listingId: property.id, openHomeId },
      ...{ source: 'agent', visitors, arrivedAt: plausibleArrival(Date.now(), home) },
    })
  })
}

type OpenHome = typeof openHome.$inferSelect

const isAt = ({ agencyId, id }: OpenHome) => and(eq(checkIn.agencyId, agencyId), eq(checkIn.openHomeId, id))

/** The listing of an open home with its lead agent, locked as for a device's entries. */
async function lockOpenHome(tx: Db, { agencyId, id }: OpenHome) {
  const [found] = await tx
    .select({ listing, agent: user })
    .from(openHome)
    .innerJoin(listing, and(eq(listing.id, openHome.listingId), eq(listing.agencyId, openHome.agencyId)))
    .innerJoin(user, eq(user.id, listing.userId))
    .where(and(eq(openHome.agencyId, agencyId), eq(openHome.id, id)))
    .for('no key update', { of: listing })
  if (!found) throw notFound()
  return found
}

async function requireRoom(tx: Db, home: OpenHome) {
  if ((await tx.$count(checkIn, isAt(home))) >= MAX_CHECK_INS_PER_OPEN_HOME)
    throw conflict('An open home can have at most 1,000 check-ins.')
}
