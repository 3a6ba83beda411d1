import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createAgent } from '../../../test/fixtures/agents.ts'
import { createLead } from '../../../test/fixtures/leads.ts'
import { eventually } from '../../../test/support/eventually.ts'
import { startPushService } from '../../../test/support/servers/pushService.ts'
import { type LeadServices, openLeadServices } from '../../../test/support/services/leadServices.ts'
import { registerWorker } from '../../../test/support/services/services.ts'
import { deleteLeads } from '../../db/deleteLeads.server.ts'
import { profile } from '../../db/schema/accounts.ts'
import { event } from '../../db/schema/events.ts'
import { notification, pushSubscription } from '../../db/schema/notifications.ts'
import type { Agent } from '../../platform/auth/sessions.server.ts'
import { createPush, deriveVapidKeys } from '../../platform/outbound/push/push.server.ts'
import { Keyring } from '../../platform/secrets/keyring.server.ts'
import {
  addPushDevice,
  pushToAgent,
  readPushSettings,
  removePushDevice,
  savePushPreferences,
  sendPushJob,
  sendTestPush,
} from './agentPush.server.ts'

let pushService: Awaited<ReturnType<typeof startPushService>>
let opened: LeadServices
const always = { mutedPushes: [], quietFrom: '00:00', quietTo: '00:00' }

beforeAll(async () => {
  pushService = await startPushService()
  opened = await openLeadServices([registerWorker(sendPushJob)], { pushServices: [pushService.origin] })
})
afterAll(async () => {
  await opened.close()
  await pushService.stop()
})
beforeEach(() => {
  pushService.answerWith(201)
  pushService.received.length = 0
})

/** An agent with one device that is never silent. */
async function createAgentWithDevice() {
  const { agent, id: listingId } = await opened.createListing()
  await savePushPreferences(opened.database.db, agent, always)
  await addPushDevice(opened.services, agent, pushService.subscribe(), 'Mozilla/5.0 (iPhone) Safari/605.1')
  return { agent, listingId }
}

const message = { title: 'Hello', body: 'World', path: '/portal', tag: 'a' }
const tell = (agent: Agent, more: Partial<Parameters<typeof pushToAgent>[3]> = {}) =>
  pushToAgent(opened.services, opened.database.db, agent.id, { kind: 'hot_lead', ...message, ...more })
/** Until the push service has refused a message. */
const isRefused = () => {
  const before = pushService.refused()
  return eventually(() => pushService.refused() > before)
}
const devicesOf = (agent: Agent) =>
  opened.database.db.select().from(pushSubscription).where(eq(pushSubscription.userId, agent.id))

