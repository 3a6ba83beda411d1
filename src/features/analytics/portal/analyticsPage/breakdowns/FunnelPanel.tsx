import { Skeleton } from '@mantine/core'
import { formatAmount } from '#ui/format/format.ts'
import { formatPercent } from '#ui/format/moneyAndPercent.ts'
import { SectionCard } from '#ui/layout/SectionCard.tsx'
import { engagementQuery } from '../../../analytics.functions.ts'
import { type Engagement, ratio } from '../../../analytics.schema.ts'
import { usePanelQuery } from '../analyticsPageQueries.ts'
import { toAnalyticsInput } from '../analyticsSearch.ts'
import { FilterLink } from '../FilterLink.tsx'
import { QueryPanel } from '../QueryPanel.tsx'
import type { PanelProps } from './FilterBars.tsx'
import classes from './FunnelPanel.module.css'

const funnelSteps = [
  { name: 'Visited', metric: 'visitors', event: 'listing_view' },
  { name: 'Left details', metric: 'leads', event: 'lead_created' },
  { name: 'Opened a document', metric: 'readers', event: 'file_view' },
] as const

/** From a visit to a lead, and on to the documents, which open to leads only. */
export function FunnelPanel({ search }: PanelProps) {
  const query = usePanelQuery(engagementQuery(toAnalyticsInput(search)))
  return (
    <SectionCard
      dense
      title="Conversion funnel"
      about="Visitors, those who left their details, and how many of those opened a document. Each as a share of all visitors."
    >
      <QueryPanel query={query} what="the conversion funnel" skeleton={<Skeleton className={classes.funnelSkeleton} />}>
        {(engagement) => <FunnelSteps engagement={engagement} search={search} />}
      </QueryPanel>
    </SectionCard>
  )
}

function FunnelSteps({ engagement, search }: PanelProps & { engagement: Engagement }) {
  const maximum = Math.max(...funnelSteps.map(({ metric }) => engagement[metric].now))
  const visitors = engagement.visitors.now
  return (
    <ol className={classes.funnel}>
      {funnelSteps.map(({ name, metric, event }) => (
        <li key={metric}>
          <FilterLink search={search} by="event" value={event} hash="log" className={classes.step}>
            <span>{name}</span>
            <span className={classes.numbers}>
              <b>{formatAmount(engagement[metric].now)}</b>
              <span className={classes.share}>
                {visitors > 0 ? formatPercent(engagement[metric].now / visitors) : '–'}
              </span>
            </span>
            <span className={classes.track}>
              <span className={classes.fill} style={{ width: `${ratio(engagement[metric].now, maximum) * 100}%` }} />
            </span>
          </FilterLink>
        </li>
      ))}
    </ol>
  )
}
