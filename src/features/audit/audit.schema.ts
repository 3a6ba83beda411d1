import * as z from 'zod/mini'
import { LeadId, ListingId } from '#platform/input/fieldSchemas.ts'
import { type AuditAction, type AuditCategory, auditCategories } from './auditActions.ts'

const categoryNames = Object.keys(auditCategories) as [AuditCategory, ...AuditCategory[]]

export const ListAuditInput = z.strictObject({
  kind: z.optional(z.enum(categoryNames)),
  limit: z._default(z.int().check(z.gte(1), z.lte(100)), 10),
  cursor: z.optional(z.string().check(z.maxLength(1_000))),
})
export type ListAuditInput = z.infer<typeof ListAuditInput>

const pageFields = {
  limit: z._default(z.int().check(z.gte(1), z.lte(100)), 10),
  cursor: z.optional(z.string().check(z.maxLength(1_000))),
}
export const ListingHistoryInput = z.strictObject({ id: ListingId, ...pageFields })
export const LeadHistoryInput = z.strictObject({ id: LeadId, ...pageFields })
export interface HistoryPage {
  limit: number
  cursor?: string
}

/** One row of the activity log. */
export interface AuditEntry {
  id: string
  action: AuditAction
  at: Date
  times: number
  device: string | null
  /** The name of the listing, file or lead, while there is one. */
  about: string | null
  /** The name of the member that it was done to. */
  member: string | null
  details: Record<string, string | number | boolean | string[] | null | undefined>
}

/** One step in the history of a listing or a lead. */
export interface HistoryEntry extends AuditEntry {
  /** Who did it. */
  by: string
}
