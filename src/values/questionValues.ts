/** Shared by the database and the browser, so there is no schema here. `features/listings/questions` validates them. */
export const questionTypes = ['yes_no', 'choice', 'text'] as const

/** A question that an agent asks buyers, besides their details. */
export interface Question {
  /** Stays the same when the words change, so that a half-filled form keeps its answers. */
  id: string
  text: string
  type: (typeof questionTypes)[number]
  /** Only of `choice`. */
  choices: string[]
  isRequired: boolean
  /** Which question of the library it is. Null for the agent's own. */
  libraryKey: string | null
}
