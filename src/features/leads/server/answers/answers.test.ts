import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { profile } from '#db/schema/accounts.ts'
import { leadAnswer, leadNote } from '#db/schema/leads.ts'
import { saveUsualQuestions } from '#features/listings/questions/questions.server.ts'
import { answerTo, askQuestions, createQuestion } from '../../../../../test/fixtures/questions.ts'
import { type LeadServices, openLeadServices } from '../../../../../test/support/services/leadServices.ts'
import { registerWorker } from '../../../../../test/support/services/services.ts'
import { AnswerQuestionsInput, NewLead } from '../../buyer.schema.ts'
import { sendDigestJob } from '../agentNotifications/notifyAgent.server.ts'
import { signLinkKey } from '../documents/documentKey.server.ts'
import { requireLead } from '../leads.server.ts'
import { readBuyerData, readPrivateLink } from '../privateLink/privateLinkActions.server.ts'
import { listAnswers } from './answers.server.ts'
import { notifyAgentJob, receiveAnswers } from './receiveAnswers.server.ts'

let context: LeadServices
beforeAll(async () => {
  context = await openLeadServices([registerWorker(sendDigestJob), registerWorker(notifyAgentJob)])
})
afterAll(() => context.close())

const finance = createQuestion({ libraryKey: 'finance' })
const timeFrame = createQuestion({
  text: 'When would you like to buy?',
  type: 'choice',
  choices: ['Within 3 months', 'Just looking'],
})
const why = createQuestion({ text: 'Why this street?', type: 'text' })

/** A published listing that asks these questions. */
async function createAskingListing(...questions: (typeof finance)[]) {
  const { agent, id } = await context.createListing()
  await askQuestions(context.database.db, id, ...questions)
  return { agent, id }
}

const storedAnswers = (leadId: string) =>
  context.database.db.select().from(leadAnswer).where(eq(leadAnswer.leadId, leadId)).orderBy(leadAnswer.rank)

const answersOf = async (leadId: string) =>
  (await storedAnswers(leadId)).map(({ question, answer }) => [question, answer])

