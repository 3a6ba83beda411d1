import { Skeleton } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { SectionError } from '#ui/SectionError.tsx'
import { engagementQuery, viewsQuery } from '../analytics.functions.ts'
import type { Figure } from '../analytics.ts'
import { Change } from '../charts/Change.tsx'
import type { AnalyticsWish } from './analyticsWish.ts'
import { FilterLink } from './FilterLink.tsx'
import { type ShownFigure, shownFigures } from './figures.ts'
import { questionOf } from './filters.ts'
import classes from './Overview.module.css'

/** One number each, and its change. A click shows in the log what was counted. */
export function Figures({ wish }: { wish: AnalyticsWish }) {
  const question = questionOf(wish)
  const views = useQuery({ ...viewsQuery(question), placeholderData: keepPreviousData })
  const engagement = useQuery({ ...engagementQuery(question), placeholderData: keepPreviousData })
  const failed = [views, engagement].filter(({ data, isError }) => isError && !data)
  if (failed.length > 0)
    return (
      <SectionError
        what="The figures"
        busy={failed.some(({ isFetching }) => isFetching)}
        onRetry={() => Promise.all(failed.map(({ refetch }) => refetch()))}
      />
    )
  const isOld = views.isPlaceholderData || engagement.isPlaceholderData
  return (
    <ul className={classes.figures} data-old={isOld || undefined} aria-busy={isOld}>
      {shownFigures(wish, views.data, engagement.data).map((shown) => (
        <li key={shown.name}>
          <FilterLink wish={wish} by="event" value={shown.event} hash="log" className={classes.figure}>
            <span className={classes.name}>{shown.name}</span>
            {shown.figure ? (
              <Numbers {...shown} figure={shown.figure} compare={wish.compare} />
            ) : (
              <Skeleton h={22} w={64} my={4} />
            )}
          </FilterLink>
        </li>
      ))}
    </ul>
  )
}

const Numbers = ({ figure, write, compare }: ShownFigure & { figure: Figure; compare: boolean }) => (
  <span className={classes.numbers}>
    <span className={classes.number}>{write(figure.now)}</span>
    {compare && figure.now + figure.before > 0 && <Change figure={figure} write={write} />}
  </span>
)
