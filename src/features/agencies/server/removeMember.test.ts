import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { dataExport, profile, session, user } from '#db/schema/accounts.ts'
import { agency as agencyTable, assistedAgent, coAgent, member, memberInvitation } from '#db/schema/agencies.ts'
import { audit } from '#db/schema/audit.ts'
import { file, upload } from '#db/schema/files.ts'
import { lead, replyTemplate } from '#db/schema/leads.ts'
import { listing } from '#db/schema/listings.ts'
import { notification, pushSubscription } from '#db/schema/notifications.ts'
import { person } from '#db/schema/people.ts'
import { beginUpload } from '#features/files/server/beginUpload.server.ts'
import { saveReplyTemplate } from '#features/leads/server/followUp/replyTemplates.server.ts'
import { emptyDescription } from '#features/listings/description/description.schema.ts'
import { createListing as createOwnListing } from '#features/listings/server/listings.server.ts'
import { setCoAgents } from '#features/listings/server/listingTeam.server.ts'
import { type Agent, findMember, findSession, startSession } from '#platform/auth/sessions.server.ts'
import { addMember, createAgency, shareListing } from '../../../../test/fixtures/agencies.ts'
import { createAgent } from '../../../../test/fixtures/agents.ts'
import { createFile } from '../../../../test/fixtures/files.ts'
import { countSeatReports, sendInvitation } from '../../../../test/fixtures/invitations.ts'
import { createLead } from '../../../../test/fixtures/leads.ts'
import { createListing, createPublishedListing } from '../../../../test/fixtures/listings.ts'
import { waitForBlockedStatement } from '../../../../test/support/database.ts'
import { openServices } from '../../../../test/support/services/services.ts'
import { readInvitation } from './joinAgency.server.ts'
import { changeMember } from './members.server.ts'
import { leaveAgency, removeMember } from './removeMember.server.ts'

let opened: Awaited<ReturnType<typeof openServices>>
let office: Awaited<ReturnType<typeof createAgency>>
beforeAll(async () => {
  opened = await openServices()
})
afterAll(() => opened.close())
beforeEach(async () => {
  office = await createAgency(opened.database.db)
})

const remove = (actor: Agent, leaver: Agent, successor: Agent = office.colleague) =>
  removeMember(opened.services, actor, { userId: leaver.id, successorId: successor.id })
const isMember = async ({ id, agencyId }: Agent) =>
  (await opened.database.db.$count(member, and(eq(member.userId, id), eq(member.agencyId, agencyId)))) === 1

