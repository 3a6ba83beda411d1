import { eq, sql } from 'drizzle-orm'
import type { Database, Db } from '#db/client.server.ts'
import { lead } from '#db/schema/lead.ts'
import { listing } from '#db/schema/listing.ts'
import { notification } from '#db/schema/notification.ts'
import { user } from '#db/schema/user.ts'
import { hashPassword } from '#features/accounts/password.server.ts'
import type { Env } from '#platform/env.server.ts'
import { recordEvents } from '#platform/events/recordEvents.server.ts'
import { demoAgent, demoSignIn } from './agent.ts'
import { demoEvents } from './events.ts'
import { demoLeads, demoNotifications } from './leads.ts'
import { demoListings } from './listings.ts'
import { createRandom } from './random.ts'

const SEED_LOCK = 7_250_003

type DemoEnv = Pick<Env, 'loopback' | 'DATABASE_URL' | 'APP_URL'>

/**
 * A demo agency for whoever starts this for the first time: only on loopback with the embedded database, and only while
 * there is nobody. Answers its sign-in when it was made now.
 */
export async function seedDemo({ db }: Pick<Database, 'db'>, env: DemoEnv, now = new Date()) {
  if (!env.loopback || env.DATABASE_URL || (await hasUsers(db))) return undefined
  const password = await hashPassword(demoSignIn.password)
  return db.transaction(async (tx) => {
    // Of two starts at once the second waits here, and then finds the first one's agent.
    await tx.execute(sql`select pg_advisory_xact_lock(${SEED_LOCK})`)
    if (await hasUsers(tx)) return undefined
    await writeDemo(tx, now, password, new URL(env.APP_URL).hostname)
    return demoSignIn
  })
}

export async function hasDemoAgent(db: Db) {
  const [agent] = await db.select({ id: user.id }).from(user).where(eq(user.email, demoSignIn.email))
  return agent !== undefined
}

async function hasUsers(db: Db) {
  const [anyone] = await db.select({ id: user.id }).from(user).limit(1)
  return anyone !== undefined
}

async function writeDemo(tx: Db, now: Date, password: string, hostname: string) {
  const random = createRandom(2_025)
  const agent = demoAgent(now, password)
  const listings = demoListings(now, agent.id)
  const leads = demoLeads(random, now, listings)
  const events = demoEvents(random, { now, hostname, listings, leads })

  await tx.insert(user).values(agent)
  await tx.insert(listing).values(listings.map(({ row }) => row))
  await tx.insert(lead).values(leads)
  await tx.insert(notification).values(demoNotifications(leads))
  await recordEvents(tx, events)
}
