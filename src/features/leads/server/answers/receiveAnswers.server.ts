import { and, eq } from 'drizzle-orm'
import { z } from 'zod'
import type { Db } from '#db/client.server.ts'
import { user } from '#db/schema/accounts.ts'
import { lead } from '#db/schema/leads.ts'
import { listing } from '#db/schema/listings.ts'
import { listQuestions } from '#features/listings/questions/questions.server.ts'
import type { Job } from '#platform/jobs/jobs.server.ts'
import type { Services } from '#platform/services.server.ts'
import type { AnswerQuestionsInput } from '../../buyer.schema.ts'
import { answersEmail } from '../../leads.emails.tsx'
import { findNotifiedAgents, listEmailRecipients } from '../agentNotifications/leadAudience.server.ts'
import { type ListingWithAgent, notifyAgents } from '../agentNotifications/notifyAgent.server.ts'
import { type DocumentKey, isOwnKey, type Lead, requireKeyHolder } from '../documents/documentAccess.server.ts'
import { addNote } from '../intake/furtherNotes.server.ts'
import { describeListing } from '../privateLink/prepareBuyerEmails.server.ts'
import { type CheckedAnswer, checkAnswers, listAnswers, storeAnswers } from './answers.server.ts'

const answersPerLead = { name: 'lead_answers', points: 20, seconds: 3600 }

/**
 * The second step of the form, after the lead was stored. The agent is told now, with the answers. Without answers the step was skipped.
 * What a guest answers is a note that is not confirmed: the lead may be someone else.
 */
export async function receiveAnswers(services: Services, input: AnswerQuestionsInput, key: DocumentKey | undefined) {
  const { database, limits, jobs, mailer, env } = services
  const { lead: buyer } = await requireKeyHolder(database.db, input.listingId, key)
  await limits.spend(answersPerLead, buyer.id)
  const answers = checkAnswers(await listQuestions(database.db, input.listingId), input.answers)
  if (!key || !isOwnKey(key, buyer)) {
    const note = { body: answersAsText(answers), phone: null, fromOwnBrowser: false }
    if (answers.length > 0) await database.db.transaction((tx) => addNote(tx, buyer, note))
    return
  }
  await database.db.transaction(async (tx) => {
    await storeAnswers(tx, buyer.id, answers)
    const found = await findLeadWithListing(tx, buyer.id)
    if (!found) return
    const audience = await findNotifiedAgents(tx, found.listing)
    if (await jobs.cancel(tx, notifyAgentJob, { leadId: buyer.id }))
      return notifyAgents(services, tx, found, found.lead, answers, audience)
    if (answers.length === 0) return
    for (const { isCopy, ...recipient } of listEmailRecipients(services, audience))
      await mailer.post(tx, {
        ...recipient,
        replyTo: buyer.email,
        about: [buyer.id],
        ...answersEmail(env.APP_URL, describeListing(found.listing), found.lead, answers, isCopy),
      })
  })
}

/** Long enough for a few taps, and short enough that the agent can still ring while the buyer reads. */
const ANSWER_SECONDS = 60

/** Tells the agent of a new lead who is still answering the questions: with the answers, or without them after a minute. */
export const notifyAgentAfterAnswers = ({ jobs }: Services, tx: Db, leadId: string) =>
  jobs.enqueue(tx, notifyAgentJob, { leadId }, { startAfter: ANSWER_SECONDS })

const NotifyAgentData = z.strictObject({ leadId: z.string() })

export const notifyAgentJob: Job<z.infer<typeof NotifyAgentData>, Services> = {
  name: 'notify_agent',
  data: NotifyAgentData,
  queue: { retryLimit: 1_000 },
  async work(services, { leadId }) {
    await services.database.db.transaction(async (tx) => {
      const found = await findLeadWithListing(tx, leadId)
      if (!found) return
      const answers = await listAnswers(tx, found.lead.agencyId, [leadId])
      await notifyAgents(services, tx, found, found.lead, answers, await findNotifiedAgents(tx, found.listing))
    })
  },
}

/** Nothing if the buyer has deleted their details. */
async function findLeadWithListing(tx: Db, leadId: string): Promise<(ListingWithAgent & { lead: Lead }) | undefined> {
  const [found] = await tx
    .select({ lead, listing, agent: user })
    .from(lead)
    .innerJoin(listing, and(eq(listing.id, lead.listingId), eq(listing.agencyId, lead.agencyId)))
    .innerJoin(user, eq(user.id, listing.userId))
    .where(eq(lead.id, leadId))
  return found
}

/** Answers as the text of a note, for one that is not confirmed. */
export const answersAsText = (answers: CheckedAnswer[]) =>
  answers.map(({ question, answer }) => `${question} ${answer}`).join('\n')
