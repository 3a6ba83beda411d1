import type { Question } from '#values/questionValues.ts'

/** What was answered so far, by the id of the question. */
export type TypedAnswers = Partial<Record<string, string>>

const typedAnswer = (typed: TypedAnswers, { id }: Question) => typed[id]?.trim() ?? ''

/** The answers as the server takes them, with the words that were read. */
export const givenAnswers = (questions: readonly Question[], typed: TypedAnswers) =>
  questions
    .map((question) => ({ questionId: question.id, question: question.text, answer: typedAnswer(typed, question) }))
    .filter(({ answer }) => answer !== '')

/** The ids of required questions without an answer. */
export const missingAnswers = (questions: readonly Question[], typed: TypedAnswers) =>
  questions.filter((one) => one.isRequired && typedAnswer(typed, one) === '').map(({ id }) => id)

export const hasRequired = (questions: readonly Question[]) => questions.some(({ isRequired }) => isRequired)
