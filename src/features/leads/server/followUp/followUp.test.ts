import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { lead } from '#db/schema/leads.ts'
import { notification } from '#db/schema/notifications.ts'
import { DashboardInput } from '#features/analytics/analytics.schema.ts'
import { readDashboard } from '#features/analytics/server/dashboard.server.ts'
import { listNotifications } from '#features/notifications/notifications.server.ts'
import { HOUR_MS } from '#values/time.ts'
import { createAgent } from '../../../../../test/fixtures/agents.ts'
import { createLead } from '../../../../../test/fixtures/leads.ts'
import { createPublishedListing } from '../../../../../test/fixtures/listings.ts'
import { createDatabase } from '../../../../../test/support/database.ts'
import { nextActionTimes, PlanNextActionInput } from '../../followUp/followUp.schema.ts'
import { ListLeadsInput } from '../../leads.schema.ts'
import { archiveLeads, countLeads, listLeads, setLeadsStatus } from '../leads.server.ts'
import { planNextAction, remindOfNextActions } from './followUp.server.ts'

let database: Awaited<ReturnType<typeof createDatabase>>
let agent: Awaited<ReturnType<typeof createAgent>>
let otherAgent: typeof agent
let listingId: string
beforeEach(async () => {
  database = await createDatabase()
  onTestFinished(database.drop)
  agent = await createAgent(database.db)
  otherAgent = await createAgent(database.db)
  listingId = (await createPublishedListing(database.db, { agent })).id
})

const call = (nextActionAt: Date) => ({ nextAction: 'Call about finance', nextActionAt })
const inHours = (hours: number) => new Date(Date.now() + hours * HOUR_MS)

describe('a lead needs a reply', () => {
  const namesToReply = async () => {
    const input = ListLeadsInput.parse({ status: 'needs_reply', sort: 'name' })
    return (await listLeads(database.db, agent, input)).leads.map(({ firstName }) => firstName)
  }

  test('when it is new with nothing planned, or when its next action is due, in every list and count', async () => {
    const { db } = database
    await createLead(db, { listingId, firstName: 'New' })
    await createLead(db, { listingId, firstName: 'Planned', ...call(inHours(1)) })
    await createLead(db, { listingId, firstName: 'Overdue', ...call(inHours(-1)) })
    await createLead(db, { listingId, firstName: 'Contacted', status: 'contacted' })
    await createLead(db, { listingId, firstName: 'Due again', status: 'viewing', ...call(inHours(-1)) })
    await createLead(db, { listingId, firstName: 'Closed', status: 'closed', ...call(inHours(-1)) })
    await createLead(db, { listingId, firstName: 'Archived', archivedAt: new Date(), ...call(inHours(-1)) })

    expect(await namesToReply()).toEqual(['Due again', 'New', 'Overdue'])
    const counts = await countLeads(db, agent)
    expect(counts).toMatchObject({ needs_reply: 3, new: 3, contacted: 1, viewing: 1, closed: 1, archived: 1 })
    const { newLeads, attention } = await readDashboard(db, agent, DashboardInput.parse({}))
    expect(newLeads.map(({ firstName }) => firstName).toSorted()).toEqual(['New', 'Overdue', 'Planned'])
    expect(attention).toContainEqual({ kind: 'leads to reply to', count: counts.needs_reply })
  })

  test('no longer once something is planned for later', async () => {
    const { id } = await createLead(database.db, { listingId, firstName: 'New' })
    await planNextAction(database.db, agent, { ids: [id], next: call(inHours(24)) })
    expect(await namesToReply()).toEqual([])
    await planNextAction(database.db, agent, { ids: [id], next: null })
    expect(await namesToReply()).toEqual(['New'])
  })
})