describe('a device of an agent', () => {
  test('shows a new lead, encrypted for that browser and signed with our key', async () => {
    const { listingId } = await createAgentWithDevice()
    const { leadId } = await opened.submitLead(listingId, { firstName: 'Ana', lastName: 'Lee', phone: '021 555 0199' })
    await opened.settle()
    expect(pushService.received).toMatchObject([
      {
        title: 'New lead: Ana Lee',
        body: expect.stringContaining('+64 21 555 0199'),
        path: `/portal/leads?lead=${leadId}`,
        signedBy: opened.services.push.publicKey,
      },
    ])
  })

  test('is silent in quiet hours and for what is switched off, but not for a test', async () => {
    const { agent } = await createAgentWithDevice()
    const { db } = opened.database
    await savePushPreferences(db, agent, { ...always, mutedPushes: ['hot_lead'] })
    await tell(agent)
    await opened.settle()
    await savePushPreferences(db, agent, { mutedPushes: [], quietFrom: '00:00', quietTo: '23:59' })
    await db.update(profile).set({ timeZone: 'UTC' }).where(eq(profile.userId, agent.id))
    await tell(agent)
    const [device] = await devicesOf(agent)
    await sendTestPush(opened.services, agent, device?.id ?? '')
    await opened.settle()
    expect(pushService.received.map(({ title }) => title)).toEqual(['Notifications are on'])
  })

  test('is forgotten once its browser no longer wants messages', async () => {
    const { agent } = await createAgentWithDevice()
    pushService.answerWith(410)
    await tell(agent)
    await opened.settle()
    expect(await devicesOf(agent)).toEqual([])
  })

  test('gets the message later while its push service is down', async () => {
    const { agent } = await createAgentWithDevice()
    pushService.answerWith(503)
    await tell(agent)
    await isRefused()
    pushService.answerWith(201)
    await opened.settle()
    expect(pushService.received).toHaveLength(1)
  })

  test('belongs to the agent who used it last, and there are at most ten', async () => {
    const { agent } = await createAgentWithDevice()
    const otherAgent = await createAgent(opened.database.db)
    const [device] = await devicesOf(agent)
    if (!device) throw new Error('no device')
    const { endpoint, p256dh, auth } = device
    await addPushDevice(opened.services, otherAgent, { endpoint, p256dh, auth }, '')
    expect(await devicesOf(agent)).toEqual([])
    for (let i = 0; i < 10; i++) await addPushDevice(opened.services, otherAgent, pushService.subscribe(), '')
    const { devices } = await readPushSettings(opened.services, otherAgent)
    expect(devices).toHaveLength(10)
    expect(devices.map((one) => one.endpoint)).not.toContain(endpoint)
  })
})

test('threat 122: nothing about an erased lead is pushed', async () => {
  const { agent, listingId } = await createAgentWithDevice()
  const { db } = opened.database
  const { id } = await createLead(db, { listingId })
  pushService.answerWith(503)
  await tell(agent, { leadId: id })
  await isRefused()
  await db.update(event).set({ leadId: null }).where(eq(event.leadId, id))
  await db.delete(notification).where(eq(notification.leadId, id))
  await deleteLeads(db, [agent.agencyId], [id])
  pushService.answerWith(201)
  await opened.settle()
  expect(pushService.received).toEqual([])
})

test('threat 123: another agent’s device cannot be tested or removed', async () => {
  const { agent } = await createAgentWithDevice()
  const otherAgent = await createAgent(opened.database.db)
  const [device] = await devicesOf(agent)
  const id = device?.id ?? ''
  await expect(removePushDevice(opened.database.db, otherAgent, id)).rejects.toMatchObject({ status: 404 })
  await expect(sendTestPush(opened.services, otherAgent, id)).rejects.toMatchObject({ status: 404 })
  await removePushDevice(opened.database.db, agent, id)
  expect(await devicesOf(agent)).toEqual([])
})

describe('threat 124: only push services of browsers get requests', () => {
  const push = createPush({ secret: 'x'.repeat(32), contact: 'hello@example.nz' })

  test.each([
    'https://fcm.googleapis.com/fcm/send/abc',
    'https://updates.push.services.mozilla.com/wpush/v2/abc',
    'https://web.push.apple.com/abc',
    'https://wns2-par02p.notify.windows.com/w/?token=abc',
  ])('%s is one', (endpoint) => expect(push.isPushService(endpoint)).toBe(true))

  test.each([
    'http://fcm.googleapis.com/fcm/send/abc',
    'https://fcm.googleapis.com:8080/x',
    'https://fcm.googleapis.com.example.nz/x',
    'https://user@fcm.googleapis.com/x',
    'https://127.0.0.1/x',
    'http://169.254.169.254/latest/meta-data',
    'https://[::1]/x',
    'https://localhost/x',
    'file:///etc/passwd',
    'not a url',
  ])('%s is not', async (endpoint) => {
    expect(push.isPushService(endpoint)).toBe(false)
    const agent = await createAgent(opened.database.db)
    await expect(
      addPushDevice(opened.services, agent, { endpoint, p256dh: 'k'.repeat(20), auth: 'k'.repeat(20) }, ''),
    ).rejects.toMatchObject({ status: 400, fields: { endpoint: expect.any(String) } })
  })
})

