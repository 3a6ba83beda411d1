import { and, asc, eq, gte } from 'drizzle-orm'
import { z } from 'zod'
import type { Db } from '#db/client.server.ts'
import { lead } from '#db/schema/lead.ts'
import { leadDigest } from '#db/schema/leadDigest.ts'
import { listing } from '#db/schema/listing.ts'
import { profile } from '#db/schema/profile.ts'
import { user } from '#db/schema/user.ts'
import type { Job } from '#platform/jobs.server.ts'
import type { Services } from '#platform/services.server.ts'
import { digestEmail, MAX_NAMED_LEADS } from './leads.emails.tsx'
import { wantsLeadEmails } from './leads.ts'

const DigestData = z.strictObject({ listingId: z.string() })

/** One mail for all leads that came too fast for a mail each. Tried for days: the next digest waits for this one. */
export const sendDigest: Job<z.infer<typeof DigestData>, Services> = {
  name: 'send_lead_digest',
  data: DigestData,
  queue: { retryLimit: 1_000 },
  async work({ database, mailer, env }, { listingId }) {
    await database.db.transaction(async (tx) => {
      const [due] = await tx.delete(leadDigest).where(eq(leadDigest.listingId, listingId)).returning()
      if (!due) return
      const home = await findListingAndAgent(tx, listingId)
      const people = await listLeadsSince(tx, listingId, due.since)
      if (!home || !wantsLeadEmails(home.muted) || people.length === 0) return
      const about = people.slice(0, MAX_NAMED_LEADS).map(({ id }) => id)
      await mailer.post(tx, { to: home.email, about, ...digestEmail(env.APP_URL, home.title, people) })
    })
  },
}

async function findListingAndAgent(tx: Db, listingId: string) {
  const [home] = await tx
    .select({ title: listing.title, email: user.email, muted: profile.mutedMails })
    .from(listing)
    .innerJoin(user, eq(user.id, listing.userId))
    .leftJoin(profile, eq(profile.userId, user.id))
    .where(eq(listing.id, listingId))
  return home
}

const listLeadsSince = (tx: Db, listingId: string, since: Date) =>
  tx
    .select({ id: lead.id, firstName: lead.firstName, lastName: lead.lastName, phone: lead.phone })
    .from(lead)
    .where(and(eq(lead.listingId, listingId), gte(lead.createdAt, since)))
    .orderBy(asc(lead.createdAt), asc(lead.id))