describe('answers that are sent with the details', () => {
  test('are stored in the order of the questions, with their words, and are in the agent’s email', async () => {
    const { agent, id } = await createAskingListing(finance, timeFrame, why)
    const answers = [answerTo(why, 'The school'), answerTo(finance, 'Yes')]
    const { leadId } = await context.submitLead(id, { answers })
    const { agencyId } = agent
    expect(await listAnswers(context.database.db, agencyId, [leadId])).toEqual([
      { agencyId, leadId, rank: 0, question: finance.text, libraryKey: 'finance', answer: 'Yes' },
      { agencyId, leadId, rank: 1, question: why.text, libraryKey: null, answer: 'The school' },
    ])
    const [email] = await context.emailsTo(agent.email)
    expect(email?.text).toContain('Is your finance arranged? Yes')
    expect(email?.text).toContain('Why this street? The school')
  })

  test('are seen by the agent and by the buyer, also in the buyer’s download', async () => {
    const { agent, id } = await createAskingListing(finance)
    const { leadId } = await context.submitLead(id, { answers: [answerTo(finance, 'No')] })
    const [stored] = await context.leadsOf(id)
    const answers = [{ question: finance.text, answer: 'No' }]
    expect(await requireLead(context.database.db, agent, leadId)).toMatchObject({ answers, isVerified: false })
    if (!stored) throw new Error('The lead was not stored.')
    const key = signLinkKey(context.services.env.APP_SECRET, stored)
    expect(await readPrivateLink(context.services, key)).toMatchObject({ answers })
    expect(await readBuyerData(context.services, key)).toMatchObject({ answers, isEmailConfirmed: false })
  })

  test('are needed where the agent says so: without them nothing is stored', async () => {
    const { id } = await createAskingListing({ ...finance, isRequired: true }, why)
    const details = { answers: [answerTo(why, 'The school')] }
    await expect(context.submitLead(id, details)).rejects.toMatchObject({
      status: 400,
      message: 'Please answer: Is your finance arranged?',
    })
    // Nor can they be promised for later.
    await expect(context.submitLead(id, { isAnsweringLater: true })).rejects.toMatchObject({ status: 400 })
    expect(await context.leadsOf(id)).toEqual([])
    await context.submitLead(id, { answers: [answerTo(finance, 'Yes')] })
    expect(await context.leadsOf(id)).toHaveLength(1)
  })

  test('answer the agent’s usual questions on a listing without its own', async () => {
    const { agent, id } = await context.createListing()
    await saveUsualQuestions(context.database.db, agent, { questions: [finance] })
    const { leadId } = await context.submitLead(id, { answers: [answerTo(finance, 'Yes')] })
    expect(await answersOf(leadId)).toEqual([[finance.text, 'Yes']])
    const [stored] = await context.database.db.select().from(profile).where(eq(profile.userId, agent.id))
    expect(stored?.questions).toEqual([finance])
  })

  test('keep the words that the buyer read when the question has changed since', async () => {
    const { id } = await createAskingListing({ ...finance, text: 'Do you have finance?' })
    const { leadId } = await context.submitLead(id, { answers: [answerTo(finance, 'Yes')] })
    await askQuestions(context.database.db, id, why)
    expect(await answersOf(leadId)).toEqual([['Is your finance arranged?', 'Yes']])
  })

  test.each([
    ['was removed', [finance]],
    ['no longer has that answer', [{ ...timeFrame, choices: ['This year', 'Next year'] }]],
  ])('to a question that %s are refused in words that say so', async (_what, questions) => {
    const { id } = await createAskingListing(...questions)
    await expect(context.submitLead(id, { answers: [answerTo(timeFrame, 'Just looking')] })).rejects.toMatchObject({
      name: 'QuestionsChanged',
      status: 409,
    })
    expect(await context.leadsOf(id)).toEqual([])
  })
})

describe('threat 117: made-up answers', () => {
  test('to questions that are not asked, or that fit none of the choices, are refused', async () => {
    const { id } = await createAskingListing(finance)
    for (const answers of [
      [answerTo(createQuestion(), 'Yes')],
      [answerTo(finance, 'Perhaps')],
      [answerTo(finance, 'Yes'), answerTo(finance, 'No')],
    ])
      await expect(context.submitLead(id, { answers })).rejects.toMatchObject({ status: 409 })
    expect(await context.leadsOf(id)).toEqual([])
  })

  test('that are too long, of several lines or too many are refused by the schema', () => {
    const read = (answers: unknown) =>
      AnswerQuestionsInput.safeParse({ listingId: 'list_0123456789abcdef', answers }).success
    expect(read([answerTo(why, 'x'.repeat(300))])).toBe(true)
    expect(read([answerTo(why, 'x'.repeat(301))])).toBe(false)
    expect(read([answerTo({ ...why, text: 'x'.repeat(121) }, 'Yes')])).toBe(false)
    expect(read([answerTo(why, 'one\nBcc: two@example.com')])).toBe(false)
    expect(read(Array.from({ length: 6 }, () => answerTo(createQuestion(), 'Yes')))).toBe(false)
    expect(NewLead.shape.answers.safeParse([{ ...answerTo(why, 'x'), isAdmin: true }]).success).toBe(false)
  })

  test('with HTML stay text in the agent’s email', async () => {
    const markup = createQuestion({ text: '<b>Budget</b>?', type: 'text' })
    const { agent, id } = await createAskingListing(markup)
    await context.submitLead(id, { answers: [answerTo(markup, '<img src=x onerror=alert(1)>')] })
    const [email] = await context.emailsTo(agent.email)
    expect(email?.html).toContain('&lt;b&gt;Budget&lt;/b&gt;?')
    expect(email?.html).toContain('&lt;img src=x onerror=alert(1)&gt;')
    expect(email?.html).not.toContain('<img src=x')
  })
})

