import { createServerFn } from '@tanstack/react-start'
import { signedInWithPayload } from '#platform/auth/accessMiddleware.ts'
import { UsualQuestions } from './questions.schema.ts'
import { saveUsualQuestions as save } from './questions.server.ts'

/** Five questions with eight answers each, of which the encoding may need five bytes for a character. */
export const questionsPayload = { maxBytes: 32_000, maxValues: 300 }

export const saveUsualQuestions = createServerFn({ method: 'POST' })
  .middleware([signedInWithPayload(questionsPayload)])
  .validator(UsualQuestions)
  .handler(({ data, context }) => save(context.db, context.agent, data))
