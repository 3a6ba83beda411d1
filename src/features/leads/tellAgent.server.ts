import { and, count, eq, gte, sql } from 'drizzle-orm'
import type { Db } from '#db/client.server.ts'
import { lead } from '#db/schema/lead.ts'
import { leadDigest } from '#db/schema/leadDigest.ts'
import type { Services } from '#platform/services.server.ts'
import { newLeadEmail } from './leads.emails.tsx'
import { wantsLeadEmails } from './leads.ts'
import type { ListingWithAgent, Lead } from './receiveLead.server.ts'
import { sendDigest } from './sendDigest.server.ts'

export const MAX_EMAILS_PER_HOUR = 20
const HOUR_MS = 3600 * 1000

/** Above the cap one mail an hour names all who came; no lead is lost over it. */
export async function notifyAgent(services: Services, tx: Db, home: ListingWithAgent, person: Lead) {
  if (!wantsLeadEmails(home.muted)) return
  if ((await countLeadsLastHour(tx, person.listingId)) > MAX_EMAILS_PER_HOUR) return addToDigest(services, tx, person)
  const mail = newLeadEmail(services.env.APP_URL, home.listing.title, person)
  await services.mailer.post(tx, { to: home.agent.email, replyTo: person.email, about: [person.id], ...mail })
}

/** Exact, because the listing is locked: whoever came before is stored. */
async function countLeadsLastHour(tx: Db, listingId: string) {
  const [lately] = await tx
    .select({ n: count() })
    .from(lead)
    .where(and(eq(lead.listingId, listingId), gte(lead.createdAt, new Date(Date.now() - HOUR_MS))))
  return lately?.n ?? 0
}

export async function addToDigest(
  { jobs }: Services,
  tx: Db,
  { listingId, createdAt: since }: Pick<Lead, 'listingId' | 'createdAt'>,
) {
  const [digest] = await tx
    .insert(leadDigest)
    .values({ listingId, since })
    // A lead that waited for the lock may be older than the one that began the digest.
    .onConflictDoUpdate({
      target: leadDigest.listingId,
      set: { since: sql`least(${leadDigest.since}, excluded.since)` },
    })
    .returning({ isNew: sql<boolean>`xmax = 0` })
  if (digest?.isNew) await jobs.enqueue(tx, sendDigest, { listingId }, { startAfter: new Date(Date.now() + HOUR_MS) })
}
