import { AppError, tooManyRequests } from '../errors.ts'
import type { Primary } from '../process/primaryChannel.server.ts'
import { MediaError } from './mediaError.ts'
import type { MediaLane } from './mediaTasks.ts'
import { interrupted, type MediaWorker } from './mediaWorker.server.ts'

export interface SharedMediaRequest {
  task: { name: string; lane: MediaLane; timeLimitMs: number }
  input: unknown
  owner: string
}

export type SharedMediaReply =
  | { result: unknown }
  | { failure: { message: string; retryable: boolean; detail: string } }
  | { retryAfterSeconds: number }

/** The media processes of the primary, so that owners take turns over all processes, and memory does not grow with their number. */
export function shareMedia(primary: Primary): MediaWorker {
  const closed = Promise.withResolvers<never>()
  closed.promise.catch(() => {})
  return {
    async run<Output>({ name, lane, timeLimitMs }: SharedMediaRequest['task'], input: unknown, owner: string) {
      const question = { task: { name, lane, timeLimitMs }, input, owner }
      const answer = await Promise.race([closed.promise, primary.ask('runMediaTask', question)])
      // The media process is our own program, built from the same types.
      if ('result' in answer) return answer.result as Output
      if ('retryAfterSeconds' in answer) throw tooManyRequests(answer.retryAfterSeconds)
      const { message, retryable, detail } = answer.failure
      throw new MediaError(message, { retryable, cause: detail })
    },
    async close() {
      closed.reject(interrupted())
    },
  }
}

/** In the primary: failures are answers too, because an error would lose what it says. */
export async function handleSharedMediaRequest(
  media: MediaWorker,
  question: SharedMediaRequest,
): Promise<SharedMediaReply> {
  try {
    return { result: await media.run(question.task, question.input, question.owner) }
  } catch (error) {
    if (error instanceof AppError && error.retryAfter) return { retryAfterSeconds: error.retryAfter }
    if (!(error instanceof MediaError)) throw error
    const { message, retryable, cause } = error
    return { failure: { message, retryable, detail: String(cause ?? '') } }
  }
}
