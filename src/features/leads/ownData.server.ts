import { desc, eq } from 'drizzle-orm'
import { event } from '#db/schema/event.ts'
import { file } from '#db/schema/file.ts'
import type { Services } from '#platform/services.server.ts'
import { requireLinkedLead, describeNote } from './privateLink.server.ts'
import { listFurtherNotes } from './repeatLead.server.ts'

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
