import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, test } from 'vitest'
import { event } from '../src/db/schema/events.ts'
import { updateProfile } from '../src/features/accounts/server/settings.server.ts'
import type { AnalyticsInput } from '../src/features/analytics/analytics.schema.ts'
import type { Agent } from '../src/platform/auth/sessions.server.ts'
import { eventNames } from '../src/platform/events/events.ts'
import { recordEvents } from '../src/platform/events/recordEvents.server.ts'
import { DEFAULT_TIME_ZONE } from '../src/values/time.ts'
import { createAgent } from './fixtures/agents.ts'
import { createChannel } from './fixtures/channels.ts'
import { createFile } from './fixtures/files.ts'
import { createLead } from './fixtures/leads.ts'
import { createPublishedListing } from './fixtures/listings.ts'
import {
  expectAnalyticsToAgree,
  expectDashboardToAgree,
  expectLeadsToAgree,
  expectListingsToAgree,
} from './support/analytics/analyticsAgreement.ts'
import type { EventRow } from './support/analytics/recountEvents.ts'
import { createDatabase } from './support/database.ts'
import { isLong } from './support/longRun.ts'

let database: Awaited<ReturnType<typeof createDatabase>>
beforeAll(async () => {
  database = await createDatabase()
})
afterAll(() => database.drop())

/** Quarter hours and whole days off, both hemispheres, and midnights that come twice or never. */
const zones = [
  DEFAULT_TIME_ZONE,
  'Pacific/Chatham',
  'Atlantic/Azores',
  'Africa/Cairo',
  'America/St_Johns',
  'Pacific/Niue',
]
const DAY = 24 * 3600 * 1000
const around = (moment: number) => fc.integer({ min: -40 * DAY, max: 40 * DAY }).map((off) => new Date(moment + off))
const clockChanges = [
  '2026-04-05T01:00Z',
  '2026-09-26T14:00Z',
  '2026-10-25T00:30Z',
  '2026-04-23T22:00Z',
  '2026-10-29T21:30Z',
]
/** Nothing has happened later than now. */
const moments = fc
  .oneof(
    fc.integer({ min: 0, max: 70 * DAY }).map((ago) => new Date(Date.now() - ago)),
    fc.constantFrom(...clockChanges).chain((change) => around(Date.parse(change))),
    fc
      .constantFrom(...clockChanges)
      .chain((change) => fc.integer({ min: -180, max: 180 }).map((off) => new Date(Date.parse(change) + off * 60_000))),
  )
  .filter((moment) => moment.getTime() <= Date.now())
const maybe = <T>(...values: T[]) => fc.constantFrom(null, ...values)

const facts = {
  device: maybe('mobile', 'desktop'),
  os: maybe('iOS', 'Windows'),
  browser: maybe('Safari', 'Chrome'),
  country: maybe('NZ', 'AU'),
  region: maybe('Otago', 'Auckland'),
  city: maybe('Auckland', 'Nelson'),
  referrerHostname: maybe('trademe.example', 'google.example'),
  utmSource: maybe('direct', 'newsletter'),
  utmCampaign: maybe('spring'),
}
const happening = fc.record({
  event: fc.constantFrom(...eventNames, 'listing_view' as const),
  listing: fc.nat(3),
  file: fc.nat(1),
  visitor: fc.option(fc.nat(4)),
  /** A link of the listing, one of another listing, or none. */
  link: fc.nat(4),
  isLead: fc.boolean(),
  seconds: fc.option(fc.nat(1800), { nil: undefined }),
  createdAt: moments,
  ...facts,
})
const searches = fc.record(
  {
    listing: fc.nat(1),
    lead: fc.boolean(),
    file: fc.nat(1),
    range: fc.constantFrom('7d' as const, '30d' as const, '90d' as const, '12m' as const, 'custom' as const),
    from: fc.constantFrom('2026-03-01', '2026-09-27', '2026-10-25', '2026-04-24'),
    to: fc.constantFrom('2026-04-05', '2026-10-25', '2026-10-30', '2026-02-10'),
    device: fc.constantFrom('mobile', 'unknown'),
    os: fc.constantFrom('iOS', 'unknown'),
    browser: fc.constantFrom('Safari'),
    place: fc.constantFrom('NZ', 'NZ|Otago', 'AU||Nelson', '||', 'unknown'),
    referrer: fc.constantFrom('trademe.example', 'direct'),
    channel: fc.constantFrom('direct', 'portal', 'own', 'first link'),
    campaign: fc.constantFrom('direct', 'newsletter', 'newsletter||spring', '||spring'),
  },
  { requiredKeys: ['range'] },
)
const few = fc.subarray(
  ['listing', 'lead', 'file', 'device', 'os', 'browser', 'place', 'referrer', 'channel', 'campaign'] as const,
  {
    maxLength: 2,
  },
)

