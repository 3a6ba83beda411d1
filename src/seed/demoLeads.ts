import { newId } from '#db/schema/columns.ts'
import type { Question } from '#values/questionValues.ts'
import { DAY_MS } from '#values/time.ts'
import { chooseChannel, type DemoChannel } from './demoChannels.ts'
import type { DemoListing } from './demoListings.ts'
import { atHour, noonAfter, randomVisitTimes } from './demoTime.ts'
import { createRandom, type Random } from './seededRandom.ts'

export function demoLeads(random: Random, now: Date, listings: DemoListing[], channels: DemoChannel[]) {
  const channelRandom = createRandom(2_027)
  const askers = listings.flatMap(({ row, leads }) => {
    const nextMoment = randomVisitTimes(random, row.publishedAt, now)
    return Array.from({ length: leads }, () => ({ listingId: row.id, createdAt: nextMoment() }))
  })
  const leads = buyerNames.slice(0, askers.length).flatMap(([firstName, lastName], index) => {
    const asker = askers[index]
    if (!asker) return []
    const status = statusAfter(now.getTime() - asker.createdAt.getTime(), index)
    return {
      id: newId('lead'),
      firstName,
      lastName,
      email: `${emailName(firstName)}.${emailName(lastName)}@${random.pick(emailDomains)}`,
      phone: `+6421555${1000 + index * 37}`,
      note: random.pick(buyerNotes),
      status,
      ...(status === 'closed' ? nothingPlanned : plannedFor(now, index)),
      ...asker,
      channelId: chooseChannel(channelRandom, channels, asker.listingId)?.id ?? null,
      // Most have opened the emailed link.
      provenAt: index % 3 === 2 ? null : new Date(asker.createdAt.getTime() + 10 * 60_000),
      updatedAt: asker.createdAt,
    }
  })
  return askAgain(leads)
}

/** The first buyer also asks about the last listing: one person with two enquiries. */
function askAgain<Lead extends { firstName: string; lastName: string; email: string; phone: string }>(leads: Lead[]) {
  const [first] = leads
  const last = leads.at(-1)
  if (!first || !last || first === last) return leads
  const { firstName, lastName, email, phone } = first
  return [...leads.slice(0, -1), { ...last, firstName, lastName, email, phone }]
}

const nothingPlanned = { nextAction: '', nextActionAt: null, remindedAt: null }
const nextActions = ['Call about finance', 'Send the building report', 'Arrange a second viewing'] as const

/** Every fifth lead has something planned, at ten in the morning: the first was due yesterday, the others are not yet. */
function plannedFor(now: Date, index: number) {
  const nextAction = index % 5 === 1 ? nextActions[Math.floor(index / 5) % nextActions.length] : undefined
  if (!nextAction) return nothingPlanned
  if (index !== 1)
    return { nextAction, nextActionAt: atHour(noonAfter(now, Math.ceil(index / 5)), 10), remindedAt: null }
  const nextActionAt = atHour(noonAfter(now, -1), 10)
  // Otherwise the first minute of the demo would send an email about it.
  return { nextAction, nextActionAt, remindedAt: nextActionAt }
}

/** Recent leads are new; older ones have progressed. */
const statusAfter = (age: number, index: number) =>
  age < 3 * DAY_MS
    ? ('new' as const)
    : (['contacted', 'viewing', 'contacted', 'closed', 'offer', 'closed'] as const)[index % 6]

export type DemoLead = ReturnType<typeof demoLeads>[number]

/** What most buyers answered to the demo agent's usual questions. Some skipped them. */
export const demoAnswers = (leads: DemoLead[], questions: Question[]) =>
  leads.flatMap(({ id: leadId }, index) => {
    if (index % 4 === 3) return []
    return questions.map(({ text, type, choices, libraryKey }, rank) => {
      const possible = type === 'yes_no' ? ['Yes', 'No'] : choices
      return { leadId, rank, question: text, libraryKey, answer: possible[(index + rank) % possible.length] ?? 'Yes' }
    })
  })

const emailName = (name: string) => name.toLowerCase().replace(/[^a-z]/g, '')

const NOTIFICATION_COUNT = 8
const UNREAD_COUNT = 3

/** Notifications of the newest leads, the last few unread. */
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

/** Invented buyers. Their email domains are reserved for examples, so no email can reach anyone. */
const buyerNames = [
  ['Anahera', 'Whitcombe'],
  ['Liam', 'Ashdown'],
  ['Priya', 'Ramanujan'],
  ['Tane', 'Rewharewha'],
  ['Charlotte', 'Penhallow'],
  ['Wei', 'Zhanglin'],
  ['Sione', 'Taufalele'],
  ['Isla', 'Mackworth'],
  ['Oliver', 'Thornbury'],
  ['Mei-Lin', 'Choong'],
  ['Arjun', 'Velankar'],
  ['Grace', 'Holloway-Reid'],
  ['Hemi', 'Parakura'],
  ['Sophie', 'van Rensdorp'],
  ['Jack', 'Cotterill'],
  ['Leilani', 'Fonofale'],
  ['Noah', 'Brackenridge'],
  ['Fatima', 'Al-Harizi'],
  ['George', 'Pemberly'],
  ['Marama', 'Tukaroa'],
  ['Ella', 'Duncraig'],
  ['Min-jun', 'Hwangbo'],
  ['Ruby', 'Featherstow'],
  ['Daniel', "O'Carrowan"],
  ['Kate', 'Lindqvist'],
] as const

const buyerNotes = [
  'I would like to see the property files for this home, please.',
  'Please send me the LIM and the building report. We are pre-approved and could move quickly.',
  'Is there an open home this weekend? We would bring our builder along.',
  'We sold last month and are looking for something in this area. Could we see it after work?',
  'Could you tell me when the roof was last checked?',
  'First home for us. Is the vendor open to a longer settlement?',
  'Is the fence to the north on the boundary? I could not tell from the photos.',
  'Hello, my parents are moving up here and this looks right for them. When could we view it?',
]

const emailDomains = ['example.com', 'example.org', 'example.net']
