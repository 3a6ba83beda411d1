import { useQuery } from '@tanstack/react-query'
import { ChipLink, Chips } from '#ui/Chips.tsx'
import { listingStates } from '../listingChoices.ts'
import { listingCountsQuery } from '../listings.functions.ts'
import { stateLabels } from '../StateBadge.tsx'
import type { ListingsSearch } from './listingsWish.ts'

export function StateFilter({ wish }: { wish: ListingsSearch }) {
  const { data: counts } = useQuery(listingCountsQuery)
  const choices = [
    { state: '', words: 'All', count: counts && counts.draft + counts.published },
    ...listingStates.map((state) => ({ state, words: stateLabels[state], count: counts?.[state] })),
  ] as const
  return (
    <Chips label="Filter by status">
      {choices.map(({ state, words, count }) => (
        <ChipLink
          key={words}
          to="/portal/listings"
          search={{ ...wish, state }}
          resetScroll={false}
          on={state === wish.state}
          count={count}
        >
          {words}
        </ChipLink>
      ))}
    </Chips>
  )
}
