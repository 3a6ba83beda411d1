import { and, asc, eq, inArray, isNotNull, isNull, ne, or, sql } from 'drizzle-orm'
import type { Db } from '#db/client.server.ts'
import { profile, user } from '#db/schema/accounts.ts'
import { agency, assistedAgent, coAgent, member } from '#db/schema/agencies.ts'
import type { listing } from '#db/schema/listings.ts'
import { unsubscribeUrl } from '#features/accounts/server/emailChoice.server.ts'
import type { Services } from '#platform/services.server.ts'
import { wantsLeadEmails } from '../../buyer.schema.ts'

interface HearingAgent {
  id: string
  email: string
  /** Types of email that they have switched off. */
  muted: string[] | null
}

/** Who hears of the leads of a listing. */
export interface NotifiedAgents {
  /** The lead agent first, then the co-agents. */
  agents: HearingAgent[]
  /** Assistants of these agents. They are notified, and get no emails. */
  assistantIds: string[]
  /** Gets a copy of each email. Empty if there is none, or nobody has confirmed it. */
  officeEmail: string
}

export async function findNotifiedAgents(
  tx: Db,
  { id, userId, agencyId }: Pick<typeof listing.$inferSelect, 'id' | 'userId' | 'agencyId'>,
): Promise<NotifiedAgents> {
  const runsTogether = sql`exists (select from ${coAgent} join ${member} on ${member.userId} = ${coAgent.userId}
    and ${member.agencyId} = ${agencyId} where ${coAgent.listingId} = ${id} and ${coAgent.userId} = ${user.id})`
  const agents = await tx
    .select({ id: user.id, email: user.email, muted: profile.mutedEmails })
    .from(user)
    .leftJoin(profile, eq(profile.userId, user.id))
    .where(and(isNull(user.archivedAt), or(eq(user.id, userId), runsTogether)))
    .orderBy(asc(ne(user.id, userId)), asc(user.id))
  const ids = agents.map((one) => one.id)
  const assistants = await tx
    .selectDistinct({ id: assistedAgent.assistantId })
    .from(assistedAgent)
    .where(and(eq(assistedAgent.agencyId, agencyId), inArray(assistedAgent.agentId, ids)))
  const [office] = await tx
    .select({ email: agency.officeEmail })
    .from(agency)
    .where(and(eq(agency.id, agencyId), isNotNull(agency.officeEmailConfirmedAt)))
  return { agents, assistantIds: assistants.map((one) => one.id), officeEmail: office?.email ?? '' }
}

/** Everyone with a bell or a device. */
export const notifiedAgentIds = ({ agents, assistantIds }: NotifiedAgents) => [
  ...new Set([...agents.map(({ id }) => id), ...assistantIds]),
]

interface LeadEmailRecipient {
  to: string
  unsubscribeUrl?: string
  /** For the office, where it is marked as a copy. */
  isCopy: boolean
}

/** Those of the agents who want emails about leads, and the office. Nobody gets the same email twice. */
export function listEmailRecipients({ env }: Services, { agents, officeEmail }: NotifiedAgents): LeadEmailRecipient[] {
  const wanting = agents.filter(({ muted }) => wantsLeadEmails(muted))
  const recipients = wanting.map(({ id, email }) => ({
    to: email,
    unsubscribeUrl: unsubscribeUrl(env, id, 'new_lead'),
    isCopy: false,
  }))
  const isOfficeMissing = officeEmail !== '' && !wanting.some(({ email }) => email === officeEmail)
  return isOfficeMissing ? [...recipients, { to: officeEmail, isCopy: true }] : recipients
}
