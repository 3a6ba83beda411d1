import { and, eq } from 'drizzle-orm'
import type { Db } from '#db/client.server.ts'
import { now } from '#db/clock.server.ts'
import { agency } from '#db/schema/agencies.ts'
import { listOwnerEmails } from '#features/agencies/server/agencies.server.ts'
import { may } from '#platform/auth/permissions.ts'
import type { Agent } from '#platform/auth/sessions.server.ts'
import { conflict, forbidden, invalidInput, notFound } from '#platform/errors.ts'
import { readAddressLink, signAddressLink } from '#platform/mail/addressConfirmationLinks.server.ts'
import { requireEmailLimit } from '#platform/mail/visitorEmailLimits.server.ts'
import type { Services } from '#platform/services.server.ts'
import { nameOrEmail } from '#ui/format/format.ts'
import { DAY_MS, DAY_SECONDS } from '#values/time.ts'
import { confirmOfficeEmail as confirmEmail, officeEmailChangedEmail } from '../brand.emails.tsx'
import { OFFICE_LINK_DAYS, type OfficeConfirmation } from '../brand.schema.ts'

/**
 * The office's address gets personal details of buyers, so its reader confirms that first, by a link that stops working once the
 * address is another.
 */
const PURPOSE = 'office_email'
const linksPerAgency = { name: 'office_email_link', points: 20, seconds: DAY_SECONDS }
const visitsPerAddress = { name: 'office_email_visit', points: 60, seconds: 3600 }

type MailServices = Pick<Services, 'mailer' | 'env'>

/** Before the transaction: the counters use another connection. */
export async function requireLinkLimits({ limits }: Pick<Services, 'limits'>, { agencyId }: Agent, to: string) {
  await limits.spend(linksPerAgency, agencyId)
  await requireEmailLimit({ limits }, { to, recipient: 'unproven' })
}

/** Someone's own address has been confirmed with their account. */
export const needsLink = ({ email, emailVerified }: Agent, officeEmail: string) =>
  officeEmail !== '' && !(emailVerified && officeEmail === email)

interface OfficeChange {
  name: string
  officeEmail: string
}

/** In the transaction that changes the address. */
export async function handleOfficeEmailChange(
  services: MailServices,
  tx: Db,
  agent: Agent,
  { name, officeEmail }: OfficeChange,
) {
  const isConfirmed = officeEmail !== '' && !needsLink(agent, officeEmail)
  await tx
    .update(agency)
    .set({ officeEmailConfirmedAt: isConfirmed ? now : null })
    .where(eq(agency.id, agent.agencyId))
  if (needsLink(agent, officeEmail)) await sendLink(services, tx, agent, { name, officeEmail })
  const facts = {
    agencyName: name,
    changedBy: nameOrEmail(agent),
    officeEmail,
    appUrl: services.env.APP_URL,
  }
  for (const to of await listOwnerEmails(tx, agent.agencyId))
    await services.mailer.post(tx, { to, ...officeEmailChangedEmail(facts) })
}

async function sendLink({ mailer, env }: MailServices, tx: Db, agent: Agent, { name, officeEmail }: OfficeChange) {
  const expiresAt = Date.now() + OFFICE_LINK_DAYS * DAY_MS
  const key = signAddressLink(env.APP_SECRET, PURPOSE, { agencyId: agent.agencyId, email: officeEmail, expiresAt })
  const link = `${env.APP_URL}/office-email?key=${key}`
  const requestedBy = nameOrEmail(agent)
  await mailer.post(tx, {
    to: officeEmail,
    replyTo: agent.email,
    ...confirmEmail({ link, agencyName: name, requestedBy }),
  })
}

/** A new link. Earlier ones work until they expire. */
export async function resendOfficeEmailLink(
  services: Pick<Services, 'database' | 'limits' | 'mailer' | 'env'>,
  agent: Agent,
) {
  if (!may(agent, 'changeBrand')) throw forbidden('Only owners and managers can change the agency’s brand.')
  const { db } = services.database
  const [found] = await db.select().from(agency).where(eq(agency.id, agent.agencyId))
  if (!found) throw notFound()
  if (!found.officeEmail || found.officeEmailConfirmedAt) throw conflict('There’s no address to confirm.')
  await requireLinkLimits(services, agent, found.officeEmail)
  await db.transaction((tx) => sendLink(services, tx, agent, found))
}

type VisitServices = Pick<Services, 'database' | 'limits' | 'env'>

/** What the page of a link shows. Reading it changes nothing: email scanners open links too. */
export async function readOfficeConfirmation(
  services: VisitServices,
  key: string,
  clientIp: string,
): Promise<OfficeConfirmation> {
  await services.limits.spendByAddress(visitsPerAddress, clientIp)
  const found = await findAgency(services, key)
  if (!found) return { state: 'expired' }
  const { name, officeEmail, officeEmailConfirmedAt } = found
  return { state: officeEmailConfirmedAt ? 'confirmed' : 'open', agencyName: name, email: officeEmail }
}

/** May be repeated. */
export async function confirmOfficeEmail(services: VisitServices, key: string, clientIp: string) {
  await services.limits.spendByAddress(visitsPerAddress, clientIp)
  const found = await findAgency(services, key)
  if (!found) throw linkExpired()
  const { id, officeEmail, officeEmailConfirmedAt } = found
  if (officeEmailConfirmedAt) return
  const confirmed = await services.database.db
    .update(agency)
    .set({ officeEmailConfirmedAt: now })
    // It may have been changed at this moment.
    .where(and(eq(agency.id, id), eq(agency.officeEmail, officeEmail)))
    .returning({ id: agency.id })
  if (confirmed.length === 0) throw linkExpired()
}

const linkExpired = () =>
  invalidInput({ key: 'expired' }, 'This link no longer works. Ask your colleague for a new one.')

/** The agency of a valid link, while the address is still the one that the link was sent to. */
async function findAgency({ database: { db }, env }: VisitServices, key: string) {
  const link = readAddressLink(env.APP_SECRET, PURPOSE, key)
  if (!link) return undefined
  const [found] = await db.select().from(agency).where(eq(agency.id, link.agencyId))
  return found && link.isFor(found.officeEmail) ? found : undefined
}
