import { and, eq, isNotNull, isNull } from 'drizzle-orm'
import type { Db } from '#db/client.server.ts'
import { lead } from '#db/schema/leads.ts'
import { silencedAddress } from '#db/schema/messages.ts'
import { writeAudit } from '#features/audit/writeAudit.server.ts'
import { isWithinReach } from '#platform/auth/reach.server.ts'
import type { Agent } from '#platform/auth/sessions.server.ts'
import { notFound } from '#platform/errors.ts'

interface Address {
  agencyId: string
  email: string
}

const isOf = ({ agencyId, email }: Address) =>
  and(eq(silencedAddress.agencyId, agencyId), eq(silencedAddress.email, email))

/**
 * The agent says that an address whose emails came back works now: it gets the agency's messages again, until the next one comes back. That
 * its owner has unsubscribed stays.
 */
export const tryLeadAddressAgain = (db: Db, agent: Agent, leadId: string) =>
  db.transaction(async (tx) => {
    // Locked, as by a report that comes at the same moment: it is either before this or after.
    const [own] = await tx
      .select({ agencyId: lead.agencyId, email: lead.email })
      .from(lead)
      .where(and(eq(lead.id, leadId), isWithinReach(agent, lead)))
      .for('no key update')
    if (!own) throw notFound()
    const cleared = await tx
      .update(silencedAddress)
      .set({ bouncedAt: null })
      .where(and(isOf(own), isNotNull(silencedAddress.bouncedAt)))
      .returning()
    if (cleared.length === 0) return
    await tx.delete(silencedAddress).where(and(isOf(own), isNull(silencedAddress.unsubscribedAt)))
    await writeAudit(tx, agent, 'lead_address_retried', { leadId }, leadId)
  })

/** Since when an address gets no messages of the agency: for the buyer's own download. */
export async function readSilencedAddress(db: Db, address: Address) {
  const [found] = await db.select().from(silencedAddress).where(isOf(address))
  return { unsubscribedAt: found?.unsubscribedAt ?? null, emailsComeBackSince: found?.bouncedAt ?? null }
}
