import { Skeleton } from '@mantine/core'
import { written } from '#ui/amounts.ts'
import { SectionCard } from '#ui/SectionCard.tsx'
import { engagementQuery } from '../analytics.functions.ts'
import type { Engagement } from '../analytics.ts'
import { Answer } from './Answer.tsx'
import type { AnalyticsWish } from './analyticsWish.ts'
import { FilterLink } from './FilterLink.tsx'
import classes from './Funnel.module.css'
import { questionOf } from './filters.ts'
import { percent, shareOf } from './shares.ts'
import { useAnswer } from './useAnswer.ts'

const steps = [
  { name: 'Visited', of: 'visitors', event: 'listing_view' },
  { name: 'Became a lead', of: 'leads', event: 'lead_created' },
  { name: 'Opened a document', of: 'readers', event: 'file_view' },
] as const

/** From a visit to a lead, and on to the documents, which open to leads only. */
export function Funnel({ wish }: { wish: AnalyticsWish }) {
  const engagement = useAnswer(engagementQuery(questionOf(wish)))
  return (
    <SectionCard
      dense
      title="Conversion funnel"
      about="Visitors, those who became leads, and leads who have opened a document. Each as a share of all visitors."
    >
      <Answer query={engagement} what="The conversion funnel" skeleton={<Skeleton className={classes.skeleton} />}>
        {(counts) => <Steps counts={counts} wish={wish} />}
      </Answer>
    </SectionCard>
  )
}

function Steps({ counts, wish }: { counts: Engagement; wish: AnalyticsWish }) {
  const greatest = Math.max(...steps.map(({ of }) => counts[of].now))
  return (
    <ol className={classes.steps}>
      {steps.map(({ name, of, event }) => (
        <li key={of}>
          <FilterLink wish={wish} by="event" value={event} hash="log" className={classes.step}>
            <span className={classes.name}>{name}</span>
            <span className={classes.numbers}>
              <b>{written(counts[of].now)}</b>
              <span className={classes.share}>
                {counts.visitors.now > 0 ? percent(counts[of].now / counts.visitors.now) : '–'}
              </span>
            </span>
            <span className={classes.track}>
              <span className={classes.fill} style={{ width: `${shareOf(counts[of].now, greatest) * 100}%` }} />
            </span>
          </FilterLink>
        </li>
      ))}
    </ol>
  )
}
