import { authorisation } from '../../test/access/authorisation.ts'

/** Someone who is signed in, with things within their reach to ask about. */
export interface Desk {
  cookie: string
  agentId: string
  /** A listing that many look at, with a document, a lead and a person who have done much there. */
  listingId: string
  fileId: string
  leadId: string
  personId: string
  /** For changes, so that each has another one. */
  leadIds: string[]
  personIds: string[]
  listingIds: string[]
  fileIds: string[]
}

export interface PortalCall {
  /** The call, with what it is asked for where it is asked several things. */
  label: string
  name: string
  data?: (desk: Desk, turn: number) => object | undefined
  /** What a list of the portal shows first. */
  isFirstPage?: boolean
  /** Only owners and managers may. */
  isForManagers?: boolean
  /** It reads millions of events. */
  mayTimeOut?: boolean
}

type Ask = [label: string, data: Record<string, unknown> | ((desk: Desk) => object)]

/** What a list shows first, in each order. */
const firstPages: PortalCall[] = [
  ...asks('fetchListings', ['', {}], ['by title', { sort: 'title' }], ['by creation', { sort: 'created' }]),
  ...asks('fetchLeads', ['', {}], ['by name', { sort: 'name' }], ['by last visit', { sort: 'seen' }]),
  ...asks('fetchLeads', ['by heat', { sort: 'heat' }]),
  ...asks('fetchPeople', ['', {}], ['by name', { sort: 'name' }], ['by heat', { sort: 'hottest' }]),
  ...asks('fetchFiles', ['', {}], ['by name', { sort: 'name' }], ['by size', { sort: 'size' }]),
  ...asks('fetchNotifications', ['', {}]),
  ...asks('fetchEvents', ['', {}]),
  ...asks('fetchAudit', ['', {}]),
].map((call) => ({ ...call, isFirstPage: true }))

const lists: PortalCall[] = [
  ...asks('fetchListings', ['search', { search: '77 rata' }], ['search, nothing', { search: 'nowhere at all' }]),
  ...asks(
    'fetchListings',
    ['archived', { state: 'archived' }],
    ['mine', { whose: 'mine' }],
    ['shared', { whose: 'shared' }],
  ),
  ...asks('fetchLeads', ['search, many', { search: 'last7' }], ['search, few', { search: 'buyer77.' }]),
  ...asks(
    'fetchLeads',
    ['search, nobody', { search: 'nobody at all' }],
    ['search by name', { search: 'last77', sort: 'name' }],
  ),
  ...asks(
    'fetchLeads',
    ['to reply to', { status: 'needs_reply' }],
    ['offers', { status: 'offer' }],
    ['archived', { status: 'archived' }],
  ),
  ...asks('fetchLeads', ['of one listing', ({ listingId }) => ({ listingId })], ['hot', { heat: 'hot' }]),
  ...asks('fetchLeads', ['of one agent', ({ agentId }) => ({ whose: agentId })], ['shared', { whose: 'shared' }]),
  ...asks(
    'fetchLeads',
    ['assigned', { whose: 'assigned' }],
    ['by answer', { question: 'Are you pre-approved?', answer: 'Yes' }],
  ),
  ...asks('fetchPeople', ['search, many', { search: 'last7' }], ['search, nobody', { search: 'nobody at all' }]),
  ...asks('fetchPeople', ['mine', { whose: 'mine' }]),
  ...asks(
    'fetchFiles',
    ['search', { search: 'document 3' }],
    ['of one type', { kind: 'lim' }],
    ['mine', { whose: 'mine' }],
  ),
  ...asks(
    'fetchFiles',
    ['of one listing', ({ listingId }) => ({ listing: listingId })],
    ['archived', { state: 'archived' }],
  ),
  ...asks('fetchAudit', ['downloads', { kind: 'downloads' }]),
  ...asks('fetchCalendarWeek', ['', {}], ['mine', { whose: 'mine' }]),
  ...asks('fetchComingEvents', ['', {}]),
  ...forManagers(
    ...asks(
      'fetchAgencyAudit',
      ['', {}],
      ['of the plan', { kind: 'plan' }],
      ['of one member', ({ agentId }) => ({ memberId: agentId })],
    ),
  ),
]

const summaries: PortalCall[] = [
  ...asks('fetchListingCounts', ['', {}], ['mine', { whose: 'mine' }]),
  ...asks('fetchLeadCounts', ['', {}], ['mine', { whose: 'mine' }]),
  ...asks('fetchAnswerFilters', ['', {}]),
  ...asks('fetchPendingChanges', ['', {}], ['of one listing', ({ listingId }) => ({ listingId })]),
  ...asks('fetchStorage', ['', {}]),
  ...(['7d', '30d', '90d', '12m'] as const).flatMap((range) => asks('fetchDashboardSummary', [range, { range }])),
  ...asks('fetchDashboardSummary', ['12m, mine', { range: '12m', whose: 'mine' }]),
  ...forManagers(...asks('fetchFiguresByAgent', ['30d', {}], ['12m', { range: '12m' }])),
]

