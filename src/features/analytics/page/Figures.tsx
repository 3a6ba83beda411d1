import { Skeleton } from '@mantine/core'
import type { Engagement, Figure, Views } from '../analytics.ts'
import { Change } from '../charts/Change.tsx'
import type { AnalyticsWish } from './analyticsWish.ts'
import { FilterLink } from './FilterLink.tsx'
import { type ShownFigure, shownFigures } from './figures.ts'
import classes from './Overview.module.css'

interface FiguresProps {
  wish: AnalyticsWish
  views?: Views
  engagement?: Engagement
  isOld: boolean
}

/** One number each, and its change. A click shows in the log what was counted. */
export const Figures = ({ wish, views, engagement, isOld }: FiguresProps) => (
  <ul className={classes.figures} data-old={isOld || undefined} aria-busy={isOld}>
    {shownFigures(wish, views, engagement).map((shown) => (
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

const Numbers = ({ figure, write, isShare, compare }: ShownFigure & { figure: Figure; compare: boolean }) => (
  <span className={classes.numbers}>
    <span className={classes.number}>{write(figure.now)}</span>
    {compare && figure.now + figure.before > 0 && <Change figure={figure} write={write} isShare={isShare} />}
  </span>
)
