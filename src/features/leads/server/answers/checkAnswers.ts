import type { Question } from '#features/listings/questions/questions.schema.ts'
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

export const yesOrNo = ['Yes', 'No']

function fitsQuestion({ type, choices }: Question, answer: string) {
  if (type === 'text') return true
  return (type === 'yes_no' ? yesOrNo : choices).includes(answer)
}

/** The form then shows the questions as they are now. */
const questionsChanged = () =>
  new AppError('QuestionsChanged', 409, 'The questions have changed. Please check your answers and send them again.')