test(
  'every number on every page is what a recount of the events gives, whatever happened and whatever the filters',
  { timeout: isLong ? 1_200_000 : 120_000 },
  () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(happening, { maxLength: 40 }), { minLength: 1, maxLength: 4 }),
        fc.array(fc.tuple(searches, few), { minLength: 3, maxLength: 3 }),
        fc.array(fc.constantFrom(...zones), { minLength: 4, maxLength: 4 }),
        moments,
        async (batches, asked, timeZones, leadCreatedAt) => {
          const [firstZone = ''] = timeZones
          const agents = [
            await createAgency(firstZone, leadCreatedAt),
            await createAgency(DEFAULT_TIME_ZONE, new Date()),
          ]
          const listings = agents.flatMap(({ listings }) => listings)
          const localDays = new Map<string, string>()
          for (const [index, batch] of batches.entries()) {
            const [mover] = agents
            const timeZone = timeZones[index] ?? firstZone
            if (mover) await changeTimeZone(mover.agent, timeZone)
            await recordEvents(
              database.db,
              batch.map((one) => asEvent(one, listings)),
            )
            if (mover) await noteLocalDays(localDays, mover.agent, timeZone)
          }
          for (const { agent, listings } of agents) {
            if (agent !== agents[0]?.agent) await noteLocalDays(localDays, agent, DEFAULT_TIME_ZONE)
            const rows = await listRows(agent)
            const localDay = ({ id }: EventRow) => localDays.get(id) ?? ''
            const agency = { db: database.db, agent, rows, localDay }
            await expectDashboardToAgree(agency)
            await expectListingsToAgree(agency)
            await expectLeadsToAgree(agency)
            for (const [search, kept] of asked) await expectAnalyticsToAgree(agency, asFilters(search, kept, listings))
          }
        },
      ),
      // Each run is a new agency: shrinking an example would take longer than reading it.
      { numRuns: isLong ? 300 : 8, endOnFailure: true },
    ),
)

const listRows = (agent: Agent) => database.db.select().from(event).where(eq(event.userId, agent.id))

/** Remembers the local day of each new event, by the time zone that the agent has now. */
async function noteLocalDays(localDays: Map<string, string>, agent: Agent, timeZone: string) {
  const calendar = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })
  for (const { id, createdAt } of await listRows(agent))
    if (!localDays.has(id)) localDays.set(id, calendar.format(createdAt))
}

type Happening = typeof happening extends fc.Arbitrary<infer One> ? One : never
type Search = typeof searches extends fc.Arbitrary<infer One> ? One : never
type AgentListing = Awaited<ReturnType<typeof createAgency>>['listings'][number]

async function createAgency(timeZone: string, leadCreatedAt: Date) {
  const { db } = database
  const agent = await createAgent(db, { password: 'none' })
  await changeTimeZone(agent, timeZone)
  const listings = []
  for (const title of ['Rata', 'Kauri']) {
    const { id } = await createPublishedListing(db, { agent, title })
    const files = [
      (await createFile(db, { agent, listingId: id, name: 'LIM' })).id,
      (await createFile(db, { agent, listingId: id, name: 'Title' })).id,
    ]
    const links = [
      await createChannel(db, { listingId: id, kind: 'portal', name: '' }),
      await createChannel(db, { listingId: id }),
    ]
    const channelId = links[1]?.id
    const { id: leadId } = await createLead(db, { listingId: id, createdAt: leadCreatedAt, channelId })
    listings.push({ id, files, links, lead: leadId })
    for (const status of ['contacted', 'closed'] as const)
      await createLead(db, { listingId: id, status, createdAt: new Date() })
    await createLead(db, { listingId: id, archivedAt: new Date(), createdAt: new Date() })
  }
  return { agent, listings }
}

const changeTimeZone = (agent: Agent, timeZone: string) =>
  updateProfile(database.db, agent, {
    firstName: '',
    lastName: '',
    phone: '',
    agencyName: '',
    licenceLine: '',
    timeZone,
  })

/** A visitor has another hash on every day. */
function asEvent({ listing, file, visitor, link, isLead, seconds, ...known }: Happening, listings: AgentListing[]) {
  const { id = '', files = [], lead = '', links = [] } = listings[listing] ?? {}
  const ofAnother = listings[listing === 0 ? 1 : 0]?.links[0]
  const isFile = known.event.startsWith('file')
  return {
    ...known,
    listingId: id,
    channelCode: [...links, ofAnother][link]?.code,
    hostname: 'files.example',
    pathname: `/listings/${id}${isFile ? '/documents' : ''}`,
    hash: visitor === null ? null : `${visitor} ${known.createdAt.toISOString().slice(0, 10)} ${id.slice(0, 9)}`,
    fileId: isFile ? files[file] : null,
    // A lead is created once: the others were erased since.
    leadId: isLead && known.event !== 'lead_created' ? lead : null,
    ...(known.event === 'listing_leave' && seconds !== undefined ? { seconds } : {}),
  }
}

/** Two filters at most: more of them leave nothing to count. */
function asFilters({ listing, lead, file, ...search }: Search, kept: readonly string[], listings: AgentListing[]) {
  const own = listings[listing ?? 0]
  const { range, from, to, ...values } = search
  const named = Object.fromEntries(Object.entries(values).filter(([name]) => kept.includes(name)))
  return {
    ...{ range, from, to },
    ...named,
    // A link is found by its id, which is of one listing.
    ...(named.channel === 'first link' ? { channel: own?.links[0]?.id, listingId: own?.id } : {}),
    ...(listing !== undefined && kept.includes('listing') ? { listingId: own?.id } : {}),
    ...(lead && kept.includes('lead') ? { leadId: own?.lead } : {}),
    ...(file !== undefined && kept.includes('file') ? { fileId: own?.files[file] } : {}),
  } as Partial<AnalyticsInput>
}
