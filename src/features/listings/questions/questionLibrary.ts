import type { Question as StoredQuestion } from '#values/questionValues.ts'
import type { Question } from './questions.schema.ts'

interface LibraryQuestion extends Pick<StoredQuestion, 'text' | 'type'> {
  choices: readonly string[]
}

/** Questions to start from. The keys are stored with the answers, so they never change; the heat of a lead knows their answers. */
export const questionLibrary = {
  finance: {
    text: 'Is your finance arranged?',
    type: 'choice',
    choices: ['Yes, approved', 'In progress', 'Not yet', 'Cash buyer'],
  },
  time_frame: {
    text: 'When would you like to buy?',
    type: 'choice',
    choices: ['As soon as possible', 'Within 3 months', 'Within 6 months', 'Just looking'],
  },
  selling_first: { text: 'Do you need to sell a property first?', type: 'yes_no', choices: [] },
  purpose: {
    text: 'Are you buying to live in or to invest?',
    type: 'choice',
    choices: ['To live in', 'To invest', 'Not sure yet'],
  },
  seen: { text: 'Have you seen the property?', type: 'yes_no', choices: [] },
} as const satisfies Record<string, LibraryQuestion>

export type LibraryKey = keyof typeof questionLibrary

export const libraryKeys = ['finance', 'time_frame', 'selling_first', 'purpose', 'seen'] as const satisfies LibraryKey[]

/** A question of the library for one listing. It is optional until the agent says otherwise. */
export function questionFromLibrary(key: LibraryKey): Question {
  const { text, type, choices } = questionLibrary[key]
  return { id: newQuestionId(), text, type, choices: [...choices], isRequired: false, libraryKey: key }
}

export const newQuestionId = () => crypto.randomUUID()
