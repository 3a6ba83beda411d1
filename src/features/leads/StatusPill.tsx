import { Pill, type PillLook } from '#ui/Pill.tsx'
import { type LeadStatus, statusWords } from './leadChoices.ts'

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
