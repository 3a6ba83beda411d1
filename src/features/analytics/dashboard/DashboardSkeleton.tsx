import { Skeleton } from '@mantine/core'
import { SectionCard } from '#ui/SectionCard.tsx'
import classes from './DashboardPage.module.css'
import figures from './FigureCards.module.css'
import leads from './NewLeads.module.css'
import chart from './ViewsPerDay.module.css'

const five = [1, 2, 3, 4, 5]
const lines = [1, 2, 3, 4]

/** As tall as what it stands for, so that nothing moves when that arrives. */
export const DashboardSkeleton = () => (
  <div className={classes.parts} role="status" aria-label="Loading your numbers">
    <div className={figures.cards}>
      {five.map((place) => (
        <div key={place} className={figures.card}>
          <div className={figures.head}>
            <Skeleton h={12} w={64} />
          </div>
          <div className={figures.figure}>
            <Skeleton h={24} w={96} my={4} />
          </div>
          <Skeleton h={32} />
        </div>
      ))}
    </div>
    <SectionCard dense title="Views and leads">
      <div className={chart.chart}>
        <div className={chart.outline}>
          {lines.map((line) => (
            <Skeleton key={line} h={8} />
          ))}
        </div>
      </div>
    </SectionCard>
    <div className={classes.pair}>
      <SectionCard dense title="New leads">
        <div className={leads.list}>
          {five.map((place) => (
            <div key={place} className={leads.row}>
              <Skeleton w={36} h={36} circle style={{ flex: 'none' }} />
              <div className={leads.words}>
                <Skeleton h={12} w={140} my={4} />
                <Skeleton h={12} w={200} maw="100%" my={4} />
              </div>
            </div>
          ))}
        </div>
      </SectionCard>
      <SectionCard dense title="Listings by interest">
        <div className={leads.list}>
          {five.map((place) => (
            <Skeleton key={place} h={28} mx={16} my={12} w={`${100 - place * 14}%`} />
          ))}
        </div>
      </SectionCard>
    </div>
  </div>
)
