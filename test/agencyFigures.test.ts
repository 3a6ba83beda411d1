import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { agency } from '../src/db/schema/agencies.ts'
import { event, listingMove } from '../src/db/schema/events.ts'
import { lead } from '../src/db/schema/leads.ts'
import { listing } from '../src/db/schema/listings.ts'
import {
  AgentFiguresInput,
  AnalyticsInput,
  DashboardInput,
  EventsFilter,
} from '../src/features/analytics/analytics.schema.ts'
import { agentsCsv, readFiguresByAgent } from '../src/features/analytics/server/agentFigures.server.ts'
import { readDashboard } from '../src/features/analytics/server/dashboard.server.ts'
import { eventsCsv } from '../src/features/analytics/server/listEvents.server.ts'
import { readViewsByPlace } from '../src/features/analytics/server/readBreakdowns.server.ts'
import { readEngagement, readViews } from '../src/features/analytics/server/viewsAndEngagement.server.ts'
import type { Agent } from '../src/platform/auth/sessions.server.ts'
import { moveListingEvents } from '../src/platform/events/eventJobs.server.ts'
import { eventNames } from '../src/platform/events/events.ts'
import { recordEvents } from '../src/platform/events/recordEvents.server.ts'
import { createRandom } from '../src/seed/seededRandom.ts'
import { addDays } from '../src/ui/format/dates.ts'
import { addMember, createAgency, shareListing } from './fixtures/agencies.ts'
import { createAgent } from './fixtures/agents.ts'
import { createChannel } from './fixtures/channels.ts'
import { createEvent } from './fixtures/events.ts'
import { createFile } from './fixtures/files.ts'
import { createLead } from './fixtures/leads.ts'
import { createPublishedListing } from './fixtures/listings.ts'
import {
  expectAnalyticsToAgree,
  expectDashboardToAgree,
  expectListingsToAgree,
} from './support/analytics/analyticsAgreement.ts'
import { type EventRow, type RecountScope, scopeOfAgent } from './support/analytics/recountEvents.ts'
import { createDatabase } from './support/database.ts'

let database: Awaited<ReturnType<typeof createDatabase>>
beforeAll(async () => {
  database = await createDatabase()
})
afterAll(() => database.drop())

const DAY_MS = 24 * 3600_000
const EVENTS = 250
const today = new Date().toISOString().slice(0, 10)
/** Half of the events are from before the agency had sums of its own. */
const SUMS_FROM = addDays(today, -20)

/** An office with five listings, of which the agent shares one of the colleague's, and what happened on them in 40 days. */
async function createOffice() {
  const { db } = database
  const people = await createAgency(db)
  await db.update(agency).set({ sumsFrom: SUMS_FROM }).where(eq(agency.id, people.owner.agencyId))
  const { owner, agent, colleague } = people
  const listings: { id: string; fileId: string; leadId: string; leadAgent: Agent; code: string }[] = []
  for (const leadAgent of [owner, agent, agent, colleague, colleague]) {
    const { id } = await createPublishedListing(db, { agent: leadAgent })
    const fileId = (await createFile(db, { agent: leadAgent, listingId: id })).id
    const { id: channelId, code } = await createChannel(db, { listingId: id, kind: 'portal', name: '' })
    listings.push({ id, fileId, leadId: (await createLead(db, { listingId: id, channelId })).id, leadAgent, code })
  }
  const shared = listings.at(-1)?.id ?? ''
  await shareListing(db, shared, agent)
  const { next: random } = createRandom(4)
  const pick = <One>(of: readonly One[]) => of[Math.floor(random() * of.length)]
  await recordEvents(
    db,
    Array.from({ length: EVENTS }, () => {
      const createdAt = new Date(Date.now() - random() * 40 * DAY_MS)
      // The first listing has the most.
      const at = listings[Math.floor(random() ** 2 * listings.length)]
      const name = random() < 0.6 ? ('listing_view' as const) : (pick(eventNames) ?? 'listing_view')
      return {
        event: name,
        listingId: at?.id ?? '',
        hash: `${Math.floor(random() * 6)} ${createdAt.toISOString().slice(0, 10)} ${owner.id}`,
        hostname: 'files.example',
        fileId: name.startsWith('file') ? at?.fileId : null,
        leadId: name.startsWith('file') && random() < 0.5 ? at?.leadId : null,
        ...{ device: pick(['mobile', 'desktop']), country: 'NZ', region: 'Otago', city: pick(['Dunedin', 'Oamaru']) },
        ...{ referrerHostname: pick([null, 'search.example']), createdAt },
        ...{ channelCode: pick([null, at?.code]), utmSource: pick([null, null, 'newsletter']) },
      }
    }),
  )
  return { ...people, listings, shared }
}