const panels = [
  ...['fetchListingViews', 'fetchListingEngagement', 'fetchViewsByCity', 'fetchViewsByDevice', 'fetchViewsByReferrer'],
  ...['fetchViewsByChannel', 'fetchEvents'],
]
/** Every panel of the analytics page, of all listings and of one, over each range. */
const analytics: PortalCall[] = panels.flatMap((name) => [
  ...(['30d', '90d', '12m'] as const).flatMap((range) =>
    asks(name, [range, { range }], [`${range}, one listing`, ({ listingId }) => ({ range, listingId })]),
  ),
  ...asks(
    name,
    ['12m, mine', { range: '12m', whose: 'mine' }],
    ['12m, one lead', ({ leadId }) => ({ range: '12m', leadId })],
    ['12m, one document', ({ fileId }) => ({ range: '12m', fileId })],
  ),
])

const readingTime = asks('fetchReadingTime', ['', {}], ['one document', ({ fileId }) => ({ fileId })])

/** The same panels of all listings, with a filter that the sums of some cannot answer: these read the events. */
export const filteredReads: PortalCall[] = forManagers(
  ...panels.flatMap((name) =>
    asks(
      name,
      ['30d, one city', { range: '30d', place: 'NZ|Region 1|City 25' }],
      ['12m, one city', { range: '12m', place: 'NZ|Region 1|City 25' }],
      ['12m, one country', { range: '12m', place: 'AU' }],
      ['12m, one device', { range: '12m', device: 'tablet' }],
      ['12m, one referrer', { range: '12m', referrer: 'www.referrer20.example' }],
    ),
  ),
).map((call) => ({ ...call, mayTimeOut: true }))

const ofOne: PortalCall[] = [
  ...['fetchListing', 'fetchListingTeam', 'fetchListingHistory', 'fetchListingLinks'].flatMap((name) =>
    asks(name, ['', ({ listingId }) => ({ id: listingId })]),
  ),
  ...[
    'fetchListingFiles',
    'fetchEmailedDocuments',
    'fetchDocumentDefaults',
    'fetchAcknowledgements',
    'fetchRecordOverview',
    'fetchRecord',
    'fetchMessages',
    'fetchVendorSettings',
    'fetchVendorEmailPreview',
  ].flatMap((name) => asks(name, ['', ({ listingId }) => ({ listingId })])),
  ...asks('countMessageAudience', ['', ({ listingId }) => ({ listingId, audience: {} })]),
  ...asks('suggestMessage', ['', ({ listingId }) => ({ listingId, kind: 'sold' })]),
  ...['fetchVersions', 'fetchDocumentSettings'].flatMap((name) => asks(name, ['', ({ fileId }) => ({ id: fileId })])),
  ...['fetchLead', 'fetchLeadTimeline', 'fetchLeadLink'].flatMap((name) =>
    asks(name, ['', ({ leadId }) => ({ id: leadId })]),
  ),
  ...['fetchPerson', 'fetchPersonTimeline'].flatMap((name) => asks(name, ['', ({ personId }) => ({ id: personId })])),
]

const ofTheAccount: PortalCall[] = [
  ...['fetchCurrentUser', 'fetchSettings', 'fetchSessions', 'fetchLatestExport', 'fetchAgency', 'fetchMembers'],
  ...['fetchSubscription', 'fetchReplyTemplates', 'fetchPushSettings', 'fetchCalendarLink'],
  ...['fetchProofOptions', 'fetchSecondFactors', 'fetchPasskeys', 'fetchIdentities', 'fetchIdleLock'],
].map((name) => ({ label: name, name }))

export const reads: PortalCall[] = [
  ...firstPages,
  ...lists,
  ...summaries,
  ...analytics,
  ...readingTime,
  ...ofOne,
  ...ofTheAccount,
  ...asks('fetchIsSlugFree', ['', { slug: 'a-new-link' }]),
  ...forManagers(
    ...[
      ...['fetchBrand', 'fetchAgencyExport', 'fetchApiKeys', 'fetchWebhooks', 'fetchFeedRuns', 'fetchEmbedSettings'],
      ...['fetchLeadForwards', 'fetchSecondFactorRule', 'fetchSessionRule'],
    ].map((name) => ({ label: name, name })),
  ),
]

