import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Db } from '#db/client.server.ts'
import { profile, user } from '#db/schema/accounts.ts'
import { agency, assistedAgent, coAgent, member } from '#db/schema/agencies.ts'
import { audit } from '#db/schema/audit.ts'
import { lead } from '#db/schema/leads.ts'
import { notification } from '#db/schema/notifications.ts'
import { setCoAgents } from '#features/listings/server/listingTeam.server.ts'
import { listNotifications } from '#features/notifications/notifications.server.ts'
import { HOUR_MS } from '#values/time.ts'
import { createAgency, shareListing } from '../../../../../test/fixtures/agencies.ts'
import { createEvent } from '../../../../../test/fixtures/events.ts'
import { createLead } from '../../../../../test/fixtures/leads.ts'
import { createPublishedListing } from '../../../../../test/fixtures/listings.ts'
import { waitForBlockedStatement } from '../../../../../test/support/database.ts'
import { type LeadServices, openLeadServices } from '../../../../../test/support/services/leadServices.ts'
import { isAssignable } from '../../followUp/followUp.schema.ts'
import { ListLeadsInput } from '../../leads.schema.ts'
import { sendMorningLists } from '../agentNotifications/agentUpdates.server.ts'
import { eraseLeads } from '../eraseLeads.server.ts'
import { listLeads, setLeadsStatus, updateLead, withdrawAccess } from '../leads.server.ts'
import { listLeadTimeline } from '../leadTimeline.server.ts'
import { assignLeads } from './assignLeads.server.ts'
import { planNextAction, remindOfNextActions } from './followUp.server.ts'

let context: LeadServices
beforeAll(async () => {
  context = await openLeadServices()
})
afterAll(() => context.close())

let office: Awaited<ReturnType<typeof createAgency>>
let listingId: string
/** The agent's listing, which the colleague runs together with them. */
beforeEach(async () => {
  const { db } = context.database
  office = await createAgency(db)
  listingId = (await createPublishedListing(db, { agent: office.agent })).id
  await shareListing(db, listingId, office.colleague)
})

const bellOf = (userId: string, type: string) =>
  context.database.db
    .select()
    .from(notification)
    .where(and(eq(notification.userId, userId), eq(notification.type, type)))

test('a new lead is announced once to the lead agent, the co-agent and the assistant, and emailed to both agents and the office', async () => {
  const { db } = context.database
  const { agent, colleague, assistant, manager, owner } = office
  const officeEmail = `office-${agent.id}@example.nz`
  await db.update(agency).set({ officeEmail, officeEmailConfirmedAt: new Date() }).where(eq(agency.id, agent.agencyId))
  const { leadId } = await context.submitLead(listingId)
  for (const { id } of [agent, colleague, assistant])
    expect((await bellOf(id, 'lead_created')).map((one) => one.leadId)).toEqual([leadId])
  for (const { id } of [manager, owner]) expect(await bellOf(id, 'lead_created')).toEqual([])
  for (const { email } of [agent, colleague])
    expect((await context.emailsTo(email)).map(({ subject }) => subject)).toEqual([
      'New lead: Jane Doe for 12 Rata Street',
    ])
  expect((await context.emailsTo(officeEmail)).map(({ subject }) => subject)).toEqual([
    'Copy: New lead: Jane Doe for 12 Rata Street',
  ])
  for (const { email } of [assistant, manager, owner]) expect(await context.emailsTo(email)).toEqual([])
})

test('each of the agents switches their own emails off, and an office address that is an agent’s gets no second one', async () => {
  const { db } = context.database
  const { agent, colleague } = office
  await db.insert(profile).values({ userId: agent.id, mutedEmails: ['new_lead'] })
  await db
    .update(agency)
    .set({ officeEmail: colleague.email, officeEmailConfirmedAt: new Date() })
    .where(eq(agency.id, agent.agencyId))
  await context.submitLead(listingId)
  expect(await context.emailsTo(agent.email)).toEqual([])
  expect(await context.emailsTo(colleague.email)).toHaveLength(1)
})

test('a new lead is not announced to an assistant in another agency, or to an account that is being deleted', async () => {
  const { db } = context.database
  const { agent, colleague } = office
  const other = await createAgency(db)
  const { agencyId } = other.owner
  await db.insert(member).values({ agencyId, userId: agent.id, role: 'agent' })
  await db.insert(assistedAgent).values({ agencyId, assistantId: other.assistant.id, agentId: agent.id })
  await db.update(user).set({ archivedAt: new Date() }).where(eq(user.id, colleague.id))
  await context.submitLead(listingId)
  expect(await bellOf(agent.id, 'lead_created')).toHaveLength(1)
  for (const { id } of [other.assistant, colleague]) expect(await bellOf(id, 'lead_created')).toEqual([])
  expect(await context.emailsTo(colleague.email)).toEqual([])
})