describe('handing over', () => {
  test('gives a colleague the listings, leads, people, files, uploads and shared templates, and leaves what buyers wrote', async () => {
    const { db } = opened.database
    const { agent, colleague } = office
    const published = await createPublishedListing(db, { agent, creationKey: 'key' })
    // The colleague's browser happens to have used the same key.
    await createListing(db, { agent: colleague, creationKey: 'key' })
    const enquiry = await createLead(db, {
      listingId: published.id,
      note: 'Is the roof original?',
      assigneeId: agent.id,
    })
    const document = await createFile(db, { agent, listingId: published.id })
    const [loose] = await db
      .insert(file)
      .values({ path: 'a', name: 'Notes', userId: agent.id, agencyId: agent.agencyId })
      .returning()
    const transfer = { path: 'b', name: 'b', contentType: '', contentLength: 1, userId: agent.id }
    await db.insert(upload).values({ ...transfer, id: `upl_${published.id}`, fileId: document.id })
    const template = { userId: agent.id, name: 'Thanks', subject: 'Thanks', body: 'Thanks' }
    const [shared, own] = await db
      .insert(replyTemplate)
      .values([{ ...template, agencyId: agent.agencyId }, template])
      .returning()

    await remove(office.manager, agent)

    const ownerOf = async (
      table: typeof listing | typeof lead | typeof person | typeof file | typeof upload | typeof replyTemplate,
      id = '',
    ) => (await db.select({ userId: table.userId }).from(table).where(eq(table.id, id)))[0]?.userId
    expect(
      await Promise.all([
        ownerOf(listing, published.id),
        ownerOf(lead, enquiry.id),
        ownerOf(person, enquiry.personId),
        ownerOf(file, document.id),
        ownerOf(file, loose?.id),
        ownerOf(upload, `upl_${published.id}`),
        ownerOf(replyTemplate, shared?.id),
      ]),
    ).toEqual(Array(7).fill(colleague.id))
    expect(await ownerOf(replyTemplate, own?.id)).toBe(agent.id)
    const [kept] = await db.select().from(lead).where(eq(lead.id, enquiry.id))
    expect(kept).toMatchObject({ note: 'Is the roof original?', email: enquiry.email, assigneeId: colleague.id })
    const [page] = await db.select().from(listing).where(eq(listing.id, published.id))
    expect(page).toMatchObject({ slug: published.slug, publishedAt: published.publishedAt })
    const told = await db.select().from(notification).where(eq(notification.leadId, enquiry.id))
    expect(told.map(({ userId }) => userId)).toEqual([colleague.id])
  })

  test('the successor takes the place among the co-agents, and the leads there if they reach them', async () => {
    const { db } = opened.database
    const { agent, colleague, manager } = office
    const third = await addMember(db, office.owner, { role: 'agent' })
    const [run, led, other] = await Promise.all([
      createPublishedListing(db, { agent: third }),
      createPublishedListing(db, { agent: colleague }),
      createPublishedListing(db, { agent: manager }),
    ])
    for (const { id } of [run, led]) await shareListing(db, id, agent)
    const assigned = await Promise.all(
      [run, led, other].map(({ id: listingId }) => createLead(db, { listingId, assigneeId: agent.id })),
    )
    // A co-agent has a notification of their own.
    await db
      .insert(notification)
      .values({ type: 'lead_created', listingId: run.id, leadId: assigned[0]?.id, userId: agent.id })

    await remove(manager, agent)

    const rows = await db.select().from(coAgent)
    expect(rows.map(({ listingId, userId }) => [listingId, userId])).toEqual([[run.id, colleague.id]])
    const now = await Promise.all(assigned.map(({ id }) => db.select().from(lead).where(eq(lead.id, id))))
    expect(now.map(([one]) => one?.assigneeId)).toEqual([colleague.id, colleague.id, null])
    expect(await db.$count(notification, eq(notification.userId, agent.id))).toBe(0)
  })

  test('a successor who was told already is not told again', async () => {
    const { db } = opened.database
    const { id: listingId } = await createPublishedListing(db, { agent: office.agent })
    await shareListing(db, listingId, office.colleague)
    const { id: leadId } = await createLead(db, { listingId })
    await db.insert(notification).values({ type: 'lead_created', listingId, leadId, userId: office.colleague.id })
    await remove(office.manager, office.agent)
    const told = await db.select().from(notification).where(eq(notification.leadId, leadId))
    expect(told.map(({ userId }) => userId)).toEqual([office.colleague.id])
  })

  test('assistants of the leaver act for the successor, also those who are only invited', async () => {
    const { db } = opened.database
    const { key: _, email } = await sendInvitation(opened, office.owner, {
      role: 'assistant',
      agentIds: [office.agent.id],
    })
    await remove(office.owner, office.agent)
    expect((await findMember(db, office.assistant.id))?.actsFor).toEqual([office.colleague.id])
    const [invited] = await db.select().from(memberInvitation).where(eq(memberInvitation.email, email))
    expect(invited?.agentIds).toEqual([office.colleague.id])
  })

  test('leaves everything of other agencies alone', async () => {
    const { db } = opened.database
    const { id } = office.agent
    const other = await createAgency(db)
    const { agencyId } = other.owner
    await db.insert(member).values({ agencyId, userId: id, role: 'manager' })
    await db.insert(assistedAgent).values({ agencyId, assistantId: other.assistant.id, agentId: id })
    const { id: listingId } = await createPublishedListing(db, { agent: office.agent, agencyId })
    const { id: leadId, personId } = await createLead(db, { listingId, assigneeId: id })
    const shared = await createPublishedListing(db, { agent: other.agent })
    await shareListing(db, shared.id, office.agent)
    const told = { type: 'lead_created', listingId: shared.id, userId: id }
    await db.insert(notification).values({ ...told, leadId: (await createLead(db, { listingId: shared.id })).id })
    await db.insert(file).values({ path: 'a', name: 'Notes', userId: id, agencyId })
    const transfer = { path: 'b', name: 'b', contentType: '', contentLength: 1, userId: id, agencyId }
    await db.insert(upload).values({ ...transfer, id: `upl_${listingId}`, listingId })
    const { key } = await sendInvitation(opened, { ...office.agent, agencyId, role: 'manager' })

    await remove(office.owner, office.agent)

    expect(await findMember(db, id, agencyId)).toMatchObject({ role: 'manager' })
    expect((await findMember(db, other.assistant.id, agencyId))?.actsFor).toContain(id)
    expect(await db.select().from(listing).where(eq(listing.id, listingId))).toMatchObject([{ userId: id }])
    expect(await db.select().from(lead).where(eq(lead.id, leadId))).toMatchObject([{ assigneeId: id }])
    expect(await db.select().from(person).where(eq(person.id, personId))).toMatchObject([{ userId: id }])
    expect(await db.$count(coAgent, eq(coAgent.userId, id))).toBe(1)
    expect(await db.$count(notification, and(eq(notification.userId, id), eq(notification.listingId, shared.id)))).toBe(
      1,
    )
    expect(await db.$count(file, eq(file.userId, id))).toBe(1)
    expect(await db.$count(upload, eq(upload.userId, id))).toBe(1)
    expect(await readInvitation(opened.services, key, '203.0.113.9')).toMatchObject({ state: 'open' })
  })

  test('a manager takes over the leads of any listing, and finished uploads of files that are on none', async () => {
    const { db } = opened.database
    const { agent, colleague, manager, owner } = office
    const { id: listingId } = await createPublishedListing(db, { agent: colleague })
    const { id: leadId } = await createLead(db, { listingId, assigneeId: agent.id })
    const [loose] = await db
      .insert(file)
      .values({ path: 'a', name: 'Notes', userId: agent.id, agencyId: agent.agencyId })
      .returning()
    const transfer = { path: 'b', name: 'b', contentType: '', contentLength: 1, userId: agent.id }
    await db.insert(upload).values([
      { ...transfer, id: `upl_1${loose?.id}`, replacesFileId: loose?.id },
      { ...transfer, id: `upl_2${loose?.id}`, fileId: loose?.id },
    ])
    await remove(owner, agent, manager)
    expect(await db.select().from(lead).where(eq(lead.id, leadId))).toMatchObject([{ assigneeId: manager.id }])
    const taken = await db.select({ id: upload.id }).from(upload).where(eq(upload.userId, manager.id))
    expect(taken).toEqual([{ id: `upl_2${loose?.id}` }])
  })

  test('includes a listing that is shared with them at the same moment', async () => {
    const { db, sql } = opened.database
    const { id: listingId } = await createPublishedListing(db, { agent: office.manager })
    let removing: Promise<unknown> | undefined
    await db.transaction(async (tx) => {
      await setCoAgents(tx, office.manager, { id: listingId, before: [], userIds: [office.agent.id] })
      removing = remove(office.owner, office.agent)
      await waitForBlockedStatement({ sql })
    })
    await removing
    const rows = await db.select().from(coAgent).where(eq(coAgent.listingId, listingId))
    expect(rows.map(({ userId }) => userId)).toEqual([office.colleague.id])
  })

  test('is to a colleague of the same agency who is no assistant', async () => {
    const stranger = await createAgent(opened.database.db)
    for (const successor of [stranger, office.assistant, office.agent])
      await expect(remove(office.owner, office.agent, successor)).rejects.toMatchObject({
        fields: { successorId: expect.any(String) },
      })
    expect(await isMember(office.agent)).toBe(true)
  })
})

