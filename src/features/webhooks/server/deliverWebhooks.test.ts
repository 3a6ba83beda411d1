import { and, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createAgency } from '../../../../test/fixtures/agencies.ts'
import { createAgent } from '../../../../test/fixtures/agents.ts'
import { startWebhookReceiver, verifyMessage } from '../../../../test/support/servers/webhookReceiver.ts'
import { createApiClient } from '../../../../test/support/services/apiClient.ts'
import { openServices } from '../../../../test/support/services/services.ts'
import { deleteWebhookMessages } from '../../../db/deleteWebhooks.server.ts'
import { webhookDelivery, webhookEndpoint, webhookMessage } from '../../../db/schema/webhooks.ts'
import type { Agent } from '../../../platform/auth/sessions.server.ts'
import { sweepExpiredJob } from '../../../platform/jobs/sweepExpired.server.ts'
import { announceAll } from '../../../platform/outbound/webhooks/announce.server.ts'
import type { WebhookType } from '../../../platform/outbound/webhooks/webhookTypes.ts'
import { deliverDueMessages } from './deliverWebhooks.server.ts'
import {
  createWebhook,
  deleteWebhook,
  listDeliveries,
  listWebhooks,
  resendDelivery,
  revealWebhookSecret,
  rotateWebhookSecret,
  sendTestWebhook,
  updateWebhook,
} from './webhooks.server.ts'

let receiver: Awaited<ReturnType<typeof startWebhookReceiver>>
let opened: Awaited<ReturnType<typeof openServices>>
let agent: Agent
beforeAll(async () => {
  receiver = await startWebhookReceiver()
  opened = await openServices([], { internalOrigins: [receiver.origin] })
})
afterAll(async () => {
  await opened.close()
  await receiver.stop()
})
beforeEach(async () => {
  await deleteWebhookMessages(opened.database.db, {})
  agent = await createAgent(opened.database.db)
  receiver.received.length = 0
  receiver.acceptAll()
})

const addWebhook = (types: WebhookType[] = [], url = receiver.url) =>
  createWebhook(opened.services, agent, { url, name: '', types })

const announceAbout = (...objectIds: string[]) =>
  announceAll(
    opened.database.db,
    objectIds.map((objectId, at) => ({
      ...{ agencyId: agent.agencyId, type: 'lead.updated', objectId },
      data: { leadId: objectId, at },
    })),
  )

const deliver = () => deliverDueMessages(opened.services)
const deliveries = async (id: string) => (await listDeliveries(opened.services, agent, { id, limit: 100 })).deliveries

/** As if the time of the next attempt had come. */
const makeDue = (id: string) =>
  opened.database.db
    .update(webhookDelivery)
    .set({ nextAttemptAt: sql`now()` })
    .where(and(eq(webhookDelivery.endpointId, id), sql`"nextAttemptAt" is not null`))

const received = () => receiver.received.map(({ body }) => `${body.data.leadId} ${body.data.at}`)

