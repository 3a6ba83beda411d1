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
