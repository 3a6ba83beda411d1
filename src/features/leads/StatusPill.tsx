import type { LeadStatus } from './leadChoices.ts'
import classes from './StatusPill.module.css'

export const statusWords: Record<LeadStatus, string> = {
  new: 'New',
  contacted: 'Contacted',
  viewing: 'Viewing',
  offer: 'Offer',
  closed: 'Closed',
}

export const StatusPill = ({ status }: { status: LeadStatus }) => (
  <span className={classes.pill} data-status={status}>
    {statusWords[status]}
  </span>
)