describe('a message', () => {
  test('is signed by Standard Webhooks, and links to what it is about', async () => {
    const { secret } = await addWebhook()
    await announceAbout('lead_0123456789abcdef')
    await deliver()
    const [message] = receiver.received
    if (!message) throw new Error('Nothing was received.')
    expect(verifyMessage(secret, message)).toEqual({
      type: 'lead.updated',
      timestamp: expect.stringMatching(/^\d{4}-.*Z$/),
      data: {
        leadId: 'lead_0123456789abcdef',
        at: 0,
        url: 'https://files.example.nz/api/v1/leads/lead_0123456789abcdef',
      },
    })
    expect(() => verifyMessage(secret, { ...message, text: message.text.replace('updated', 'created') })).toThrow()
    expect(message.id).toMatch(/^msg_/)
  })

  test('goes to the endpoints that want its type, and to no other agency', async () => {
    const wanting = await addWebhook(['lead.updated', 'lead.hot'])
    const other = await addWebhook(['listing.published'])
    const disabled = await addWebhook()
    await updateWebhook(opened.services, agent, { id: disabled.id, isEnabled: false })
    const mine = agent
    agent = await createAgent(opened.database.db)
    await addWebhook()
    agent = mine
    await announceAbout('lead_a')
    await deliver()
    expect(receiver.received).toHaveLength(1)
    expect(await deliveries(wanting.id)).toMatchObject([{ state: 'delivered', lastStatus: 204, attempts: 1 }])
    expect(await deliveries(other.id)).toEqual([])
    expect(await deliveries(disabled.id)).toEqual([])
  })

  test('is not stored for an agency without endpoints', async () => {
    await announceAbout('lead_a')
    expect(await opened.database.db.$count(webhookMessage, eq(webhookMessage.agencyId, agent.agencyId))).toBe(0)
  })

  test('that fails is sent again with the same id, and those about the same object wait for it', async () => {
    const { id } = await addWebhook()
    receiver.respondWith((response, { body }) => response.writeHead(body.data.leadId === 'lead_a' ? 500 : 204).end())
    await announceAbout('lead_a', 'lead_b', 'lead_a', 'lead_b', 'lead_a')
    await deliver()
    expect(received()).toEqual(['lead_a 0', 'lead_b 1', 'lead_b 3'])
    receiver.acceptAll()
    await makeDue(id)
    await deliver()
    expect(received().slice(3)).toEqual(['lead_a 0', 'lead_a 2', 'lead_a 4'])
    expect(receiver.received[3]?.id).toBe(receiver.received[0]?.id)
    expect(receiver.received[3]?.text).toBe(receiver.received[0]?.text)
  })

  test('is tried for three days, and then given up', async () => {
    const { id } = await addWebhook()
    receiver.respondWith(503)
    await announceAbout('lead_a')
    let seconds = 0
    for (let attempt = 1; ; attempt++) {
      await opened.database
        .sql`update webhook_message set "createdAt" = now() - make_interval(secs => ${seconds}) where "agencyId" = ${agent.agencyId}`
      await makeDue(id)
      await deliver()
      const [delivery] = await deliveries(id)
      expect(delivery).toMatchObject({ attempts: attempt, lastStatus: 503, lastResponse: 'status 503' })
      if (!delivery?.nextAttemptAt || !delivery.lastAttemptAt) break
      expect(delivery.state).toBe('retrying')
      seconds += (delivery.nextAttemptAt.getTime() - delivery.lastAttemptAt.getTime()) / 1000
    }
    expect((await deliveries(id))[0]?.state).toBe('failed')
    expect(seconds / 86_400).toBeGreaterThanOrEqual(3)
    expect(seconds / 86_400).toBeLessThan(3.6)
  })

  test('to several objects is sent at once where the endpoint is slow', async () => {
    await addWebhook()
    receiver.respondWith((response) => setTimeout(() => response.end(), 400))
    await announceAbout('lead_a', 'lead_b', 'lead_c')
    await deliver()
    expect(receiver.received).toHaveLength(3)
    expect(receiver.mostAtOnce()).toBeGreaterThan(1)
  })

  test('is taken by one of two processes', async () => {
    await addWebhook()
    await announceAbout(...Array.from({ length: 30 }, (_, nth) => `lead_${nth}`))
    await Promise.all([deliver(), deliver()])
    expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(30)
    expect(receiver.received).toHaveLength(30)
  })

  test('whose process died is sent once its lease has ended', async () => {
    const { id } = await addWebhook()
    await announceAbout('lead_a')
    await opened.database
      .sql`update webhook_delivery set attempts = 1, "nextAttemptAt" = now() + interval '30 seconds' where "endpointId" = ${id}`
    await deliver()
    expect(receiver.received).toEqual([])
    await makeDue(id)
    await deliver()
    expect(await deliveries(id)).toMatchObject([{ state: 'delivered', attempts: 2 }])
  })

  test('keeps the beginning of the response as text that can be stored', async () => {
    const { id } = await addWebhook()
    receiver.respondWith((response) => response.writeHead(400).end(`a\0b${'x'.repeat(200_000)}`))
    await announceAbout('lead_a')
    await deliver()
    const [delivery] = await deliveries(id)
    expect(delivery?.lastResponse).toMatch(/^abx{100}/)
    expect(delivery?.lastResponse?.length).toBeLessThanOrEqual(4_000)
  })

  test('is not sent to an address that became private, and the log says why', async () => {
    const { id } = await addWebhook()
    await opened.database.db
      .update(webhookEndpoint)
      .set({ url: 'https://169.254.169.254/latest' })
      .where(eq(webhookEndpoint.id, id))
    await announceAbout('lead_a')
    await deliver()
    expect(await deliveries(id)).toMatchObject([
      { state: 'retrying', lastStatus: null, lastResponse: 'Please enter a public address' },
    ])
  })

  test('is a failure if the endpoint redirects', async () => {
    const { id } = await addWebhook()
    receiver.respondWith((response) => response.writeHead(302, { location: `${receiver.origin}/other` }).end())
    await announceAbout('lead_a')
    await deliver()
    expect(receiver.received).toHaveLength(1)
    expect(await deliveries(id)).toMatchObject([{ state: 'retrying', lastStatus: 302 }])
  })

  test('is deleted with its response after 30 days', async () => {
    const { id } = await addWebhook()
    await announceAbout('lead_a', 'lead_b')
    await deliver()
    await opened.database
      .sql`update webhook_message set "createdAt" = now() - interval '30 days' where "objectId" = 'lead_a' and "agencyId" = ${agent.agencyId}`
    await sweepExpiredJob.work(opened.services, {}, { id: '' })
    expect(await deliveries(id)).toMatchObject([{ body: expect.stringContaining('lead_b') }])
  })
})

