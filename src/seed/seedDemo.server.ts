import { setTimeout as pause } from 'node:timers/promises'
import { eq, sql } from 'drizzle-orm'
import type { Db } from '#db/client.server.ts'
import { profile, user } from '#db/schema/accounts.ts'
import { assistedAgent, coAgent, member } from '#db/schema/agencies.ts'
import { audit } from '#db/schema/audit.ts'
import { checkout } from '#db/schema/billing.ts'
import { changeRecipient, documentChange, file, fileVersion } from '#db/schema/files.ts'
import { invitee, inviteeReading } from '#db/schema/invitees.ts'
import { lead, leadAnswer } from '#db/schema/leads.ts'
import { channel, listing, openHome } from '#db/schema/listings.ts'
import { buyerMessage, messageRecipient } from '#db/schema/messages.ts'
import { notification } from '#db/schema/notifications.ts'
import { checkIn } from '#db/schema/openHomeVisits.ts'
import { reading, readingSearch, readingSum } from '#db/schema/readings.ts'
import { acknowledgement, recordEntry, recordHead, recordSubject } from '#db/schema/record.ts'
import { vendorLink, vendorReport } from '#db/schema/vendors.ts'
import { hashPassword } from '#features/accounts/server/credentials/passwords/passwordHashing.server.ts'
import { refreshPayer } from '#features/billing/server/billing.server.ts'
import { startCheckout } from '#features/billing/server/stripeLinks.server.ts'
import { updateDueLeadHeat } from '#features/leads/server/heat/updateHeat.server.ts'
import { DEMO_VENDOR_LINK_ID } from '#features/vendors/server/vendorKey.server.ts'
import { findMember, type User } from '#platform/auth/sessions.server.ts'
import type { Env } from '#platform/config/env.server.ts'
import { recordEvents } from '#platform/events/recordEvents.server.ts'
import type { Services } from '#platform/services.server.ts'
import type { Storage } from '#platform/storage/storage.ts'
import { fullName } from '#ui/format/format.ts'
import { demoActivity, demoAgent, demoProfile, demoSignIn, demoTeam } from './demoAgent.ts'
import { demoChannels } from './demoChannels.ts'
import { demoEvents } from './demoEvents.ts'
import {
  DEMO_FOLDER,
  demoFiles,
  demoVersions,
  findCoverFileId,
  readManifest,
  storeDemoFiles,
} from './demoFiles.server.ts'
import { demoAnswers, demoLeads, demoNotifications } from './demoLeads.ts'
import { demoListings } from './demoListings.ts'
import { demoMessages } from './demoMessages.ts'
import { demoOpenHome } from './demoOpenHomes.ts'
import { demoReadings } from './demoReadings.ts'
import { demoChanges, demoInvitees, demoRecord, demoStatement } from './demoRecord.server.ts'
import { addMinutes } from './demoTime.ts'
import { demoVendorLinks, demoVendorReport } from './demoVendor.ts'
import { createRandom } from './seededRandom.ts'

/** An arbitrary advisory lock id. Several processes may start at once: one of them creates the demo. */
export const SEED_LOCK_ID = 7_250_003
/** How often a start that finds another one at work looks whether that one has finished. */
const LOCK_RETRY_MS = 250

type DemoEnv = Pick<Env, 'loopback' | 'DATABASE_URL' | 'APP_URL'>

interface SeedServices {
  db: Db
  storage: Storage
}

interface SeedOptions {
  now?: Date
  /** The folder with photos and documents. */
  folder?: string
}

/**
 * Creates the demo agency at the first start: only on loopback with the embedded database, and only if there are no agents
 * yet. Returns its sign-in if it was created.
 */
export async function seedDemo({ db, storage }: SeedServices, env: DemoEnv, options: SeedOptions = {}) {
  if (!env.loopback || env.DATABASE_URL || (await hasUsers(db))) return undefined
  const { now = new Date(), folder = DEMO_FOLDER } = options
  const password = await hashPassword(demoSignIn.password)
  while (true) {
    const result = await db.transaction(async (tx) => {
      if (!(await tryLock(tx))) return 'another start is at work'
      if (await hasUsers(tx)) return undefined
      const demo = await makeDemo(folder, { now, password, hostname: new URL(env.APP_URL).hostname })
      await Promise.all([writeDemo(tx, demo), storeDemoFiles(storage, folder, demo.files, demo.versions)])
      return demoSignIn
    })
    if (result !== 'another start is at work') return result
    await pause(LOCK_RETRY_MS)
  }
}

