import { and, desc, eq, gte, inArray, isNull, lt, ne, type SQL, sql } from 'drizzle-orm'
import { unionAll } from 'drizzle-orm/pg-core'
import type { Db } from '#db/client.server.ts'
import { agentTimeZone, profile, user } from '#db/schema/accounts.ts'
import { member } from '#db/schema/agencies.ts'
import { audit } from '#db/schema/audit.ts'
import { requirePermission } from '#platform/auth/permissions.ts'
import { findSignedInAgent } from '#platform/auth/sessionCookie.server.ts'
import type { Agent } from '#platform/auth/sessions.server.ts'
import { type CsvColumns, csvDownload, csvLines, csvTimeFormat } from '#platform/downloads/csvDownload.server.ts'
import { invalidInput, notSignedIn } from '#platform/errors.ts'
import { findInvalidText } from '#platform/input/fieldSchemas.ts'
import { keysetPage } from '#platform/input/keysetPaging.server.ts'
import { useServices } from '#platform/services.server.ts'
import { nameOrEmail } from '#ui/format/format.ts'
import { DEFAULT_TIME_ZONE } from '#values/time.ts'
import { type AgencyAuditEntry, AgencyAuditFilter, type ListAgencyAuditInput } from './audit.schema.ts'
import { DELETED_ACCOUNT, describeEntries, entryColumns, isOfKind, newestFirst } from './audit.server.ts'
import { auditText } from './auditText.ts'
import { writeAudit } from './writeAudit.server.ts'

/**
 * A page of the agency's activity log, the latest first: what happened in the agency, and what members did with their accounts, such as
 * signing in, while they were members of this agency and no other.
 */
export async function listAgencyAudit(db: Db, agent: Agent, { limit, cursor, ...filter }: ListAgencyAuditInput) {
  requirePermission(agent, 'readAuditLog')
  const memberships = await listMemberships(db, agent.agencyId)
  const paging = keysetPage('agency activity', newestFirst, audit.id, cursor)
  const isWanted = and(matches(agent, filter), paging.after)
  /** Each part is as long as the page at most, whatever the length of the log. */
  const selectLatest = (condition: SQL | undefined) =>
    db
      .select({ ...entryColumns, key: paging.key.as('key') })
      .from(audit)
      .where(and(condition, isWanted))
      .orderBy(...paging.orderBy)
      .limit(limit + 1)
  const latest = selectLatest(isOfAccount).as('latest')
  const { id, userId, agencyId, action, at, times, device, details, key } = latest
  const ofAccounts = db
    .select({ id, userId, agencyId, action, at, times, device, details, key })
    .from(timesInAgency(await withoutTimesElsewhere(db, agent.agencyId, memberships)))
    .crossJoinLateral(latest)
  const entries = unionAll(selectLatest(eq(audit.agencyId, agent.agencyId)), ofAccounts).as('entries')
  const rows = await db
    .select()
    .from(entries)
    .orderBy(desc(entries.at), desc(entries.id))
    .limit(limit + 1)
  const people = await readPeople(db, memberships, rows)
  const described = await describeEntries(db, agent, rows.slice(0, limit))
  return {
    activities: described.map(({ row: { userId }, ...entry }): AgencyAuditEntry => {
      const actor = people.get(userId ?? '')
      return { ...entry, actor: { id: userId, name: actor?.name ?? DELETED_ACCOUNT, isFormer: !actor?.isMember } }
    }),
    /** For the filter, which has the members already. */
    formerMembers: [...people].flatMap(([id, { name, isMember }]) => (isMember ? [] : [{ id, name }])),
    next: paging.next(rows, limit),
  }
}

function matches(agent: Agent, { memberId, kind, from, to }: AgencyAuditFilter) {
  const midnight = (day: SQL) => sql`((${day})::timestamp at time zone ${agentTimeZone(agent.id)})`
  return and(
    memberId === undefined ? undefined : eq(audit.userId, memberId),
    isOfKind(kind),
    from === undefined ? undefined : gte(audit.at, midnight(sql`${from}::date`)),
    to === undefined ? undefined : lt(audit.at, midnight(sql`${to}::date + 1`)),
  )
}

interface TimeInAgency {
  userId: string
  from: Date
  /** Null for those who are members now. */
  until: Date | null
}

/** Who has worked in the agency, and when. Those who left are known from the log, for as long as it goes back. */
const listMemberships = (db: Db, agencyId: string) =>
  listTimes(db, eq(member.agencyId, agencyId), eq(audit.agencyId, agencyId))

