import { Skeleton } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { viewsQuery } from '../analytics.functions.ts'
import type { Span } from '../analytics.ts'
import { DayChart } from '../charts/DayChart.tsx'
import type { AnalyticsWish } from './analyticsWish.ts'
import { Answer, Card } from './Card.tsx'
import { Figures } from './Figures.tsx'
import { questionOf } from './filters.ts'
import classes from './Overview.module.css'

interface OverviewProps {
  wish: AnalyticsWish
  onDays: (span: Span) => void
}

/** The figures, and their days. */
export function Overview({ wish, onDays }: OverviewProps) {
  const views = useQuery({ ...viewsQuery(questionOf(wish)), placeholderData: keepPreviousData })
  return (
    <Card
      title="At a glance"
      about={
        wish.fileId
          ? 'Visits are counted for listings, and openings for documents.'
          : 'People are told apart for one day only, without cookies: whoever comes on two days counts twice.'
      }
    >
      <Figures wish={wish} />
      <div className={classes.chart} hidden={wish.fileId !== ''}>
        <Answer query={views} what="The days" skeleton={<Skeleton className={classes.chartSkeleton} />}>
          {({ days, daysBefore }) => (
            <DayChart
              label="Views and visitors per day"
              days={days}
              daysBefore={wish.compare ? daysBefore : undefined}
              beside="visitors"
              onDay={onDays}
            />
          )}
        </Answer>
      </div>
    </Card>
  )
}
