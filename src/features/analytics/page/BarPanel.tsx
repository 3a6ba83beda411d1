import { Skeleton } from '@mantine/core'
import { type Bar, BarList } from '../charts/BarList.tsx'
import type { AnalyticsWish } from './analyticsWish.ts'
import classes from './BarPanel.module.css'
import { FilterLink } from './FilterLink.tsx'
import type { Narrowing } from './filters.ts'

interface FilterBarsProps {
  label: string
  /** Each by what the filter takes. */
  bars: readonly Bar[]
  noun: string
  wish: AnalyticsWish
  by: Narrowing
  /** What it means that there are none. */
  none: string
}

/** Bars, each of which filters the page. */
export const FilterBars = ({ label, bars, noun, wish, by, none }: FilterBarsProps) => (
  <div className={classes.bars}>
    {bars.length === 0 ? (
      <p className={classes.none}>{none}</p>
    ) : (
      <BarList
        label={label}
        bars={bars}
        noun={noun}
        link={(id, row) => <FilterLink wish={wish} by={by} value={id} {...row} />}
      />
    )}
  </div>
)

const places = [90, 64, 48, 40, 32]

/** As tall as the list that it stands for, at most. */
export const BarsSkeleton = () => (
  <div className={classes.bars}>
    {places.map((width) => (
      <Skeleton key={width} h={36} w={`${width}%`} mb={4} radius={6} />
    ))}
  </div>
)
