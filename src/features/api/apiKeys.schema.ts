import * as z from 'zod/mini'
import { idSchema, oneLine, trimmedText } from '#platform/input/fieldSchemas.ts'
import { type ApiScope, apiScopes } from '#values/apiScopes.ts'

export const MAX_KEY_NAME_LENGTH = 60
/** Null for a key that never expires. */
export const keyLifetimes = [30, 90, 365, null] as const

export const ApiKeyId = idSchema('akey', 'a key')
export const ApiKeyIdInput = z.strictObject({ id: ApiKeyId })

export const NewApiKey = z.strictObject({
  name: trimmedText(MAX_KEY_NAME_LENGTH).check(z.minLength(1, 'Please enter a name'), oneLine),
  scopes: z.array(z.enum(apiScopes)).check(
    z.minLength(1, 'Please choose what the key may do'),
    z.refine((scopes) => new Set(scopes).size === scopes.length, 'Please choose each permission once'),
  ),
  days: z.literal(keyLifetimes),
})
export type NewApiKey = z.infer<typeof NewApiKey>

export interface ListedApiKey {
  id: string
  name: string
  /** The first characters of the key. */
  start: string
  scopes: ApiScope[]
  createdAt: Date
  expiresAt: Date | null
  lastUsedAt: Date | null
  /** The member in whose name it acts. */
  actsAs: { id: string; name: string }
}