describe('an endpoint', () => {
  test('that fails for three days is turned off, and the owners are told', async () => {
    const { db } = opened.database
    const { owner, manager } = await createAgency(db)
    agent = manager
    const { id } = await addWebhook()
    receiver.respondWith(500)
    await announceAbout('lead_a', 'lead_b')
    await deliver()
    expect((await listWebhooks(db, agent))[0]).toMatchObject({ isEnabled: true, failingSince: expect.any(Date) })
    await db
      .update(webhookEndpoint)
      .set({ failingSince: sql`now() - interval '3 days'` })
      .where(eq(webhookEndpoint.id, id))
    await makeDue(id)
    await deliver()
    expect((await listWebhooks(db, agent))[0]).toMatchObject({ isEnabled: false })
    expect((await deliveries(id)).map(({ state }) => state)).toEqual(['failed', 'failed'])
    const emails = (await opened.writtenEmails()).filter(({ subject }) => subject.includes('webhook'))
    expect(emails.map(({ to }) => to)).toEqual([owner.email])
    expect(emails[0]?.text).toContain('127.0.0.1 hasn’t accepted a message from us for 3 days')
    const count = receiver.received.length
    await announceAbout('lead_c')
    await makeDue(id)
    await deliver()
    expect(receiver.received).toHaveLength(count)
    await updateWebhook(opened.services, agent, { id, isEnabled: true })
    expect((await listWebhooks(db, agent))[0]).toMatchObject({ isEnabled: true, failingSince: null })
  })

  test('that is gone is turned off at once', async () => {
    await addWebhook()
    receiver.respondWith(410)
    await announceAbout('lead_a')
    await deliver()
    expect((await listWebhooks(opened.database.db, agent))[0]).toMatchObject({ isEnabled: false })
  })

  test('that works again gets at once what it missed', async () => {
    const { id } = await addWebhook()
    receiver.respondWith(500)
    await announceAbout('lead_a', 'lead_b', 'lead_c')
    await deliver()
    await opened.database.db
      .update(webhookEndpoint)
      .set({ failingSince: sql`now() - interval '20 minutes'` })
      .where(eq(webhookEndpoint.id, id))
    receiver.acceptAll()
    await announceAbout('lead_d')
    await deliver()
    expect((await deliveries(id)).map(({ state }) => state)).toEqual(Array(4).fill('delivered'))
    expect((await listWebhooks(opened.database.db, agent))[0]?.failingSince).toBeNull()
  })

  test('threat 174: signs with the old and the new secret for a day', async () => {
    const { id, secret: old } = await addWebhook()
    const { secret } = await rotateWebhookSecret(opened.services, agent, id)
    expect(secret).not.toBe(old)
    await announceAbout('lead_a')
    await deliver()
    const [first] = receiver.received
    if (!first) throw new Error('Nothing was received.')
    verifyMessage(old, first)
    verifyMessage(secret, first)
    await opened.database.db
      .update(webhookEndpoint)
      .set({ previousSecretUntil: sql`now() - interval '1 second'` })
      .where(eq(webhookEndpoint.id, id))
    await announceAbout('lead_a')
    await deliver()
    const [, second] = receiver.received
    if (!second) throw new Error('Nothing was received.')
    expect(() => verifyMessage(old, second)).toThrow()
    verifyMessage(secret, second)
    expect(await revealWebhookSecret(opened.services, agent, id)).toEqual({ secret })
  })

  test('keeps the secret of before when it is replaced twice at the same moment', async () => {
    const { id } = await addWebhook()
    const rotate = () => rotateWebhookSecret(opened.services, agent, id)
    const rotated = (await Promise.all([rotate(), rotate()])).map(({ secret }) => secret)
    await announceAbout('lead_a')
    await deliver()
    const [message] = receiver.received
    if (!message) throw new Error('Nothing was received.')
    for (const secret of rotated) verifyMessage(secret, message)
  })

  test('has its secret sealed in the database', async () => {
    const { id, secret } = await addWebhook()
    const [row] = await opened.database.db.select().from(webhookEndpoint).where(eq(webhookEndpoint.id, id))
    expect(secret).toMatch(/^whsec_/)
    expect(JSON.stringify(row)).not.toContain(secret.slice(6))
  })

  test('gets a message again, with its id, and test messages', async () => {
    const { id } = await addWebhook(['listing.published'])
    const { deliveryId, messageId } = await sendTestWebhook(opened.services, agent, id)
    await deliver()
    await resendDelivery(opened.services, agent, { id, deliveryId })
    await deliver()
    expect(receiver.received.map((one) => [one.id, one.body.type])).toEqual([
      [messageId, 'webhook.test'],
      [messageId, 'webhook.test'],
    ])
  })

  test('is deleted with its log', async () => {
    const { id } = await addWebhook()
    await announceAbout('lead_a')
    await deleteWebhook(opened.database.db, agent, id)
    await deliver()
    expect(receiver.received).toEqual([])
    await expect(deliveries(id)).rejects.toMatchObject({ status: 404 })
  })

  test.each([
    'http://example.nz/hook',
    'https://10.0.0.1/hook',
    'https://localhost/hook',
    'https://user:password@example.nz/',
    'example.nz',
  ])('cannot be at %s', async (url) => {
    await expect(addWebhook([], url)).rejects.toMatchObject({ status: 400, fields: { url: expect.any(String) } })
    const { id } = await addWebhook()
    await expect(updateWebhook(opened.services, agent, { id, url })).rejects.toMatchObject({ status: 400 })
  })

  test('threat 175: is for owners and managers of its agency', async () => {
    const { db } = opened.database
    const { id } = await addWebhook()
    const delivery = await sendTestWebhook(opened.services, agent, id)
    const stranger = await createAgent(db)
    const { agent: colleague } = await createAgency(db)
    for (const [other, status] of [
      [stranger, 404],
      [colleague, 403],
    ] as const) {
      const { services } = opened
      const refused = expect.objectContaining({ status })
      await expect(updateWebhook(services, other, { id, isEnabled: false })).rejects.toEqual(refused)
      await expect(deleteWebhook(db, other, id)).rejects.toEqual(refused)
      await expect(revealWebhookSecret(services, other, id)).rejects.toEqual(refused)
      await expect(rotateWebhookSecret(services, other, id)).rejects.toEqual(refused)
      await expect(listDeliveries(services, other, { id, limit: 10 })).rejects.toEqual(refused)
      await expect(resendDelivery(services, other, { id, ...delivery })).rejects.toEqual(refused)
      await expect(sendTestWebhook(services, other, id)).rejects.toEqual(refused)
    }
    const own = await createWebhook(opened.services, stranger, { url: receiver.url, name: '', types: [] })
    await expect(
      resendDelivery(opened.services, stranger, { id: own.id, deliveryId: delivery.deliveryId }),
    ).rejects.toMatchObject({ status: 404 })
  })
})

