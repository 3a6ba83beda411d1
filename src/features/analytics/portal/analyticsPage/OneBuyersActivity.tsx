import { useInfiniteQuery } from '@tanstack/react-query'
import { type ReactNode, useContext } from 'react'
import { SectionCard } from '#ui/layout/SectionCard.tsx'
import { ButtonLink } from '#ui/links.tsx'
import { buyerActivityQuery } from '../../analytics.functions.ts'
import { EventTimeline } from '../EventTimeline.tsx'
import classes from './AnalyticsPage.module.css'
import { listLoadedEvents, QueriesEnabled } from './analyticsPageQueries.ts'

export interface Buyer {
  id: string
  name: string
  listingTitle: string
  /** What they read, in words and page by page. */
  reading: ReactNode
}

interface OneBuyersActivityProps {
  leadId: string
  /** Missing until it is loaded. */
  buyer?: Buyer
  timeZone: string
}

/** All activity of one buyer, whatever range is selected. */
export function OneBuyersActivity({ leadId, buyer, timeZone }: OneBuyersActivityProps) {
  const activity = useInfiniteQuery({ ...buyerActivityQuery(leadId), enabled: useContext(QueriesEnabled) })
  const events = listLoadedEvents(activity.data)
  return (
    <SectionCard
      dense
      title={buyer ? `Activity of ${buyer.name}` : 'Activity of this buyer'}
      about={buyer ? `On ${buyer.listingTitle}. Everything since they left their details.` : ' '}
      action={
        <ButtonLink to="/portal/leads" search={{ lead: leadId }} variant="default" size="xs">
          Contact and notes
        </ButtonLink>
      }
    >
      <div className={classes.activity}>
        <EventTimeline isWide heading="h3" query={activity} steps={events} timeZone={timeZone} />
      </div>
    </SectionCard>
  )
}
