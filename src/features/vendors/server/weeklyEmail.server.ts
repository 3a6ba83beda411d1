import { and, asc, desc, eq, isNull, lt, sql } from 'drizzle-orm'
import type { Db } from '#db/client.server.ts'
import { isOfListing, type ListingKey } from '#db/schema/listings.ts'
import { vendorLink, vendorReportEmail } from '#db/schema/vendors.ts'
import { agentAsSender, describeForStranger } from '#features/leads/server/privateLink/prepareBuyerEmails.server.ts'
import type { Agent } from '#platform/auth/sessions.server.ts'
import { conflict, notFound } from '#platform/errors.ts'
import { renderEmail } from '#platform/mail/mailer.server.ts'
import type { Services } from '#platform/services.server.ts'
import { weeklyReportEmail } from '../vendors.emails.tsx'
import { findReportedListing, type ReportedListing } from './reportedListing.server.ts'
import { vendorUnsubscribeUrl } from './vendorEmailChoice.server.ts'
import { vendorLinkUrl } from './vendorKey.server.ts'
import { readVendorReport } from './vendorReport.server.ts'
import { requireReachableListing } from './vendorSettings.server.ts'

/** Who gets the weekly email now. */
export const getsWeeklyEmail = and(
  isNull(vendorLink.revokedAt),
  isNull(vendorLink.unsubscribedAt),
  sql`${vendorLink.email} <> ''`,
)

/** Everything in a week's email that is the same for all who get it. Figures are read once, with connections of their own. */
export async function composeWeeklyEmail(services: Services, about: ReportedListing, dueOn: string) {
  const {
    database: { db },
    env,
  } = services
  const { listing, report } = about
  const isFinal = listing.status === 'sold'
  const content = {
    listing: await describeForStranger(db, env.APP_URL, listing),
    report: await readVendorReport(db, listing),
    words: report && (await areWordsNew(db, listing, report.wordsAt, dueOn)) ? report.words : '',
    isFinal,
  }
  return {
    isFinal,
    for: (link: Pick<typeof vendorLink.$inferSelect, 'id' | 'email'>) => ({
      to: link.email,
      ...agentAsSender(about.agent),
      about: [link.id],
      unsubscribeUrl: vendorUnsubscribeUrl(env, link.id),
      ...weeklyReportEmail(vendorLinkUrl(env, link.id), content),
    }),
  }
}

/** Words are of one week. An agent who writes nothing more does not repeat last week's. */
async function areWordsNew(db: Db, about: ListingKey, wordsAt: Date | null, dueOn: string) {
  const [before] = await db
    .select({ sentAt: vendorReportEmail.sentAt })
    .from(vendorReportEmail)
    .innerJoin(
      vendorLink,
      and(eq(vendorLink.id, vendorReportEmail.linkId), eq(vendorLink.agencyId, vendorReportEmail.agencyId)),
    )
    .where(and(isOfListing(vendorLink, about), lt(vendorReportEmail.dueOn, dueOn)))
    .orderBy(desc(vendorReportEmail.sentAt))
    .limit(1)
  return wordsAt !== null && (!before || wordsAt > before.sentAt)
}

/** Later than any day. */
const ANY_DAY = '9999-12-31'

/** The next email as it would be sent now, to the first who gets it. */
export async function previewWeeklyEmail(services: Services, agent: Agent, listingId: string) {
  const { db } = services.database
  const own = await requireReachableListing(db, agent, listingId)
  const about = await findReportedListing(db, own)
  if (!about?.report) throw notFound()
  const [first] = await db
    .select()
    .from(vendorLink)
    .where(and(isOfListing(vendorLink, own), getsWeeklyEmail))
    .orderBy(asc(vendorLink.createdAt), asc(vendorLink.id))
    .limit(1)
  if (!first) throw conflict('Nobody gets the email yet. Add someone with an email address.')
  const { body, ...envelope } = (await composeWeeklyEmail(services, about, ANY_DAY)).for(first)
  const { html, text } = await renderEmail(body, envelope.unsubscribeUrl)
  return {
    to: { name: first.name, email: first.email },
    from: envelope.senderName ?? '',
    replyTo: envelope.replyTo,
    subject: envelope.subject,
    html,
    text,
  }
}
