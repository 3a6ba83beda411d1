/** What an API key can be allowed to do. */
export const apiScopes = [
  'listings:read',
  'listings:write',
  'files:read',
  'files:write',
  'leads:read',
  'leads:write',
  'events:read',
  'members:read',
  'webhooks:write',
  'feeds:write',
] as const
export type ApiScope = (typeof apiScopes)[number]

/** What a scope allows, in plain words. */
export const apiScopeLabels: Record<ApiScope, { label: string; description: string }> = {
  'listings:read': { label: 'Read listings', description: 'Drafts and archived ones too.' },
  'listings:write': { label: 'Change listings', description: 'Create, edit, publish, archive and hand over.' },
  'files:read': { label: 'Read files', description: 'List and download photos and documents.' },
  'files:write': { label: 'Change files', description: 'Upload, replace, order, archive and set who may open them.' },
  'leads:read': { label: 'Read leads', description: 'Names, contact details and notes of buyers.' },
  'leads:write': { label: 'Change leads', description: 'Add, update, assign and erase leads and people.' },
  'events:read': { label: 'Read activity', description: 'What visitors did, and how long they read.' },
  'members:read': { label: 'Read members', description: 'Names, email addresses and roles of your colleagues.' },
  'webhooks:write': { label: 'Manage webhooks', description: 'Add, change and delete webhooks, and read their logs.' },
  'feeds:write': { label: 'Send listing feeds', description: 'Lets your CRM push listings to us as REAXML.' },
}