type Office = Awaited<ReturnType<typeof createOffice>>

const listRows = ({ owner }: Office) => database.db.select().from(event).where(eq(event.agencyId, owner.agencyId))
const localDay = (row: EventRow) => row.localDay ?? ''

const wholeAgency: RecountScope = {
  includes: () => true,
  isFirst: (row) => (localDay(row) >= SUMS_FROM ? row.isFirstInAgency : row.isFirstToday),
}
const ownAndShared = ({ agent, shared }: Office): RecountScope => ({
  includes: (row) => row.userId === agent.id || row.listingId === shared,
  isFirst: (row) => (row.userId === agent.id ? row.isFirstToday : row.isUnique),
})

/** The numbers in a page's log as CSV, by event. */
async function countCsvLines(agent: Agent, name: (typeof eventNames)[number]) {
  const { lines } = await eventsCsv(database.db, agent, EventsFilter.parse({ event: name }))
  let text = ''
  for await (const part of lines) text += part
  return text.trim().split('\r\n').length - 1
}

describe('the numbers of an agency', () => {
  test('are what a recount of the events within reach gives, for every role and selection', async () => {
    const office = await createOffice()
    const rows = await listRows(office)
    const { owner, manager, agent, assistant, colleague, shared, listings } = office
    const reach: [Agent, RecountScope][] = [
      [owner, wholeAgency],
      [manager, wholeAgency],
      [agent, ownAndShared(office)],
      [assistant, ownAndShared(office)],
    ]
    for (const [member, scope] of reach) {
      const all = { db: database.db, agent: member, rows, localDay, scope }
      await expectDashboardToAgree(all)
      await expectListingsToAgree(all)
      await expectAnalyticsToAgree(all, { range: '90d' })
      await expectAnalyticsToAgree(all, { place: 'NZ|Otago|Oamaru', device: 'mobile' })
      await expectAnalyticsToAgree(all, { listingId: shared })
    }
    const filters = [
      { place: 'NZ' },
      { device: 'mobile' },
      { referrer: 'search.example' },
      { place: 'NZ|Otago|Oamaru' },
    ]
    for (const filter of filters)
      await expectAnalyticsToAgree(
        { db: database.db, agent: owner, rows, localDay, scope: wholeAgency },
        { range: '90d', ...filter },
      )
    const narrowed: [Agent, AnalyticsInput['whose'], RecountScope][] = [
      [manager, colleague.id, scopeOfAgent(colleague.id)],
      [manager, 'mine', scopeOfAgent(manager.id)],
      [agent, 'mine', scopeOfAgent(agent.id)],
      [agent, 'shared', { includes: (row) => row.listingId === shared, isFirst: (row) => row.isUnique }],
      // Of a colleague an agent reaches what is shared.
      [agent, colleague.id, { includes: (row) => row.listingId === shared, isFirst: (row) => row.isUnique }],
      [assistant, agent.id, scopeOfAgent(agent.id)],
    ]
    for (const [member, whose, scope] of narrowed)
      await expectAnalyticsToAgree({ db: database.db, agent: member, rows, localDay, scope }, { whose })
    const other = listings[0]?.id ?? ''
    const none = await readViews(database.db, owner, AnalyticsInput.parse({ listingId: other, whose: colleague.id }))
    expect(none.views).toEqual({ now: 0, before: 0 })
  })

  test('are the sum over its agents and over its listings, on the dashboard, in the analytics and as CSV', async () => {
    const { db } = database
    const { owner, manager, listings } = await createOffice()
    for (const member of [owner, manager]) {
      const all = await readEngagement(db, member, AnalyticsInput.parse({}))
      const { views, leads } = await readDashboard(db, member, DashboardInput.parse({}))
      const agents = await readFiguresByAgent(db, member, AgentFiguresInput.parse({}))
      const total = { views: views.now, leads: leads.now, downloads: all.downloads.now }
      expect(total).toMatchObject({
        leads: all.leads.now,
        views: (await readViews(db, member, AnalyticsInput.parse({}))).views.now,
      })
      const add = (sum: number, one: number) => sum + one
      expect(agents.map((one) => one.views).reduce(add)).toBe(total.views)
      expect(agents.map((one) => one.leads).reduce(add)).toBe(total.leads)
      const byAgent = await Promise.all(
        agents.map(({ id }) => readEngagement(db, member, AnalyticsInput.parse({ whose: id }))),
      )
      expect(byAgent.map(({ downloads }) => downloads.now).reduce(add)).toBe(total.downloads)
      expect(byAgent.map((one) => one.leads.now)).toEqual(agents.map((one) => one.leads))
      const byListing = await Promise.all(
        listings.map(async ({ id: listingId }) => {
          const input = AnalyticsInput.parse({ listingId })
          const { leads, downloads } = await readEngagement(db, member, input)
          return { views: (await readViews(db, member, input)).views.now, leads: leads.now, downloads: downloads.now }
        }),
      )
      for (const key of ['views', 'leads', 'downloads'] as const)
        expect(byListing.map((one) => one[key]).reduce(add), key).toBe(total[key])
      expect(await countCsvLines(member, 'listing_view')).toBe(total.views)
      expect(await countCsvLines(member, 'file_download')).toBe(total.downloads)
      expect(total.views).toBeGreaterThan(0)
    }
  })

  test('count a visitor of two agents once for each agent, and once for the agency', async () => {
    const { db } = database
    const { owner, agent, colleague } = await createAgency(db)
    await db.update(agency).set({ sumsFrom: '2026-01-01' }).where(eq(agency.id, owner.agencyId))
    for (const leadAgent of [agent, agent, colleague]) {
      const { id: listingId } = await createPublishedListing(db, { agent: leadAgent })
      await recordEvents(db, [{ event: 'listing_view', listingId, hash: `one visitor of ${owner.id}` }])
    }
    const visitors = async (whose?: string) =>
      (await readViews(db, owner, AnalyticsInput.parse({ whose }))).visitors.now
    expect([await visitors(), await visitors(agent.id), await visitors(colleague.id)]).toEqual([1, 1, 1])
  })

  test('by place are those of the days, also in the month in which the sums of the agency begin', async () => {
    const { db } = database
    const { owner, agent } = await createAgency(db)
    await db.update(agency).set({ sumsFrom: '2026-01-10' }).where(eq(agency.id, owner.agencyId))
    const { id: listingId } = await createPublishedListing(db, { agent })
    const view = { event: 'listing_view', listingId, ...{ country: 'NZ', region: 'Otago', city: 'Oamaru' } }
    // Before, agents count a visitor; from then on, the agency.
    await createEvent(db, { ...view, createdAt: new Date('2026-01-05T00:00Z'), isFirstToday: true })
    await createEvent(db, { ...view, createdAt: new Date('2026-01-20T00:00Z'), isFirstToday: true })
    await createEvent(db, {
      ...view,
      createdAt: new Date('2026-02-10T00:00Z'),
      isFirstToday: true,
      isFirstInAgency: true,
    })
    const input = AnalyticsInput.parse({ range: 'custom', from: '2026-01-01', to: '2026-02-28' })
    expect(await readViewsByPlace(db, owner, input)).toEqual([
      { country: 'NZ', region: 'Otago', city: 'Oamaru', views: 3, visitors: 2 },
    ])
    expect((await readViews(db, owner, input)).visitors.now).toBe(2)
    const { visitors } = await readEngagement(db, owner, { ...input, place: 'NZ' })
    expect(visitors.now).toBe(2)
  })

  test('count a listing that one agent shares with another once for the assistant of both', async () => {
    const { db } = database
    const { owner, agent, colleague } = await createAgency(db)
    const assistant = await addMember(db, owner, { role: 'assistant', assists: [agent, colleague] })
    const { id: listingId } = await createPublishedListing(db, { agent })
    await shareListing(db, listingId, colleague)
    await recordEvents(db, [{ event: 'listing_view', listingId, hash: 'someone' }])
    expect((await readViews(db, assistant, AnalyticsInput.parse({}))).views.now).toBe(1)
  })

  test('are kept for the agency from two days after a second member joins, and not for an agent alone', async () => {
    const { db } = database
    const alone = await createAgent(db)
    const { owner } = await createAgency(db)
    const sumsFrom = async ({ agencyId }: Agent) =>
      (await db.select({ day: agency.sumsFrom }).from(agency).where(eq(agency.id, agencyId)))[0]?.day
    expect([await sumsFrom(alone), await sumsFrom(owner)]).toEqual([null, addDays(today, 2)])
    await recordEvents(db, [
      { event: 'listing_view', listingId: (await createPublishedListing(db, { agent: alone })).id },
    ])
    expect((await readSums(alone.agencyId)).length).toBe(0)
  })

  test('leave out the listings that an agent has in another agency', async () => {
    const { db } = database
    const { owner, agencyId } = await createMemberOfTwo()
    const { id: elsewhere } = await createPublishedListing(db, { agent: owner.second })
    const { id: here } = await createPublishedListing(db, { agent: owner.second, agencyId })
    await recordEvents(db, [
      { event: 'listing_view', listingId: elsewhere, hash: 'someone' },
      { event: 'listing_view', listingId: here, hash: 'someone' },
      { event: 'listing_view', listingId: here, hash: 'another' },
    ])
    const views = async (member: Agent, whose?: string) => {
      const { views, visitors } = await readViews(db, member, AnalyticsInput.parse({ whose }))
      return [views.now, visitors.now]
    }
    expect(await views(owner.first, owner.second.id)).toEqual([2, 2])
    expect(await views(owner.second)).toEqual([1, 1])
    expect(await views({ ...owner.second, agencyId, role: 'agent' })).toEqual([2, 2])
  })
})

