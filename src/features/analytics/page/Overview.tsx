import { Skeleton } from '@mantine/core'
import { todayIn } from '#ui/calendarDays.ts'
import { SectionCard } from '#ui/SectionCard.tsx'
import { SectionError } from '#ui/SectionError.tsx'
import { engagementQuery, viewsQuery } from '../analytics.functions.ts'
import type { Span } from '../analytics.ts'
import { DayChart } from '../charts/DayChart.tsx'
import { Answer } from './Answer.tsx'
import type { AnalyticsWish } from './analyticsWish.ts'
import { Figures } from './Figures.tsx'
import { questionOf } from './filters.ts'
import classes from './Overview.module.css'
import { useAnswer } from './useAnswer.ts'

const aboutVisitors = 'People are told apart for one day only, without cookies: whoever comes on two days counts twice.'
const aboutDocuments = 'Visits are counted for listings, and openings for documents.'

interface OverviewProps {
  wish: AnalyticsWish
  timeZone: string
  onDays: (span: Span) => void
}

/** The figures, and their days. */
export function Overview({ wish, timeZone, onDays }: OverviewProps) {
  const question = questionOf(wish)
  const views = useAnswer(viewsQuery(question))
  const engagement = useAnswer(engagementQuery(question))
  const failed = [views, engagement].filter(({ data, isError }) => isError && !data)
  return (
    <SectionCard dense title="At a glance" about={wish.fileId ? aboutDocuments : aboutVisitors}>
      {failed.length > 0 ? (
        <SectionError
          what="The figures"
          busy={failed.some(({ isFetching }) => isFetching)}
          onRetry={() => Promise.all(failed.map(({ refetch }) => refetch()))}
        />
      ) : (
        <>
          <Figures
            wish={wish}
            views={views.data}
            engagement={engagement.data}
            isOld={views.isPlaceholderData || engagement.isPlaceholderData}
          />
          <div className={classes.chart} hidden={wish.fileId !== ''}>
            <Answer query={views} what="The days" skeleton={<Skeleton className={classes.chartSkeleton} />}>
              {({ span, days, daysBefore }) => (
                <DayChart
                  label="Views and visitors per day"
                  days={days}
                  daysBefore={wish.compare ? daysBefore : undefined}
                  beside="visitors"
                  untilNow={span.to === todayIn(timeZone)}
                  onDay={onDays}
                />
              )}
            </Answer>
          </div>
        </>
      )}
    </SectionCard>
  )
}
