import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { dashboardQuery } from '../analytics.functions.ts'
import type { DashboardRange } from './dashboardRange.ts'

const LOOK_AGAIN = 15_000
const FRESH = 3_000

/** The numbers move while somebody looks, and whoever comes back from publishing a listing sees that it is out. */
export const liveDashboard = (range: DashboardRange) => ({
  ...dashboardQuery({ range }),
  staleTime: FRESH,
  refetchInterval: LOOK_AGAIN,
  refetchOnWindowFocus: 'always' as const,
})

/** While another range is on its way the last one stays. */
export const useDashboard = (range: DashboardRange) =>
  useQuery({ ...liveDashboard(range), placeholderData: keepPreviousData })
