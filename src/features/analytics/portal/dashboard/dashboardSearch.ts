import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { SearchSchemaInput } from '@tanstack/react-router'
import { choiceParam, whoseParam } from '#platform/input/searchParams.ts'
import { dashboardQuery } from '../../analytics.functions.ts'
import type { DashboardInput } from '../../analytics.schema.ts'

export type DashboardRange = DashboardInput['range']

export const dashboardRanges: readonly DashboardRange[] = ['7d', '30d', '90d', '12m']

export interface DashboardSearch {
  range: DashboardRange
  /** Whose listings, in a team. */
  whose: string
}

/** The search of an address without parameters. */
export const defaultDashboardSearch: DashboardSearch = { range: '30d', whose: '' }

export const parseDashboardSearch = ({
  range,
  whose,
}: Partial<DashboardSearch> & SearchSchemaInput): DashboardSearch => ({
  range: choiceParam(range, dashboardRanges, defaultDashboardSearch.range),
  whose: whoseParam(whose),
})

const REFRESH_MS = 15_000
const STALE_AFTER_MS = 3_000

/** Refreshed while the page is open, and always when an agent returns to it. */
export const liveDashboardQuery = ({ range, whose }: DashboardSearch) => ({
  ...dashboardQuery({ range, ...(whose && { whose }) }),
  staleTime: STALE_AFTER_MS,
  refetchInterval: REFRESH_MS,
  refetchOnWindowFocus: 'always' as const,
})

/** The last range stays until the next one is loaded. */
export const useDashboard = (search: DashboardSearch) =>
  useQuery({ ...liveDashboardQuery(search), placeholderData: keepPreviousData })
