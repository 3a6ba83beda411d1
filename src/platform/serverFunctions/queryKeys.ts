/** What the browser keeps answers under. The names are the specification's. */
export const queryKeys = {
  user: 'user',
  pricing: 'pricing',
  dashboardSummary: 'dashboard-summary',
  listings: 'listings',
  leads: 'leads',
  notifications: 'notifications',
  files: 'files',
  publicListing: 'public-listing',
  views: 'views',
  engagement: 'engagement',
  events: 'events',
} as const
