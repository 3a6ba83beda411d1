import { Pill, type PillTone } from '#ui/display/badges.tsx'
import type { ListingState } from '../listingsSearch.ts'

export const stateLabels: Record<ListingState, string> = {
  draft: 'Draft',
  published: 'Published',
  archived: 'Archived',
}

const stateLooks: Record<ListingState, PillTone> = { draft: 'open', published: 'live', archived: 'over' }

export const StateBadge = ({ state }: { state: ListingState }) => (
  <Pill look={stateLooks[state]}>{stateLabels[state]}</Pill>
)
