import { and, eq, isNull, lt, lte, or } from 'drizzle-orm'
import type { Db } from '#db/client.server.ts'
import { ago, now } from '#db/clock.server.ts'
import { calendarLink } from '#db/schema/accounts.ts'
import { member } from '#db/schema/agencies.ts'
import { writeAudit } from '#features/audit/writeAudit.server.ts'
import { CALENDAR_TYPE, calendarFile } from '#features/listings/server/calendarEntries.server.ts'
import { type Agent, findMember } from '#platform/auth/sessions.server.ts'
import { notFound, tooManyRequests } from '#platform/errors.ts'
import { currentRequest } from '#platform/http/currentRequest.server.ts'
import { rateLimitKey } from '#platform/http/ipAddresses.server.ts'
import { readSignedText, signText } from '#platform/secrets/signedText.server.ts'
import { type Services, useServices } from '#platform/services.server.ts'
import { listAgentCalendarEntries } from './agentCalendarEntries.server.ts'

const PURPOSE = 'calendar link'

type LinkEnv = Pick<Services['env'], 'APP_URL' | 'APP_SECRET'>

/** Made from the id each time, so that no address that works is stored. */
const linkUrl = ({ APP_URL, APP_SECRET }: LinkEnv, id: string) =>
  `${APP_URL}/calendar/${signText(APP_SECRET, PURPOSE, id)}.ics`

const isOwn = ({ id, agencyId }: Agent) => and(eq(calendarLink.userId, id), eq(calendarLink.agencyId, agencyId))
const isInUse = isNull(calendarLink.revokedAt)

/** The agent's link in this agency, or null. */
export async function readCalendarLink(db: Db, env: LinkEnv, agent: Agent) {
  const [found] = await db
    .select()
    .from(calendarLink)
    .where(and(isOwn(agent), isInUse, isOfThisMembership(db, agent)))
  if (!found) return null
  const { id, createdAt, lastReadAt } = found
  return { url: linkUrl(env, id), createdAt, lastReadAt }
}

/** Replaces the one before, which stops at once. */
export const createCalendarLink = (db: Db, env: LinkEnv, agent: Agent) =>
  db.transaction(async (tx) => {
    await lockMember(tx, agent)
    await revokeLinks(tx, agent)
    const [created] = await tx
      .insert(calendarLink)
      .values({ agencyId: agent.agencyId, userId: agent.id, createdAt: now })
      .returning({ id: calendarLink.id })
    if (!created) throw notFound()
    await writeAudit(tx, agent, 'calendar_link_created', {}, created.id)
    return readCalendarLink(tx, env, agent)
  })

export const revokeCalendarLink = (db: Db, agent: Agent) =>
  db.transaction(async (tx) => {
    await lockMember(tx, agent)
    await revokeLinks(tx, agent)
  })

/** Two browsers at once make one link after the other. */
const lockMember = (tx: Db, { id, agencyId }: Agent) =>
  tx
    .select({ id: member.userId })
    .from(member)
    .where(and(eq(member.userId, id), eq(member.agencyId, agencyId)))
    .for('no key update')

async function revokeLinks(tx: Db, agent: Agent) {
  const revoked = await tx
    .update(calendarLink)
    .set({ revokedAt: now })
    .where(and(isOwn(agent), isInUse))
    .returning({ id: calendarLink.id })
  for (const { id } of revoked) await writeAudit(tx, agent, 'calendar_link_revoked', {}, id)
}

/** Someone who was removed and joins again needs a new link. */
const isOfThisMembership = (db: Db, { id, agencyId }: Pick<Agent, 'id' | 'agencyId'>) => {
  const joined = db
    .select({ at: member.joinedAt })
    .from(member)
    .where(and(eq(member.userId, id), eq(member.agencyId, agencyId)))
  return lte(joined, calendarLink.createdAt)
}

/** Only addresses that lead nowhere count, because a whole office may share one. */
const missedCalendars = { name: 'calendar_miss', points: 30, seconds: 600 }
/** Programs read every few minutes at most, on a few devices. */
const readsOfOneLink = { name: 'calendar_read', points: 240, seconds: 3_600 }
const REFRESH_SECONDS = 900
const TOUCH_AFTER_MS = 60_000

/** An agent's calendar for the program that subscribes to it. Revoked, former members' and made-up addresses get the same 404. */
export async function serveAgentCalendar(fileName: string) {
  const services = useServices()
  const text = await writeAgentCalendar(services, fileName, currentRequest().clientIp)
  return new Response(text, {
    headers: {
      'content-type': CALENDAR_TYPE,
      'content-disposition': 'inline; filename="property-files.ics"',
      'cache-control': 'private, no-store',
      'referrer-policy': 'no-referrer',
    },
  })
}

type CalendarServices = Pick<Services, 'database' | 'limits' | 'env'>

export async function writeAgentCalendar(
  { database: { db }, limits, env }: CalendarServices,
  fileName: string,
  clientIp: string,
) {
  const who = rateLimitKey(clientIp)
  // Also for addresses that exist: otherwise guessing could go on.
  if (await limits.isSpent(missedCalendars, who)) throw tooManyRequests(missedCalendars.seconds)
  const found = await findReader(db, env, fileName)
  if (!found) {
    await limits.isWithin(missedCalendars, who)
    throw notFound()
  }
  await limits.spend(readsOfOneLink, found.id)
  await db
    .update(calendarLink)
    .set({ lastReadAt: now })
    .where(
      and(
        eq(calendarLink.id, found.id),
        or(isNull(calendarLink.lastReadAt), lt(calendarLink.lastReadAt, ago(TOUCH_AFTER_MS))),
      ),
    )
  const entries = await listAgentCalendarEntries(db, env.APP_URL, found.agent)
  return calendarFile(env.APP_URL, entries, { name: 'Property Files', refreshSeconds: REFRESH_SECONDS })
}

/** The link and its agent, as long as it is in use and they are a member. */
async function findReader(db: Db, { APP_SECRET }: LinkEnv, fileName: string) {
  if (!fileName.endsWith('.ics')) return undefined
  const id = readSignedText(APP_SECRET, PURPOSE, fileName.slice(0, -'.ics'.length))
  if (!id) return undefined
  const [link] = await db
    .select()
    .from(calendarLink)
    .where(and(eq(calendarLink.id, id), isInUse))
  const agent = link && (await findMember(db, link.userId, link.agencyId))
  // An account that is being deleted is signed in nowhere either.
  if (!agent || agent.archivedAt) return undefined
  const [current] = await db
    .select({ id: calendarLink.id })
    .from(calendarLink)
    .where(and(eq(calendarLink.id, id), isOfThisMembership(db, agent)))
  return current && { id, agent }
}
