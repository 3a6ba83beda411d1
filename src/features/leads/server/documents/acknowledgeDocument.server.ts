import { and, eq } from 'drizzle-orm'
import { file } from '#db/schema/files.ts'
import { hasNoEmail } from '#db/schema/leads.ts'
import { toListingKey } from '#db/schema/listings.ts'
import type { AcknowledgeInput, RemindInput } from '#features/disclosure/disclosure.schema.ts'
import {
  acknowledge,
  claimReminder,
  findAcknowledgementRequest,
} from '#features/disclosure/server/acknowledgements.server.ts'
import { listReadableDocuments } from '#features/files/server/access/readableDocuments.server.ts'
import { isWithinReach } from '#platform/auth/reach.server.ts'
import type { Agent } from '#platform/auth/sessions.server.ts'
import { AppError, conflict, notFound } from '#platform/errors.ts'
import { requireEmailLimit } from '#platform/mail/visitorEmailLimits.server.ts'
import type { Services } from '#platform/services.server.ts'
import { prepareAcknowledgementReminder } from '../privateLink/prepareBuyerEmails.server.ts'
import { requireLeadWithAccess } from '../privateLink/sendPrivateLink.server.ts'
import { type DocumentKey, recordedReader, requireReaderIdentity } from './documentAccess.server.ts'

const acknowledgementsPerLead = { name: 'acknowledge', points: 120, seconds: 3600 }
const remindersPerAgent = { name: 'remind_to_acknowledge', points: 60, seconds: 3600 }

/** What the reader shows below a document that is closed until it is confirmed. */
export async function readAcknowledgementRequest(
  { database: { db } }: Services,
  { listingId, fileId }: { listingId: string; fileId: string },
  key: DocumentKey | undefined,
) {
  const { lead, chosenLeadId } = await requireReaderIdentity(db, listingId, key)
  const [found] = await listReadableDocuments(db, toListingKey(lead), chosenLeadId, fileId)
  if (!found) throw notFound()
  return findAcknowledgementRequest(db, recordedReader(key, lead), found)
}

/**
 * A guest has typed a known address, and that is no confirmation by its owner. Neither is a click in a frame: the site around it could have
 * covered what was confirmed.
 */
export async function acknowledgeDocument(
  { database: { db }, limits }: Services,
  input: AcknowledgeInput,
  key: DocumentKey | undefined,
  isFramed = false,
) {
  if (isFramed) throw ownLinkNeeded()
  const { lead: buyer, chosenLeadId } = await requireReaderIdentity(db, input.listingId, key)
  const [readable] = await listReadableDocuments(db, toListingKey(buyer), chosenLeadId, input.fileId)
  if (!readable) throw notFound()
  const person = recordedReader(key, buyer)
  if (!person) throw ownLinkNeeded()
  await limits.spend(acknowledgementsPerLead, buyer.id)
  return acknowledge(db, person, input)
}

const ownLinkNeeded = () =>
  new AppError(
    'OwnLinkNeeded',
    403,
    'To confirm this document, open it with the link that we sent to your email address.',
  )

/** Emails one lead, once a day for each document, on the agent's request. */
export async function remindToAcknowledge(services: Services, agent: Agent, { fileId, leadId }: RemindInput) {
  const { database, limits } = services
  const { leadRow, listingRow, agentRow } = await requireLeadWithAccess(database.db, agent, leadId)
  const [document] = await listReadableDocuments(database.db, listingRow, leadId, fileId)
  if (!document?.acknowledgement) throw notFound()
  if (hasNoEmail(leadRow.email)) throw conflict('This lead has no email address.')
  if (leadRow.unsubscribedAt) throw conflict('This buyer has unsubscribed from emails about this listing.')
  const request = await findAcknowledgementRequest(database.db, { leadId }, document)
  if (request?.acknowledgedAt) throw conflict('They’ve confirmed this document already.')
  await limits.spend(remindersPerAgent, agent.id)
  await requireEmailLimit(services, { to: leadRow.email, recipient: 'unproven' })
  const about = { listing: listingRow, agent: agentRow }
  const post = await prepareAcknowledgementReminder(services, about, leadRow, document)
  return database.db.transaction(async (tx) => {
    const [still] = await tx
      .select({ id: file.id })
      .from(file)
      .where(and(eq(file.id, fileId), isWithinReach(agent, file)))
      .for('key share')
    if (!still) throw notFound()
    const claimed = await claimReminder(tx, fileId, leadId)
    await post(tx)
    return { remindedAt: claimed.sentAt }
  })
}
