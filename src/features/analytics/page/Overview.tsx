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

const aboutVisitors = 'Visitors who return on another day count again.'
const aboutLead = 'What this buyer did after leaving their details.'
const aboutDocument = 'How often this document was opened and downloaded.'

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
    <SectionCard
      dense
      title="At a glance"
      about={wish.fileId ? aboutDocument : wish.leadId ? aboutLead : aboutVisitors}
    >
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
                  label={wish.leadId ? 'Views per day' : 'Views and visitors per day'}
                  days={days}
                  daysBefore={wish.compare ? daysBefore : undefined}
                  beside={wish.leadId ? undefined : 'visitors'}
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
