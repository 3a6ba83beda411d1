import { ChipLink, Chips } from '#ui/Chips.tsx'
import { eventNouns } from '#ui/events/eventWords.ts'
import type { AnalyticsWish } from './analyticsWish.ts'

const choices = [
  '',
  'listing_view',
  'lead_created',
  'file_view',
  'file_download',
  'link_click',
  'listing_leave',
] as const

/** What the log shows. */
export const EventChips = ({ wish }: { wish: AnalyticsWish }) => (
  <Chips label="Filter the log">
    {choices.map((event) => (
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
