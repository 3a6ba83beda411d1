import * as z from 'zod/mini'
import { Day, ListingId, MemberId } from '#platform/input/fieldSchemas.ts'
import { type AuditAction, auditCategoryNames } from './auditActions.ts'

export const ListAuditInput = z.strictObject({
  kind: z.optional(z.enum(auditCategoryNames)),
  limit: z._default(z.int().check(z.gte(1), z.lte(100)), 10),
  cursor: z.optional(z.string().check(z.maxLength(1_000))),
})
export type ListAuditInput = z.infer<typeof ListAuditInput>

const pageFields = {
  limit: z._default(z.int().check(z.gte(1), z.lte(100)), 10),
  cursor: z.optional(z.string().check(z.maxLength(1_000))),
}
export const ListingHistoryInput = z.strictObject({ id: ListingId, ...pageFields })
export interface HistoryPage {
  limit: number
  cursor?: string
}
/** Filter of an agency's log and of its export. */
export const AgencyAuditFilter = z.strictObject({
  memberId: z.optional(MemberId),
  kind: z.optional(z.enum(auditCategoryNames)),
  /** The first and the last day, in the agent's time zone. */
  from: z.optional(Day),
  to: z.optional(Day),
})
export type AgencyAuditFilter = z.infer<typeof AgencyAuditFilter>

export const ListAgencyAuditInput = z.strictObject({
  ...AgencyAuditFilter.shape,
  limit: z._default(z.int().check(z.gte(1), z.lte(100)), 30),
  cursor: z.optional(z.string().check(z.maxLength(1_000))),
})
export type ListAgencyAuditInput = z.infer<typeof ListAgencyAuditInput>

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

/** One row of an agency's log. */
export interface AgencyAuditEntry extends AuditEntry {
  /** Who did it, or whose account it is about. Without an id if their account was erased. */
  actor: { id: string | null; name: string; isFormer: boolean }
}

/** One step in the history of a listing or a lead. */
export interface HistoryEntry extends AuditEntry {
  /** Who did it. */
  by: string
}
