/** The values of columns about who may read what, and of the record of it. Safe in the browser. */

/** Who may open a document: every lead, chosen leads, or nobody. */
export const documentAccesses = ['everyone', 'chosen', 'hidden'] as const

/** Whom a buyer may invite to read with them. */
export const inviteeRoles = ['partner', 'lawyer', 'bank', 'other'] as const

/** What a listing's record has entries of. */
export const recordKinds = [
  'published',
  'unpublished',
  'version_added',
  'visibility_changed',
  'access_given',
  'version_opened',
  'version_read',
  'downloaded',
  'acknowledged',
  'told_of_change',
  'access_withdrawn',
] as const