async function listTimes(db: Db, isMember: SQL | undefined, isMove: SQL | undefined): Promise<TimeInAgency[]> {
  const current = await db.select({ userId: member.userId, from: member.joinedAt }).from(member).where(isMember)
  const moves = await db
    .select({ userId: memberMoved, agencyId: audit.agencyId, action: audit.action, at: audit.at })
    .from(audit)
    .where(and(isMove, inArray(audit.action, ['member_joined', 'member_removed', 'member_left'])))
    .orderBy(audit.at)
  const joinedAt = new Map<string, Date>()
  const former: TimeInAgency[] = []
  for (const { userId, agencyId, action, at } of moves) {
    if (userId === null) continue
    const place = `${agencyId} ${userId}`
    if (action === 'member_joined') joinedAt.set(place, at)
    // Those without an entry joined before the log begins.
    else former.push({ userId, from: joinedAt.get(place) ?? new Date(0), until: at })
  }
  return [...current.map((one) => ({ ...one, until: null })), ...former]
}

/** What someone does with their account while they work in another agency, too, is not for this one. */
async function withoutTimesElsewhere(db: Db, agencyId: string, memberships: readonly TimeInAgency[]) {
  const ids = [...new Set(memberships.map(({ userId }) => userId))]
  const elsewhere = await listTimes(
    db,
    and(ne(member.agencyId, agencyId), inArray(member.userId, ids)),
    and(ne(audit.agencyId, agencyId), inArray(audit.objectId, ids)),
  )
  return memberships.flatMap((one) => subtractTimes(one, elsewhere))
}

/** The parts of a membership that are in none of the others of the same user. */
function subtractTimes(membership: TimeInAgency, others: readonly TimeInAgency[]) {
  let parts = [membership]
  for (const { userId, from, until } of others)
    if (userId === membership.userId)
      parts = parts.flatMap((part) => {
        const before = { ...part, until: part.until && part.until < from ? part.until : from }
        const after = until && { ...part, from: part.from > until ? part.from : until }
        return [before, ...(after ? [after] : [])].filter((one) => one.until === null || one.from < one.until)
      })
  return parts
}

/** Who joined or left: the one who was removed, or the one who did it themselves. */
const memberMoved = sql<
  string | null
>`case when ${audit.action} = 'member_removed' then ${audit.details}->>'memberId' else ${audit.userId} end`

/** The memberships as a table, to find the entries of each one through the index. */
const timesInAgency = (memberships: readonly TimeInAgency[]) => sql`unnest(
  ${sql.param(memberships.map(({ userId }) => userId))}::text[],
  ${sql.param(memberships.map(({ from }) => from))}::timestamptz[],
  ${sql.param(memberships.map(({ until }) => until))}::timestamptz[]
) as times("userId", "from", "until")`

const isOfAccount = and(
  sql`${audit.userId} = times."userId"`,
  isNull(audit.agencyId),
  sql`${audit.at} >= times."from"`,
  sql`(times."until" is null or ${audit.at} <= times."until")`,
)

async function readPeople(db: Db, memberships: readonly TimeInAgency[], rows: readonly { userId: string | null }[]) {
  const ids = [...new Set([...memberships, ...rows].flatMap(({ userId }) => userId ?? []))]
  const people = await db.select().from(user).where(inArray(user.id, ids))
  const isMember = (id: string) => memberships.some(({ userId, until }) => userId === id && until === null)
  return new Map(people.map((one) => [one.id, { name: nameOrEmail(one), isMember: isMember(one.id) }]))
}

const ROWS_PER_BATCH = 500

/** Responds with the agency's activity as a CSV file, filtered like the page. */
export async function serveAgencyAuditCsv(url: string) {
  const visitor = await findSignedInAgent()
  if (!visitor) throw notSignedIn()
  const { agent } = visitor
  requirePermission(agent, 'readAuditLog')
  const params = Object.fromEntries(new URL(url).searchParams)
  const filter = AgencyAuditFilter.safeParse(params)
  if (!filter.success || findInvalidText(params)) throw invalidInput({}, 'We don’t recognise these filters.')
  const { db } = useServices().database
  await writeAudit(db, agent, 'downloaded', { what: 'activity' })
  const [settings] = await db.select({ timeZone: profile.timeZone }).from(profile).where(eq(profile.userId, agent.id))
  const timeZone = settings?.timeZone ?? DEFAULT_TIME_ZONE
  const lines = csvLines(csvColumns(timeZone), async (cursor) => {
    const page = await listAgencyAudit(db, agent, { ...filter.data, limit: ROWS_PER_BATCH, cursor })
    return { rows: page.activities, next: page.next }
  })
  return csvDownload(lines, 'activity', timeZone)
}

function csvColumns(timeZone: string): CsvColumns<AgencyAuditEntry> {
  const time = csvTimeFormat(timeZone)
  return {
    Date: ({ at }) => time(at),
    Member: ({ actor }) => actor.name,
    'Former member': ({ actor }) => (actor.isFormer ? 'Yes' : 'No'),
    Activity: auditText,
    About: ({ about, member: other }) => [about, other].filter(Boolean).join(', '),
    Device: (entry) => entry.device ?? '',
  }
}
