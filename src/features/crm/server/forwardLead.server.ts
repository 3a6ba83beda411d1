import { eq } from 'drizzle-orm'
import type { Db } from '#db/client.server.ts'
import { agency } from '#db/schema/agencies.ts'
import type { Services } from '#platform/services.server.ts'
import type { LeadForward } from '#values/agencyValues.ts'
import { type LeadAttachment, leadBodies } from '../leadFormat.ts'

/**
 * Also sends a new lead to the agency's CRM addresses, in the transaction that announces it: once, and never if that is undone. Each
 * lead has its own email, also during a flood, because a program reads it. The lead is read only if there is an address.
 */
export async function forwardLead(
  { mailer }: Pick<Services, 'mailer'>,
  tx: Db,
  agencyId: string,
  readLead: () => Promise<LeadAttachment>,
) {
  const [found] = await tx.select({ forwards: agency.leadForwards }).from(agency).where(eq(agency.id, agencyId))
  const forwards = found?.forwards.filter(isConfirmed) ?? []
  if (forwards.length === 0) return
  const lead = await readLead()
  for (const forward of forwards) await mailer.post(tx, leadEmail(forward, lead))
}

export const isConfirmed = ({ confirmedAt }: LeadForward) => confirmedAt !== undefined

/** Nothing that a buyer typed is in its headers but their address, which is checked. */
export const leadEmail = ({ email, format }: LeadForward, lead: LeadAttachment) => ({
  to: email,
  subject: lead.isTest ? 'Test lead from Property Files' : `New lead from Property Files: ${lead.id}`,
  replyTo: lead.isTest ? undefined : lead.email || undefined,
  about: lead.isTest ? undefined : [lead.id],
  body: {
    ...leadBodies[format](lead),
    attachments: [
      { filename: 'lead.json', contentType: 'application/json', content: `${JSON.stringify(lead, null, 2)}\n` },
    ],
  },
})
