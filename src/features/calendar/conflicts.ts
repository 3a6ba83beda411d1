/** Where an agent has to be. */
export interface Appointment {
  id: string
  /** All who may have to be there. */
  agentIds: readonly string[]
  /** The place. */
  listingId: string
  startsAt: Date
  endsAt: Date
}

export interface Conflict {
  /** The one that starts first, and the other. */
  first: string
  second: string
  /** They overlap, or there is no time to get from one to the other. */
  kind: 'overlap' | 'no_travel_time'
  /** Who cannot be at both. */
  agentIds: string[]
}

/** From one property to the next. */
export const TRAVEL_MINUTES = 15
const TRAVEL_MS = TRAVEL_MINUTES * 60_000

/** Each pair of appointments at two places that one agent cannot both keep. */
export function findConflicts(appointments: readonly Appointment[], travelMs = TRAVEL_MS): Conflict[] {
  const byStart = appointments.toSorted(
    (one, other) => one.startsAt.getTime() - other.startsAt.getTime() || (one.id < other.id ? -1 : 1),
  )
  const conflicts: Conflict[] = []
  // Those that have not ended, with the time to get away from them.
  let underWay: Appointment[] = []
  for (const next of byStart) {
    const start = next.startsAt.getTime()
    underWay = underWay.filter((one) => one.endsAt.getTime() + travelMs > start)
    for (const one of underWay) {
      const agentIds = one.agentIds.filter((id) => next.agentIds.includes(id))
      if (one.listingId !== next.listingId && agentIds.length > 0)
        conflicts.push({
          ...{ first: one.id, second: next.id, agentIds },
          kind: one.endsAt.getTime() > start ? 'overlap' : 'no_travel_time',
        })
    }
    underWay.push(next)
  }
  return conflicts
}

interface CalendarAppointment extends Omit<Appointment, 'agentIds'> {
  kind: string
  agentId: string
  coAgentIds: readonly string[]
}

/** Nobody has to be anywhere for a deadline, a reminder or an email. Of a shared listing, any of its agents may have to be there. */
export const appointmentsOf = <Event extends CalendarAppointment>(events: readonly Event[]) =>
  events
    .filter(({ kind }) => kind === 'open_home' || kind === 'auction')
    .map((event) => ({ ...event, agentIds: [event.agentId, ...event.coAgentIds] }))
