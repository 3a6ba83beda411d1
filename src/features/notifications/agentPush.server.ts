import { and, asc, eq, notInArray } from 'drizzle-orm'
import { z } from 'zod'
import type { Db } from '#db/client.server.ts'
import { profile } from '#db/schema/accounts.ts'
import { lead } from '#db/schema/leads.ts'
import { pushSubscription } from '#db/schema/notifications.ts'
import type { Agent } from '#platform/auth/sessions.server.ts'
import { invalidInput, notFound } from '#platform/errors.ts'
import { describeDevice } from '#platform/events/userAgent.server.ts'
import type { Job } from '#platform/jobs/jobs.server.ts'
import type { PushMessage } from '#platform/outbound/push/push.server.ts'
import type { Services } from '#platform/services.server.ts'
import { DEFAULT_TIME_ZONE } from '#values/time.ts'
import {
  defaultQuietHours,
  isQuietTime,
  type NewPushDevice,
  PushKind,
  type PushPreferences,
} from './notifications.schema.ts'

/** A phone, a tablet and a few computers. The oldest makes room. */
const MAX_DEVICES = 10

/** Adds the browser, or moves it from another agent who used it before. */
export async function addPushDevice(
  services: Services,
  agent: Agent,
  { replaces, ...device }: NewPushDevice,
  userAgent: string,
) {
  const { database, push } = services
  if (!push.isPushService(device.endpoint))
    throw invalidInput({ endpoint: 'This browser’s notification service isn’t supported.' })
  if (device.publicKey && !push.isOwnKey(device.publicKey))
    throw invalidInput({ publicKey: 'This isn’t our key. Reload the page and try again.' })
  const row = { publicKey: null, ...device, userId: agent.id, userAgent: userAgent.slice(0, 300) }
  await database.db.transaction(async (tx) => {
    if (replaces)
      await tx
        .delete(pushSubscription)
        .where(and(eq(pushSubscription.endpoint, replaces), eq(pushSubscription.userId, agent.id)))
    await tx
      .insert(pushSubscription)
      .values(row)
      .onConflictDoUpdate({ target: pushSubscription.endpoint, set: { ...row, createdAt: new Date() } })
    const own = eq(pushSubscription.userId, agent.id)
    const devices = await tx.select().from(pushSubscription).where(own).orderBy(asc(pushSubscription.createdAt))
    const kept = devices.slice(-MAX_DEVICES).map(({ id }) => id)
    await tx.delete(pushSubscription).where(and(own, notInArray(pushSubscription.id, kept)))
  })
}

export async function removePushDevice(db: Db, agent: Agent, id: string) {
  const [removed] = await db
    .delete(pushSubscription)
    .where(and(eq(pushSubscription.id, id), eq(pushSubscription.userId, agent.id)))
    .returning()
  if (!removed) throw notFound()
}

/** What the settings show: the devices, and what they are told when. */
export async function readPushSettings({ database: { db }, push }: Services, agent: Agent) {
  const devices = await db
    .select()
    .from(pushSubscription)
    .where(eq(pushSubscription.userId, agent.id))
    .orderBy(asc(pushSubscription.createdAt))
  const { muted, quietFrom, quietTo } = await readPreferences(db, agent.id)
  return {
    publicKey: push.publicKey,
    mutedPushes: PushKind.options.filter((kind) => muted.includes(kind)),
    quietFrom,
    quietTo,
    devices: devices.map(({ id, endpoint, userAgent, createdAt }) => ({
      id,
      endpoint,
      ...describeDevice(userAgent),
      createdAt,
    })),
  }
}

export async function savePushPreferences(db: Db, agent: Agent, preferences: PushPreferences) {
  await db
    .insert(profile)
    .values({ userId: agent.id, ...preferences })
    .onConflictDoUpdate({ target: profile.userId, set: preferences })
}

async function readPreferences(db: Db, userId: string) {
  const [found] = await db
    .select({
      muted: profile.mutedPushes,
      quietFrom: profile.quietFrom,
      quietTo: profile.quietTo,
      timeZone: profile.timeZone,
    })
    .from(profile)
    .where(eq(profile.userId, userId))
  return found ?? { muted: [], ...defaultQuietHours, timeZone: DEFAULT_TIME_ZONE }
}

export interface AgentPush extends PushMessage {
  kind: PushKind
  /** The lead that it names. Nothing is sent once they are erased. */
  leadId?: string
}

/** Sent to all devices of an agent if and only if the caller's transaction commits. */
export async function pushToAgent(
  { jobs, seal }: Services,
  tx: Db,
  userId: string,
  { kind, leadId, ...message }: AgentPush,
) {
  const devices = await tx
    .select({ id: pushSubscription.id })
    .from(pushSubscription)
    .where(eq(pushSubscription.userId, userId))
  for (const { id: deviceId } of devices)
    await jobs.enqueue(tx, sendPushJob, { deviceId, kind, leadId, sealed: seal.close(message) })
}

const Message = z.strictObject({ title: z.string(), body: z.string(), path: z.string(), tag: z.string() })
const SendPushData = z.strictObject({
  deviceId: z.string(),
  kind: z.string(),
  leadId: z.string().optional(),
  /** Encrypted, because it names people. */
  sealed: z.string(),
})

/** One device, so that another attempt does not tell the others again. What is quiet or switched off is checked when it is sent. */
export const sendPushJob: Job<z.infer<typeof SendPushData>, Services> = {
  name: 'send_push',
  data: SendPushData,
  queue: { retryLimit: 5, retryDelay: 5, retryBackoff: true, retryDelayMax: 300, expireInSeconds: 60 },
  async work({ database: { db }, push, seal }, { deviceId, kind, leadId, sealed }) {
    const [device] = await db.select().from(pushSubscription).where(eq(pushSubscription.id, deviceId))
    if (!device || (leadId && !(await leadExists(db, leadId)))) return
    const { muted, timeZone, ...quietHours } = await readPreferences(db, device.userId)
    if (muted.includes(kind) || (kind !== TEST_KIND && isQuietTime(new Date(), timeZone, quietHours))) return
    // Its key has been ended. The browser subscribes again with the next visit to the portal.
    if (device.publicKey && !push.isOwnKey(device.publicKey)) return
    const isWanted = await push.send(device, Message.parse(seal.open(sealed)))
    const own = eq(pushSubscription.id, deviceId)
    if (isWanted) await db.update(pushSubscription).set({ lastSentAt: new Date() }).where(own)
    else await db.delete(pushSubscription).where(own)
  },
}

async function leadExists(db: Db, id: string) {
  const [found] = await db.select({ id: lead.id }).from(lead).where(eq(lead.id, id))
  return found !== undefined
}

/** Someone who asks for a test is awake. */
const TEST_KIND = 'test'
const testsPerAgent = { name: 'push_test', points: 10, seconds: 3600 }

export async function sendTestPush(services: Services, agent: Agent, deviceId: string) {
  const { database, jobs, limits, seal } = services
  const [own] = await database.db
    .select()
    .from(pushSubscription)
    .where(and(eq(pushSubscription.id, deviceId), eq(pushSubscription.userId, agent.id)))
  if (!own) throw notFound()
  await limits.spend(testsPerAgent, agent.id)
  const message: PushMessage = {
    title: 'Notifications are on',
    body: 'We’ll tell you here about new leads and buyers who are reading.',
    path: '/portal/settings#notifications',
    tag: TEST_KIND,
  }
  await jobs.enqueue(database.db, sendPushJob, { deviceId, kind: TEST_KIND, sealed: seal.close(message) })
}