test('a lead is assigned to a co-agent, who is told once, and by nobody to themselves', async () => {
  const { db } = context.database
  const { agent, colleague } = office
  const { id } = await createLead(db, { listingId })
  await assignLeads(context.services, agent, { ids: [id], assigneeId: colleague.id })
  await assignLeads(context.services, agent, { ids: [id], assigneeId: colleague.id })
  expect(await db.select().from(lead).where(eq(lead.id, id))).toMatchObject([{ assigneeId: colleague.id }])
  expect(await bellOf(colleague.id, 'lead_assigned')).toHaveLength(1)
  const subjects = (await context.emailsTo(colleague.email)).map(({ subject }) => subject)
  expect(subjects).toEqual([expect.stringMatching(/assigned Mere Walker to you$/)])

  // Given back, it follows the lead agent of the listing, also when that changes.
  await assignLeads(context.services, colleague, { ids: [id], assigneeId: agent.id })
  expect(await db.select().from(lead).where(eq(lead.id, id))).toMatchObject([{ assigneeId: null }])

  const { id: own } = await createLead(db, { listingId })
  await assignLeads(context.services, colleague, { ids: [own], assigneeId: colleague.id })
  expect(await bellOf(colleague.id, 'lead_assigned')).toHaveLength(1)
  expect(await context.emailsTo(colleague.email)).toHaveLength(1)
})

test('several leads that are assigned at once are one email', async () => {
  const { db } = context.database
  const { manager, colleague } = office
  const ids = [(await createLead(db, { listingId })).id, (await createLead(db, { listingId })).id]
  await assignLeads(context.services, manager, { ids, assigneeId: colleague.id })
  expect((await context.emailsTo(colleague.email)).map(({ subject }) => subject)).toEqual([
    expect.stringMatching(/assigned 2 leads to you$/),
  ])
  expect(await bellOf(colleague.id, 'lead_assigned')).toHaveLength(2)
})

test('threat 149: a lead is assigned to nobody who does not reach it, and all leads or none are', async () => {
  const { db } = context.database
  const { agent, colleague, manager, assistant } = office
  const { agent: outsider } = await createAgency(db)
  const { id } = await createLead(db, { listingId })
  const alone = await createLead(db, { listingId: (await createPublishedListing(db, { agent })).id })
  const assign = (ids: string[], assigneeId: string) => assignLeads(context.services, agent, { ids, assigneeId })
  for (const { id: stranger } of [outsider, assistant, { id: 'usr_nobody' }])
    await expect(assign([id], stranger)).rejects.toMatchObject({
      status: 400,
      fields: { assigneeId: expect.anything() },
    })
  // A co-agent of one listing only.
  await expect(assign([id, alone.id], colleague.id)).rejects.toMatchObject({ status: 400 })
  await expect(assignLeads(context.services, outsider, { ids: [id], assigneeId: outsider.id })).rejects.toMatchObject({
    status: 404,
  })
  expect((await db.select().from(lead).where(eq(lead.id, id)))[0]?.assigneeId).toBeNull()
  await assign([id, alone.id], manager.id)
  expect((await db.select().from(lead).where(eq(lead.id, alone.id)))[0]?.assigneeId).toBe(manager.id)
})

test('the list offers for each lead those to whom it can be assigned', async () => {
  const { db } = context.database
  const { agent, owner, manager, colleague, assistant } = office
  const alone = (await createPublishedListing(db, { agent })).id
  const ids = [(await createLead(db, { listingId })).id, (await createLead(db, { listingId: alone })).id]
  const { leads } = await listLeads(db, agent, ListLeadsInput.parse({ sort: 'oldest' }))
  expect(leads.map(({ id }) => id)).toEqual(ids)
  const offered = [owner, manager, agent, colleague, assistant].map((one) =>
    leads.map((lead) => isAssignable(one, lead)),
  )
  expect(offered).toEqual([
    [true, true],
    [true, true],
    [true, true],
    [true, false],
    [false, false],
  ])
})

test('threat 149: a lead is not assigned to someone who loses the listing or their role at the same moment', async () => {
  const { db, sql } = context.database
  const { agent, colleague, manager } = office
  const { id } = await createLead(db, { listingId })
  const assignWhile = async (assigneeId: string, change: (tx: Db) => Promise<unknown>) => {
    let assigning: Promise<unknown> | undefined
    await db.transaction(async (tx) => {
      await change(tx)
      assigning = assignLeads(context.services, agent, { ids: [id], assigneeId })
      assigning.catch(() => {})
      await waitForBlockedStatement({ sql })
    })
    await expect(assigning).rejects.toMatchObject({ status: 400 })
  }
  await assignWhile(colleague.id, (tx) => tx.delete(coAgent).where(eq(coAgent.userId, colleague.id)))
  await assignWhile(manager.id, (tx) => tx.update(member).set({ role: 'agent' }).where(eq(member.userId, manager.id)))
  expect((await db.select().from(lead).where(eq(lead.id, id)))[0]?.assigneeId).toBeNull()
})