describe('threat 143: someone who was removed', () => {
  const push = (userId: string) =>
    opened.database.db
      .insert(pushSubscription)
      .values({ userId, endpoint: `https://push.example/${userId}`, p256dh: 'a', auth: 'b' })

  test('is signed out everywhere at once, gets no notifications, and has an agency of one without a subscription', async () => {
    const { db } = opened.database
    const tokens = [await startSession(db, office.agent.id, ''), await startSession(db, office.agent.id, '')]
    await push(office.agent.id)
    await remove(office.manager, office.agent)
    for (const token of tokens) expect(await findSession(db, token)).toBeUndefined()
    expect(await db.$count(pushSubscription, eq(pushSubscription.userId, office.agent.id))).toBe(0)
    const again = await findSession(db, await startSession(db, office.agent.id, ''))
    expect(again?.agent).toMatchObject({ role: 'owner', subscriptionActive: false })
    expect(again?.agent.agencyId).not.toBe(office.owner.agencyId)
  })

  test('goes on in another agency of theirs, in every browser', async () => {
    const { db } = opened.database
    const stranger = await createAgent(db)
    await db.insert(member).values({ agencyId: stranger.agencyId, userId: office.agent.id, role: 'agent' })
    const token = await startSession(db, office.agent.id, '')
    await db.update(session).set({ agencyId: office.owner.agencyId }).where(eq(session.userId, office.agent.id))
    await push(office.agent.id)
    await remove(office.manager, office.agent)
    expect((await findSession(db, token))?.agent).toMatchObject({ agencyId: stranger.agencyId, role: 'agent' })
    expect(await db.$count(pushSubscription, eq(pushSubscription.userId, office.agent.id))).toBe(1)
  })

  test('cannot download an export from before', async () => {
    const { db } = opened.database
    const later = new Date(Date.now() + 1e8)
    const id = `exp_${office.agent.id}`
    await db.insert(dataExport).values({ id, userId: office.agent.id, state: 'ready', path: 'x', expiresAt: later })
    await remove(office.manager, office.agent)
    const [expired] = await db.select().from(dataExport).where(eq(dataExport.id, id))
    expect(expired?.expiresAt?.getTime()).toBeLessThanOrEqual(Date.now() + 1000)
  })

  test('cannot download one either that is requested at the same moment', async () => {
    const { db } = opened.database
    const { id: userId } = office.agent
    const { removing } = await db.transaction(async (tx) => {
      await tx.select().from(user).where(eq(user.id, userId)).for('update')
      const ready = { state: 'ready' as const, path: 'x', expiresAt: new Date(Date.now() + 1e8) }
      await tx.insert(dataExport).values({ id: `now_${userId}`, userId, ...ready })
      const waiting = remove(office.manager, office.agent)
      await waitForBlockedStatement(opened.database)
      return { removing: waiting }
    })
    await removing
    const [expired] = await db.select().from(dataExport).where(eq(dataExport.userId, userId))
    expect(expired?.expiresAt?.getTime()).toBeLessThanOrEqual(Date.now() + 1000)
  })

  test('lets nobody in with an invitation they have sent', async () => {
    const { key } = await sendInvitation(opened, office.manager)
    await remove(office.owner, office.manager)
    expect(await readInvitation(opened.services, key, '203.0.113.9')).toEqual({ state: 'revoked' })
    // Their account can be deleted: nothing of the agency refers to it.
    expect(await opened.database.db.$count(memberInvitation, eq(memberInvitation.invitedById, office.manager.id))).toBe(
      0,
    )
  })

  test('and who founded the agency is not let back in', async () => {
    const { db } = opened.database
    const second = await addMember(db, office.owner, { role: 'owner' })
    await db.update(agencyTable).set({ payerId: second.id }).where(eq(agencyTable.id, office.owner.agencyId))
    await remove(second, office.owner)
    const again = await findSession(db, await startSession(db, office.owner.id, ''))
    expect(again?.agent).toMatchObject({ role: 'owner', agencyId: expect.not.stringMatching(office.owner.agencyId) })
    expect(await isMember(office.owner)).toBe(false)
  })
})

