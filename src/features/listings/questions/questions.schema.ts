import * as z from 'zod/mini'
import { maxCharacters } from '#platform/input/fieldSchemas.ts'
import { questionTypes } from '#values/questionValues.ts'
import { libraryKeys } from './questionLibrary.ts'

export const MAX_QUESTIONS = 5
export const MAX_QUESTION_LENGTH = 120
export const MAX_CHOICES = 8
export const MAX_CHOICE_LENGTH = 60

/** Shown on one line of emails, filters and spreadsheets, and unable to turn the text around it to the other direction. */
export const oneLineSchema = (max: number) =>
  z
    .string()
    .check(
      z.trim(),
      maxCharacters(max),
      z.regex(/^[^\p{Cc}\u2028-\u202e\u2066-\u2069]*$/u, 'Please enter one line of plain text'),
    )

const Choice = oneLineSchema(MAX_CHOICE_LENGTH).check(z.minLength(1, 'Please enter an answer'))

export const Question = z
  .strictObject({
    id: z.uuid(),
    text: oneLineSchema(MAX_QUESTION_LENGTH).check(z.minLength(1, 'Please enter the question')),
    type: z.enum(questionTypes),
    choices: z.array(Choice).check(z.maxLength(MAX_CHOICES, `Please enter at most ${MAX_CHOICES} answers`)),
    isRequired: z.boolean(),
    libraryKey: z.nullable(z.enum(libraryKeys)),
  })
  .check(
    z.refine(({ type, choices }) => type !== 'choice' || choices.length >= 2, {
      error: 'Please enter at least two answers to choose from',
      path: ['choices'],
    }),
    z.refine(({ type, choices }) => type === 'choice' || choices.length === 0, {
      error: 'Only a question with several answers has answers to choose from',
      path: ['choices'],
    }),
    z.refine(({ choices }) => areDifferent(choices), { error: 'Each answer must be different', path: ['choices'] }),
  )

export type Question = z.infer<typeof Question>

/** What buyers are asked, in this order. */
export const Questions = z.array(Question).check(
  z.maxLength(MAX_QUESTIONS, `Please ask at most ${MAX_QUESTIONS} questions`),
  z.refine((all) => areDifferent(all.map(({ id }) => id)), 'Each question can be asked once'),
  z.refine((all) => areDifferent(all.map(({ text }) => text.toLowerCase())), 'Each question can be asked once'),
)

export const UsualQuestions = z.strictObject({ questions: Questions })
export type UsualQuestions = z.infer<typeof UsualQuestions>

const areDifferent = (texts: string[]) => new Set(texts).size === texts.length

/** As stored: questions that an older version wrote, and that are no longer valid, are not asked. */
export function readQuestions(stored: unknown): Question[] {
  const { data } = Questions.safeParse(stored ?? [])
  return data ?? []
}
