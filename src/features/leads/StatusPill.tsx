import { Pill, type PillLook } from '#ui/Pill.tsx'
import { type LeadStatus, statusLabels } from './leadChoices.ts'

const statusLooks: Record<LeadStatus, PillLook> = {
  new: 'live',
  contacted: 'open',
  viewing: 'half',
  offer: 'warm',
  closed: 'over',
}

export const StatusPill = ({ status }: { status: LeadStatus }) => (
  <Pill look={statusLooks[status]}>{statusLabels[status]}</Pill>
)