describe('threat 163: what is created while someone is removed', () => {
  const newTemplate = { name: 'Thanks', subject: 'Thanks', body: 'Thanks', isShared: true }
  const draft = { title: 'Just now', subtitle: '', description: emptyDescription }
  const someFile = { name: 'LIM.pdf', contentType: '', contentLength: '5' }

  test('is handed over with the rest: the removal waits for it', async () => {
    const { db } = opened.database
    const { created, removing } = await db.transaction(async (tx) => {
      const first = await createOwnListing(tx, office.agent, draft)
      const second = remove(office.manager, office.agent)
      await waitForBlockedStatement(opened.database)
      return { created: first, removing: second }
    })
    await removing
    const [found] = await db.select().from(listing).where(eq(listing.id, created.id))
    expect(found?.userId).toBe(office.colleague.id)
  })

  test('is refused once they are gone', async () => {
    const { db } = opened.database
    await remove(office.owner, office.manager)
    const no = { status: 403, message: 'You’re no longer a member of this agency.' }
    await expect(createOwnListing(db, office.manager, draft)).rejects.toMatchObject(no)
    await expect(saveReplyTemplate(db, office.manager, newTemplate)).rejects.toMatchObject(no)
    await expect(beginUpload(opened.services, office.manager, someFile)).rejects.toMatchObject(no)
    expect(await db.$count(listing, eq(listing.userId, office.manager.id))).toBe(0)
  })

  test('is refused to an assistant whose agent is gone, and to an agent who became an assistant', async () => {
    const { db } = opened.database
    await remove(office.owner, office.agent)
    await expect(createOwnListing(db, office.assistant, draft)).rejects.toMatchObject({ status: 409 })
    const change = { userId: office.colleague.id, role: 'assistant' as const, agentIds: [office.owner.id] }
    await changeMember(opened.services, office.owner, change)
    await expect(createOwnListing(db, office.colleague, draft)).rejects.toMatchObject({ status: 409 })
  })
})

