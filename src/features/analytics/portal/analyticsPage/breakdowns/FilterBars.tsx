import { Skeleton } from '@mantine/core'
import { type Bar, BarList } from '../../charts/BarList.tsx'
import type { AnalyticsSearch, FilterKey } from '../analyticsSearch.ts'
import { FilterLink } from '../FilterLink.tsx'
import classes from './FilterBars.module.css'

export interface PanelProps {
  search: AnalyticsSearch
}

/** A buyer who only opened documents has no page views, and so no city, source or device. An empty panel would tell the agent nothing. */
export const isEmptyForBuyer = ({ leadId }: AnalyticsSearch, rows: readonly unknown[] | undefined) =>
  leadId !== '' && rows?.length === 0

interface FilterBarsProps extends PanelProps {
  label: string
  /** With the value of the filter as id. */
  bars: readonly Bar[]
  by: FilterKey
  empty?: string
}

/** Bars that filter the page when clicked. */
export const FilterBars = ({ label, bars, search, by, empty = 'No views in this period.' }: FilterBarsProps) => (
  <div className={classes.bars}>
    {bars.length === 0 ? (
      <p className={classes.empty}>{empty}</p>
    ) : (
      <BarList
        label={label}
        bars={bars}
        noun="view"
        link={(id, row) => <FilterLink search={search} by={by} value={id} {...row} />}
      />
    )}
  </div>
)

const skeletonWidths = [90, 64, 48, 40, 32]

export const BarsSkeleton = () => (
  <div className={classes.bars}>
    {skeletonWidths.map((width) => (
      <Skeleton key={width} h={36} w={`${width}%`} mb={4} radius={6} />
    ))}
  </div>
)
