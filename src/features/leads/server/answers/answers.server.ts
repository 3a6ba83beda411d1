import { and, asc, count, desc, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Db } from '#db/client.server.ts'
import { lead, leadAnswer } from '#db/schema/leads.ts'
import type { Question } from '#features/listings/questions/questions.schema.ts'
import { isWithinReach, leadsWithinReach } from '#platform/auth/reach.server.ts'
import type { Agent } from '#platform/auth/sessions.server.ts'
import { AppError, invalidInput } from '#platform/errors.ts'
import type { GivenAnswer } from '../../buyer.schema.ts'

export interface CheckedAnswer {
  /** In the words that the buyer read. */
  question: string
  libraryKey: string | null
  answer: string
}

/**
 * The answers in the order of the listing's questions. Whatever is not asked is refused. A question whose words have changed since
 * keeps the words that were answered, as long as the answer still fits.
 */
export function checkAnswers(questions: Question[], given: GivenAnswer[]): CheckedAnswer[] {
  const byId = new Map(given.map((one) => [one.questionId, one]))
  if (byId.size !== given.length || given.some(({ questionId }) => !questions.some(({ id }) => id === questionId)))
    throw questionsChanged()
  return questions.flatMap((question) => {
    const found = byId.get(question.id)
    if (!found) return []
    if (!fitsQuestion(question, found.answer)) throw questionsChanged()
    return [{ question: found.question, libraryKey: question.libraryKey, answer: found.answer }]
  })
}

/** Called before the documents open. */
export function requireNeededAnswers(questions: Question[], given: GivenAnswer[]) {
  const missing = questions.find(
    ({ id, isRequired }) => isRequired && !given.some(({ questionId }) => questionId === id),
  )
  if (missing) {
    const message = `Please answer: ${missing.text}`
    throw invalidInput({ answers: message }, message)
  }
}

const yesOrNo = ['Yes', 'No']

function fitsQuestion({ type, choices }: Question, answer: string) {
  if (type === 'text') return true
  return (type === 'yes_no' ? yesOrNo : choices).includes(answer)
}

/** The form then shows the questions as they are now. */
const questionsChanged = () =>
  new AppError('QuestionsChanged', 409, 'The questions have changed. Please check your answers and send them again.')

export type StoredAnswer = typeof leadAnswer.$inferSelect

/** The answers of these leads, in the order of the questions. */
export const listAnswers = (db: Db, agencyId: string, leadIds: string[]) =>
  db
    .select()
    .from(leadAnswer)
    .where(and(eq(leadAnswer.agencyId, agencyId), inArray(leadAnswer.leadId, leadIds)))
    .orderBy(asc(leadAnswer.leadId), asc(leadAnswer.rank))

/** New answers come first. Earlier ones to other questions stay, with the words they were given to. */
export async function storeAnswers(tx: Db, leadId: string, answers: CheckedAnswer[]) {
  if (answers.length === 0) return
  // Locked, so that two submissions at once do not use the same ranks.
  const [locked] = await tx
    .select({ agencyId: lead.agencyId })
    .from(lead)
    .where(eq(lead.id, leadId))
    .for('no key update')
  if (!locked) return
  const earlier = await listAnswers(tx, locked.agencyId, [leadId])
  const kept = earlier.filter(({ question }) => !answers.some((one) => one.question === question))
  await tx.delete(leadAnswer).where(eq(leadAnswer.leadId, leadId))
  await tx
    .insert(leadAnswer)
    .values([...answers, ...kept].slice(0, MAX_ANSWERS_PER_LEAD).map((one, rank) => ({ ...one, leadId, rank })))
  await tx.update(lead).set({ isHeatDue: true }).where(eq(lead.id, leadId))
}

/** Four changes of all five questions. */
const MAX_ANSWERS_PER_LEAD = 25

const MAX_ANSWER_FILTERS = 60
/** Longer ones are sentences, which no two buyers share. */
const MAX_FILTERED_LENGTH = 60

/** Enough to know what is asked these days. A large agency has hundreds of thousands. */
const MAX_RECENT_LEADS = 5_000

/** The answers that an agent's latest leads gave most often, to filter by. */
export async function listAnswerFilters(db: Db, agent: Agent) {
  const recent = db
    .select({ id: lead.id })
    .from(leadsWithinReach(db, agent))
    .where(and(isWithinReach(agent, lead), isNull(lead.archivedAt)))
    .orderBy(desc(lead.createdAt), desc(lead.id))
    .limit(MAX_RECENT_LEADS)
    .as('recent')
  const rows = await db
    .select({ question: leadAnswer.question, answer: leadAnswer.answer })
    .from(leadAnswer)
    .innerJoin(recent, eq(recent.id, leadAnswer.leadId))
    .where(and(eq(leadAnswer.agencyId, agent.agencyId), sql`length(${leadAnswer.answer}) <= ${MAX_FILTERED_LENGTH}`))
    .groupBy(leadAnswer.question, leadAnswer.answer)
    .orderBy(desc(count()), asc(leadAnswer.question), asc(leadAnswer.answer))
    .limit(MAX_ANSWER_FILTERS)
  return rows.toSorted((one, other) => one.question.localeCompare(other.question))
}

const MAX_QUESTION_COLUMNS = 50

/** The questions that an agent's leads have answered, the most frequent first: each is a column of the spreadsheet. */
export async function listAnsweredQuestions(db: Db, agent: Agent) {
  const rows = await db
    .select({ question: leadAnswer.question })
    .from(leadAnswer)
    .innerJoin(lead, and(eq(lead.id, leadAnswer.leadId), eq(lead.agencyId, leadAnswer.agencyId)))
    .where(isWithinReach(agent, lead))
    .groupBy(leadAnswer.question)
    .orderBy(desc(count()), asc(leadAnswer.question))
    .limit(MAX_QUESTION_COLUMNS)
  return rows.map(({ question }) => question)
}

/** Whether a lead gave this answer to this question, as part of a query on leads. */
export const hasAnswer = (question: string, answer: string | undefined) =>
  sql`exists (select from ${leadAnswer} where ${leadAnswer.leadId} = ${lead.id} and ${leadAnswer.question} = ${question}
    ${answer === undefined ? sql`` : sql`and ${leadAnswer.answer} = ${answer}`})`
