import { and, count, eq, gte } from 'drizzle-orm'
import { z } from 'zod'
import { lead } from '#db/schema/lead.ts'
import { leadDigest } from '#db/schema/leadDigest.ts'
import { listing } from '#db/schema/listing.ts'
import { user } from '#db/schema/user.ts'
import type { Job } from '#platform/jobs.server.ts'
import type { Services } from '#platform/services.server.ts'
import { digestMail } from './leads.emails.tsx'

const Which = z.strictObject({ listingId: z.string() })

/** One mail for all leads that came too fast for a mail each. */
export const sendDigest: Job<z.infer<typeof Which>, Services> = {
  name: 'send_lead_digest',
  data: Which,
  async work({ database, mailer, env }, { listingId }) {
    await database.db.transaction(async (tx) => {
      const [due] = await tx.delete(leadDigest).where(eq(leadDigest.listingId, listingId)).returning()
      if (!due) return
      const [home] = await tx
        .select({ title: listing.title, email: user.email })
        .from(listing)
        .innerJoin(user, eq(user.id, listing.userId))
        .where(eq(listing.id, listingId))
      const [since] = await tx
        .select({ n: count() })
        .from(lead)
        .where(and(eq(lead.listingId, listingId), gte(lead.createdAt, due.since)))
      if (home) await mailer.post(tx, { to: home.email, ...digestMail(env.APP_URL, home.title, since?.n ?? 0) })
    })
  },
}
