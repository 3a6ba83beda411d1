import { written } from '#ui/amounts.ts'
import type { DashboardSummary } from '../analytics.ts'
import { asPoints } from '../charts/points.ts'
import { percent, shareOf } from '../page/shares.ts'
import type { DashboardRange } from './dashboardRange.ts'
import { FigureCard } from './FigureCard.tsx'
import classes from './FigureCards.module.css'

const VISITORS = 'People who looked at a listing. Visitors who return on another day count again.'
const DOCUMENT_VIEWS = 'How often buyers opened a document on the page. Downloads are not included.'
const CONVERSION = 'The share of visitors who became leads.'

/** The figures of the range, each with its course and its change. */
export function FigureCards({ summary, range }: { summary: DashboardSummary; range: DashboardRange }) {
  const { views, visitors, filesOpened, leads, conversion } = summary
  const points = asPoints(summary.days)
  const courseOf = (name: 'views' | 'visitors' | 'filesOpened' | 'leads') => points.map((point) => point[name])
  const shared = { range, write: written }
  return (
    <div className={classes.cards}>
      <FigureCard {...shared} name="Views" figure={views} course={courseOf('views')} />
      <FigureCard {...shared} name="Visitors" hint={VISITORS} figure={visitors} course={courseOf('visitors')} />
      <FigureCard
        {...shared}
        name="Document views"
        hint={DOCUMENT_VIEWS}
        figure={filesOpened}
        course={courseOf('filesOpened')}
      />
      <FigureCard {...shared} name="Leads" figure={leads} course={courseOf('leads')} />
      <FigureCard
        {...shared}
        name="Conversion"
        hint={CONVERSION}
        write={percent}
        isShare
        figure={conversion}
        course={points.map(({ leads, visitors }) => shareOf(leads, visitors))}
      />
    </div>
  )
}
