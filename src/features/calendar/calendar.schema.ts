import * as z from 'zod/mini'
import {
  endsAfterStart,
  isShortEnough,
  Moment,
  OPEN_HOME_ID,
  openHomeTimes,
} from '#features/listings/facts/facts.schema.ts'
import { Version } from '#features/listings/listings.schema.ts'
import { Day, ListingId, Whose } from '#platform/input/fieldSchemas.ts'

export type CalendarEventKind = 'open_home' | 'auction' | 'deadline' | 'reminder' | 'message'

/** Something with a time that an agent has to do, or that happens to one of their listings. */
export interface CalendarEvent {
  /** Of the open home, the lead or the message; `sale-` and the listing's for its sale. */
  id: string
  kind: CalendarEventKind
  startsAt: Date
  /** The same as the start for what is a moment. */
  endsAt: Date
  /** What it is: "Open home", "Tender closes", or what the agent plans to do. */
  name: string
  /** The buyer of a reminder. */
  buyer: string
  listingId: string
  listingTitle: string
  /** Buyers can see the listing. */
  isPublished: boolean
  /** Where the property is. */
  timeZone: string
  /** Who does it: the listing's lead agent, or who looks after the lead. */
  agentId: string
  /** Who may do it as well: the listing is shared with them. */
  coAgentIds: string[]
  /** The lead of a reminder. */
  leadId: string | null
  /** Of the listing: a move is refused if someone else has saved since. */
  version: number
}

export const CalendarWeekInput = z.strictObject({
  /** Any day of the week. Without it the agent's today. */
  day: z.optional(Day),
  whose: z.optional(Whose),
})
export type CalendarWeekInput = z.infer<typeof CalendarWeekInput>

const OpenHomeId = z.string().check(z.regex(OPEN_HOME_ID, 'Not the id of an open home'))

/** Moves an open home, or without its id the auction or the deadline. The length stays. */
export const MoveDateInput = z.strictObject({
  listingId: ListingId,
  version: Version,
  openHomeId: z.nullable(OpenHomeId),
  /** When the open home or the auction starts, or the deadline is. */
  at: Moment,
})
export type MoveDateInput = z.infer<typeof MoveDateInput>

export const AddOpenHomeInput = z
  .strictObject({ listingId: ListingId, ...openHomeTimes })
  .check(endsAfterStart, isShortEnough)

/** Undoes it. */
export const RemoveOpenHomeInput = z.strictObject({ listingId: ListingId, version: Version, openHomeId: OpenHomeId })

/** The latest email to buyers that has a date in it. */
export interface ToldBuyers {
  messageId: string
  /** When it was sent, or will be. */
  at: Date
  isSent: boolean
}

/** What can be moved: what buyers see on the listing. */
export const isMovable = ({ kind }: Pick<CalendarEvent, 'kind'>) =>
  kind === 'open_home' || kind === 'auction' || kind === 'deadline'