/** They ask Stripe, and nothing about the agency takes longer in a large one. */
const asksStripe = ['fetchBilling', 'fetchSeatPrice']
/** About one import or webhook, of which a large agency has no more than a small one. */
const ofOneConnection = ['fetchFeedRun', 'fetchDeliveries']
/** About one open home or message, of which the office has none. */
const ofOneEvent = ['fetchOpenHome', 'fetchDoorDevices', 'fetchMessage']
const unmeasured = [...asksStripe, ...ofOneConnection, ...ofOneEvent]
const missing = Object.entries(authorisation)
  .filter(([name, { access, method }]) => method === 'GET' && access !== 'anyone' && !unmeasured.includes(name))
  .filter(([name]) => !reads.some((read) => read.name === name))
if (missing.length > 0) throw new Error(`Nobody measures ${missing.map(([name]) => name).join(', ')}.`)

const unknown = [...reads, ...filteredReads].filter(({ name }) => !authorisation[name])
if (unknown.length > 0) throw new Error(`There is no call ${unknown.map(({ name }) => name).join(', ')}.`)

/** What agents change all day. Each turn has another lead, person, listing or document. */
export const writes: PortalCall[] = [
  write('changeLead', ({ leadIds }, turn) => ({
    id: pick(leadIds, turn),
    status: 'viewing',
    agentNote: `Rang, ${turn}`,
  })),
  write('setLeadsStatus', ({ leadIds }, turn) => ({
    ids: leadIds.slice(0, 20),
    status: turn % 2 ? 'contacted' : 'viewing',
  })),
  write('planNextAction', ({ leadIds }, turn) => ({
    ids: [pick(leadIds, turn)],
    next: { nextAction: 'Call', nextActionAt: new Date(Date.now() + 86_400_000).toISOString() },
  })),
  write('assignLeads', ({ leadIds, agentId }, turn) => ({
    ids: [pick(leadIds, turn)],
    assigneeId: turn % 2 ? null : agentId,
  })),
  write('archiveLeads', ({ leadIds }, turn) => ({ ids: [pick(leadIds, turn)] })),
  write('restoreLeads', ({ leadIds }, turn) => ({ ids: [pick(leadIds, turn)] })),
  write('withdrawAccess', ({ leadIds }, turn) => ({ id: pick(leadIds, turn) })),
  write('restoreAccess', ({ leadIds }, turn) => ({ id: pick(leadIds, turn) })),
  write('markRead', ({ leadIds }, turn) => ({ leadId: pick(leadIds, turn) })),
  write('addLead', ({ listingIds }, turn) => ({
    listingId: pick(listingIds, turn),
    ...{
      firstName: 'Mere',
      lastName: 'Bench',
      phone: `+6421${Date.now() % 10_000_000}`,
      email: '',
      note: '',
      consent: 'Rang us',
    },
  })),
  write('updatePerson', ({ personIds }, turn) => ({
    id: pick(personIds, turn),
    ...{ firstName: 'Mere', lastName: `Bench ${turn}`, phone: '+64215550123', note: '' },
    email: `mere.${pick(personIds, turn)}@example.nz`,
  })),
  write('createListing', (_, turn) => ({
    ...{ title: `${turn} New Street`, subtitle: '', description: { type: 'doc', content: [{ type: 'paragraph' }] } },
  })),
  write('recordListingShare', ({ listingIds }, turn) => ({ id: pick(listingIds, turn) })),
  write('changeFile', ({ fileIds }, turn) => ({ id: pick(fileIds, turn), name: `Renamed ${turn}` })),
  write('archiveFiles', ({ fileIds }, turn) => ({ ids: [pick(fileIds, turn)] })),
  write('restoreFiles', ({ fileIds }, turn) => ({ ids: [pick(fileIds, turn)] })),
  write('saveDocumentDefaults', ({ listingIds }, turn) => ({
    listingId: pick(listingIds, turn),
    ...{ access: 'everyone', isViewOnly: turn % 2 === 0, isWatermarked: false },
  })),
  write('getUploadUrl', ({ listingIds }, turn) => ({
    ...{ name: 'plan.pdf', contentType: 'application/pdf', contentLength: '9', listingId: pick(listingIds, turn) },
  })),
]

function asks(name: string, ...what: Ask[]): PortalCall[] {
  return what.map(([label, data]) => ({
    label: label ? `${name}, ${label}` : name,
    name,
    data: typeof data === 'function' ? data : () => data,
  }))
}

function forManagers(...calls: PortalCall[]) {
  return calls.map((call) => ({ ...call, isForManagers: true }))
}

function write(name: string, data: PortalCall['data']): PortalCall {
  return { label: name, name, data }
}

function pick(ids: string[], turn: number) {
  return ids[turn % ids.length] ?? ''
}
