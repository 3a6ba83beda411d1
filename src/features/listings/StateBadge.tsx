import type { ListingState } from './listingChoices.ts'
import classes from './StateBadge.module.css'

export const stateWords: Record<ListingState, string> = {
  draft: 'Draft',
  published: 'Published',
  archived: 'Archived',
}

export const StateBadge = ({ state }: { state: ListingState }) => (
  <span className={classes.badge} data-state={state}>
    {stateWords[state]}
  </span>
)
