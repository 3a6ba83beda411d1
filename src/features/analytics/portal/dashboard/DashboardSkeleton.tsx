import { Skeleton } from '@mantine/core'
import { SectionCard } from '#ui/layout/SectionCard.tsx'
import classes from './DashboardPage.module.css'
import metrics from './MetricCards.module.css'
import leads from './NewLeads.module.css'

const fiveItems = [1, 2, 3, 4, 5]
const chartLines = [1, 2, 3, 4]

/** As tall as the loaded page, so that nothing moves when it arrives. */
export const DashboardSkeleton = () => (
  <div className={classes.parts} role="status" aria-label="Loading your numbers">
    <div className={classes.onPhone}>
      <LeadsOutline />
    </div>
    <div className={metrics.cards}>
      {fiveItems.map((item) => (
        <div key={item} className={metrics.card}>
          <div className={metrics.head}>
            <Skeleton h={12} w={64} />
          </div>
          <div className={metrics.metric}>
            <Skeleton h={24} w={96} my={4} />
          </div>
          <Skeleton h={32} />
        </div>
      ))}
    </div>
    <SectionCard dense title="Views and leads">
      <div className={classes.chart}>
        <div className={classes.outline}>
          {chartLines.map((line) => (
            <Skeleton key={line} h={8} />
          ))}
        </div>
      </div>
    </SectionCard>
    <div className={classes.pair}>
      <div className={classes.onLaptop}>
        <LeadsOutline />
      </div>
      <SectionCard dense title="Most-viewed listings">
        <div className={leads.list}>
          {fiveItems.map((item) => (
            <Skeleton key={item} h={28} mx={16} my={12} w={`${100 - item * 14}%`} />
          ))}
        </div>
      </SectionCard>
    </div>
  </div>
)

const LeadsOutline = () => (
  <SectionCard dense title="New leads">
    <div className={leads.list}>
      {fiveItems.map((item) => (
        <div key={item} className={leads.row}>
          <Skeleton w={36} h={36} circle className={leads.initials} />
          <div className={leads.text}>
            <Skeleton h={12} w={140} my={4} />
            <Skeleton h={12} w={200} maw="100%" my={4} />
          </div>
        </div>
      ))}
    </div>
  </SectionCard>
)