/** Someone with an agency of their own who works in another one as well. */
async function createMemberOfTwo() {
  const { db, sql: query } = database
  const [first, second] = [await createAgent(db), await createAgent(db)]
  await query`insert into member ("agencyId", "userId", role) values (${first.agencyId}, ${second.id}, 'agent')`
  return { owner: { first, second }, agencyId: first.agencyId }
}

const readSums = (owner: string) => database.sql`select * from event_day where "userId" = ${owner}`

/** Sums that are not those of the events, in either direction. */
const findWrongSums = ({ agencyId }: Agent) =>
  database.sql`
    with real as (
      select sum_owner("userId", "agencyId") as owner, facet, date_trunc(period, "localDay"::timestamp)::date as day,
        case when "ofListing" then "listingId" end as "listingId", event,
        event_facet_value(facet, "fileId", device, os, browser, country, region, city, "referrerHostname", "channelKind", "channelId", "utmSource", "utmMedium", "utmCampaign") as value, count(*)::int as events,
        (count(*) filter (where case when "ofListing" or event <> 'listing_view' then "isUnique" else "isFirstToday" end))::int as uniques,
        coalesce(sum(seconds), 0)::bigint as seconds, count(seconds)::int as timed
      from event join event_facet on (not "onlyViews" or event = 'listing_view') and (not "onlyFiles" or "fileId" is not null)
        and (not "onlyChannels" or "channelId" is not null) and (not "onlyCampaigns" or coalesce("utmSource", "utmMedium", "utmCampaign") is not null)
      where "agencyId" = ${agencyId} group by 1, 2, 3, 4, 5, 6
    ), stored as (
      select "userId", facet, day, "listingId", event, value, events, uniques, seconds, timed from event_day
      where "userId" in (select owner from real) or "userId" like '% ' || ${agencyId}
    )
    (select 'missing', * from (select * from real except select * from stored) missing)
    union all (select 'extra', * from (select * from stored except select * from real) extra)`