test('programs test and resend more at the same moment than there are connections to the database', async () => {
  const program = await createApiClient(opened.services, agent, ['webhooks:write'])
  const { id } = await addWebhook()
  const times = Array.from({ length: 20 })
  const tested = await Promise.all(times.map(() => program.send('POST', `/webhooks/${id}/test`)))
  expect(tested.map(({ status }) => status)).toEqual(times.map(() => 202))
  const resent = await Promise.all(
    tested.map(({ body }) => program.send('POST', `/webhooks/${id}/deliveries/${body.deliveryId}/resend`)),
  )
  expect(resent.map(({ status }) => status)).toEqual(times.map(() => 204))
})

test('a program adds, changes, tests and deletes webhooks with its key', async () => {
  const { services } = opened
  const program = await createApiClient(services, agent, ['webhooks:write'])
  const created = await program.send('POST', '/webhooks', { body: { url: receiver.url, types: ['lead.created'] } })
  expect(created).toMatchObject({ status: 201, body: { isEnabled: true, secret: expect.stringMatching(/^whsec_/) } })
  const path = `/webhooks/${created.body.id}`
  const tested = await program.send('POST', `${path}/test`)
  expect(tested.status).toBe(202)
  await deliver()
  const log = await program.send('GET', `${path}/deliveries?limit=1`)
  expect(log.body.data).toMatchObject([{ id: tested.body.deliveryId, state: 'delivered', lastStatus: 204 }])
  expect((await program.send('POST', `${path}/deliveries/${tested.body.deliveryId}/resend`)).status).toBe(204)
  await deliver()
  expect(receiver.received.map(({ id }) => id)).toEqual([tested.body.messageId, tested.body.messageId])
  expect((await program.send('POST', `${path}/rotate-secret`)).body.secret).not.toBe(created.body.secret)
  const changed = await program.send('PATCH', path, { body: { isEnabled: false } })
  expect(changed.body).toMatchObject({ isEnabled: false, types: ['lead.created'] })
  expect((await program.send('GET', '/webhooks')).body.data).toEqual([(await program.send('GET', path)).body])
  expect(JSON.stringify(changed.body)).not.toContain('whsec_')
  expect((await program.send('POST', '/webhooks', { body: { url: 'https://10.0.0.1/' } })).body).toMatchObject({
    status: 400,
    errors: [{ pointer: '#/url' }],
  })
  expect((await program.send('DELETE', path)).status).toBe(204)
  expect((await program.send('GET', path)).status).toBe(404)
  const reader = await createApiClient(services, agent, ['leads:read'])
  expect((await reader.send('GET', '/webhooks')).status).toBe(403)
})
