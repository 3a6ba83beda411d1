import { eq } from 'drizzle-orm'
import type { Db } from '#db/client.server.ts'
import { agency } from '#db/schema/agencies.ts'
import { invalidInput } from '#platform/errors.ts'
import { readAddressLink } from '#platform/mail/addressConfirmationLinks.server.ts'
import type { Services } from '#platform/services.server.ts'
import type { LeadForwardConfirmation } from '../crm.schema.ts'
import { isConfirmed } from './forwardLead.server.ts'
import { FORWARD_PURPOSE } from './leadForwards.server.ts'

const visitsPerAddress = { name: 'lead_forward_visit', points: 60, seconds: 3600 }

type VisitServices = Pick<Services, 'database' | 'limits' | 'env'>

/** What the page of a link shows. Reading it changes nothing: email scanners open links too. */
export async function readLeadForwardConfirmation(
  services: VisitServices,
  key: string,
  clientIp: string,
): Promise<LeadForwardConfirmation> {
  await services.limits.spendByAddress(visitsPerAddress, clientIp)
  const found = await findForward(services, services.database.db, key)
  if (!found) return { state: 'expired' }
  const { name, forward } = found
  return { state: isConfirmed(forward) ? 'confirmed' : 'open', agencyName: name, email: forward.email }
}

/** May be repeated. */
export async function confirmLeadForward(services: VisitServices, key: string, clientIp: string) {
  await services.limits.spendByAddress(visitsPerAddress, clientIp)
  await services.database.db.transaction(async (tx) => {
    const found = await findForward(services, tx, key, true)
    if (!found) throw invalidInput({ key: 'expired' }, 'This link no longer works. Ask your colleague for a new one.')
    const { id, leadForwards, forward } = found
    if (isConfirmed(forward)) return
    const confirmed = { ...forward, confirmedAt: new Date().toISOString() }
    await tx
      .update(agency)
      .set({ leadForwards: leadForwards.map((one) => (one === forward ? confirmed : one)) })
      .where(eq(agency.id, id))
  })
}

/** The address of a valid link, while it is in the agency's list. */
async function findForward({ env }: VisitServices, db: Db, key: string, isLocked = false) {
  const link = readAddressLink(env.APP_SECRET, FORWARD_PURPOSE, key)
  if (!link) return undefined
  const query = db
    .select({ id: agency.id, name: agency.name, leadForwards: agency.leadForwards })
    .from(agency)
    .where(eq(agency.id, link.agencyId))
  const [found] = await (isLocked ? query.for('no key update') : query)
  const forward = found?.leadForwards.find(({ email }) => link.isFor(email))
  return found && forward && { ...found, forward }
}
