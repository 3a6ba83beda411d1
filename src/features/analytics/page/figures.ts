import type { EventName } from '#platform/events/events.ts'
import { written } from '#ui/amounts.ts'
import { lasting } from '#ui/lasting.ts'
import type { Engagement, Figure, Views } from '../analytics.ts'
import type { AnalyticsWish } from './analyticsWish.ts'
import { percent } from './shares.ts'

export interface ShownFigure {
  name: string
  /** Missing until it is known. */
  figure?: Figure
  write: (amount: number) => string
  isShare?: boolean
  /** What it is counted from. */
  event: EventName
}

/** A document alone has no visitors: it is opened and downloaded. */
const ofDocuments: EventName[] = ['file_view', 'file_download']
/** One buyer is one visitor and one lead, and no share of anything. */
const notOfOneLead = ['Visitors', 'Leads', 'Conversion']

export const shownFigures = (
  { fileId, leadId }: Pick<AnalyticsWish, 'fileId' | 'leadId'>,
  views?: Views,
  engagement?: Engagement,
): ShownFigure[] =>
  allFigures(views, engagement)
    .filter(({ event }) => fileId === '' || ofDocuments.includes(event))
    .filter(({ name }) => leadId === '' || !notOfOneLead.includes(name))

const allFigures = (views?: Views, engagement?: Engagement): ShownFigure[] => [
  { name: 'Views', figure: views?.views, write: written, event: 'listing_view' },
  { name: 'Visitors', figure: views?.visitors, write: written, event: 'listing_view' },
  { name: 'Leads', figure: engagement?.leads, write: written, event: 'lead_created' },
  { name: 'Conversion', figure: engagement?.conversion, write: percent, isShare: true, event: 'lead_created' },
  { name: 'Document views', figure: engagement?.filesOpened, write: written, event: 'file_view' },
  { name: 'Downloads', figure: engagement?.downloads, write: written, event: 'file_download' },
  {
    name: 'Average time',
    figure: engagement?.secondsPerLook,
    write: (seconds) => (seconds > 0 ? lasting(seconds) : '–'),
    event: 'listing_leave',
  },
]
