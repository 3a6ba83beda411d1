import { and, eq, inArray, ne } from 'drizzle-orm'
import type { Db } from '#db/client.server.ts'
import { user } from '#db/schema/accounts.ts'
import { member } from '#db/schema/agencies.ts'
import { listingTimeZone } from '#features/listings/facts/address.ts'
import { ListingFacts } from '#features/listings/facts/facts.schema.ts'
import type { Agent } from '#platform/auth/sessions.server.ts'
import { findInvalidText } from '#platform/input/fieldSchemas.ts'
import { fromWallTime } from '#ui/format/wallTime.ts'
import type { FeedFacts, FeedListing } from '../feedListing.ts'
import { ownedFieldNames } from '../feeds.schema.ts'
import type { FieldValues } from './compareFields.ts'

/** A listing as the file says it, in our terms. */
export interface SentValues {
  next: FieldValues
  /** Who of the agency is named, the lead agent first. */
  agents: string[]
  /** Where the property is. */
  zone: string
  changedAt: Date | null
}

/** What the file says, in instants of the property's zone. What a listing cannot have is left out with a warning. */
export async function readFeedValues(
  tx: Db,
  { agent, timeZone }: { agent: Agent; timeZone: string },
  sent: FeedListing,
): Promise<SentValues & { warnings: string[] }> {
  const { facts } = sent
  const zone = listingTimeZone({ country: facts.country ?? null, region: facts.region ?? null }, timeZone)
  const warnings: string[] = []
  const given: Record<string, unknown> = {
    ...facts,
    ...(facts.saleAt && { saleAt: instantOf(facts.saleAt, zone)?.toISOString() ?? null }),
    ...(facts.openHomes && {
      openHomes: facts.openHomes.flatMap(({ startsAt, endsAt }) => {
        const [start, end] = [instantOf(startsAt, zone), instantOf(endsAt, zone)]
        return start && end ? { startsAt: start.toISOString(), endsAt: end.toISOString() } : []
      }),
    }),
  }
  const next: FieldValues = {}
  for (const [name, value] of Object.entries(given)) {
    const field = name as keyof FeedFacts
    const why = whyUnusable(field, value)
    if (why) warnings.push(`${ownedFieldNames[field]}: left out (${why}).`)
    else next[field] = value
  }
  const agents = await findAgents(tx, agent, sent, warnings)
  const [leadAgent] = agents
  if (leadAgent) next.leadAgent = leadAgent
  return { next, agents, zone, warnings, changedAt: sent.changedAt ? (instantOf(sent.changedAt, zone) ?? null) : null }
}

/** Seconds are added afterwards: clocks on walls have none. */
function instantOf(time: string, zone: string) {
  if (time.endsWith('Z')) return new Date(time)
  const minute = fromWallTime(time.slice(0, 16), zone)
  return minute && new Date(minute.getTime() + Number(time.slice(17, 19) || 0) * 1000)
}

function whyUnusable(field: string, value: unknown) {
  if (findInvalidText(value)) return 'it contains characters that can’t be stored'
  if (!(field in ListingFacts.shape)) return undefined
  const schema = ListingFacts.shape[field as keyof typeof ListingFacts.shape]
  const checked = field === 'openHomes' && Array.isArray(value) ? value.map((one) => ({ ...one, note: '' })) : value
  const { error } = schema.safeParse(checked)
  return error && (error.issues[0]?.message.replace(/\.$/, '') ?? 'it is not valid')
}

/** Those of the listing's agents who are agents here, in the order of the file. Without one the lead agent is who imports. */
async function findAgents(tx: Db, { agencyId }: Agent, { agents }: FeedListing, warnings: string[]) {
  const emails = agents.flatMap(({ email }) => email || [])
  if (agents.length === 0) return []
  const members = await tx
    .select({ id: user.id, email: user.email })
    .from(member)
    .innerJoin(user, eq(user.id, member.userId))
    .where(and(eq(member.agencyId, agencyId), inArray(user.email, emails), ne(member.role, 'assistant')))
  const found = new Set(emails.flatMap((email) => members.find((one) => one.email === email)?.id ?? []))
  if (found.size === 0)
    warnings.push(
      `Nobody in your agency has the email address ${agents.map(({ email }) => email || 'that is missing').join(' or ')}.`,
    )
  return [...found]
}