test('reminders and the morning list go to the one who looks after the lead', async () => {
  const { db } = context.database
  const { agent, colleague } = office
  const { id } = await createLead(db, { listingId })
  await createLead(db, { listingId, firstName: 'Hana' })
  await assignLeads(context.services, colleague, { ids: [id], assigneeId: colleague.id })
  await planNextAction(db, agent, {
    ids: [id],
    next: { nextAction: 'Call', nextActionAt: new Date(Date.now() - HOUR_MS) },
  })
  await remindOfNextActions(db)
  expect(await bellOf(colleague.id, 'next_action_due')).toHaveLength(1)
  expect(await bellOf(agent.id, 'next_action_due')).toEqual([])
  // 8 am in New Zealand.
  await sendMorningLists(context.services, new Date('2030-06-11T20:00:00Z'))
  const subjects = async (email: string) =>
    (await context.emailsTo(email)).map(({ subject }) => subject).filter((subject) => subject.includes('to ring'))
  expect(await subjects(colleague.email)).toEqual(['1 lead to ring today: Mere'])
  expect(await subjects(agent.email)).toEqual(['1 lead to ring today: Hana'])
})

test('threat 150: someone who no longer runs a listing looks after none of its leads, and their bell names no buyer', async () => {
  const { db } = context.database
  const { agent, colleague, manager } = office
  const { leadId } = await context.submitLead(listingId)
  await assignLeads(context.services, agent, { ids: [leadId], assigneeId: colleague.id })
  const bell = () => listNotifications(db, colleague, { limit: 20 })
  expect((await bell()).notifications).toHaveLength(2)
  await setCoAgents(db, agent, { id: listingId, before: [colleague.id], userIds: [] })
  expect(await bell()).toMatchObject({ unread: 0, notifications: [] })
  expect((await context.leadsOf(listingId))[0]?.assigneeId).toBeNull()
  // A manager reaches the lead anyway.
  await shareListing(db, listingId, manager)
  await assignLeads(context.services, agent, { ids: [leadId], assigneeId: manager.id })
  await setCoAgents(db, agent, { id: listingId, before: [manager.id], userIds: [] })
  expect((await context.leadsOf(listingId))[0]?.assigneeId).toBe(manager.id)
  // Also one that was written meanwhile.
  await db.insert(notification).values({ type: 'lead_created', listingId, leadId, userId: colleague.id })
  expect(await bell()).toMatchObject({ unread: 0, notifications: [] })
})

test('the timeline of a lead says who did what between the buyer’s own steps, and goes with the lead', async () => {
  const { db } = context.database
  const { agent, colleague, manager } = office
  const names = new Map([
    [agent.id, 'Ana'],
    [colleague.id, 'Ben'],
    [manager.id, 'Mia'],
  ])
  for (const [userId, firstName] of names)
    await db.update(user).set({ firstName, lastName: '' }).where(eq(user.id, userId))
  const { id } = await createLead(db, { listingId })
  await setLeadsStatus(db, colleague, { ids: [id], status: 'contacted' })
  await setLeadsStatus(db, colleague, { ids: [id], status: 'contacted' })
  await updateLead(db, agent, { id, agentNote: 'Wants to see it on Sunday' })
  await updateLead(db, agent, { id, agentNote: 'Wants to see it on Monday' })
  await createEvent(db, { event: 'listing_view', listingId, leadId: id })
  // By the clock of the other steps.
  await context.database
    .sql`update event set "createdAt" = clock_timestamp() where "leadId" = ${id} and event = 'listing_view'`
  await withdrawAccess(db, manager, id)
  await assignLeads(context.services, manager, { ids: [id], assigneeId: colleague.id })
  /** A page at a time. */
  const timeline = async (limit: number) => {
    const steps: Awaited<ReturnType<typeof listLeadTimeline>>['steps'] = []
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const page = await listLeadTimeline(db, agent, { id, limit, cursor })
      expect(page.steps.length).toBeLessThanOrEqual(limit)
      steps.push(...page.steps)
      cursor = page.next
    }
    return steps.map((step) => ('done' in step ? [step.done.action, step.done.by] : [step.event]))
  }
  const all = [
    ['lead_assigned', 'Mia'],
    ['lead_access_removed', 'Mia'],
    ['listing_view'],
    ['lead_note_changed', 'Ana'],
    ['lead_status_changed', 'Ben'],
    ['lead_created'],
  ]
  expect(await timeline(50)).toEqual(all)
  expect(await timeline(1)).toEqual(all)
  const { steps } = await listLeadTimeline(db, agent, { id, limit: 50 })
  expect(JSON.stringify(steps)).not.toMatch(/Sunday|Mere|@/)
  await db.update(audit).set({ userId: null }).where(eq(audit.userId, manager.id))
  expect((await timeline(50))[0]).toEqual(['lead_assigned', 'Deleted account'])
  await eraseLeads(context.services, {
    agencyId: agent.agencyId,
    findLeadIds: () => Promise.resolve([id]),
    audit: () => Promise.resolve(),
  })
  expect(await context.database.sql`select 1 from audit where "objectId" = ${id}`).toEqual([])
})
