import { and, desc, eq, inArray, isNotNull, isNull, ne } from 'drizzle-orm'
import type { Db } from '#db/client.server.ts'
import { user } from '#db/schema/accounts.ts'
import { agency, member } from '#db/schema/agencies.ts'
import { feedRun } from '#db/schema/feeds.ts'
import { FEED_FAILED, FEED_WAITING } from '#features/notifications/notifications.schema.ts'
import { notifyOfFeed } from '#features/notifications/notifications.server.ts'
import { may } from '#platform/auth/permissions.ts'
import type { Services } from '#platform/services.server.ts'
import { roles } from '#values/agencyValues.ts'
import { feedFailedEmail, feedWaitingEmail } from '../feeds.emails.tsx'
import type { FeedReport } from '../feeds.schema.ts'

type Run = typeof feedRun.$inferSelect
type ToldState = 'previewed' | 'failed'

/**
 * Joins the transaction that ends the run. Nobody sees what a CRM sends, so owners and managers are told when a file waits for them or has failed:
 * once, and not again while earlier files of the same key wait or fail as well.
 */
export async function notifyOfFeedRun(services: Services, tx: Db, run: Run, state: ToldState, report: FeedReport) {
  const { id, agencyId, apiKeyId } = run
  if (!apiKeyId || (await isToldAlready(tx, id, apiKeyId, state))) return
  const people = await findManagers(tx, agencyId)
  const userIds = people.map((one) => one.id)
  await notifyOfFeed(tx, run, state === 'previewed' ? FEED_WAITING : FEED_FAILED, userIds)
  const link = `${services.env.APP_URL}/portal/agency/connections?import=${id}`
  const listings = Object.values(report.counts).reduce((sum, count) => sum + count, 0)
  const email =
    state === 'previewed' ? feedWaitingEmail({ listings, link }) : feedFailedEmail({ why: report.failure ?? '', link })
  for (const { email: to } of people) await services.mailer.post(tx, { to, ...email })
}

/** Before the run is locked, as when a file comes: two files that end at once would both be the first. */
export const lockAgencyForFeed = (tx: Db, { agencyId }: Run) =>
  tx.select({ id: agency.id }).from(agency).where(eq(agency.id, agencyId)).for('no key update')

async function isToldAlready(tx: Db, id: string, apiKeyId: string, state: ToldState) {
  const isOther = and(eq(feedRun.apiKeyId, apiKeyId), ne(feedRun.id, id))
  const [earlier] = await tx
    .select({ state: feedRun.state })
    .from(feedRun)
    .where(and(isOther, state === 'previewed' ? eq(feedRun.state, state) : isNotNull(feedRun.finishedAt)))
    .orderBy(desc(feedRun.finishedAt))
    .limit(1)
  return earlier?.state === state
}

const managingRoles = roles.filter((role) => may({ role }, 'manageConnections'))

const findManagers = (tx: Db, agencyId: string) =>
  tx
    .select({ id: user.id, email: user.email })
    .from(member)
    .innerJoin(user, eq(user.id, member.userId))
    .where(and(eq(member.agencyId, agencyId), inArray(member.role, managingRoles), isNull(user.archivedAt)))
    .orderBy(user.id)
