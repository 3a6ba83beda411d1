/** The keys of all cached queries. Their first elements are the names in the specification, where it has one. */
export const queryKeys = {
  /** The signed-in agent. Invalidating this also refreshes their subscription and billing. */
  user: {
    all: ['user'],
    subscription: ['user', 'subscription'],
    billing: ['user', 'billing'],
  },
  settings: ['settings'],
  sessions: ['sessions'],
  latestExport: ['export'],
  pricing: ['pricing'],
  checkout: (sessionId: string) => ['checkout', sessionId],
  checkoutConfirmation: (token: string) => ['checkout confirmation', token],
  notifications: ['notifications'],
  emailChoice: (key: string) => ['email choice', key],
  pushSettings: ['push settings'],
  replyTemplates: ['reply templates'],
  activity: (kind: string | undefined) => ['activity', kind],
  palette: (search: string) => ['palette', search],

  listings: {
    all: ['listings'],
    lists: ['listings', 'list'],
    list: (filter: object) => ['listings', 'list', filter],
    counts: ['listings', 'counts'],
    names: (search: string) => ['listings', 'names', search],
    one: (id: string) => ['listings', 'one', id],
    previews: ['listings', 'preview'],
    preview: (id: string) => ['listings', 'preview', id],
    slug: (slug: string, id: string | undefined) => ['listings', 'slug', slug, id],
  },
  /** What a buyer sees. */
  publicListing: {
    all: ['public-listing'],
    one: (idOrSlug: string) => ['public-listing', 'one', idOrSlug],
    agent: (listingId: string) => ['public-listing', 'agent', listingId],
    access: (listingId: string) => ['public-listing', 'access', listingId],
    privateLink: (key: string) => ['public-listing', 'private link', key],
  },
  leads: {
    all: ['leads'],
    lists: ['leads', 'list'],
    list: (filter: object) => ['leads', 'list', filter],
    counts: ['leads', 'counts'],
    answerFilters: ['leads', 'answer filters'],
    details: ['leads', 'one'],
    one: (id: string) => ['leads', 'one', id],
    timeline: (id: string) => ['leads', 'timeline', id],
    /** Outside `all`: a change of a lead does not need it again. */
    link: (id: string) => ['lead link', id],
  },
  people: {
    all: ['people'],
    list: (filter: object) => ['people', 'list', filter],
    details: ['people', 'one'],
    one: (id: string) => ['people', 'one', id],
    timeline: (id: string) => ['people', 'timeline', id],
  },
  files: {
    all: ['files'],
    lists: ['files', 'list'],
    list: (filter: object) => ['files', 'list', filter],
    ofListings: ['files', 'of listing'],
    ofListing: (listingId: string) => ['files', 'of listing', listingId],
    storage: ['files', 'storage'],
  },
  downloadUrl: (fileId: string, replacedAt: Date | null) => ['download-url', fileId, replacedAt],
  textPreview: (url: string) => ['text-preview', url],

  dashboardSummary: {
    all: ['dashboard-summary'],
    one: (input: object) => ['dashboard-summary', input],
  },
  views: {
    all: ['views'],
    byDay: (filters: object) => ['views', 'day', filters],
    byCity: (filters: object) => ['views', 'city', filters],
    byDevice: (filters: object) => ['views', 'device', filters],
    byReferrer: (filters: object) => ['views', 'referrer', filters],
  },
  engagement: {
    all: ['engagement'],
    one: (filters: object) => ['engagement', filters],
    reading: (filters: object) => ['engagement', 'reading', filters],
  },
  events: {
    log: (filters: object) => ['events', 'log', filters],
    latest: (input: object) => ['events', 'latest', input],
    any: ['events', 'any'],
    ofBuyers: ['events', 'of buyer'],
    ofBuyer: (leadId: string) => ['events', 'of buyer', leadId],
  },
} as const
