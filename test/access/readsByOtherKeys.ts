/**
 * Tables that a call reads without its agency, by the reason why. `agencyKeys.test.ts` fails for one that is missing here, and for one that is not needed any
 * more. One PostgreSQL is as quick without; with several, such a statement would go to all of them (docs/scale.md).
 */
export const readsByOtherKeys: Record<string, Record<string, string[]>> = {
  'A link is unique over all agencies': {
    createListing: ['listing', 'old_slug'],
    duplicateListing: ['listing', 'old_slug'],
    fetchIsSlugFree: ['listing', 'old_slug'],
    updateListing: ['old_slug'],
  },
  'Joined by its id to a row of the agency: PostgreSQL would take the agency for a second condition, expect few rows and sort them all':
    {
      fetchLeads: ['listing'],
      'GET /portal/leads.csv': ['listing'],
    },
  'Asks when its members joined and left other agencies: what they did with their accounts meanwhile is not for this one':
    {
      'GET /portal/agency/activity.csv': ['audit'],
      fetchAgencyAudit: ['audit'],
    },
  'Not repaired yet: found by the listing, file or lead that was found within reach': {
    'GET /portal/agents.csv': ['listing'],
    'GET /portal/analytics.csv': ['channel', 'event', 'file', 'lead', 'listing'],
    'GET /portal/leads.csv': ['lead_answer'],
    fetchAnswerFilters: ['lead_answer'],
    fetchDashboardSummary: ['file', 'listing'],
    fetchEvents: ['channel', 'event', 'file', 'lead', 'listing'],
    fetchFiguresByAgent: ['listing'],
    fetchFiles: ['chosen_reader', 'lead'],
    fetchLeads: ['lead_answer'],
    fetchListingEngagement: ['event', 'lead'],
    fetchListingFiles: ['chosen_reader', 'lead'],
    fetchListingViews: ['event'],
    fetchReadingTime: ['file', 'listing', 'reading_sum'],
    fetchStorage: ['file_version', 'inbound_document'],
    fetchViewsByChannel: ['event'],
    fetchViewsByCity: ['event'],
    fetchViewsByDevice: ['event'],
    fetchViewsByReferrer: ['event'],
    getUploadUrl: ['file_version', 'inbound_document'],
  },
}
