import type { SearchSchemaInput } from '@tanstack/react-router'
import { choiceParam, dayParam, idPattern, patternParam } from '#platform/input/searchParams.ts'
import type { AgencyAuditFilter } from './audit.schema.ts'
import { type AuditCategory, auditCategoryNames } from './auditActions.ts'

export interface AgencyAuditSearch {
  member: string
  kind: AuditCategory | ''
  from: string
  to: string
}

/** What a URL without a search means. */
export const defaultAgencyAuditSearch: AgencyAuditSearch = { member: '', kind: '', from: '', to: '' }

/** The search in the URL. */
export const parseAgencyAuditSearch = (given: Partial<AgencyAuditSearch> & SearchSchemaInput): AgencyAuditSearch => ({
  member: patternParam(given.member, idPattern('usr')),
  kind: choiceParam(given.kind, auditCategoryNames, ''),
  from: dayParam(given.from),
  to: dayParam(given.to),
})

export const agencyAuditFilter = ({ member, kind, from, to }: AgencyAuditSearch): AgencyAuditFilter => ({
  memberId: member || undefined,
  kind: kind || undefined,
  from: from || undefined,
  to: to || undefined,
})

export function agencyAuditCsvUrl(search: AgencyAuditSearch) {
  const filter = Object.entries(agencyAuditFilter(search)).filter(([, value]) => value !== undefined)
  const query = new URLSearchParams(filter.map(([name, value]) => [name, String(value)])).toString()
  return `/portal/agency/activity.csv${query && `?${query}`}`
}
