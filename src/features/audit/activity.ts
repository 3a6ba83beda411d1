import * as z from 'zod/mini'
import { type DeedKind, deedKinds } from '#platform/audit/deedKinds.ts'
import type { Deed } from '#platform/audit/deeds.ts'

const kinds = Object.keys(deedKinds) as [DeedKind, ...DeedKind[]]

export const ActivityQuestion = z.strictObject({
  kind: z.optional(z.enum(kinds)),
  limit: z._default(z.int().check(z.gte(1), z.lte(100)), 10),
  cursor: z.optional(z.string().check(z.maxLength(1_000))),
})
export type ActivityQuestion = z.infer<typeof ActivityQuestion>

/** One line of what was done. */
export interface Activity {
  id: string
  deed: Deed
  at: Date
  times: number
  device: string | null
  /** The listing's title or the file's name, while there is one. */
  about: string | null
  details: Record<string, string | number | boolean | null | undefined>
}
