export interface OfficeSize {
  /** Those who sell, the owner included. */
  agents: number
  managers: number
  assistants: number
  listings: number
  events: number
  leads: number
  audits: number
  /** Whether listings are archived some time after they are sold. */
  archives: boolean
}

export interface Office extends OfficeSize {
  agencyId: string
  /** Whose listings there are, the busiest first. */
  sellerIds: string[]
  /** Part of every id. */
  own: string
}

/** How far back it goes. */
export const OFFICE_DAYS = 730
export const DOCUMENTS_PER_LISTING = 4