describe('a next action', () => {
  const reminders = async () =>
    (await listNotifications(database.db, agent, { limit: 20 })).notifications.filter(
      ({ type }) => type === 'next_action_due',
    )

  test('is announced once when it is due, and again when it was planned again', async () => {
    const { db } = database
    const { id } = await createLead(db, { listingId })
    await planNextAction(db, agent, { ids: [id], next: call(inHours(1)) })
    expect(await remindOfNextActions(db)).toBe(0)
    await planNextAction(db, agent, { ids: [id], next: call(inHours(-1)) })
    expect(await remindOfNextActions(db)).toBe(1)
    expect(await remindOfNextActions(db)).toBe(0)
    expect(await reminders()).toMatchObject([{ leadId: id, nextAction: 'Call about finance', firstName: 'Mere' }])

    await planNextAction(db, agent, { ids: [id], next: { ...call(inHours(-1)), nextAction: 'Call again' } })
    await remindOfNextActions(db)
    expect(await reminders()).toHaveLength(2)
  })

  test('two workers at once send one reminder', async () => {
    const { db } = database
    for (let n = 0; n < 5; n++) await createLead(db, { listingId, ...call(inHours(-1)) })
    await Promise.all([remindOfNextActions(db), remindOfNextActions(db)])
    expect(await reminders()).toHaveLength(5)
  })

  test('of a closed or archived lead, or of last month, is not announced', async () => {
    const { db } = database
    await createLead(db, { listingId, status: 'closed', ...call(inHours(-1)) })
    await createLead(db, { listingId, archivedAt: new Date(), ...call(inHours(-1)) })
    await createLead(db, { listingId, ...call(inHours(-24 * 30)) })
    expect(await remindOfNextActions(db)).toBe(0)
    expect(await reminders()).toEqual([])
  })

  test('needs a text and a time within two years', () => {
    const parse = (next: unknown) => PlanNextActionInput.safeParse({ ids: ['lead_1'], next }).success
    const sent = { nextAction: 'Call about finance', nextActionAt: inHours(1).toISOString() }
    expect(parse(sent)).toBe(true)
    expect(parse(null)).toBe(true)
    expect(parse({ ...sent, nextAction: ' ' })).toBe(false)
    expect(parse({ ...sent, nextAction: 'x'.repeat(201) })).toBe(false)
    for (const nextActionAt of ['9999-01-01T00:00:00.000Z', 'tomorrow', '', 7])
      expect([nextActionAt, parse({ ...sent, nextActionAt })]).toEqual([nextActionAt, false])
  })
})

test('several leads get a status or a next action at once, or none does', async () => {
  const { db } = database
  const ids = [(await createLead(db, { listingId })).id, (await createLead(db, { listingId })).id]
  const { id: theirs } = await createLead(db, {
    listingId: (await createPublishedListing(db, { agent: otherAgent })).id,
  })
  await setLeadsStatus(db, agent, { ids, status: 'viewing' })
  await planNextAction(db, agent, { ids, next: call(inHours(1)) })
  const stored = () => db.select().from(lead).where(eq(lead.listingId, listingId))
  expect(await stored()).toMatchObject(ids.map(() => ({ status: 'viewing', nextAction: 'Call about finance' })))

  const before = [await stored(), await db.select().from(notification)]
  for (const change of [
    () => setLeadsStatus(db, agent, { ids: [...ids, theirs], status: 'closed' }),
    () => planNextAction(db, agent, { ids: [...ids, theirs], next: null }),
  ])
    await expect(change()).rejects.toMatchObject({ status: 404 })
  expect([await stored(), await db.select().from(notification)]).toEqual(before)
})

const usualTimes = (now: string) => nextActionTimes('Pacific/Auckland', new Date(now)).map(({ wallTime }) => wallTime)

test('the usual times are mornings on the agent’s clock, and next week begins on Monday', () => {
  // Saturday 14 March, already Sunday the 15th in Auckland.
  expect(usualTimes('2026-03-14T12:00:00Z')).toEqual(['2026-03-16T09:00', '2026-03-18T09:00', '2026-03-16T09:00'])
  expect(usualTimes('2026-03-16T00:00:00Z')).toEqual(['2026-03-17T09:00', '2026-03-19T09:00', '2026-03-23T09:00'])
})

test('selected leads are exported, archived or not, and never another agent’s', async () => {
  const { db } = database
  const chosen = await createLead(db, { listingId, firstName: 'Chosen' })
  const archived = await createLead(db, { listingId, firstName: 'Archived' })
  await archiveLeads(db, agent, [archived.id])
  await createLead(db, { listingId, firstName: 'Not chosen' })
  const input = { ...ListLeadsInput.parse({ sort: 'name' }), ids: [chosen.id, archived.id] }
  expect((await listLeads(db, agent, input)).leads.map(({ firstName }) => firstName)).toEqual(['Archived', 'Chosen'])
  expect((await listLeads(db, otherAgent, input)).leads).toEqual([])
})