describe('a listing that is handed over', () => {
  test('takes its events and sums to the next lead agent, and the totals of the agency stay, also halfway', async () => {
    const { db } = database
    const office = await createOffice()
    const { owner, agent, colleague, listings } = office
    const moved = listings[1]?.id ?? ''
    const totals = async () => {
      const { visitors, leads, downloads } = await readEngagement(db, owner, AnalyticsInput.parse({ range: '90d' }))
      const { days } = await readViews(db, owner, AnalyticsInput.parse({ range: '90d' }))
      const ofListing = await readViews(db, owner, AnalyticsInput.parse({ range: '90d', listingId: moved }))
      return { visitors, leads, downloads, days, ofListing: ofListing.days }
    }
    const before = await totals()
    const updatedAt = (await listRows(office)).map((row) => row.updatedAt)
    expect(await findWrongSums(owner)).toEqual([])

    await db.update(listing).set({ userId: colleague.id }).where(eq(listing.id, moved))
    expect(await totals()).toEqual(before)
    await db.execute(sql`select move_listing_events(${moved}, '-infinity', 5)`)
    expect(await totals()).toEqual(before)
    await moveListingEvents(db, 7)

    const rows = await listRows(office)
    expect(new Set(rows.filter(({ listingId }) => listingId === moved).map(({ userId }) => userId))).toEqual(
      new Set([colleague.id]),
    )
    expect(rows.map((row) => row.updatedAt).sort()).toEqual(updatedAt.sort())
    expect(await findWrongSums(owner)).toEqual([])
    expect(await totals()).toEqual(before)
    for (const one of [agent, colleague])
      await expectAnalyticsToAgree(
        { db, agent: owner, rows, localDay, scope: scopeOfAgent(one.id) },
        { whose: one.id, range: '90d' },
      )
  })

  test('is watched for a while, for events that were being written', async () => {
    const { db } = database
    const { owner, agent, colleague } = await createAgency(db)
    const { id: listingId } = await createPublishedListing(db, { agent })
    const isWatched = async () =>
      (await db.select().from(listingMove).where(eq(listingMove.listingId, listingId))).length
    await recordEvents(db, [{ event: 'listing_view', listingId, hash: 'someone' }])
    await db.update(listing).set({ userId: colleague.id }).where(eq(listing.id, listingId))
    // Nothing is missing meanwhile, though the former agent has no listing left.
    expect((await readViews(db, owner, AnalyticsInput.parse({}))).views.now).toBe(1)
    await moveListingEvents(db)
    // A writer that had read the former agent.
    await db.insert(event).values({ event: 'listing_view', listingId, userId: agent.id })
    expect(await isWatched()).toBe(1)
    await db.update(listingMove).set({ createdAt: new Date(Date.now() - 11 * 60_000) })
    await moveListingEvents(db)
    expect(await isWatched()).toBe(0)
    expect(await findWrongSums(owner)).toEqual([])
    expect((await readViews(db, colleague, AnalyticsInput.parse({}))).views.now).toBe(2)
  })
})

