import { newId } from '#db/schema/columns.ts'
import type { DemoListing } from './listings.ts'
import { emailDomains, buyerNotes, buyerNames } from './people.ts'
import type { Random } from './random.ts'
import { busyMoments } from './rhythm.ts'
import { DAY_MS } from './time.ts'

export function demoLeads(random: Random, now: Date, listings: DemoListing[]) {
  const askers = listings.flatMap(({ row, leads }) => {
    const nextMoment = busyMoments(random, row.publishedAt, now)
    return Array.from({ length: leads }, () => ({ listingId: row.id, createdAt: nextMoment() }))
  })
  return buyerNames.slice(0, askers.length).flatMap(([firstName, lastName], index) => {
    const asker = askers[index]
    if (!asker) return []
    return {
      id: newId('lead'),
      firstName,
      lastName,
      email: `${emailName(firstName)}.${emailName(lastName)}@${random.pick(emailDomains)}`,
      phone: `+6421555${1000 + index * 37}`,
      note: random.pick(buyerNotes),
      status: statusAfter(now.getTime() - asker.createdAt.getTime(), index),
      ...asker,
      updatedAt: asker.createdAt,
    }
  })
}

/** Fresh ones are new; with the older ones the agent has come further. */
const statusAfter = (age: number, index: number) =>
  age < 3 * DAY_MS
    ? ('new' as const)
    : (['contacted', 'viewing', 'contacted', 'closed', 'offer', 'closed'] as const)[index % 6]

export type DemoLead = ReturnType<typeof demoLeads>[number]

const emailName = (name: string) => name.toLowerCase().replace(/[^a-z]/g, '')

const NOTIFICATION_COUNT = 8
const UNREAD_COUNT = 3

/** The newest leads, of which the last few are still to be read. */
export const demoNotifications = (leads: DemoLead[]) =>
  leads
    .toSorted((one, other) => other.createdAt.getTime() - one.createdAt.getTime())
    .slice(0, NOTIFICATION_COUNT)
    .map(({ id, listingId, createdAt }, index) => ({
      id: newId('notification'),
      type: 'lead_created',
      listingId,
      leadId: id,
      createdAt,
      updatedAt: createdAt,
      archivedAt: index < UNREAD_COUNT ? null : createdAt,
    }))
