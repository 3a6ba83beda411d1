import { and, asc, eq, gte, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#db/client.server.ts'
import { lead, leadSortName, NO_EMAIL_SUFFIX } from '#db/schema/leads.ts'
import { isOfListing, type ListingKey } from '#db/schema/listings.ts'
import { isBounced, isUnsubscribed } from '#db/schema/messages.ts'
import { HOT_HEAT, WARM_HEAT } from '#features/analytics/heatLevels.ts'
import { cameToAnyOpenHome } from '#features/leads/server/openHomeVisits.server.ts'
import type { ExclusionReason } from '#values/messageValues.ts'
import type { Audience } from '../messages.schema.ts'

/** Why a lead gets no message, as long as nobody else is looked at. Null if they get it. */
export const ownExclusion = sql<Exclude<ExclusionReason, 'same_person'> | null>`case
  when ${lead.withdrawnAt} is not null then 'access_removed'
  when ${lead.email} like ${`%${NO_EMAIL_SUFFIX}`} then 'no_email'
  when ${isUnsubscribed} then 'unsubscribed'
  when ${isBounced} then 'bounced' end`

/**
 * Left their own details or agreed to the agent storing them, and has not turned off the emails about changed documents. The one definition of
 * "asked for updates".
 */
const wantsUpdates = sql`(${lead.unsubscribedAt} is null and (${inArray(lead.source, ['form', 'open_home'])} or ${lead.consent} <> ''))`

const isInAudience = (about: ListingKey, { leadIds, heat, statuses = [], ...audience }: Audience): SQL | undefined =>
  and(
    isOfListing(lead, about),
    isNull(lead.archivedAt),
    leadIds ? inArray(lead.id, leadIds) : undefined,
    heat ? gte(lead.heat, heat === 'hot' ? HOT_HEAT : WARM_HEAT) : undefined,
    statuses.length > 0 ? inArray(lead.status, statuses) : undefined,
    audience.wantsUpdates ? wantsUpdates : undefined,
    audience.cameToOpenHome ? cameToAnyOpenHome : undefined,
  )

/**
 * The leads of an audience, each with why they get no email. The one definition, for the count, the preview and the sending. Of several
 * leads of one person, as the leads' list shows people, the one who was there last gets it.
 */
export function selectAudience(db: Db, about: ListingKey, audience: Audience) {
  const chosen = db
    .select({
      leadId: lead.id,
      agencyId: lead.agencyId,
      personId: lead.personId,
      lastSeenAt: lead.lastSeenAt,
      own: ownExclusion.as('own'),
    })
    .from(lead)
    .where(isInAudience(about, audience))
    .as('chosen')
  const place = sql<number>`row_number() over (partition by ${chosen.personId}, ${chosen.own} is null order by ${chosen.lastSeenAt} desc, ${chosen.leadId})`
  const isReached = sql<boolean>`bool_or(${chosen.own} is null) over (partition by ${chosen.personId})`
  return db
    .select({
      leadId: chosen.leadId,
      agencyId: chosen.agencyId,
      excludedFor: sql<ExclusionReason | null>`case
        when ${chosen.own} is null then case when ${place} > 1 then 'same_person' end
        when ${chosen.own} in ('no_email', 'bounced') and ${isReached} then 'same_person'
        else ${chosen.own} end`.as('excludedFor'),
    })
    .from(chosen)
}

export type ExcludedCounts = Partial<Record<ExclusionReason, number>>

export async function countSelectedAudience(db: Db, about: ListingKey, audience: Audience) {
  const people = selectAudience(db, about, audience).as('people')
  const rows = await db
    .select({ reason: people.excludedFor, n: sql<number>`count(*)`.mapWith(Number) })
    .from(people)
    .groupBy(people.excludedFor)
  const excluded: ExcludedCounts = {}
  let included = 0
  for (const { reason, n } of rows) {
    if (reason) excluded[reason] = n
    else included = n
  }
  return { included, excluded }
}

const MAX_PREVIEWED = 100

/** Those who get it, by name: as many as an agent looks at. */
export async function listAudiencePeople(db: Db, about: ListingKey, audience: Audience) {
  const people = selectAudience(db, about, audience).as('people')
  return db
    .select({ id: lead.id, firstName: lead.firstName, lastName: lead.lastName })
    .from(people)
    .innerJoin(lead, and(eq(lead.id, people.leadId), eq(lead.agencyId, people.agencyId)))
    .where(isNull(people.excludedFor))
    .orderBy(asc(leadSortName(lead)), asc(lead.id))
    .limit(MAX_PREVIEWED)
}