describe('agents side by side', () => {
  test('have the median time from an enquiry to the first change of its status', async () => {
    const { db } = database
    const { owner, agent } = await createAgency(db)
    const { id: listingId } = await createPublishedListing(db, { agent })
    const enquire = async (minutesAgo: number, source: 'form' | 'agent' = 'form') => {
      const createdAt = new Date(Date.now() - minutesAgo * 60_000)
      const { id } = await createLead(db, { listingId, source, createdAt })
      return id
    }
    const setStatus = (id: string, status: 'new' | 'contacted' | 'closed') =>
      db.update(lead).set({ status }).where(eq(lead.id, id))
    const figures = async () =>
      (await readFiguresByAgent(db, owner, AgentFiguresInput.parse({}))).find(({ id }) => id === agent.id)
    const [soon, later, , typedIn] = [
      await enquire(2),
      await enquire(30),
      await enquire(40),
      await enquire(5000, 'agent'),
    ]
    expect(await figures()).toMatchObject({ listings: 1, leads: 3, needsReply: 4, medianReplySeconds: null })

    for (const id of [soon, later, typedIn]) await setStatus(id ?? '', 'contacted')
    // A later change is no first reply.
    await setStatus(soon ?? '', 'closed')
    const { medianReplySeconds, needsReply } = (await figures()) ?? {}
    expect([Math.round((medianReplySeconds ?? 0) / 60), needsReply]).toEqual([16, 1])

    // Undone at once.
    await setStatus(later ?? '', 'new')
    expect(Math.round(((await figures())?.medianReplySeconds ?? 0) / 60)).toBe(2)
  })

  test('threat 154: are for owners and managers only, and have nobody of another agency', async () => {
    const { db } = database
    const { owner, manager, agent, assistant, colleague } = await createAgency(db)
    await createAgent(db)
    for (const member of [agent, assistant])
      await expect(readFiguresByAgent(db, member, AgentFiguresInput.parse({}))).rejects.toMatchObject({ status: 403 })
    const rows = await readFiguresByAgent(db, manager, AgentFiguresInput.parse({}))
    expect(rows.map(({ id }) => id).sort()).toEqual([owner, manager, agent, colleague].map(({ id }) => id).sort())

    // Nor what an agent has in another agency.
    const { agencyId } = await createAgent(db)
    const { id: listingId } = await createPublishedListing(db, { agent, agencyId })
    const { id } = await createLead(db, { listingId })
    await createLead(db, { listingId })
    await db.update(lead).set({ status: 'contacted' }).where(eq(lead.id, id))
    expect(await readFiguresByAgent(db, manager, AgentFiguresInput.parse({}))).toEqual(rows)
  })

  test('are the same as CSV', async () => {
    const row = { id: 'usr_1', firstName: 'Ana', lastName: '=Rata', email: 'ana@example.nz' }
    let text = ''
    for await (const part of agentsCsv([
      { ...row, listings: 3, views: 20, leads: 2, needsReply: 1, medianReplySeconds: 630 },
      { ...row, firstName: '', lastName: '', listings: 0, views: 0, leads: 0, needsReply: 0, medianReplySeconds: null },
    ]))
      text += part
    expect(text.replace('\uFEFF', '').trim().split('\r\n')).toEqual([
      'Agent,Email,Published listings,Views,Leads,Needs reply,Median minutes to first reply',
      'Ana =Rata,ana@example.nz,3,20,2,1,11',
      'ana@example.nz,ana@example.nz,0,0,0,0,',
    ])
  })
})
