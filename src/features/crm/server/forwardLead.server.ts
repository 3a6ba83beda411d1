import { eq } from 'drizzle-orm'
import type { Db } from '#db/client.server.ts'
import { agency } from '#db/schema/agencies.ts'
import type { Services } from '#platform/services.server.ts'
import type { LeadForward } from '#values/leadForwards.ts'
import { type LeadAttachment, leadAsText } from '../leadFormat.ts'

/**
 * Also sends a new lead to the agency's CRM addresses, in the transaction that announces it: once, and never if that is undone. Each
 * lead has its own email, also during a flood, because a program reads it.
 */
export async function forwardLead(
  { mailer }: Pick<Services, 'mailer'>,
  tx: Db,
  agencyId: string,
  lead: LeadAttachment,
) {
  const [found] = await tx.select({ forwards: agency.leadForwards }).from(agency).where(eq(agency.id, agencyId))
  for (const { email } of found?.forwards.filter(isConfirmed) ?? []) await mailer.post(tx, leadEmail(email, lead))
}

export const isConfirmed = ({ confirmedAt }: LeadForward) => confirmedAt !== undefined

/** Nothing that a buyer typed is in its headers but their address, which is checked. */
export const leadEmail = (to: string, lead: LeadAttachment) => ({
  to,
  subject: lead.isTest ? 'Test lead from Property Files' : `New lead from Property Files: ${lead.id}`,
  replyTo: lead.isTest ? undefined : lead.email,
  about: lead.isTest ? undefined : [lead.id],
  body: {
    text: leadAsText(lead),
    attachments: [
      { filename: 'lead.json', contentType: 'application/json', content: `${JSON.stringify(lead, null, 2)}\n` },
    ],
  },
})
