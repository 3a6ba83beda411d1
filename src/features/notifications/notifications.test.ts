import { expect, test } from 'vitest'
import { createAgent } from '../../../test/fixtures/agents.ts'
import { createLead } from '../../../test/fixtures/leads.ts'
import { createPublishedListing } from '../../../test/fixtures/listings.ts'
import { freshDatabase } from '../../../test/support/database.ts'
import { isQuietTime } from './notifications.schema.ts'
import { listNotifications, markRead } from './notifications.server.ts'

const first = { limit: 20 }

async function twoAgents() {
  const { db } = await freshDatabase()
  const [agent, otherAgent] = [await createAgent(db), await createAgent(db)]
  return { db, agent, otherAgent, listingId: (await createPublishedListing(db, { agent })).id }
}

test('an agent is notified of their own leads only, latest first, until they are read', async () => {
  const { db, agent, otherAgent, listingId } = await twoAgents()
  const { id: mere } = await createLead(db, {
    listingId,
    firstName: 'Mere',
    createdAt: new Date('2026-03-01T00:00:00Z'),
  })
  await createLead(db, { listingId, firstName: 'Tama', createdAt: new Date('2026-03-02T00:00:00Z') })
  await createLead(db, { listingId: (await createPublishedListing(db, { agent: otherAgent })).id })

  expect(await listNotifications(db, agent, first)).toMatchObject({
    unread: 2,
    notifications: [
      { firstName: 'Tama', listingTitle: '12 Rata Street', readAt: null },
      { firstName: 'Mere', leadId: mere },
    ],
    next: null,
  })
  await markRead(db, agent, { leadId: mere })
  expect(await listNotifications(db, agent, first)).toMatchObject({
    unread: 1,
    notifications: [{ readAt: null }, { readAt: expect.any(Date) }],
  })
  await markRead(db, agent, { all: true })
  expect(await listNotifications(db, agent, first)).toMatchObject({ unread: 0 })
  expect(await listNotifications(db, otherAgent, first)).toMatchObject({ unread: 1 })
})

test('one can be marked as read alone; another agent’s is not found; the list continues', async () => {
  const { db, agent, otherAgent, listingId } = await twoAgents()
  for (let n = 0; n < 3; n++) await createLead(db, { listingId })
  const page = await listNotifications(db, agent, { limit: 2 })
  const rest = await listNotifications(db, agent, { limit: 2, cursor: page.next ?? undefined })
  expect([page.notifications.length, rest.notifications.length, rest.next]).toEqual([2, 1, null])

  const id = rest.notifications[0]?.id ?? ''
  await expect(markRead(db, otherAgent, { id })).rejects.toMatchObject({ status: 404 })
  await markRead(db, agent, { id })
  expect((await listNotifications(db, agent, first)).unread).toBe(2)
})

const night = { quietFrom: '21:00', quietTo: '07:00' }
const at = (time: string) => new Date(`2026-11-18T${time}:00+13:00`)
const isQuiet = (time: string, hours = night) => isQuietTime(at(time), 'Pacific/Auckland', hours)

test('quiet hours may go past midnight, in the agent’s time zone', () => {
  expect(['20:59', '21:00', '00:00', '06:59', '07:00'].map((time) => isQuiet(time))).toEqual([
    false,
    true,
    true,
    true,
    false,
  ])
  expect(isQuietTime(at('22:00'), 'Australia/Perth', night)).toBe(false)
})

test('quiet hours may be within a day, or never', () => {
  const siesta = { quietFrom: '12:00', quietTo: '14:00' }
  expect(['11:59', '12:00', '13:59', '14:00'].map((time) => isQuiet(time, siesta))).toEqual([false, true, true, false])
  expect(isQuiet('12:00', { quietFrom: '12:00', quietTo: '12:00' })).toBe(false)
})
