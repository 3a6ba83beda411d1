import { Button, Skeleton } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useContext } from 'react'
import { SectionCard, SectionError } from '#ui/layout/SectionCard.tsx'
import { ButtonLink } from '#ui/links.tsx'
import { buyerActivityQuery } from '../../analytics.functions.ts'
import { EventTimeline } from '../EventTimeline.tsx'
import classes from './AnalyticsPage.module.css'
import { listLoadedEvents, QueriesEnabled } from './analyticsPageQueries.ts'

export interface Buyer {
  id: string
  name: string
  listingTitle: string
}

interface BuyerActivityProps {
  leadId: string
  /** Missing until it is loaded. */
  buyer?: Buyer
  timeZone: string
}

/** All activity of one buyer, whatever range is selected. */
export function BuyerActivity({ leadId, buyer, timeZone }: BuyerActivityProps) {
  const activity = useInfiniteQuery({ ...buyerActivityQuery(leadId), enabled: useContext(QueriesEnabled) })
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
        {activity.isPending && <Skeleton h={240} role="status" aria-label="Loading activity" />}
        {activity.isError && !activity.data && (
          <SectionError what="This buyer’s activity" busy={activity.isFetching} onRetry={activity.refetch} />
        )}
        <div className={classes.activityDays}>
          <EventTimeline heading="h3" steps={listLoadedEvents(activity.data)} timeZone={timeZone} />
        </div>
        {activity.hasNextPage && (
          <Button
            variant="default"
            size="xs"
            className={classes.showEarlier}
            loading={activity.isFetchingNextPage}
            onClick={() => void activity.fetchNextPage()}
          >
            {activity.isFetchNextPageError ? 'Try again' : 'Show earlier'}
          </Button>
        )}
      </div>
    </SectionCard>
  )
}
