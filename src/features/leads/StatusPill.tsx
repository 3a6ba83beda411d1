import { Pill, type PillLook } from '#ui/Pill.tsx'
import type { LeadStatus } from './leadChoices.ts'

export const statusWords: Record<LeadStatus, string> = {
  new: 'New',
  contacted: 'Contacted',
  viewing: 'Viewing',
  offer: 'Offer',
  closed: 'Closed',
}

const looks: Record<LeadStatus, PillLook> = {
  new: 'live',
  contacted: 'open',
  viewing: 'half',
  offer: 'warm',
  closed: 'over',
}

export const StatusPill = ({ status }: { status: LeadStatus }) => (
  <Pill look={looks[status]}>{statusWords[status]}</Pill>
)