/** Without waiting for it: on a slow machine creating the demo takes longer than a statement may. */
async function tryLock(tx: Db) {
  const { rows } = await tx.execute<{ isMine: boolean }>(
    sql`select pg_try_advisory_xact_lock(${SEED_LOCK_ID}) as "isMine"`,
  )
  return rows[0]?.isMine === true
}

export async function hasDemoAgent(db: Db) {
  const [agent] = await db.select({ id: user.id }).from(user).where(eq(user.email, demoSignIn.email))
  return agent !== undefined
}

async function hasUsers(db: Db) {
  const [anyone] = await db.select({ id: user.id }).from(user).limit(1)
  return anyone !== undefined
}

/** The same buyers each time. */
export const DEMO_SEED = 2_025

type Demo = Awaited<ReturnType<typeof makeDemo>>

async function makeDemo(
  folder: string,
  { now, password, hostname }: { now: Date; password: string; hostname: string },
) {
  const random = createRandom(DEMO_SEED)
  const agent = demoAgent(now, password)
  const team = demoTeam(now, password)
  const listings = demoListings(now, agent.id)
  const files = demoFiles(await readManifest(folder), listings)
  const channels = demoChannels(listings)
  const leads = demoLeads(random, now, listings, channels)
  const events = demoEvents(random, { now, hostname, listings, channels, files, leads })
  const reading = demoReadings(random, events, files)
  const versions = demoVersions(files, events)
  const household = demoInvitees({ files, versions, leads })
  const told = demoChanges({ files, versions, leads })
  const record = demoRecord({ listings, files, versions, leads, events, readings: reading.readings })
  return { now, agent, team, listings, channels, files, versions, leads, events, reading, household, told, record }
}

async function writeDemo(
  tx: Db,
  { agent, listings, channels, files, versions, leads, events, reading: { readings, searches, sums }, ...demo }: Demo,
) {
  await tx.insert(user).values(agent)
  const settings = demoProfile(agent.id)
  await tx.insert(profile).values(settings)
  await tx.insert(listing).values(listings.map(({ row }) => row))
  await tx.insert(openHome).values(listings.flatMap(({ openHomes }) => openHomes))
  if (files.length > 0)
    await tx.insert(file).values(files.map(({ row }) => ({ ...row, acknowledgement: demoStatement(row.kind) })))
  if (versions.length > 0) await tx.insert(fileVersion).values(versions.map(({ row }) => row))
  for (const { row } of listings) await chooseCover(tx, row, findCoverFileId(files, row.id))
  const agencyId = await findAgencyId(tx, agent.id)
  await tx.insert(channel).values(channels.map((one) => ({ ...one, agencyId })))
  await tx.insert(lead).values(leads)
  const visited = demoOpenHome({ now: demo.now, agent: { ...agent, agencyId }, listings, leads })
  if (visited) {
    await tx.insert(openHome).values(visited.home)
    await tx.insert(checkIn).values(visited.visitors)
  }
  await tx.insert(leadAnswer).values(demoAnswers(leads, settings.questions))
  await tx.insert(notification).values(demoNotifications(leads))
  await recordEvents(tx, events)
  if (readings.length > 0) {
    await tx.insert(reading).values(readings)
    await tx.insert(readingSum).values(sums)
    await tx.insert(readingSearch).values(searches)
  }
  await writeMessages(tx, demoMessages({ ...demo, listings, leads, agencyId }))
  await writeTeam(tx, agencyId, { agent, listings, leads, ...demo })
  await writeVendor(tx, agencyId, { listings, ...demo })
  await writeSharing(tx, demo)
  await writeRecord(tx, demo.record)
  await updateDueLeadHeat(tx)
}

/** The database makes an agency for each new agent. */
async function findAgencyId(tx: Db, userId: string) {
  const [own] = await tx.select({ agencyId: member.agencyId }).from(member).where(eq(member.userId, userId))
  if (!own) throw new Error('The demo agent has no agency.')
  return own.agencyId
}

