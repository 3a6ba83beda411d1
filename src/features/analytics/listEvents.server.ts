import { and, desc, eq, getTableColumns } from 'drizzle-orm'
import type { Db } from '#db/client.server.ts'
import { event } from '#db/schema/event.ts'
import { file } from '#db/schema/file.ts'
import { lead } from '#db/schema/lead.ts'
import { listing } from '#db/schema/listing.ts'
import { type Order, pageBy } from '#platform/keyset.server.ts'
import type { Agent } from '#platform/session.server.ts'
import type { EventsPage, EventsQuestion } from './analytics.ts'
import { type Inquiry, inquire } from './inquiry.server.ts'
import { wantedEvents } from './rawEvents.server.ts'

const newest: Order = { key: event.createdAt, of: 'moments', direction: 'down' }

/** A page of what happened, the latest first. */
export async function listEvents(db: Db, agent: Agent, question: EventsQuestion): Promise<EventsPage> {
  const { event, limit, cursor, ...wish } = question
  return pageOfEvents(db, await inquire(db, agent, wish), { event, limit, cursor })
}

type Page = Pick<EventsQuestion, 'event' | 'limit' | 'cursor'>

export async function pageOfEvents(
  db: Db,
  inquiry: Inquiry,
  { event: name, limit, cursor }: Page,
): Promise<EventsPage> {
  const paging = pageBy('events', newest, event.id, cursor)
  const page = db
    .select({ ...getTableColumns(event), key: paging.key.as('key') })
    .from(event)
    .where(and(wantedEvents(inquiry, inquiry.span), name ? eq(event.event, name) : undefined, paging.after))
    .orderBy(...paging.orderBy)
    .limit(limit + 1)
    .as('page')
  // The names are looked up for this page only.
  const rows = await db
    .select({
      id: page.id,
      event: page.event,
      at: page.createdAt,
      listingId: page.listingId,
      listingTitle: listing.title,
      leadId: page.leadId,
      firstName: lead.firstName,
      lastName: lead.lastName,
      fileId: page.fileId,
      fileName: file.name,
      country: page.country,
      region: page.region,
      city: page.city,
      device: page.device,
      os: page.os,
      browser: page.browser,
      referrerHostname: page.referrerHostname,
      seconds: page.seconds,
      key: page.key,
    })
    .from(page)
    .leftJoin(listing, eq(listing.id, page.listingId))
    .leftJoin(lead, eq(lead.id, page.leadId))
    .leftJoin(file, eq(file.id, page.fileId))
    .orderBy(desc(page.createdAt), desc(page.id))
  return {
    events: rows.slice(0, limit).map(({ key: _, firstName, lastName, ...row }) => ({
      ...row,
      leadName: row.leadId === null ? null : `${firstName} ${lastName}`.trim(),
    })),
    next: paging.next(rows, limit),
  }
}
