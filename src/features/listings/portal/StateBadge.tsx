import { Pill, type PillTone } from '#ui/display/Pill.tsx'
import type { SaleFacts } from '../facts/facts.schema.ts'
import { saleStatusNames } from '../facts/factTexts.ts'
import type { ListingState } from '../listingsSearch.ts'

export const stateLabels: Record<ListingState, string> = {
  draft: 'Draft',
  published: 'Published',
  archived: 'Archived',
}

const stateTones: Record<ListingState, PillTone> = { draft: 'neutral', published: 'positive', archived: 'ended' }

interface StateBadgeProps {
  state: ListingState
  status: SaleFacts['status']
}

/** The state, or for a published listing where its sale stands. */
export const StateBadge = ({ state, status }: StateBadgeProps) =>
  state === 'published' && status !== 'available' ? (
    <Pill tone={status === 'under_offer' ? 'attention' : 'ended'}>{saleStatusNames[status]}</Pill>
  ) : (
    <Pill tone={stateTones[state]}>{stateLabels[state]}</Pill>
  )
