import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { listingStates } from '../listingChoices.ts'
import { listingCountsQuery } from '../listings.functions.ts'
import { stateWords } from '../StateBadge.tsx'
import { written } from './amounts.ts'
import type { ListingsWish } from './listingsWish.ts'
import classes from './StateFilter.module.css'

/** Links, so that each of them can be opened beside the other, kept and gone back to. */
export function StateFilter({ wish }: { wish: ListingsWish }) {
  const { data: counts } = useQuery(listingCountsQuery)
  const choices = [
    { state: '', words: 'All', count: counts && counts.draft + counts.published },
    ...listingStates.map((state) => ({ state, words: stateWords[state], count: counts?.[state] })),
  ] as const
  return (
    <nav aria-label="Filter by state" className={classes.filter}>
      {choices.map(({ state, words, count }) => (
        <Link
          key={words}
          to="/portal/listings"
          search={{ ...wish, state }}
          resetScroll={false}
          className={classes.choice}
          activeProps={{}}
          aria-current={state === wish.state ? 'true' : undefined}
          data-on={state === wish.state || undefined}
        >
          {words}
          <span className={classes.count}>{count === undefined ? '' : written(count)}</span>
        </Link>
      ))}
    </nav>
  )
}
