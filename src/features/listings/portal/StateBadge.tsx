import { Pill, type PillTone } from '#ui/display/Pill.tsx'
import type { ListingState } from '../listingsSearch.ts'

export const stateLabels: Record<ListingState, string> = {
  draft: 'Draft',
  published: 'Published',
  archived: 'Archived',
}

const stateTones: Record<ListingState, PillTone> = { draft: 'neutral', published: 'positive', archived: 'ended' }

export const StateBadge = ({ state }: { state: ListingState }) => (
  <Pill tone={stateTones[state]}>{stateLabels[state]}</Pill>
)