describe('the second step of the form', () => {
  const later = { isAnsweringLater: true }

  test('reaches the agent in one email with the lead', async () => {
    const { agent, id } = await createAskingListing(finance)
    const key = await context.submitLead(id, later)
    expect(await context.emailsTo(agent.email)).toEqual([])
    await receiveAnswers(context.services, { listingId: id, answers: [answerTo(finance, 'Yes')] }, key)
    const emails = await context.emailsTo(agent.email)
    expect(emails).toHaveLength(1)
    expect(emails[0]?.subject).toContain('New lead')
    expect(emails[0]?.text).toContain('Is your finance arranged? Yes')
  })

  test('tells the agent at once when it is skipped, and leaves the lead without answers', async () => {
    const { agent, id } = await createAskingListing(finance)
    const key = await context.submitLead(id, later)
    await receiveAnswers(context.services, { listingId: id, answers: [] }, key)
    await receiveAnswers(context.services, { listingId: id, answers: [] }, key)
    expect(await context.emailsTo(agent.email)).toHaveLength(1)
    expect(await answersOf(key.leadId)).toEqual([])
  })

  test('is sent in a second email when the agent has heard of the lead already', async () => {
    const { agent, id } = await createAskingListing(finance)
    const key = await context.submitLead(id, later)
    const [job] = await context.database
      .sql`delete from pgboss.job where name = 'notify_agent' and data->>'leadId' = ${key.leadId} returning id`
    expect(job).toBeDefined()
    await notifyAgentJob.work(context.services, { leadId: key.leadId }, { id: '' })
    await receiveAnswers(context.services, { listingId: id, answers: [answerTo(finance, 'Yes')] }, key)
    const subjects = (await context.emailsTo(agent.email)).map(({ subject }) => subject)
    expect(subjects).toHaveLength(2)
    expect(subjects.some((subject) => subject.includes('answered your questions'))).toBe(true)
  })

  test('needs a key of this listing', async () => {
    const { id } = await createAskingListing(finance)
    const other = await createAskingListing(finance)
    const key = await context.submitLead(other.id, later)
    const input = { listingId: id, answers: [answerTo(finance, 'Yes')] }
    await expect(receiveAnswers(context.services, input, undefined)).rejects.toMatchObject({ status: 403 })
    await expect(receiveAnswers(context.services, input, key)).rejects.toMatchObject({ status: 403 })
    expect(await answersOf(key.leadId)).toEqual([])
  })

  test('of someone who typed a known address is a note that is not confirmed', async () => {
    const { id } = await createAskingListing(finance)
    const email = 'known.answers@example.com'
    const owner = await context.submitLead(id, { email, answers: [answerTo(finance, 'No')] })
    const guest = await context.submitLead(id, { email, note: 'Me too', answers: [answerTo(finance, 'Yes')] })
    expect(guest).toEqual({ leadId: owner.leadId, isGuest: true })
    await receiveAnswers(context.services, { listingId: id, answers: [answerTo(finance, 'Yes')] }, guest)
    expect(await answersOf(owner.leadId)).toEqual([[finance.text, 'No']])
    const notes = await context.database.db.select().from(leadNote).where(eq(leadNote.leadId, owner.leadId))
    expect(notes.map(({ body, fromOwnBrowser }) => [body, fromOwnBrowser])).toEqual([
      ['Me too\n\nIs your finance arranged? Yes', false],
      ['Is your finance arranged? Yes', false],
    ])
  })

  test('replaces answers to the same question and keeps those to others', async () => {
    const { id } = await createAskingListing(finance, why)
    const key = await context.submitLead(id, { answers: [answerTo(finance, 'No'), answerTo(why, 'The school')] })
    await receiveAnswers(context.services, { listingId: id, answers: [answerTo(finance, 'Yes')] }, key)
    expect(await answersOf(key.leadId)).toEqual([
      [finance.text, 'Yes'],
      [why.text, 'The school'],
    ])
  })
})