/** The colleagues of the demo agent, who run one listing together with them and look after one of its leads. */
async function writeTeam(
  tx: Db,
  agencyId: string,
  { now, agent, team, listings, leads }: Pick<Demo, 'now' | 'agent' | 'team' | 'listings' | 'leads'>,
) {
  const [first] = listings
  if (!first) return
  const listingId = first.row.id
  await tx.insert(user).values(team.members.map(({ row }) => row))
  await tx
    .insert(member)
    .values(team.members.map(({ row, role, joinedAt }) => ({ agencyId, userId: row.id, role, joinedAt })))
  for (const agentId of [agent.id, team.agent.row.id])
    await tx.insert(assistedAgent).values({ agencyId, assistantId: team.assistant.row.id, agentId })
  await tx.insert(coAgent).values({ listingId, userId: team.agent.row.id })
  const shared = leads.find((one) => one.listingId === listingId)
  if (shared) await tx.update(lead).set({ assigneeId: team.agent.row.id }).where(eq(lead.id, shared.id))
  await tx.insert(audit).values(demoActivity(now, team, { agentId: agent.id, agencyId, listingId, lead: shared }))
}

async function writeMessages(tx: Db, { messages, recipients }: ReturnType<typeof demoMessages>) {
  if (messages.length > 0) await tx.insert(buyerMessage).values(messages)
  if (recipients.length > 0) await tx.insert(messageRecipient).values(recipients)
}

async function writeVendor(tx: Db, agencyId: string, { now, listings }: Pick<Demo, 'now' | 'listings'>) {
  const row = listings[0]?.row
  if (!row) return
  await tx.insert(vendorReport).values(demoVendorReport(now, row, agencyId))
  await tx.insert(vendorLink).values(demoVendorLinks(now, row, agencyId, DEMO_VENDOR_LINK_ID))
}

/** Nothing in an installation without the demo's documents. */
async function writeSharing(tx: Db, { household, told }: Pick<Demo, 'household' | 'told'>) {
  if (household.invitees.length > 0) await tx.insert(invitee).values(household.invitees)
  if (household.readings.length > 0) await tx.insert(inviteeReading).values(household.readings)
  if (told.changes.length > 0) await tx.insert(documentChange).values(told.changes)
  if (told.recipients.length > 0) await tx.insert(changeRecipient).values(told.recipients)
}

async function writeRecord(tx: Db, { entries, heads, subjects, acknowledgements }: Demo['record']) {
  if (acknowledgements.length > 0) await tx.insert(acknowledgement).values(acknowledgements)
  await tx.insert(recordSubject).values(subjects)
  await tx.insert(recordEntry).values(entries)
  await tx.insert(recordHead).values(heads)
}

/** A listing and its cover refer to each other, so the cover is set later, without a visible change of `updatedAt`. */
const chooseCover = (tx: Db, { id, publishedAt }: { id: string; publishedAt: Date }, coverFileId?: string) =>
  coverFileId &&
  tx
    .update(listing)
    .set({ coverFileId, updatedAt: addMinutes(publishedAt, 1) })
    .where(eq(listing.id, id))

const PAYING_CARD = { number: '4242 4242 4242 4242', expiry: '12/45', cvc: '123' }

/** Subscribes the demo agent through the sandbox's checkout, so that billing has something to show. */
export async function subscribeDemo(services: Services) {
  const { payments, database, env } = services
  const [priceId] = payments?.priceIds ?? []
  if (!priceId || env.STRIPE_SECRET_KEY) return
  const [found] = await database.db.select().from(user).where(eq(user.email, demoSignIn.email))
  if (!found) return
  const agent = await findMember(database.db, found.id)
  if (!agent) return
  const page = await startCheckout(services, { priceId, clientIp: '127.0.0.1', agent })
  const details = { ...PAYING_CARD, email: agent.email, name: fullName(agent) }
  await fetch(page, { method: 'POST', body: new URLSearchParams(details), redirect: 'manual' })
  await link(services, agent, page.split('/').at(-1) ?? '')
}

/** Like `fulfilCheckout`, but without its email, so that the mailbox starts empty. */
async function link(services: Services, agent: User, sessionId: string) {
  const session = await services.payments?.stripe.checkout.sessions.retrieve(sessionId)
  const subscriptionCustomerId = typeof session?.customer === 'string' ? session.customer : ''
  const { db } = services.database
  await db.insert(checkout).values({ id: sessionId, userId: agent.id, outcome: 'linked', fulfilledAt: new Date() })
  await db.update(user).set({ subscriptionCustomerId }).where(eq(user.id, agent.id))
  await refreshPayer(services, { ...agent, subscriptionCustomerId })
}