describe('removing and leaving', () => {
  test('threat 140: managers remove agents and assistants, owners everyone, others nobody', async () => {
    const { db } = opened.database
    const second = await addMember(db, office.owner, { role: 'owner' })
    const stranger = await createAgent(db)
    await expect(remove(office.agent, office.assistant)).rejects.toMatchObject({ status: 403 })
    await expect(remove(office.assistant, office.agent)).rejects.toMatchObject({ status: 403 })
    await expect(remove(office.manager, second)).rejects.toMatchObject({ status: 403 })
    await expect(remove(office.manager, stranger)).rejects.toMatchObject({ status: 404 })
    await expect(remove(stranger, office.agent)).rejects.toMatchObject({ status: 404 })
    await expect(remove(second, second)).rejects.toMatchObject({ message: expect.stringContaining('Leave agency') })
    await remove(office.manager, office.assistant)
    await remove(office.owner, office.manager)
    await remove(office.owner, second)
    expect(await db.$count(member, eq(member.agencyId, office.owner.agencyId))).toBe(3)
  })

  test('takes the agency’s name and the copies of its leads from someone who is removed', async () => {
    const { db } = opened.database
    const { agent, owner } = office
    await db.insert(profile).values({ userId: agent.id, agencyName: 'Harbour' })
    await db.update(agencyTable).set({ officeEmail: agent.email }).where(eq(agencyTable.id, owner.agencyId))
    await remove(owner, agent)
    const agencies = await db.select().from(agencyTable)
    expect(agencies.find(({ id }) => id === owner.agencyId)?.officeEmail).toBe('')
    expect(agencies.find(({ payerId }) => payerId === agent.id)?.name).toBe('')
    // The address of the office itself stays.
    const officeEmail = 'office@example.nz'
    await db.update(agencyTable).set({ officeEmail }).where(eq(agencyTable.id, owner.agencyId))
    await remove(owner, office.colleague, office.manager)
    expect(await db.$count(agencyTable, eq(agencyTable.officeEmail, officeEmail))).toBe(1)
  })

  test('neither the last owner nor the payer can leave or be removed', async () => {
    const { db } = opened.database
    const leave = () => leaveAgency(opened.services, office.owner, office.colleague.id)
    await expect(leave()).rejects.toMatchObject({ status: 409, message: expect.stringContaining('needs an owner') })
    const second = await addMember(db, office.owner, { role: 'owner' })
    await expect(leave()).rejects.toMatchObject({ status: 409, message: expect.stringContaining('change who pays') })
    await expect(remove(second, office.owner)).rejects.toMatchObject({ status: 409 })
    await db.update(agencyTable).set({ payerId: second.id }).where(eq(agencyTable.id, office.owner.agencyId))
    await leave()
    expect(await isMember(office.owner)).toBe(false)
  })

  test('two owners who remove each other at once: one stays', async () => {
    const { db } = opened.database
    const [one, other] = [
      await addMember(db, office.owner, { role: 'owner' }),
      await addMember(db, office.owner, { role: 'owner' }),
    ]
    const results = await Promise.allSettled([remove(one, other), remove(other, one)])
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect([await isMember(one), await isMember(other)].sort()).toEqual([false, true])
  })

  test('two last owners who leave at once: one stays', async () => {
    const { db } = opened.database
    const second = await addMember(db, office.owner, { role: 'owner' })
    await db.update(agencyTable).set({ payerId: null }).where(eq(agencyTable.id, office.owner.agencyId))
    const leave = (agent: Agent) => leaveAgency(opened.services, agent, office.manager.id)
    const results = await Promise.allSettled([leave(office.owner), leave(second)])
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await db.$count(member, and(eq(member.agencyId, office.owner.agencyId), eq(member.role, 'owner')))).toBe(1)
  })

  test('tells the person, the owners and the payment provider, and is in the activity log with how many listings went over', async () => {
    const { db } = opened.database
    await createListing(db, { agent: office.agent })
    await remove(office.manager, office.agent)
    expect(await countSeatReports(opened.database, office.owner)).toBe(1)
    await leaveAgency(opened.services, office.assistant, office.manager.id)
    expect(await countSeatReports(opened.database, office.owner)).toBe(2)
    const subjects = async (to: string) =>
      (await opened.writtenEmails()).filter((mail) => mail.to === to).map(({ subject }) => subject)
    expect(await subjects(office.agent.email)).toEqual(['You’re no longer a member of your agency'])
    expect(await subjects(office.assistant.email)).toEqual(['You’ve left your agency'])
    expect(await subjects(office.owner.email)).toEqual([
      'Aroha Ngata was removed from your agency',
      'Aroha Ngata has left your agency',
    ])
    // Not of what they did themselves.
    await remove(office.owner, office.colleague, office.manager)
    expect(await subjects(office.owner.email)).toHaveLength(2)
    const entries = await db.select().from(audit).where(eq(audit.agencyId, office.owner.agencyId))
    expect(entries.map(({ action, userId, objectId, details }) => ({ action, userId, objectId, details }))).toEqual(
      expect.arrayContaining([
        {
          ...{ action: 'member_removed', userId: office.manager.id, objectId: office.agent.id },
          details: { memberId: office.agent.id, listings: 1 },
        },
        {
          ...{ action: 'member_left', userId: office.assistant.id, objectId: office.assistant.id },
          details: { listings: 0 },
        },
      ]),
    )
  })

  test('an assistant who leaves acts for nobody any more', async () => {
    await leaveAgency(opened.services, office.assistant, office.manager.id)
    const { db } = opened.database
    expect(await db.$count(assistedAgent, eq(assistedAgent.assistantId, office.assistant.id))).toBe(0)
    expect(await db.$count(user, eq(user.id, office.assistant.id))).toBe(1)
  })
})
