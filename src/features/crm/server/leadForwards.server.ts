import { eq } from 'drizzle-orm'
import type { Db } from '#db/client.server.ts'
import { agency } from '#db/schema/agencies.ts'
import { listOwnerEmails } from '#features/agencies/server/agencies.server.ts'
import { writeAudit } from '#features/audit/writeAudit.server.ts'
import { requirePermission } from '#platform/auth/permissions.ts'
import type { Agent } from '#platform/auth/sessions.server.ts'
import { conflict, invalidInput, notFound } from '#platform/errors.ts'
import { signAddressLink } from '#platform/mail/addressConfirmationLinks.server.ts'
import { requireEmailLimit } from '#platform/mail/visitorEmailLimits.server.ts'
import type { Services } from '#platform/services.server.ts'
import { fullName, nameOrEmail } from '#ui/format/format.ts'
import type { LeadForward } from '#values/agencyValues.ts'
import { DAY_MS, DAY_SECONDS } from '#values/time.ts'
import { confirmForwardEmail, forwardsChangedEmail } from '../crm.emails.tsx'
import { FORWARD_LINK_DAYS, type LeadForwardWithFormat, MAX_LEAD_FORWARDS } from '../crm.schema.ts'
import { LEAD_FORMAT, type LeadAttachment } from '../leadFormat.ts'
import { isConfirmed, leadEmail } from './forwardLead.server.ts'

/** What links to these addresses are signed for. */
export const FORWARD_PURPOSE = 'lead_forward'
const linksPerAgency = { name: 'lead_forward_link', points: 20, seconds: DAY_SECONDS }
const testsPerAgency = { name: 'lead_forward_test', points: 20, seconds: 3600 }

type ForwardServices = Pick<Services, 'database' | 'limits' | 'mailer' | 'env'>

export async function listLeadForwards(db: Db, agent: Agent) {
  requirePermission(agent, 'manageConnections')
  const { leadForwards } = await requireAgency(db, agent.agencyId)
  return leadForwards.map((one) => ({ email: one.email, format: one.format, isConfirmed: isConfirmed(one) }))
}

/** It gets nothing but a link until someone who reads it agrees. The owners are told: leads are personal details. */
export async function addLeadForward(
  services: ForwardServices,
  agent: Agent,
  { email, format }: LeadForwardWithFormat,
) {
  requirePermission(agent, 'manageConnections')
  await requireLinkLimits(services, agent, email)
  await services.database.db.transaction(async (tx) => {
    const { name, leadForwards } = await requireAgency(tx, agent.agencyId, true)
    if (leadForwards.some((one) => one.email === email))
      throw invalidInput({ email: 'This address is in the list already' })
    if (leadForwards.length >= MAX_LEAD_FORWARDS)
      throw conflict(`You can have ${MAX_LEAD_FORWARDS} addresses. Please remove one first.`)
    await saveForwards(tx, agent, [...leadForwards, { email, format }])
    await sendLink(services, tx, agent, { name, email })
    await tellOwners(services, tx, agent, { name, change: `added ${email}` })
    await writeAudit(tx, agent, 'lead_forward_added', {})
  })
}

/** Leads go to the same place as before, so nobody has to confirm it again. */
export async function changeLeadFormat(
  { database }: Pick<Services, 'database'>,
  agent: Agent,
  { email, format }: LeadForwardWithFormat,
) {
  requirePermission(agent, 'manageConnections')
  await database.db.transaction(async (tx) => {
    const { leadForwards } = await requireAgency(tx, agent.agencyId, true)
    if (!leadForwards.some((one) => one.email === email)) throw notFound()
    const changed = leadForwards.map((one) => (one.email === email ? { ...one, format } : one))
    await saveForwards(tx, agent, changed)
  })
}

/** Emails that are in the queue already still go there. */
export async function removeLeadForward(services: ForwardServices, agent: Agent, email: string) {
  requirePermission(agent, 'manageConnections')
  await services.database.db.transaction(async (tx) => {
    const { name, leadForwards } = await requireAgency(tx, agent.agencyId, true)
    const others = leadForwards.filter((one) => one.email !== email)
    if (others.length === leadForwards.length) throw notFound()
    await saveForwards(tx, agent, others)
    await tellOwners(services, tx, agent, { name, change: `removed ${email}` })
    await writeAudit(tx, agent, 'lead_forward_removed', {})
  })
}

