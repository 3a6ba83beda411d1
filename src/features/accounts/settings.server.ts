import { eq, getTableColumns, sql } from 'drizzle-orm'
import type { Database, Db } from '#db/client.server.ts'
import { shortRandomId } from '#db/schema/columns.ts'
import { HOME_TIME_ZONE, profile } from '#db/schema/profile.ts'
import { user } from '#db/schema/user.ts'
import { AppError } from '#platform/errors.ts'
import { recutDays } from '#platform/events/recutDays.server.ts'
import type { Services } from '#platform/services.server.ts'
import type { Agent } from '#platform/session.server.ts'
import type { AgentCard, Profile } from './accounts.ts'
import type { MailKind } from './mailKinds.ts'

const PHOTO_SIZE = 320
const MOST_PIXELS = 50_000_000
/** The decoder knows many more, and each is a door of its own; drawings (SVG) above all. */
const PHOTO_FORMATS = ['jpeg', 'png', 'webp', 'gif', 'heif']

const defaults = {
  agencyName: '',
  timeZone: HOME_TIME_ZONE,
  photoVersion: null as string | null,
  cardTagline: '',
  cardAccent: 'teal',
  cardShowsPhone: true,
  cardShowsEmail: true,
  mutedMails: [] as string[],
  deletionDueAt: null as Date | null,
}

export async function readSettings(db: Db, agent: Agent) {
  const { firstName, lastName, phone, email, emailVerified } = agent
  const stored = { ...defaults, ...(await findSettings(db, agent.id)) }
  const photoUrl = stored.photoVersion ? photoAddress(agent.id, stored.photoVersion) : null
  return { email, emailVerified, firstName, lastName, phone, ...stored, photoUrl }
}

async function findSettings(db: Db, userId: string) {
  const { userId: _owner, photo: _bytes, updatedAt: _moment, ...rest } = getTableColumns(profile)
  const { daysTimeZone: _zone, daysCut: _cut, lateTimeZone: _late, ...columns } = rest
  const [found] = await db.select(columns).from(profile).where(eq(profile.userId, userId))
  return found
}

export const photoAddress = (userId: string, version: string) => `/agent-photo/${userId}?v=${version}`

const change = (db: Db, agent: Agent, values: Partial<typeof profile.$inferInsert>) =>
  db
    .insert(profile)
    .values({ userId: agent.id, ...values })
    .onConflictDoUpdate({ target: profile.userId, set: { ...values, updatedAt: new Date() } })

type Desk = Pick<Services, 'jobs'> & { database: Pick<Database, 'db'> }

/** Numbers stay with the days of the time zone before, until all days are cut anew. */
export async function changeProfile(
  { database: { db }, jobs }: Desk,
  agent: Agent,
  { agencyName, timeZone, ...names }: Profile,
) {
  await db.transaction(async (tx) => {
    await tx.update(user).set(names).where(eq(user.id, agent.id))
    const before = (await findSettings(tx, agent.id))?.timeZone ?? HOME_TIME_ZONE
    await change(tx, agent, { agencyName, timeZone })
    if (timeZone === before) return
    const daysTimeZone = sql`coalesce(${profile.daysTimeZone}, ${before})`
    await tx.update(profile).set({ daysTimeZone }).where(eq(profile.userId, agent.id))
    await jobs.enqueue(tx, recutDays, { agentId: agent.id })
  })
}

export const changeAgentCard = (db: Db, agent: Agent, card: AgentCard) => change(db, agent, card)

export const changeMailPreferences = (db: Db, agent: Agent, mutedMails: MailKind[]) => change(db, agent, { mutedMails })

/** Decoded and made anew: square, small, without the place where it was taken. */
export async function changePhoto(db: Db, agent: Agent, base64: string | null) {
  if (base64 === null) return change(db, agent, { photo: null, photoVersion: null })
  const photo = await makePhoto(Buffer.from(base64, 'base64'))
  return change(db, agent, { photo, photoVersion: shortRandomId() })
}

async function makePhoto(bytes: Buffer) {
  // Loaded when first needed: it brings a library of its own into memory.
  const { default: sharp } = await import('sharp')
  try {
    const picture = sharp(bytes, { limitInputPixels: MOST_PIXELS })
    const { format } = await picture.metadata()
    if (!PHOTO_FORMATS.includes(format)) throw new Error(`A picture of the kind ${format}.`)
    return await picture
      .rotate()
      .resize(PHOTO_SIZE, PHOTO_SIZE, { fit: 'cover', position: 'attention' })
      .webp({ quality: 82 })
      .toBuffer()
  } catch {
    throw new AppError('UnreadablePhoto', 422, 'That picture cannot be read. Please use a JPEG, PNG or WebP photo.')
  }
}

/** The photo is public: it stands on the agent's card. */
export async function readPhoto(db: Db, userId: string) {
  const [found] = await db.select({ photo: profile.photo }).from(profile).where(eq(profile.userId, userId))
  return found?.photo
}
