import type { SearchSchemaInput } from '@tanstack/react-router'
import { oneOf } from '#platform/searchPart.ts'
import type { DashboardQuestion } from '../analytics.ts'

export type DashboardRange = DashboardQuestion['range']

export const dashboardRanges: readonly DashboardRange[] = ['7d', '30d', '90d', '12m']

/** What an address without a search part means. */
export const usualRange = { range: '30d' } as const

/** The search part of the address. */
export const readRange = ({ range }: { range?: DashboardRange } & SearchSchemaInput) => ({
  range: oneOf(range, dashboardRanges, usualRange.range),
})