describe('after a change of the secret, a browser', () => {
  const OLD = 'the old secret, which is long enough'
  const [oldKey, newKey] = [deriveVapidKeys(OLD), deriveVapidKeys('a secret that is long enough for anybody')]
  const changedServices = () => {
    const keyring = new Keyring('a secret that is long enough for anybody', [OLD])
    const push = createPush({ secret: keyring, contact: 'hello@example.nz', furtherServices: [pushService.origin] })
    return { ...opened.services, push }
  }
  /** An agent whose browser has subscribed with this key. */
  async function createSubscriber(publicKey: string, isKnown = true) {
    const { agent } = await opened.createListing()
    await savePushPreferences(opened.database.db, agent, always)
    const device = pushService.subscribe(publicKey)
    await addPushDevice(changedServices(), agent, isKnown ? { ...device, publicKey } : device, '')
    return agent
  }
  async function send(agent: Agent) {
    const [device] = await devicesOf(agent)
    const sealed = opened.services.seal.close(message)
    await sendPushJob.work(changedServices(), { deviceId: device?.id ?? '', kind: 'hot_lead', sealed }, { id: 'a' })
  }

  test('gets messages that are signed with the key with which it has subscribed', async () => {
    for (const { publicKey } of [oldKey, newKey]) {
      await send(await createSubscriber(publicKey))
      expect(pushService.received.at(-1)).toMatchObject({ title: 'Hello', signedBy: publicKey })
    }
    expect(pushService.received).toHaveLength(2)
  })

  test('gets them, too, when it subscribed before we stored with which key', async () => {
    for (const { publicKey } of [oldKey, newKey]) {
      const agent = await createSubscriber(publicKey, false)
      await send(agent)
      expect(pushService.received.at(-1)).toMatchObject({ signedBy: publicKey })
      expect(await devicesOf(agent)).toHaveLength(1)
    }
  })

  test('replaces its earlier subscription, and nobody else’s', async () => {
    const [agent, other] = [await createSubscriber(oldKey.publicKey), await createSubscriber(oldKey.publicKey)]
    const [mine, theirs] = [(await devicesOf(agent))[0], (await devicesOf(other))[0]]
    const renewed = () => ({ ...pushService.subscribe(newKey.publicKey), publicKey: newKey.publicKey })
    await addPushDevice(changedServices(), agent, { ...renewed(), replaces: mine?.endpoint }, '')
    expect(await devicesOf(agent)).toMatchObject([{ publicKey: newKey.publicKey }])
    await addPushDevice(changedServices(), agent, { ...renewed(), replaces: theirs?.endpoint }, '')
    expect(await devicesOf(other)).toHaveLength(1)
  })

  test('keeps its place in the list while we have not got its key, and is told nothing', async () => {
    const agent = await createSubscriber(newKey.publicKey)
    await opened.database.db
      .update(pushSubscription)
      .set({ publicKey: deriveVapidKeys('a secret that nobody here has ever had').publicKey })
      .where(eq(pushSubscription.userId, agent.id))
    await send(agent)
    expect(pushService.received).toEqual([])
    expect(await devicesOf(agent)).toHaveLength(1)
  })

  test('cannot subscribe with a key that is not ours', async () => {
    const { publicKey } = deriveVapidKeys('a secret that nobody here has ever had')
    await expect(createSubscriber(publicKey)).rejects.toMatchObject({
      status: 400,
      fields: { publicKey: expect.any(String) },
    })
  })
})

test('the keys are the same in every process with the same secret, and different with another', () => {
  const [one, same, other] = ['a', 'a', 'b'].map((letter) => deriveVapidKeys(letter.repeat(40)))
  expect(one).toEqual(same)
  expect(other?.publicKey).not.toBe(one?.publicKey)
  expect(Buffer.from(one?.publicKey ?? '', 'base64url')).toHaveLength(65)
  expect(Buffer.from(one?.privateKey ?? '', 'base64url')).toHaveLength(32)
})
