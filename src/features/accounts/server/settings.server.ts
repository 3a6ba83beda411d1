import { and, eq, getTableColumns, ne, sql } from 'drizzle-orm'
import type { Database, Db } from '#db/client.server.ts'
import {
  DEFAULT_READING_RETENTION_MONTHS,
  DEFAULT_VERSION_RETENTION_MONTHS,
  profile,
  user,
} from '#db/schema/accounts.ts'
import { agency, member } from '#db/schema/agencies.ts'
import { shortRandomId } from '#db/schema/columns.ts'
import type { Agent, User } from '#platform/auth/sessions.server.ts'
import { AppError, notFound, tooManyRequests, unavailable } from '#platform/errors.ts'
import { phoneForCaller } from '#platform/input/phone.server.ts'
import { MediaError } from '#platform/media/mediaError.ts'
import { makeAgentPhotoTask } from '#platform/media/mediaTasks.ts'
import type { Services } from '#platform/services.server.ts'
import type { Question } from '#values/questionValues.ts'
import { DEFAULT_TIME_ZONE } from '#values/time.ts'
import type { AgentCardSettings, EmailKind, Profile, ReadingRetention } from '../accounts.schema.ts'

const RETRY_AFTER_SECONDS = 2

const defaultSettings = {
  agencyName: '',
  licenceLine: '',
  timeZone: DEFAULT_TIME_ZONE,
  photoVersion: null as string | null,
  cardTagline: '',
  cardAccent: 'teal',
  cardShowsPhone: true,
  cardShowsEmail: true,
  mutedEmails: [] as string[],
  questions: null as Question[] | null,
  readingRetentionMonths: DEFAULT_READING_RETENTION_MONTHS,
  versionRetentionMonths: DEFAULT_VERSION_RETENTION_MONTHS,
  validityDays: {} as Record<string, number>,
  idleLockMinutes: null as number | null,
  deletionDueAt: null as Date | null,
}

export async function readSettings(db: Db, agent: User) {
  const { firstName, lastName, phone, email, emailVerified } = agent
  const stored = { ...defaultSettings, ...(await findSettings(db, agent.id)) }
  const photoUrl = stored.photoVersion ? agentPhotoUrl(agent.id, stored.photoVersion) : null
  return { email, emailVerified, firstName, lastName, phone, ...stored, photoUrl }
}

async function findSettings(db: Db, userId: string) {
  const { userId: _owner, photo: _bytes, updatedAt: _moment, ...columns } = getTableColumns(profile)
  const [found] = await db.select(columns).from(profile).where(eq(profile.userId, userId))
  return found
}

export const agentPhotoUrl = (userId: string, version: string) => `/agent-photo/${userId}?v=${version}`

const upsertProfile = (db: Db, agent: User, values: Partial<typeof profile.$inferInsert>) =>
  db
    .insert(profile)
    .values({ userId: agent.id, ...values })
    .onConflictDoUpdate({ target: profile.userId, set: { ...values, updatedAt: new Date() } })

/** The agency in which the agent works, which has the one name that buyers see. */
export async function readOwnAgencyName(db: Db, { agencyId, id }: Agent) {
  const colleague = db
    .select({ one: sql`1` })
    .from(member)
    .where(and(eq(member.agencyId, agencyId), ne(member.userId, id)))
  const [found] = await db
    .select({ name: agency.name, isTeam: sql<boolean>`exists (${colleague})` })
    .from(agency)
    .where(eq(agency.id, agencyId))
  if (!found) throw notFound()
  return found
}

/**
 * A new time zone applies from now on: past events keep their local day. An agent alone names the agency here; that of a team is changed with its
 * brand.
 */
export const updateProfile = (db: Db, agent: Agent, { agencyName, licenceLine, timeZone, phone, ...names }: Profile) =>
  db.transaction(async (tx) => {
    // The form shows the number without its country code, which a stored number keeps until it is changed.
    const keepsPhone = phone === phoneForCaller(agent.phone)
    await tx
      .update(user)
      .set(keepsPhone ? names : { ...names, phone })
      .where(eq(user.id, agent.id))
    const { isTeam } = await readOwnAgencyName(tx, agent)
    await upsertProfile(tx, agent, { licenceLine, timeZone, ...(!isTeam && { agencyName }) })
    if (!isTeam) await tx.update(agency).set({ name: agencyName }).where(eq(agency.id, agent.agencyId))
  })

export const updateAgentCard = (db: Db, agent: User, card: AgentCardSettings) => upsertProfile(db, agent, card)

export const updateEmailPreferences = (db: Db, agent: User, mutedEmails: EmailKind[]) =>
  upsertProfile(db, agent, { mutedEmails })

export const updateReadingRetention = (db: Db, agent: User, { months }: ReadingRetention) =>
  upsertProfile(db, agent, { readingRetentionMonths: months })

/** Agents whose photo this process is preparing. */
const busyAgents = new Set<string>()

/** One at a time for each agent, and never decoded in this process. */
export async function updatePhoto(
  { database: { db }, media }: Pick<Services, 'media'> & { database: Pick<Database, 'db'> },
  agent: User,
  base64: string | null,
) {
  if (base64 === null) return upsertProfile(db, agent, { photo: null, photoVersion: null })
  if (busyAgents.has(agent.id)) throw tooManyRequests(RETRY_AFTER_SECONDS)
  busyAgents.add(agent.id)
  try {
    const photo = Buffer.from(await media.run(makeAgentPhotoTask, Buffer.from(base64, 'base64'), agent.id))
    return await upsertProfile(db, agent, { photo, photoVersion: shortRandomId() })
  } catch (error) {
    if (!(error instanceof MediaError)) throw error
    throw error.retryable ? unavailable() : new AppError('UnreadablePhoto', 422, error.message)
  } finally {
    busyAgents.delete(agent.id)
  }
}

/** No access check: the photo is public, on the agent's card. */
export async function readPhoto(db: Db, userId: string) {
  const [found] = await db.select({ photo: profile.photo }).from(profile).where(eq(profile.userId, userId))
  return found?.photo
}

const JPEG_START = 0xff

/** We encoded it ourselves: as a JPEG, or as a WebP in earlier versions. */
export const photoType = (photo: Uint8Array) =>
  photo[0] === JPEG_START ? { mime: 'image/jpeg', extension: 'jpg' } : { mime: 'image/webp', extension: 'webp' }

/** Whether this agent wants emails of this kind. */
export async function wantsEmail(db: Db, userId: string, kind: EmailKind) {
  const [found] = await db.select({ muted: profile.mutedEmails }).from(profile).where(eq(profile.userId, userId))
  return !found?.muted.includes(kind)
}

/** Immutable: the URL changes with the photo. */
export async function serveAgentPhoto({ database }: Pick<Services, 'database'>, userId: string) {
  const photo = await readPhoto(database.db, userId)
  if (!photo) return new Response('Not found', { status: 404 })
  const headers = { 'content-type': photoType(photo).mime, 'cache-control': 'public, max-age=31536000, immutable' }
  return new Response(new Uint8Array(photo), { headers })
}
