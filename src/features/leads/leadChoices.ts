/** Apart from the schemas: the address of the page is read with these before any Zod is there. */
export const leadStatuses = ['new', 'contacted', 'viewing', 'offer', 'closed'] as const
export type LeadStatus = (typeof leadStatuses)[number]

export const statusLabels: Record<LeadStatus, string> = {
  new: 'New',
  contacted: 'Contacted',
  viewing: 'Viewing',
  offer: 'Offer',
  closed: 'Closed',
}

export const leadSorts = ['newest', 'oldest', 'name', 'seen'] as const
export type LeadSort = (typeof leadSorts)[number]
