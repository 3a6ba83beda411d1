import { eventNames } from '#platform/events/events.ts'
import { ChipLink, Chips } from '#ui/Chips.tsx'
import { eventNouns } from '#ui/events/eventWords.ts'
import type { AnalyticsWish } from './analyticsWish.ts'

/** What the log shows. */
export const EventChips = ({ wish }: { wish: AnalyticsWish }) => (
  <Chips label="Filter the log">
    {(['', ...eventNames] as const).map((event) => (
      <ChipLink
        key={event}
        to="/portal/analytics"
        search={{ ...wish, event }}
        resetScroll={false}
        preload={false}
        on={event === wish.event}
      >
        {event ? eventNouns[event] : 'All'}
      </ChipLink>
    ))}
  </Chips>
)
