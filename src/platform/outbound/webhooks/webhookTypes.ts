/** What an agency's system can be told, and when. */
export const webhookTypes = {
  'lead.created': 'A buyer enquired, or was added',
  'lead.updated': 'A lead’s details, status, notes or assignee changed',
  'lead.hot': 'A lead became hot',
  'lead.erased': 'A lead was erased',
  'document.opened': 'A buyer opened or downloaded a version of a document for the first time',
  'document.acknowledged': 'A buyer confirmed a document',
  'listing.published': 'A listing was published',
  'listing.updated': 'A listing was changed',
  'listing.unpublished': 'A listing was taken down',
  'file.ready': 'A file is ready for buyers',
} as const
export type WebhookType = keyof typeof webhookTypes
export const webhookTypeNames = Object.keys(webhookTypes) as [WebhookType, ...WebhookType[]]

/** Sent from the portal or by a program, to try an endpoint. */
export const TEST_TYPE = 'webhook.test'
