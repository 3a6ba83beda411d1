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
  'By the id of a row of the agency, for a list in its order: PostgreSQL would take the agency for a second condition, expect few rows and sort them all':
    {
      'GET /portal/analytics.csv': ['event'],
      'GET /portal/leads.csv': ['listing'],
      fetchEvents: ['event'],
      fetchLeads: ['lead_answer', 'listing'],
    },
  'Asks when its members joined and left other agencies: what they did with their accounts meanwhile is not for this one':
    {
      'GET /portal/agency/activity.csv': ['audit'],
      fetchAgencyAudit: ['audit'],
    },
}
