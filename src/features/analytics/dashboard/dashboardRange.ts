import type { SearchSchemaInput } from '@tanstack/react-router'
import { oneOf } from '#platform/searchPart.ts'
import type { DashboardQuestion } from '../analytics.ts'

export type DashboardRange = DashboardQuestion['range']

export const rangeChoices: { value: DashboardRange; label: string }[] = [
  { value: '7d', label: 'Last 7 days' },
  { value: '30d', label: 'Last 30 days' },
  { value: '90d', label: 'Last 90 days' },
  { value: '12m', label: 'Last 12 months' },
]

/** What an address without a search part means. */
export const usualRange = { range: '30d' } as const

/** The search part of the address. */
export const readRange = ({ range }: { range?: DashboardRange } & SearchSchemaInput): { range: DashboardRange } => ({
  range: oneOf(
    range,
    rangeChoices.map(({ value }) => value),
    usualRange.range,
  ),
})
