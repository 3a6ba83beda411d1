import { Pill, type PillLook } from '#ui/Pill.tsx'
import type { ListingState } from './listingChoices.ts'

export const stateWords: Record<ListingState, string> = {
  draft: 'Draft',
  published: 'Published',
  archived: 'Archived',
}

const looks: Record<ListingState, PillLook> = { draft: 'open', published: 'live', archived: 'over' }

export const StateBadge = ({ state }: { state: ListingState }) => <Pill look={looks[state]}>{stateWords[state]}</Pill>
