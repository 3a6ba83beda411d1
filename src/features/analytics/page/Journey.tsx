import { Button, Skeleton } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useContext } from 'react'
import { TimelineDays } from '#ui/events/TimelineDays.tsx'
import { ButtonLink } from '#ui/links.tsx'
import { SectionCard } from '#ui/SectionCard.tsx'
import { SectionError } from '#ui/SectionError.tsx'
import classes from './Journey.module.css'
import { eventsOf } from './newest.ts'
import { journeyQuery } from './pageQueries.ts'
import { MayAsk } from './useAnswer.ts'

export interface Buyer {
  id: string
  name: string
  listingTitle: string
}

interface JourneyProps {
  leadId: string
  /** Missing until they are known. */
  buyer?: Buyer
  timeZone: string
}

/** All that one buyer did, whatever days are chosen. */
export function Journey({ leadId, buyer, timeZone }: JourneyProps) {
  const journey = useInfiniteQuery({ ...journeyQuery(leadId), enabled: useContext(MayAsk) })
  return (
    <SectionCard
      dense
      title={buyer ? `The journey of ${buyer.name}` : 'The journey of this buyer'}
      about={buyer ? `Asked about ${buyer.listingTitle}. Everything since their first visit by name.` : ' '}
      action={
        <ButtonLink to="/portal/leads" search={{ lead: leadId }} variant="default" size="xs">
          Contact and notes
        </ButtonLink>
      }
    >
      <div className={classes.journey}>
        {journey.isPending && <Skeleton h={240} role="status" aria-label="Loading the journey" />}
        {journey.isError && !journey.data && (
          <SectionError what="The journey" busy={journey.isFetching} onRetry={journey.refetch} />
        )}
        <div className={classes.days}>
          <TimelineDays heading="h3" steps={eventsOf(journey.data)} timeZone={timeZone} />
        </div>
        {journey.hasNextPage && (
          <Button
            variant="default"
            size="xs"
            className={classes.more}
            loading={journey.isFetchingNextPage}
            onClick={() => void journey.fetchNextPage()}
          >
            {journey.isFetchNextPageError ? 'Try again' : 'Show earlier'}
          </Button>
        )}
      </div>
    </SectionCard>
  )
}