/** A new link. Earlier ones work until they expire. */
export async function resendLeadForwardLink(services: ForwardServices, agent: Agent, email: string) {
  requirePermission(agent, 'manageConnections')
  const { name, leadForwards } = await requireAgency(services.database.db, agent.agencyId)
  const found = leadForwards.find((one) => one.email === email)
  if (!found) throw notFound()
  if (isConfirmed(found)) throw conflict('This address is confirmed already.')
  await requireLinkLimits(services, agent, email)
  await services.database.db.transaction((tx) => sendLink(services, tx, agent, { name, email }))
}

export async function sendTestLead(services: ForwardServices, agent: Agent, email: string) {
  requirePermission(agent, 'manageConnections')
  const { leadForwards } = await requireAgency(services.database.db, agent.agencyId)
  const found = leadForwards.find((one) => one.email === email)
  if (!found) throw notFound()
  if (!isConfirmed(found)) throw conflict('This address isn’t confirmed yet.')
  await services.limits.spend(testsPerAgency, agent.agencyId)
  await services.mailer.post(services.database.db, leadEmail(found, testLead(services.env.APP_URL, agent)))
}

/** With reserved names and numbers, so that it can't be taken for a person. */
const testLead = (appUrl: string, agent: Agent): LeadAttachment => ({
  format: LEAD_FORMAT,
  isTest: true,
  id: 'lead_test',
  receivedAt: new Date().toISOString(),
  firstName: 'Test',
  lastName: 'Buyer',
  email: 'test.buyer@example.com',
  phone: '+64 21 000 0000',
  message: 'This is a test.\nIts second line.',
  answers: [{ question: 'Do you need to sell first?', answer: 'No' }],
  channel: 'Direct',
  listing: {
    ...{ id: 'list_test', reference: 'TEST-1', title: 'Test listing', address: '1 Test Street' },
    url: `${appUrl}/listings/test`,
  },
  agent: { name: fullName(agent), email: agent.email },
  url: `${appUrl}/portal/leads`,
})

/** Before the transaction: the counters use another connection. */
async function requireLinkLimits({ limits }: Pick<Services, 'limits'>, { agencyId }: Agent, to: string) {
  await limits.spend(linksPerAgency, agencyId)
  await requireEmailLimit({ limits }, { to, recipient: 'unproven' })
}

/** Locked if it will be changed: two changes at once must not lose one. */
async function requireAgency(db: Db, agencyId: string, isLocked = false) {
  const query = db
    .select({ name: agency.name, leadForwards: agency.leadForwards })
    .from(agency)
    .where(eq(agency.id, agencyId))
  const [found] = await (isLocked ? query.for('no key update') : query)
  if (!found) throw notFound()
  return found
}

const saveForwards = (tx: Db, { agencyId }: Agent, leadForwards: LeadForward[]) =>
  tx.update(agency).set({ leadForwards }).where(eq(agency.id, agencyId))

type MailServices = Pick<Services, 'mailer' | 'env'>

async function sendLink(
  { mailer, env }: MailServices,
  tx: Db,
  agent: Agent,
  { name, email }: { name: string; email: string },
) {
  const expiresAt = Date.now() + FORWARD_LINK_DAYS * DAY_MS
  const key = signAddressLink(env.APP_SECRET, FORWARD_PURPOSE, { agencyId: agent.agencyId, email, expiresAt })
  const link = `${env.APP_URL}/lead-forward?key=${key}`
  await mailer.post(tx, {
    to: email,
    replyTo: agent.email,
    ...confirmForwardEmail({ link, agencyName: name, requestedBy: nameOrEmail(agent) }),
  })
}

async function tellOwners(
  { mailer, env }: MailServices,
  tx: Db,
  agent: Agent,
  { name, change }: { name: string; change: string },
) {
  const facts = { agencyName: name, changedBy: nameOrEmail(agent), change, appUrl: env.APP_URL }
  for (const to of await listOwnerEmails(tx, agent.agencyId))
    await mailer.post(tx, { to, ...forwardsChangedEmail(facts) })
}
